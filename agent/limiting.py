"""What alone may change in a step: said by the user, or by a goal that asks for nothing else."""

import re
from collections.abc import Callable, Sequence

import msgspec

from agent.plan import Level, Plan, Step
from agent.worklog import count
from applier.forms import KINDS

_WRITE = r"(?:add|write|improve|complete|expand|polish|clarify|correct|unify|translate|reword|rewrite|update)"
_TIDY = r"(?:sort|tidy|tidy up|clean up|order|group|organi[sz]e|sort and group|merge|remove unused)"
_THE = r"(?:all |the |all the |missing |the missing |our |its |better |english |google-style |numpy-style )*"
#: A whole goal, up to where it applies: a verb, and things of one kind.
_ASKS: tuple[tuple[str, str, str], ...] = (
    ("docstrings", _WRITE, r"(?:docstrings?|doc strings?|jsdoc|jsdoc comments?)"),
    ("comments", _WRITE, r"(?:code |inline )?comments?"),
    ("annotations", r"(?:add|write|complete|fill in)", r"(?:type hints?|type annotations?|annotations|return types)"),
    ("imports", _TIDY, r"(?:imports?|import statements)"),
    ("formatting", r"(?:format|reformat)", r"(?:code|source|sources|files|source files|everything|code base|codebase)"),
    ("local names", r"rename", r"(?:local variables?|local names|locals)"),
)
_THINGS = r"(?:function|class|method|module|package|file|test|constant|propert|helper|parameter|result)"
_REST = rf"(?:(?! and )[^.;:!?,]|\.(?=\w)| and (?={_THINGS}))*"
_PLACE = rf"(?: (?:to|for|in|into|of|across|throughout|from|by|with|everywhere)\b{_REST})?"


def implied_by(goal: str) -> tuple[str, ...]:
    """The kinds of change that a goal asks for, where it asks for nothing else; none where that is not certain."""
    words = " ".join(goal.lower().split()).rstrip(".! ")
    found: list[str] = []
    verb = words.partition(" ")[0]
    for part in [words] if _kind_of(words, "") else re.split(r",? and |, ", words):
        kind = _kind_of(part, "") or _kind_of(part, verb)
        if not kind:
            return ()
        found.append(kind)
    return tuple(kind for kind in KINDS if kind in found)


def _kind_of(words: str, verb: str) -> str:
    """The one kind of change that words ask for; `verb` is that of the words before."""
    whole = f"{verb} {words}".strip()
    for kind, verbs, things in _ASKS:
        if re.fullmatch(rf"(?:please )?{verbs} {_THE}{things}{_PLACE}", whole):
            return kind
    return ""


def limited(plan: Plan, only: Sequence[str]) -> Plan:
    """The plan with a limit for every step; a narrower one of a step's own stays."""
    if not only:
        return plan
    return _with(plan, lambda step: tuple(kind for kind in step.only if kind in only) or tuple(only))


def limited_by_goal(plan: Plan) -> tuple[Plan, str]:
    """The plan with the limit that its goal implies, and a line that says so; as it was where it implies none."""
    only = implied_by(plan.goal)
    free = [step for step in plan.steps if _is_open(step)]
    if not only or not free:
        return plan, ""
    limit = f"only {' and '.join(only)} may change in {count(len(free), 'step')}"
    ways = "if more is meant, write a plan file, take `only` out of it and use --plan"
    line = f"the goal asks for nothing else, so {limit}; {ways}"
    return _with(plan, lambda step: only if _is_open(step) else step.only), line


def _is_open(step: Step) -> bool:
    return step.kind == "rewrite" and not (step.only or step.new or step.delete)


def _with(plan: Plan, only: Callable[[Step], tuple[str, ...]]) -> Plan:
    replace = msgspec.structs.replace
    levels = (Level(tuple(replace(step, only=only(step)) for step in level.steps)) for level in plan.levels)
    return replace(plan, levels=tuple(levels))
