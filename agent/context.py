"""What a step's prompt holds beside its files: as much as the model's context has room for, ranked, in whole lines."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.desk import Desk
from agent.diagnosis import Finding
from agent.nearby import Nearby
from agent.plan import Step
from agent.remembering import recall
from agent.roles import is_hard
from agent.withholding import why_withheld, without
from prompts import Listing, RepairBrief, StepBrief, fitting
from repo_scan.tokens import estimate_tokens

#: Tokens that each part may take, however much room there is, in the order in which parts get theirs.
LOG_TOKENS = 2000
MOST: Mapping[str, int] = {"findings": 1500, "signatures": 2000, "call_sites": 1500, "around": 1500}
AROUND_AT_MOST = LOG_TOKENS + sum(MOST.values())
_HEADINGS = 300  # of all parts, and the line that says what was left out
_NAMES: Mapping[str, str] = {
    "findings": "findings about these files",
    "signatures": "signatures of what they import",
    "call_sites": "lines that use them",
    "around": "files around them",
}


@dataclass(frozen=True, slots=True)
class Filled:
    """A brief with all that there is room for, and what is said of the rest."""

    brief: StepBrief
    said: tuple[str, ...]


def prompt_room(step: Step, desk: Desk, reply_tokens: int) -> int:
    """Tokens that a step's prompt may have: the model's context without the room for the reply."""
    settings = desk.job.settings
    model = settings.model_for("hard" if is_hard(step, desk.scan, settings) else "rewrite")
    return settings.caps_of(model).context_tokens - reply_tokens


def fill(brief: StepBrief, desk: Desk, own: Collection[str], room: int, words: Callable[[StepBrief], str]) -> Filled:
    """A brief with what surrounds the files `own`, so that `words`, which renders it, stays within `room` tokens."""
    left = room - estimate_tokens(words(_without_originals(brief))) - _HEADINGS
    brief, trimmed = _with_originals(brief, left)
    left -= sum(_cost_of(item) for item in brief.originals) if isinstance(brief, RepairBrief) else 0
    recalled = recall(desk.journal.log, own, max(0, min(LOG_TOKENS, left // 2)))
    told = (*recalled.done, *recalled.excluded, *recalled.notes, *recalled.condensed)
    left -= sum(map(_cost, told))
    chosen: dict[str, Any] = {}
    for name, lines in _parts(desk, frozenset(own)).items():
        kept, rest = fitting(lines, min(MOST[name], left), _cost)
        left -= sum(map(_cost, kept))
        chosen[name] = kept
        trimmed += [f"{len(rest)} of {len(lines)} {_NAMES[name]}"] if rest else []
    filled = replace(
        brief,
        done=recalled.done,
        excluded=recalled.excluded,
        notes=recalled.notes,
        condensed=recalled.condensed,
        trimmed=tuple(trimmed),
        **chosen,
    )
    condensed = [f"{recalled.left} entries of the working log are told in short"] if recalled.left else []
    return Filled(filled, tuple(condensed + [f"left out for want of room: {what}" for what in trimmed]))


def _parts(desk: Desk, own: frozenset[str]) -> dict[str, Sequence[str]]:
    """The lines that each part could have, the most important first."""
    hidden = desk.withheld.files
    near = Nearby(without(desk.scan, hidden), own, hidden)
    return {
        "findings": [str(found) for found in desk.diagnosis.findings if _concerns(found, own, hidden)],
        "signatures": near.signatures(),
        "call_sites": near.call_sites(lambda paths: _readable(paths, desk)),
        "around": near.around(desk.map),
    }


def _readable(paths: Collection[str], desk: Desk) -> dict[str, str]:
    """Texts that a model may see, as they are in the worktree."""
    texts, send = desk.workspace.read(paths)[0], desk.job.settings.send
    return {path: text for path, text in texts.items() if not why_withheld(path, text, send)}


def _concerns(finding: Finding, own: frozenset[str], hidden: Collection[str]) -> bool:
    return finding.path not in hidden and not own.isdisjoint({finding.path, *(place.path for place in finding.places)})


def _without_originals(brief: StepBrief) -> StepBrief:
    return replace(brief, originals=()) if isinstance(brief, RepairBrief) else brief


def _with_originals(brief: StepBrief, room: int) -> tuple[StepBrief, list[str]]:
    """A repair shows files as they were, too; where there is no room, only as they are now, if they are."""
    if not isinstance(brief, RepairBrief):
        return brief, []
    now = {item.path for item in brief.listings}
    needed = [item for item in brief.originals if item.path not in now]
    extra = [item for item in brief.originals if item.path in now]
    kept, rest = fitting(extra, room - sum(map(_cost_of, needed)), _cost_of)
    shown = tuple(item for item in brief.originals if item in needed or item in kept)
    return replace(brief, originals=shown), [f"{item.path} as it was before the step" for item in rest]


def _cost_of(item: Listing) -> int:
    return estimate_tokens(item.text) + estimate_tokens(f"--- source {item.path} ---\n\n")


def _cost(line: str) -> int:
    return estimate_tokens(f"- {line}\n")
