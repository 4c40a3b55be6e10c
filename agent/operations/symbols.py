"""How requests name things: `path/to/file.py:Class.name`, or `package.module:Class.name`."""

import re
from keyword import iskeyword, issoftkeyword

from agent.operations.change import Request
from agent.operations.errors import Refusal
from agent.operations.names.world import Thing
from agent.operations.repository import Repository

_SYMBOL = re.compile(r"[^:\n]+:(?:[^\W\d]|\$)[\w$]*(\.[^\W\d]\w*)*")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def is_symbol(value: object) -> bool:
    """Whether a value is written like a symbol."""
    return isinstance(value, str) and _SYMBOL.fullmatch(value) is not None


def is_module(value: object) -> bool:
    """Whether a value is written like a file, a folder or a dotted module."""
    if not isinstance(value, str) or not value or ":" in value:
        return False
    return value.endswith(".py") or "/" in value or _MODULE.fullmatch(value) is not None


def is_name(value: object) -> bool:
    """Whether a value can be the name of something."""
    fits = isinstance(value, str) and value.isidentifier() and not iskeyword(value)
    return fits and not (isinstance(value, str) and issoftkeyword(value) and value == "_")


def flag_fault(op: str, request: Request, *names: str) -> tuple[str, ...]:
    """What is wrong with options that are true or false."""
    return tuple(
        f"{op}: `{name}` must be true or false." for name in names if not isinstance(request.get(name, False), bool)
    )


def located(repo: Repository, symbol: str) -> Thing:
    """What a symbol names; whether it is there is not asked. Raises Refusal where there is no such file."""
    place, _, name = symbol.rpartition(":")
    return Thing(file_of(repo, place), name)


def file_of(repo: Repository, place: str) -> str:
    """The file that a path or a dotted module names. Raises Refusal."""
    if place in repo.texts:
        return place
    if place.endswith((".py", ".pyi")) or "/" in place:
        raise Refusal(f"there is no file {place}")
    found = [path for path in repo.python if place in repo.map.names_of(path)]
    if len(found) != 1:
        several = " and ".join(found)
        raise Refusal(f"{several} are both called {place}; give the path" if found else f"there is no module {place}")
    return found[0]
