"""A part of gate 6: calls in other files still fit what the step made of a function, declared or not."""

from collections.abc import Iterator

from applier.facts import Facts, FileFacts, UseFact
from applier.gates.definitions import signature_of
from applier.gates.exposed import Pair
from applier.gates.parameters import Signature
from applier.scope import Problem

_SHOWN = 3  # calls that are named
_SEE_THROUGH = frozenset({"staticmethod", "classmethod", "cache", "lru_cache", "contextmanager", "asynccontextmanager"})


def misfitting_calls(pairs: list[Pair], facts: Facts, told: set[tuple[str, int]]) -> Iterator[Problem]:
    """One refusal for each function whose callers were left behind; not for those that were `told` of, by place."""
    later = facts.later or facts.others
    for pair in pairs:
        shape = _shapes(pair)
        if shape is None or (pair.new.file.path, pair.new.main.line) in told:
            continue
        was, now, names = shape
        callers = {*facts.importers.get(pair.old.file.path, ()), *facts.importers.get(pair.new.file.path, ())}
        files = [later[path] for path in sorted(callers) if path in later and path not in facts.after]
        found = [
            (file.path, use.line, misfit)
            for file in (*files, *facts.after.values())
            for use in file.uses
            if (use.path, use.name) in names and (misfit := _misfit(use, was, now, file))
        ]
        if found:
            yield _problem(pair, found, facts)


def _shapes(pair: Pair) -> tuple[Signature, Signature, set[tuple[str, str]]] | None:
    """What a function took and takes, and where its callers find it; None where that cannot be told."""
    one, other, language = pair.old.main, pair.new.main, str(pair.new.file.language)
    if one.signature == other.signature or len(pair.old.symbols) > 1 or len(pair.new.symbols) > 1:
        return None
    owner, _, last = pair.name.rpartition(".")
    made = last in ("__init__", "constructor")
    kinds = {name.partition("(")[0].rpartition(".")[2] for name in (*one.decorators, *other.decorators)}
    reached = not owner or made or not kinds.isdisjoint({"staticmethod", "classmethod", "static"})
    if one.kind not in ("function", "method") or not reached or kinds - _SEE_THROUGH - {"static", "public"}:
        return None
    if made and any(_is_made_otherwise(side.file, owner) for side in (pair.old, pair.new)):
        return None
    was, now = signature_of(one, str(pair.old.file.language)), signature_of(other, language)
    if was is None or now is None:
        return None
    name, place = (owner if made else pair.name), (other.name.rpartition(".")[0] if made else other.name)
    return was, now, {(pair.old.file.path, name), (pair.new.file.path, place)}


def _is_made_otherwise(file: FileFacts, name: str) -> bool:
    """Whether a class may be called with what its `__init__` does not say."""
    symbols = [symbol for symbol in file.symbols if symbol.name == name]
    inside = {symbol.name for symbol in file.symbols}
    return (
        any(symbol.decorators or "metaclass=" in symbol.signature for symbol in symbols) or f"{name}.__new__" in inside
    )


def _misfit(use: UseFact, was: Signature, now: Signature, caller: FileFacts) -> str:
    """Why a call does not fit any more; a caller in plain JavaScript may give too much."""
    by_name = caller.language == "python"
    misfit = now.misfit(use, by_name)
    loose = caller.language == "javascript"
    return misfit if misfit and not loose and not was.misfit(use, by_name) else ""


def _problem(pair: Pair, found: list[tuple[str, int, str]], facts: Facts) -> Problem:
    places = [f"{path}:{line}" for path, line, _ in found]
    others = dict.fromkeys(path for path, _, _ in found if path not in facts.after)
    shown = ", ".join(places[:_SHOWN]) + (f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else "")
    message = (
        f"`{pair.name}` takes other arguments now, and a call does not fit: {shown} {found[0][2]}. "
        "Let the old calls still work, or adapt those that are part of this step."
    )
    return Problem("contract", "refuse", pair.new.file.path, pair.new.main.line, message, tuple(others))
