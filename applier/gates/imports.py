"""Gate 7: what a step's files import is there: the module, the name in it, and the package of other people."""

import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches

from applier.facts import Facts, FileFacts, ImportFact
from applier.gates.circles import find_circles
from applier.gates.offers import State
from applier.scope import Problem, Scope, Severity, Texts

#: Modules of Node, which its programs import without installing anything; also with "node:" before them.
_NODE = frozenset(
    {
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram"),
        *("diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module"),
        *("net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream"),
        *("string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi"),
        *("worker_threads", "zlib"),
    }
)
_TESTS = frozenset({"test", "tests", "__tests__", "testing"})
_DATA = frozenset({"data", "test_data", "testdata", "fixtures", "resources", "samples", "assets", "packages", "roots"})
_RUNNERS = frozenset({"pytest", "vitest", "@jest/globals"})  # they are there wherever there are tests for them


def check_imports(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Every import of a file of the step resolves, as far as it is new or resolved before; no circle is new."""
    was, now = State.before(facts), State.after(facts)
    problems: list[Problem] = []
    for path in after:
        file = facts.after.get(path)
        if file is not None and file.language is not None and not file.faults:
            problems += _of_file(file, facts, was, now, scope)
            problems += _of_uses(file, after[path], facts, was, now)
    return (*problems, *find_circles(facts))


def _of_file(file: FileFacts, facts: Facts, was: State, now: State, scope: Scope) -> Iterator[Problem]:
    earlier = {(item.module, item.name): item for item in _imports_of(facts.before.get(file.path))}
    told: set[tuple[str, str | None]] = set()
    for item in file.imports:
        old = earlier.get((item.module, item.name))
        key = (item.package or item.module, item.name if item.origin == "file" else None)
        if key in told or (old is not None and _was_broken(old, was)):
            continue
        wrong = _wrong(file, item, old, facts, now, scope)
        if wrong:
            told.add(key)
            yield Problem("imports", _weight(file, item), file.path, item.line, wrong)


def _weight(file: FileFacts, item: ImportFact) -> Severity:
    """How grave it is: a package that only types are taken from is not missed where the program runs.

    Nor is one that the data of tests name, which may be made up.
    """
    *folders, _ = file.path.split("/")
    data = not file.tests and not _TESTS.isdisjoint(folders) and not _DATA.isdisjoint(folders)
    typed = file.language == "python" and item.kind == "type-only"
    return "ask" if item.origin == "external" and (typed or data) else "refuse"


def _of_uses(file: FileFacts, text: str, facts: Facts, was: State, now: State) -> Iterator[Problem]:
    """Attributes of modules of the repository that are not there; not those that the file itself puts there."""
    earlier = facts.before.get(file.path)
    broken = {
        (use.path, use.name.partition(".")[0])
        for use in (earlier.uses if earlier is not None else ())
        if was.offers(use.path, use.name.partition(".")[0]) is False
    }
    imported = {(item.resolved, item.member) for item in file.imports}
    for use in file.uses:
        key = (use.path, use.name.partition(".")[0])
        if key in broken | imported or now.offers(*key) is not False:
            continue
        if was.offers(*key) or not re.search(rf"\.\s*{re.escape(key[1])}\s*=(?!=)", text):
            broken.add(key)
            message = (
                f"`{use.written}` is used, but {use.path} does not offer it. Use what it offers, or define it there."
            )
            yield Problem("imports", "refuse", file.path, use.line, message)


def _imports_of(file: FileFacts | None) -> tuple[ImportFact, ...]:
    return file.imports if file is not None else ()


def _was_broken(item: ImportFact, was: State) -> bool:
    """Whether an import led nowhere before the step."""
    if item.origin == "file" and item.resolved is not None and item.member not in (None, "*"):
        return was.offers(item.resolved, item.member) is False
    return item.origin == "missing"


def _wrong(file: FileFacts, item: ImportFact, old: ImportFact | None, facts: Facts, now: State, scope: Scope) -> str:
    """What is wrong with an import, and what to do; "" for nothing."""
    if item.guarded:
        return ""
    if item.origin == "missing":
        return "" if item.place in facts.absent else _no_module(file, item)
    if item.origin == "folder" and item.member not in (None, "*"):
        return "" if old is not None and old.origin == "folder" else _no_name_of_folder(item)
    if item.origin == "file" and item.resolved is not None and item.member not in (None, "*"):
        lacking = now.offers(item.resolved, item.member) is False and not _means_a_package(file, item, facts)
        return _no_name(item, item.resolved, item.member, now) if lacking else ""
    return "" if old is not None else _unasked(file, item, facts, scope)


def _means_a_package(file: FileFacts, item: ImportFact, facts: Facts) -> bool:
    """Whether an import that seems to mean the folder of its file is of a package that is called so, as others are."""
    folder, _, own = str(item.resolved).rpartition("/")
    inside = own.startswith("__init__.") and file.path.startswith(f"{folder}/") and "/" in folder
    if not inside or item.module != folder.rpartition("/")[2]:
        return False
    imports = (other for each in facts.after.values() for other in each.imports)
    return item.module in facts.packages or any(other.package == item.module for other in imports)


def _no_module(file: FileFacts, item: ImportFact) -> str:
    what = "module" if file.language == "python" else "file"
    return (
        f"`{item.module}` leads to no {what} of the repository as this step leaves it. "
        "Import it from where it stands, or bring it into this step."
    )


def _no_name_of_folder(item: ImportFact) -> str:
    return (
        f"The folder that `{item.module}` means holds no module `{item.name}`. "
        "Import the name from the module that defines it."
    )


def _no_name(item: ImportFact, path: str, member: str, now: State) -> str:
    if member == "default":
        return (
            f"`{item.module}` means {path}, which has no default export. "
            "Import a name that it exports, in braces, or give it a default export."
        )
    file = now.file(path)
    offered = [symbol.name for symbol in file.symbols] if file is not None and file.language == "python" else []
    offered += file.exports or () if file is not None else ()
    near = get_close_matches(member, [name for name in offered if "." not in name], n=1)
    hint = f" (it has `{near[0]}`)" if near and near[0] != member else ""
    inside = any(symbol.name == member for symbol in file.symbols) if file is not None else False
    way = "It is defined there: export it." if inside else "Import it from where it is defined, or define it there."
    return f"`{member}` is imported from `{item.module}`, but {path} does not offer it{hint}. {way}"


def is_unknown_package(file: FileFacts, item: ImportFact, facts: Facts) -> bool:
    """Whether an import is of a package of other people that the repository neither imports nor declares."""
    package = item.package
    top = item.module.partition(".")[0]
    standard = top in sys.stdlib_module_names if file.language == "python" else package in _NODE
    known = standard or package in facts.packages or (package in _RUNNERS and file.tests)
    return item.origin == "external" and bool(package) and not known


def _unasked(file: FileFacts, item: ImportFact, facts: Facts, scope: Scope) -> str:
    """A package of other people that the repository neither imports nor declares, and nobody spoke of."""
    package = item.package
    if not is_unknown_package(file, item, facts):
        return ""
    asked = " ".join((scope.goal, *scope.criteria)).lower()
    if package in asked or package.replace("_", "-") in asked:
        return ""
    return (
        f"`{item.module}` is a package that this repository neither declares nor uses, and nobody asked for it. "
        "Do without it."
    )
