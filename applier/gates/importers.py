"""A part of gate 6: names that files outside of the step import from its files, or use through them, still resolve."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from applier.facts import Facts, FileFacts, ImportFact, UseFact
from applier.gates.offers import State
from applier.scope import Problem

_SHOWN = 3  # importers that are named
#: Bases that give a class no name that anybody calls after it was taken out of the class itself.
_BARE_BASES = frozenset(
    {
        *("object", "ABC", "Protocol", "Generic", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "NamedTuple"),
        *("TypedDict", "Exception", "ValueError", "RuntimeError", "KeyError", "TypeError", "LookupError", "OSError"),
    }
)


@dataclass(frozen=True, slots=True)
class _Break:
    """One name that one place outside of the step does not find any more."""

    path: str  # the file of the step
    name: str  # "" for the file as a whole
    place: str  # "shop/plan.py:1"


class Importers:
    """The files outside of a step, seen from the files in it."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._was, self._now = State.before(facts), State.after(facts)
        self._earlier, self._later = facts.earlier or facts.others, facts.later or facts.others

    def broken(self) -> Iterator[_Break]:
        """Every name of the step's files that is used outside of the step and was there before, and is not now."""
        for path in self._facts.before:
            for carrier in self._carriers(path):
                for importer in self._importers(carrier):
                    yield from self._broken_in(importer, carrier, path)

    def _carriers(self, path: str) -> list[str]:
        """The file, and files outside of the step that take over all its names."""
        found = [path]
        for carrier in found:
            for importer in self._importers(carrier):
                items = self._earlier[importer].imports
                if importer not in found and any(item.resolved == carrier and item.member == "*" for item in items):
                    found.append(importer)
        return found

    def _importers(self, path: str) -> Iterable[str]:
        return [importer for importer in self._facts.importers.get(path, ()) if importer in self._earlier]

    def _broken_in(self, importer: str, carrier: str, path: str) -> Iterator[_Break]:
        old, new = self._earlier[importer], self._later[importer]
        for item, later in zip(old.imports, new.imports, strict=True):
            if item.resolved == carrier and not item.guarded:
                names = self._lost_by(item, later, carrier, old)
                yield from (_Break(path, name, f"{importer}:{item.line}") for name in names)
        there = {(use.written, use.line): use for use in new.uses}
        for use in old.uses:
            if use.path == carrier and self._is_lost(use, there.get((use.written, use.line))):
                yield _Break(path, use.name, f"{importer}:{use.line}")

    def _lost_by(self, item: ImportFact, later: ImportFact, carrier: str, importer: FileFacts) -> Iterator[str]:
        """Names that an import does not bring any more; "" for the module itself."""
        if later.resolved is None:
            yield "" if item.member in (None, "*") else str(item.member)
        elif item.member == "*":
            yield from self._lost_by_star(carrier, later.resolved, importer)
        elif item.member is not None and later.member is not None:
            known = self._was.offers(carrier, item.member)
            if known and self._now.offers(later.resolved, later.member) is False:
                yield item.member

    def _lost_by_star(self, carrier: str, later: str, importer: FileFacts) -> Iterator[str]:
        """Names that a file uses and has from nowhere but a star import."""
        file = self._was.file(carrier)
        if file is None or importer.language != "python":
            return
        own = {symbol.name for symbol in importer.symbols} | {item.binds for item in importer.imports}
        listed = file.exports if file.exports is not None else [*_public(file)]
        for name in dict.fromkeys(listed):
            used = name in importer.references and name not in own and name not in importer.binds
            if used and self._was.offers(carrier, name) and not self._starred(later, name):
                yield name

    def _starred(self, path: str, name: str) -> bool:
        """Whether a star import of a file would bring a name, or nobody can tell."""
        listed = self._now.listed(path)
        return (listed is None or name in listed) and self._now.offers(path, name) is not False

    def _is_lost(self, use: UseFact, later: UseFact | None) -> bool:
        first, _, rest = use.name.partition(".")
        path = later.path if later is not None else use.path
        if not self._was.offers(use.path, first):
            return False
        if self._now.offers(path, first) is False:
            return True
        return bool(rest) and self._lost_member(use.path, path, first, rest.partition(".")[0])

    def _lost_member(self, before: str, after: str, owner: str, member: str) -> bool:
        """Whether a class has lost a member that its users name, and can have it from nowhere else."""
        old, new = self._was.home(before, owner), self._now.home(after, owner)
        if old is None or new is None or len(new[1]) != 1 or new[1][0].kind != "class":
            return False
        there, here = self._was.file(old[0]), self._now.file(new[0])
        if there is None or here is None or not _bare(new[1][0].signature) or new[1][0].decorators:
            return False
        had = any(symbol.name == f"{old[1][0].name}.{member}" for symbol in there.symbols)
        inside = [symbol.name for symbol in here.symbols if symbol.name.startswith(f"{new[1][0].name}.")]
        return had and f"{new[1][0].name}.{member}" not in inside and f"{new[1][0].name}.__getattr__" not in inside


def _public(file: FileFacts) -> Iterator[str]:
    """What a star import of a Python file without a list brings."""
    names = [symbol.name for symbol in file.symbols] + [item.binds for item in file.imports]
    return (name for name in names if "." not in name and not name.startswith("_"))


def _bare(signature: str) -> bool:
    """Whether the bases in "(Protocol, Generic[T])" leave a class with what stands in it."""
    if "extends" in signature:
        return False
    inner = signature.strip("() ")
    return all(part.strip().partition("[")[0].rpartition(".")[2] in _BARE_BASES for part in inner.split(",") if inner)


@dataclass(frozen=True, slots=True)
class Lost:
    """One name of the step that other files do not find any more; "" for the file as a whole."""

    path: str
    name: str
    places: tuple[str, ...]


def broken_names(facts: Facts) -> Iterator[Lost]:
    """Every name that files outside of the step need and do not find, with the places that need it."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in Importers(facts).broken():
        found.setdefault((one.path, one.name), {})[one.place] = None
    for (path, name), places in found.items():
        yield Lost(path, name, tuple(places))


def as_problem(lost: Lost, facts: Facts, declared: bool) -> Problem:
    """A refusal that names those who need it, and the way out; of what was declared, with the files to be adapted."""
    message = _message(lost.path, lost.name, lost.places, facts)
    files = dict.fromkeys(place.rpartition(":")[0] for place in lost.places) if declared else ()
    return Problem("contract", "refuse", lost.path, 0, message, tuple(files))


def _message(path: str, name: str, places: tuple[str, ...], facts: Facts) -> str:
    shown = ", ".join(places[:_SHOWN]) + (f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else "")
    need = "needs" if len(places) == 1 else "need"
    if not name:
        return (
            f"The file is gone or is no longer found, but {shown} {need} it and lies outside of this step. "
            "Keep it, with imports of what moved."
        )
    what = "The default export" if name == "default" else f"`{name}`"
    if path not in facts.after:
        way = "Keep the file, and let it pass on the name from where it stands now."
    elif name == "default":
        way = "Keep a default export beside the new one."
    else:
        way = "Keep the name here: import it from where it stands now, or make it an alias of what replaces it."
    return f"{what} is not offered any more, but {shown} outside of this step {need} it. {way}"
