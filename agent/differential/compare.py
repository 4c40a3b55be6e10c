"""What a difference between two outcomes is, how much it weighs, and in which words it is told."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Literal

Outcome = Mapping[str, Any]  # as the runner writes it down
Written = list[Any]  # a value, likewise
Weight = Literal["plain", "faint"]

# Sums in another order differ by less: by this part of the result, or of the square of the largest number given.
_NEAR, _OF_SQUARE = 1e-9, 1e-12
_TOO_LARGE = 1e150  # its square is not a number
_SHOWN = 120  # characters of a value in a sentence
# What a call with the wrong kind of value ends in, wherever in the function that comes up.
_MISUSE = frozenset(
    ("TypeError", "AttributeError", "RecursionError", "MemoryError", "NameError", "NotImplementedError")
)
_UNUSABLE = ("unfit", "touched")


@dataclass(frozen=True, slots=True)
class Difference:
    """What a call did, and does now. A faint one may lie outside of what the function is for."""

    was: str  # "gave 3"
    now: str
    weight: Weight = "plain"


def tells(outcome: Outcome | None) -> bool:
    """Whether an outcome of the old version says anything of what the function is for."""
    if outcome is None or any(key in outcome for key in _UNUSABLE) or "slow" in outcome or "died" in outcome:
        return False
    return "raised" not in outcome or bool(outcome["meant"]) or outcome["raised"][0] not in _MISUSE


def difference(old: Outcome, new: Outcome, names: tuple[str, ...] = ()) -> Difference | None:
    """How the same call differs; None where it does not, or nothing can be told. `names` are those of the arguments."""
    if not tells(old) or any(key in new for key in _UNUSABLE):
        return None
    if "slow" in new:
        return Difference(f"{_said(old)} at once", "does not end")
    if "died" in new:
        return Difference(_said(old), f"ends the interpreter ({new['died']})")
    if "raised" in old or "raised" in new:
        return _of_errors(old, new)
    within = _NEAR + _OF_SQUARE * _largest(old["arguments"]) ** 2
    if (weight := _differ(old["value"], new["value"], within)) is not None:
        return Difference(_said(old), _said(new, now=True, kind=_shown(old["value"]) == _shown(new["value"])), weight)
    for number, (first, second) in enumerate(zip(old["arguments"], new["arguments"], strict=False)):
        if (weight := _differ(first, second, within)) is not None:
            which = f"its argument {names[number]}" if number < len(names) else f"its argument {number + 1}"
            return Difference(f"left {which} as {_shown(first)}", f"leaves it as {_shown(second)}", weight)
    return None


def _of_errors(old: Outcome, new: Outcome) -> Difference | None:
    if "raised" not in old:
        return Difference(_said(old), _said(new, now=True))
    weight: Weight = "plain" if old["meant"] else "faint"
    if "raised" not in new:
        return Difference(_said(old), _said(new, now=True), weight)
    if old["raised"][0] in new["raised"] or (not old["meant"] and new["raised"][0] in old["raised"]):
        return None  # whoever caught the one catches the other
    return Difference(_said(old), _said(new, now=True), weight)


def _largest(values: Iterable[Any]) -> float:
    """The largest number in what was written down, as far as numbers go; 1 at least."""
    found, left = 1.0, list(values)
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list) and one[:1] in (["float"], ["int"]) and isinstance(one[-1], str):
            size = abs(_number(one))
            found = max(found, size) if size < _TOO_LARGE else found
        elif isinstance(one, list):
            left += one
    return found


def _number(written: Written) -> float:
    try:
        return float(written[1])
    except (ValueError, OverflowError):  # a long one, of which only the ends were written
        return math.inf


def _differ(old: Written, new: Written, within: float) -> Weight | None:
    """Whether two values differ; faintly, where only their types do."""
    if old[0] == "cut" or new[0] == "cut" or old == new:
        return None
    if _alike(old, new, within):
        return None if _same_kinds(old, new) else "faint"
    return "plain"


def _alike(old: Written, new: Written, within: float) -> bool:
    """Whether the values are equal, whatever their types."""
    first, second = old[1], new[1]
    if isinstance(first, str) and isinstance(second, str):
        return first == second or _near(old, new, within)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(_alike, first, second, repeat(within)))
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and _alike_inside(first, second, within)
    return False


def _alike_inside(first: dict[str, Any], second: dict[str, Any], within: float) -> bool:
    (form,) = first
    left, right = first[form], second[form]
    if len(left) != len(right):
        return False
    if form == "fields":
        return all(a[0] == b[0] and _alike(a[1], b[1], within) for a, b in zip(left, right, strict=True))
    if form == "set":
        return all(map(_alike, left, right, repeat(within)))
    known = {repr(key): value for key, value in right}  # the order of a dict is no part of its value
    return all(repr(key) in known and _alike(value, known[repr(key)], within) for key, value in left)


def _near(old: Written, new: Written, within: float) -> bool:
    if {old[0], new[0]} <= {"float", "int", "bool"} and "float" in (old[0], new[0]):
        first, second = (float(one[1] == "True") if one[0] == "bool" else _number(one) for one in (old, new))
        return math.isclose(first, second, rel_tol=_NEAR, abs_tol=within)
    if {old[0], new[0]} == {"int", "bool"}:
        return {old[1], new[1]} in ({"1", "True"}, {"0", "False"})
    return False


def _same_kinds(old: Written, new: Written) -> bool:
    """Whether two equal values are of the same types throughout."""
    if old[0] != new[0]:
        return False
    first, second = old[1], new[1]
    if isinstance(first, list):
        return all(map(_same_kinds, first, second))
    if isinstance(first, dict):
        (form,) = first
        if form == "set":
            return all(map(_same_kinds, first[form], second[form]))
        known = {repr(key): value for key, value in second[form]}
        return all(_same_kinds(value, known[repr(key)]) for key, value in first[form])
    return True


def _said(outcome: Outcome, *, now: bool = False, kind: bool = False) -> str:
    if "raised" in outcome:
        return f"{'raises' if now else 'raised'} {outcome['raised'][0]}"
    value = outcome["value"]
    shown = f"{_shown(value)}, another {value[0]}" if kind else _shown(value)
    return f"{'gives' if now else 'gave'} {shown}"


def _shown(value: Written) -> str:
    text = _text(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _text(value: Written) -> str:
    kind, held = value
    if isinstance(held, str):
        return held if kind not in ("opaque", "cut") else f"<{held}>"
    if isinstance(held, list):
        inner = ", ".join(map(_text, held))
        match kind:
            case "list":
                return f"[{inner}]"
            case "tuple":
                return f"({inner},)" if len(held) == 1 else f"({inner})"
            case _:
                return f"{kind} of {inner or 'nothing'}" if kind == "iterator" else f"{kind}({inner})"
    (form,) = held
    match form:
        case "set":
            inner = ", ".join(map(_text, held[form]))
            return (f"{{{inner}}}" if inner else "set()") if kind == "set" else f"{kind}({{{inner}}})"
        case "dict":
            inner = ", ".join(f"{_text(key)}: {_text(one)}" for key, one in held[form])
            return f"{{{inner}}}" if kind == "dict" else f"{kind}({{{inner}}})"
        case _:
            return f"{kind}({', '.join(f'{key}={_text(one)}' for key, one in held[form])})"
