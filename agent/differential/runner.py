"""Runs in the interpreter of the target, as a script: calls functions for trial and writes down what comes of it.

Needs the standard library alone, of Python 3.8 or later. Its only argument is a file that holds the job as JSON; what
it finds goes to the file that the job names, a JSON object a line. Each file of the target is imported in a process of
its own, and each function called in a process forked from that, so that none of them sees what another left behind,
and one that ends the interpreter ends its own trial only.
"""

from __future__ import annotations

import importlib
import json
import opcode
import os
import resource
import signal
import sys
import time
import types
import zlib
from operator import attrgetter
from typing import Any

ITEMS, NODES, DEPTH, TEXT = 200, 2000, 12, 4000  # of an iterator, and of a value, that are written down
SLOW = 2  # calls without an end after which no more are made
RAISE = opcode.opmap["RAISE_VARARGS"]

CHANGES = """
os.remove os.rename os.mkdir os.rmdir os.system os.exec os.posix_spawn os.spawn os.truncate os.link os.symlink os.chmod
os.chown os.kill os.fork shutil. subprocess. socket.connect socket.bind socket.sendto smtplib. ftplib. sqlite3.connect
"""
WRITES = tuple(CHANGES.split())
OUTSIDE = (*WRITES, "open", "os.", "socket.", "urllib.", "http.", "glob.", "tempfile.", "pathlib.", "ctypes.")


class Slow(BaseException):
    """A call took too long."""


class Touched(BaseException):
    """A call would reach outside of the program."""


class Watch:
    """Stops what reaches outside: while a file is imported only writing, while a function is called everything."""

    def __init__(self) -> None:
        self.state = ""
        self.touched = ""

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.state or not event.startswith(OUTSIDE):
            return
        if not event.startswith(WRITES):
            writes = event == "open" and any(mark in str(arguments[1] or "") for mark in "wax+")
            if _importing() or (self.state == "import" and not writes):
                return
        self.touched = event
        raise Touched(event)


def _importing() -> bool:
    """Whether it is Python's own import that asks, on behalf of whatever `import` statement."""
    return bool(sys._getframe(2).f_code.co_filename.startswith("<frozen importlib"))


WATCH = Watch()
ROOTS: list[str] = []  # folders of the target


