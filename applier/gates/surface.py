"""The public names of some files, with what their users must know of them, before and after a step."""

from collections.abc import Iterator, Mapping, Sequence

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.elsewhere import called
from applier.protection import allowed
from applier.scope import Texts

_PACKAGE = ("__init__.py", "__init__.pyi")

#: A public name, with its kind and signature; None where these cannot be told.
Surface = dict[str, tuple[str, ...] | None]


def surface_changes(
    globs: Sequence[str], before: Texts, after: Texts, facts: Facts
) -> Iterator[tuple[str | None, int, str]]:
    """Path, line and a sentence for each public name of these files that came, went or has another signature."""
    for path in before:
        old = facts.before.get(path)
        if not allowed(path, globs) or old is None or old.language is None:
            continue
        new = facts.after.get(path) if path in after else FileFacts(path, old.language)
        if new is None or len(new.faults) > len(old.faults):
            continue
        was = _surface(old, {**facts.others, **facts.before})
        now = _surface(new, {**facts.others, **facts.after})
        for name in sorted({*was, *now}):
            if said := _difference(name, was, now):
                yield path, _line(name, new), said


def _difference(name: str, was: Surface, now: Surface) -> str:
    if name not in now:
        return f"`{name}` is no longer public here. Put it back."
    if name not in was:
        return f"`{name}` is a new public name here. Take it back, or make it private."
    one, other = was[name], now[name]
    if one is None or other is None or one == other:
        return ""
    return f"`{name}` has another signature now ({' '.join(filter(None, other))}). Put the old one back."


def _surface(file: FileFacts, files: Mapping[str, FileFacts]) -> Surface:
    own = {symbol.name: _contract(symbol) for symbol in file.symbols if symbol.exported}
    found: Surface = {**own}
    for name in _listed(file):
        if name not in found:
            found.update(_of_other(name, file, files))
    return found


def _listed(file: FileFacts) -> list[str]:
    """Names that are public without being defined here."""
    if file.exports is not None:
        return list(file.exports)
    if not file.path.endswith(_PACKAGE):
        return []
    folders = set(file.path.split("/")[:-1])
    return [
        item.binds
        for item in file.imports
        if item.name not in (None, "*") and not item.binds.startswith("_") and _is_near(item.module, folders)
    ]


def _is_near(module: str, folders: set[str]) -> bool:
    return module.startswith(".") or module.split(".")[0] in folders


def _of_other(name: str, file: FileFacts, files: Mapping[str, FileFacts]) -> Surface:
    """A name that comes from another file, with its members; the contract is left open where that is not found."""
    item = next((item for item in file.imports if item.binds == name), None)
    said = (item.name or name) if item is not None else name
    homes = [
        (other, symbol)
        for other in (files.values() if item is not None else ())
        if other.path != file.path
        and item is not None
        and called(other.path) in item.module.replace("/", ".").split(".")
        for symbol in other.symbols
        if symbol.name == said
    ]
    if len(homes) != 1:
        return {name: None}
    home, symbol = homes[0]
    members = {
        name + member.name[len(said) :]: _contract(member)
        for member in home.symbols
        if member.name.startswith(f"{said}.") and member.exported
    }
    return {name: _contract(symbol), **members}


def _contract(symbol: SymbolFact) -> tuple[str, ...]:
    value = symbol.kind in ("variable", "attribute")
    return (symbol.kind, "" if value else symbol.signature, *symbol.decorators)


def _line(name: str, file: FileFacts) -> int:
    return next((symbol.line for symbol in file.symbols if symbol.name == name), 0)
