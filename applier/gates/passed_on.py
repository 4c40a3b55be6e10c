"""A part of gate 6: `import X as X` says that a Python file passes `X` on to others (PEP 484); it goes on doing so."""

from collections.abc import Iterator

from applier.facts import Facts, FileFacts
from applier.gates.exposed import entry, is_declared, is_for_tests
from applier.gates.offers import State
from applier.scope import Problem, Scope

_PACKAGE = ("__init__.py", "__init__.pyi")


def kept_to_itself(facts: Facts, scope: Scope, told: set[tuple[str, str]]) -> Iterator[Problem]:
    """Names that a file passed on, and that are gone from it or imported for its own use alone now."""
    now = State.after(facts)
    for path, file in facts.before.items():
        new = now.file(path) if path in facts.after else None
        if new is None or file.language != "python" or is_for_tests(file):
            continue
        lines = {found.binds: found.line for found in file.imports}
        for name in dict.fromkeys((*_marked(file), *_of_package(file))):
            declared = is_declared(path, path, name, scope) or any(each.name == name for each in scope.removed)
            if (path, name) in told or declared or _passes_on(new, name):
                continue
            ways_out = f"Put it back, or declare it in the log block: {entry('changed', path, name)}"
            if now.offers(path, name) is False:
                yield Problem("contract", "refuse", path, lines[name], f"{_gone(name, file)} {ways_out}")
            elif name in _marked(file):
                message = (
                    f"`{name}` was imported `as {name}`, which tells type checkers that others may import it here."
                )
                yield Problem("contract", "ask", path, lines[name], f"{message} {ways_out}", owed=True)


def _marked(file: FileFacts) -> tuple[str, ...]:
    return tuple(found.alias for found in file.imports if found.alias is not None and found.alias == found.name)


def _of_package(file: FileFacts) -> tuple[str, ...]:
    """What a package takes from its own modules and does not use: it is there for others."""
    if not file.path.endswith(_PACKAGE) or file.exports is not None:
        return ()
    own = (found for found in file.imports if found.resolved is not None and found.kind == "runtime")
    public = (found.binds for found in own if found.name not in (None, "*") and not found.binds.startswith("_"))
    return tuple(name for name in public if name not in file.references)


def _passes_on(file: FileFacts, name: str) -> bool:
    listed = name in (file.exports or ()) or name in file.binds
    return listed or name in _marked(file) or any(symbol.name == name for symbol in file.symbols)


def _gone(name: str, file: FileFacts) -> str:
    how = f"imported `as {name}`" if name in _marked(file) else "imported for others to take from the package"
    return f"`{name}` is gone, which was {how}."