def main(job_file: str) -> None:
    """Work through the job, a process for each file."""
    with open(job_file, encoding="utf-8") as file:  # noqa: PTH123
        job = json.load(file)
    sys.path[:0] = job["roots"]
    ROOTS[:] = [os.path.realpath(root) + os.sep for root in job["roots"]]
    sys.dont_write_bytecode = True
    out = os.open(job["out"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    if not hasattr(sys, "addaudithook"):
        for module in job["modules"]:
            tell(out, {"module": module["name"], "error": "the interpreter is older than Python 3.8"})
        return
    for module in job["modules"]:
        apart(lambda module=module: run_module(module, job, out), (len(module["functions"]) * 3 + 9) * job["seconds"])


def apart(work: Any, seconds: float) -> str:
    """Do something in a forked process; how that ended, if not well."""
    child = os.fork()
    if not child:
        try:
            work()
            os._exit(0)
        except BaseException:  # noqa: BLE001  whatever it is, this process must not go on as if it were the first
            os._exit(1)
    deadline = time.monotonic() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            signalled = os.WIFSIGNALED(status)
            return f"signal {os.WTERMSIG(status)}" if signalled else f"exit {os.WEXITSTATUS(status)}" if status else ""
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "time"
        time.sleep(0.002)


def run_module(module: dict[str, Any], job: dict[str, Any], out: int) -> None:
    """Import a file, then try its functions."""
    sys.addaudithook(WATCH)
    quiet()
    try:
        WATCH.state = "import"
        found = importlib.import_module(module["name"])
        where = os.path.realpath(getattr(found, "__file__", None) or "")
        error = "" if where == os.path.realpath(module["file"]) else f"importing it finds {where}"
    except BaseException as problem:  # noqa: BLE001  a file may raise anything, SystemExit too
        error = f"importing it raises {type(problem).__name__}: {str(problem)[:200]}"
    finally:
        WATCH.state = ""
    if error:
        tell(out, {"module": module["name"], "error": error})
        return
    for function in module["functions"]:
        try:
            attrgetter(function["name"])(found)
        except AttributeError as problem:
            tell(out, {"id": function["id"], "error": str(problem)})
            continue
        end = apart(lambda one=function: run_function(found, one, job, out), job["seconds"] * 3)
        tell(out, {"id": function["id"], "end": end})


def quiet() -> None:
    """What the target says interests nobody."""
    for number in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_function(module: types.ModuleType, function: dict[str, Any], job: dict[str, Any], out: int) -> None:
    """Make the calls of one function until they are done, or the time is over."""
    target = attrgetter(function["name"])(module)
    names = dict(vars(module), **constructors())
    slow, deadline = 0, time.process_time() + job["seconds"]
    signal.signal(signal.SIGPROF, on_time)
    for number, (positional, named) in enumerate(function["calls"]):
        outcome = call(target, positional, named, names, job["call_seconds"])
        tell(out, {"id": function["id"], "call": number, "outcome": outcome})
        slow += "slow" in outcome
        if slow >= SLOW or time.process_time() > deadline:
            return


def on_time(number: int, frame: Any) -> None:
    raise Slow


def call(target: Any, positional: list[str], named: list[list[str]], names: dict[str, Any], seconds: float) -> Any:
    """What one call comes to."""
    try:
        arguments = [eval(text, dict(names)) for text in positional]
        keywords = {name: eval(text, dict(names)) for name, text in named}
    except Exception as error:  # noqa: BLE001  a name that is not there, or a set of lists
        return {"unfit": type(error).__name__}
    WATCH.state, WATCH.touched = "call", ""
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        outcome: dict[str, Any] = {"value": Writer().write(target(*arguments, **keywords))}
    except Slow:
        outcome = {"slow": True}
    except Touched:
        outcome = {"touched": WATCH.touched}
    except BaseException as error:  # noqa: BLE001  what is raised is what is compared
        kinds = [kind.__name__ for kind in type(error).__mro__[:-1]]
        outcome = {"raised": kinds, "meant": is_meant(error)}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        WATCH.state = ""
    if WATCH.touched:
        return {"touched": WATCH.touched}
    if "slow" not in outcome:
        outcome["arguments"] = [Writer().write(value) for value in (*arguments, *keywords.values())]
    return outcome


def is_meant(error: BaseException) -> bool:
    """Whether the target itself says `raise`, rather than that something in it failed."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or "site-packages" in last.tb_frame.f_code.co_filename:
        return False
    own = os.path.realpath(last.tb_frame.f_code.co_filename).startswith(tuple(ROOTS))
    return own and last.tb_frame.f_code.co_code[last.tb_lasti] == RAISE


class Writer:
    """Writes a value down as JSON, so that two can be compared that come from two processes."""

    def __init__(self) -> None:
        self.left = NODES
        self.open: list[int] = []

    def write(self, value: Any) -> list[Any]:
        """[kind, what it holds]."""
        self.left -= 1
        kind = type(value)
        if self.left < 0 or len(self.open) > DEPTH or id(value) in self.open:
            return ["cut", kind.__qualname__]
        if value is None or kind in (bool, int, str, bytes, float, complex, range):
            return [kind.__name__, clipped(repr(value))]
        self.open.append(id(value))
        try:
            return self.inner(value, kind)
        finally:
            self.open.pop()

    def inner(self, value: Any, kind: type) -> list[Any]:
        """A value that holds others, or is none of the plain ones."""
        name = kind.__qualname__
        if isinstance(value, (list, tuple)) and hasattr(value, "__len__"):
            return [name, [self.write(item) for item in list(value)[:NODES]]]
        if isinstance(value, (set, frozenset)):
            return [name, {"set": sorted((self.write(item) for item in list(value)[:NODES]), key=repr)}]
        if isinstance(value, dict):
            return [name, {"dict": [[self.write(key), self.write(item)] for key, item in list(value.items())[:NODES]]}]
        if isinstance(value, BaseException):
            return [name, [self.write(item) for item in value.args]] if value.args else [name, []]
        if isinstance(value, type) or callable(value) or isinstance(value, types.ModuleType):
            return ["opaque", "callable"]
        if hasattr(value, "__next__"):
            return ["iterator", [self.write(item) for _, item in zip(range(ITEMS), value)]]  # noqa: B905
        return self.instance(value, kind)

    def instance(self, value: Any, kind: type) -> list[Any]:
        """An object: by its public attributes, else by what it says of itself."""
        name = kind.__qualname__
        if hasattr(value, "_name_") and hasattr(kind, "__members__"):
            return [name, f"{name}.{value._name_}"]
        if kind.__module__.split(".")[0] not in STANDARD:
            slots = [slot for base in kind.__mro__ for slot in slots_of(base)]
            found = dict({slot: getattr(value, slot) for slot in slots if hasattr(value, slot)}, **fields_of(value))
            public = sorted(key for key in found if isinstance(key, str) and not key.startswith("_"))
            return [name, {"fields": [[key, self.write(found[key])] for key in public]}]
        text = repr(value)
        return ["opaque", name] if " at 0x" in text else [name, clipped(text)]


STANDARD = frozenset(
    getattr(sys, "stdlib_module_names", ("builtins", "datetime", "decimal", "fractions", "re", "uuid"))
)


def fields_of(value: Any) -> dict[str, Any]:
    """What an object holds."""
    found = getattr(value, "__dict__", None)
    return dict(found) if isinstance(found, dict) else {}


def slots_of(kind: type) -> list[str]:
    """Names of its slots."""
    slots = kind.__dict__.get("__slots__", ())
    return [slots] if isinstance(slots, str) else [slot for slot in slots if isinstance(slot, str)]


def clipped(text: str) -> str:
    """A text, or its ends and how long it is."""
    return (
        text
        if len(text) <= TEXT
        else f"{text[: TEXT // 2]}…{len(text)}…{zlib.crc32(text.encode('utf-8', 'replace'))}…{text[-TEXT // 2 :]}"
    )


def constructors() -> dict[str, Any]:
    """Names that the calls use beside those of the file they are made in."""
    from datetime import date, datetime, time, timedelta
    from decimal import Decimal
    from fractions import Fraction
    from pathlib import Path, PurePath
    from uuid import UUID

    kinds = (date, datetime, time, timedelta, Decimal, Fraction, Path, PurePath, UUID)
    return {kind.__name__: kind for kind in kinds}


def tell(out: int, record: dict[str, Any]) -> None:
    """Write a line at once: what is not written when the process dies is lost."""
    os.write(out, (json.dumps(record) + "\n").encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    main(sys.argv[1])
