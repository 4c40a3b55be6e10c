"""Gate 13 for imports: what a file no longer loads or binds, what it loads anew, and when."""

from collections.abc import Iterable, Iterator, Sequence

from applier.forms import Bound
from applier.scope import Problem, Severity

_OR_SO = "Put it back, or give the file again as it is if that is meant and right."


def import_problems(path: str, old: Sequence[Bound], new: Sequence[Bound], *, free: bool) -> Iterator[Problem]:
    """What can come of imports that changed, although every name that is used means the same.

    If imports are not `free` to change, only those go and come that annotations need.
    """
    yield from _unloaded(path, old, new)
    yield from _unbound(path, old, new, free=free)
    yield from _brought(path, old, new)
    yield from _moved(path, old, new)


def _unloaded(path: str, old: Sequence[Bound], new: Sequence[Bound]) -> Iterator[Problem]:
    """Modules that the file loaded for more than their names."""
    loaded = _modules(new)
    told: set[str] = set()
    for bound in _at_load(old):
        if bound.module not in loaded and bound.module not in told and bound.loading:
            told.add(bound.module)
            what = f"`{bound.module}` is no longer loaded with this file, and loading it {bound.loading}."
            yield _problem("ask", path, 0, f"{what} {_OR_SO}")


def _unbound(path: str, old: Sequence[Bound], new: Sequence[Bound], *, free: bool) -> Iterator[Problem]:
    """Names that others find here."""
    kept = {bound.name for bound in new if not bound.where}
    for bound in old:
        if bound.where or bound.name in kept:
            continue
        if bound.wanted_by:
            who = f"{bound.wanted_by[0]} imports `{bound.name}` from this file"
            yield _problem("refuse", path, 0, f"{who}, where no import binds it any more. Put the import back.")
        elif not (free or bound.used):
            yield _problem(
                "refuse", path, 0, f"The import of `{bound.name}` is gone, which is none of this step's kinds."
            )
        elif bound.spoken and not bound.used:
            yield _problem("ask", path, 0, f"The import of `{bound.name}` is gone, which {bound.spoken}. {_OR_SO}")


def _brought(path: str, old: Sequence[Bound], new: Sequence[Bound]) -> Iterator[Problem]:
    """Imports that are new: of no use, or that do more than bind a name."""
    names, loaded = {bound.name for bound in old}, _modules(old)
    told: set[str] = set()
    for bound in new:
        if bound.name and not bound.used and bound.name not in names:
            what = f"The import of `{bound.name}` is new, and nothing in the file uses it"
            if bound.spoken:
                yield _problem("ask", path, bound.line, f"{what}; it {bound.spoken}. Take it out unless it is needed.")
            else:
                yield _problem("refuse", path, bound.line, f"{what}. Take it out.")
        elif _is_loaded(bound) and bound.module not in loaded | told and bound.loading:
            told.add(bound.module)
            what = f"`{bound.module}` is loaded with this file now, and loading it {bound.loading}."
            yield _problem("ask", path, bound.line, f"{what} {_OR_SO}")


def _moved(path: str, old: Sequence[Bound], new: Sequence[Bound]) -> Iterator[Problem]:
    """Imports that happen at another time."""
    was, now = _by_target(old), _by_target(new)
    for target in was.keys() & now.keys():
        before, after = was[target], now[target]
        what = f"The import of `{after[0].name}`"
        if {bound.where for bound in before} != {bound.where for bound in after}:
            yield _problem("ask", path, after[0].line, f"{what} happens at another time now. {_OR_SO}")
        elif {bound.type_only for bound in before} != {bound.type_only for bound in after}:
            yield _problem("ask", path, after[0].line, f"{what} is for type checkers only where it was not. {_OR_SO}")
        elif min(bound.crossed for bound in before) != min(bound.crossed for bound in after):
            words = "moved across a statement that does something, which may need it or be needed by it."
            yield _problem("ask", path, after[0].line, f"{what} {words} {_OR_SO}")


def _at_load(bounds: Iterable[Bound]) -> Iterator[Bound]:
    return filter(_is_loaded, bounds)


def _is_loaded(bound: Bound) -> bool:
    """Whether an import is carried out when the file is loaded."""
    return not bound.where and not bound.type_only


def _modules(bounds: Iterable[Bound]) -> set[str]:
    """Modules that are loaded with a file, those around them included."""
    found: set[str] = set()
    for bound in _at_load(bounds):
        for name in (bound.module, bound.target):
            parts = name.split(".")
            found |= {".".join(parts[: number + 1]) for number in range(len(parts))}
    return found


def _by_target(bounds: Iterable[Bound]) -> dict[str, list[Bound]]:
    groups: dict[str, list[Bound]] = {}
    for bound in bounds:
        groups.setdefault(bound.target, []).append(bound)
    return groups


def _problem(severity: Severity, path: str, line: int, message: str) -> Problem:
    return Problem("equivalence", severity, path, line, message)
