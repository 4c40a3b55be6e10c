"""The blanks of each template, as frozen types. A field is a blank: a test compares them both ways."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Constraint:
    """One anchor."""

    id: str  # "A1"
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The full text of one file."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What every prompt of a run holds. The first four are equal in all prompts of one kind: the stable prefix."""

    template: ClassVar[str]  # the file of a kind's words, without its ending

    goal: str  # what the user wants of the whole run
    constraints: tuple[Constraint, ...]
    repository_map: str  # one line a file, as far as the budget goes
    example: tuple[str, str]  # an opening and an end marker line of this request, to explain the format with
    opening_lines: tuple[str, ...]  # of the expected blocks, in order
    closing_lines: tuple[str, ...]  # likewise


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnoseBrief(Brief):
    """Blanks of templates/diagnose.md.j2."""

    template: ClassVar[str] = "diagnose"

    listings: tuple[Listing, ...]
    known_findings: tuple[str, ...]  # what the detectors found already, a line each
    left_out: tuple[str, ...]  # paths of which only the summary is shown


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanBrief(Brief):
    """Blanks of templates/plan.md.j2."""

    template: ClassVar[str] = "plan"

    findings: tuple[str, ...]
    modules: tuple[str, ...]  # "src/shop/cart.py (level 1, 340 tokens): src/shop/cart.py", a line each
    operations: tuple[str, ...]  # the exact operations on offer, with an example line each
    problems: tuple[str, ...] = ()  # what was wrong with the last plan
    step_tokens: int = 0  # what the files of one step may come to; 0: not said
    alternatives: int = 0  # plans to choose from; 0: one is asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBrief(Brief):
    """Blanks of templates/step.md.j2. The first two stand in the stable part, too."""

    template: ClassVar[str] = "step"

    conventions: tuple[str, ...] = ()  # how this repository is written, a line each
    terms: tuple[str, ...] = ()  # "`customer`, not `client`"

    step: str  # "S03"
    title: str
    listings: tuple[Listing, ...]  # the step's files, whole
    criteria: tuple[str, ...] = ()
    new: tuple[str, ...] = ()  # paths to create
    delete: tuple[str, ...] = ()  # paths to delete
    only: tuple[str, ...] = ()  # what alone may change: "docstrings", "imports", ...; empty: anything
    done: tuple[str, ...] = ()  # working log: what earlier steps did
    excluded: tuple[str, ...] = ()  # working log: what must not be done, and why
    notes: tuple[str, ...] = ()  # working log: findings, hypotheses to verify, next
    condensed: tuple[str, ...] = ()  # working log: what else there is of it, by step
    findings: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()  # of what the files import
    call_sites: tuple[str, ...] = ()  # lines of other files that use what these hold
    around: tuple[str, ...] = ()  # summaries of the files nearest to these
    trimmed: tuple[str, ...] = ()  # what there was no room for: "4 of 10 call sites"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairBrief(StepBrief):
    """Blanks of templates/repair.md.j2: those of the step, whose listings are the files as the rewrite left them."""

    template: ClassVar[str] = "repair"

    problems: tuple[str, ...]  # the gates' own words
    originals: tuple[Listing, ...]  # the files concerned, before the step


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarizeBrief:
    """Blanks of templates/summarize.md.j2. What it brings is kept for other runs, so it knows nothing of this one."""

    template: ClassVar[str] = "summarize"

    example: tuple[str, str]  # as in every brief, like the two after it
    opening_lines: tuple[str, ...]
    closing_lines: tuple[str, ...]
    listings: tuple[Listing, ...]  # each path with its number before it: "3 shop/cart.py"
    constraints: tuple[Constraint, ...] = ()  # none hold for a line about a file


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueBrief:
    """Blanks of templates/continue.md.j2: what is asked after a reply that broke off."""

    template: ClassVar[str] = "continue"

    arrived: tuple[str, ...]  # blocks that came whole: "02 (file shop/cart.py)"
    opened: str  # the block that was cut off; "" where the cut fell between two blocks
    count: int  # of its lines that have arrived
    again: str  # the last of them, which are to be repeated, each with its line end
    again_count: int
    opening_lines: tuple[str, ...]  # of the blocks to come, that block's first
    closing_lines: tuple[str, ...]  # likewise
    constraints: tuple[Constraint, ...] = ()  # they were stated before
