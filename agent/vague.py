"""Goals that say no more than that things should be better: there are many ways to meet them, one to be chosen."""

import re

from agent.settings import Settings

ALTERNATIVES = 3  # plans to choose from

_VERB = (
    r"(?:clean(?: ?up)?|tidy(?: up)?|improve|refactor|moderni[sz]e|polish|simplify|optimi[sz]e|enhance|beautify|rework|"
    r"restructure|fix(?: up)?|make|increase|raise|reduce|pay (?:off|down|back))"
)
_FILLER = (
    r"(?:the|this|our|my|its|all|of|it|a|an|and|up|in|for|whole|entire|overall|general|more|better|nicer|cleaner|simpler|"
    r"readable|maintainable|easier|to|read|understand|maintain|please|some|bit|little|things?|stuff|everything|much|as|"
    r"possible|good|great|well|where|needed|necessary|worth(?:while)?|technical)"
)
_THING = (
    r"(?:code(?: ?base)?|repo(?:sitory)?|project|program|app(?:lication)?|package|source(?:s| code)?|files?|modules?|"
    r"quality|structure|architecture|design|readability|maintainability|debt|style|mess|shape)"
)
_VAGUE = re.compile(rf"(?:please )?{_VERB}(?: (?:{_VERB}|{_FILLER}|{_THING}))*")


def is_vague(goal: str) -> bool:
    """Whether a goal names nothing in particular: "clean up", "improve the code"; or there is none."""
    words = " ".join(re.findall(r"[\w-]+", goal.lower()))
    return not words or _VAGUE.fullmatch(words) is not None


def plans_wanted(settings: Settings) -> int:
    """How many plans a model is asked for: several where the goal leaves open what is to be done; 0: one."""
    asks = settings.model_for("plan") != "builtin" and not settings.only
    return ALTERNATIVES if asks and is_vague(settings.goal) else 0
