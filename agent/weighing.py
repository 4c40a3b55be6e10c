"""Several plans for one goal, scored by written criteria, so that the choice can be looked up and argued with.

Points out of 100, which no model gives:

- coupling, up to 40: the share of what findings weigh, about copies, cycles, layers and size, in files that the plan
  rewrites or gives to an operation;
- size, up to 20: the less of the repository's text is rewritten, the more. An operation writes nothing;
- risk, up to 20: the fewer files outside of the plan import what it rewrites, the more; a deleted file costs two;
- review, up to 20: half for steps of which a program can decide a criterion, half for how small the largest step is.
"""

from collections.abc import Sequence

import msgspec

from agent.diagnosis import Diagnosis
from agent.plan import Plan, Step
from agent.ranking import family, weight
from applier.gates.criteria import has_form
from repo_scan import Scan

COUPLING = ("copies", "cycle", "layers", "large")
_MOST_COUPLING, _MOST_SIZE, _MOST_RISK, _MOST_REVIEW = 40, 20, 20, 20
_FOR_DELETING = 2


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Points of one plan."""

    coupling: int
    size: int
    risk: int
    review: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.coupling + self.size + self.risk + self.review

    def __str__(self) -> str:
        parts = f"coupling {self.coupling}, size {self.size}, risk {self.risk}, review {self.review}"
        return f"{self.total} of 100: {parts}"


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """One of several plans, and how it did."""

    name: str  # in the model's words
    steps: int
    score: Score
    taken: bool = False

    def __str__(self) -> str:
        noun = "step" if self.steps == 1 else "steps"
        return f"{'taken' if self.taken else 'not taken'}: {self.name} ({self.steps} {noun}; {self.score})"


def score(plan: Plan, diagnosis: Diagnosis, scan: Scan) -> Score:
    """The points of a plan; one without steps gets none."""
    if not plan.steps:
        return Score(coupling=0, size=0, risk=0, review=0)
    tokens = {file.path: file.tokens for file in scan.inventory.files if file.path in scan.outlines}
    sizes = [sum(tokens.get(path, 0) for path in step.files) for step in plan.steps]
    whole = max(1, sum(tokens.values()))
    return Score(
        coupling=round(_MOST_COUPLING * _relief(plan, diagnosis)),
        size=round(_MOST_SIZE * max(0.0, 1 - sum(sizes) / whole)),
        risk=_safety(plan, scan),
        review=round(_MOST_REVIEW / 2 * (_checked(plan.steps) + max(0.0, 1 - max(sizes) / max(1, scan.budget)))),
    )


def _relief(plan: Plan, diagnosis: Diagnosis) -> float:
    """The share of the weight of findings about coupling that the plan takes up."""
    touched = {path for step in plan.steps for path in _paths(step)}
    found = [finding for finding in diagnosis.findings if family(finding.kind) in COUPLING]
    met = [finding for finding in found if not touched.isdisjoint(finding.files)]
    return sum(map(weight, met)) / sum(map(weight, found)) if found else 0.0


def _paths(step: Step) -> set[str]:
    """Files that a step writes, or that its operation names."""
    named = [word for value in (step.op or {}).values() for word in (value if isinstance(value, list) else [value])]
    return {*step.files, *step.delete, *(str(word).partition(":")[0] for word in named)}


def _safety(plan: Plan, scan: Scan) -> int:
    written = {path for step in plan.steps for path in (*step.files, *step.delete)}
    exposed = {user for path in written for user in scan.graph.importers_of(path)} - written
    share = len(exposed) / max(1, len(scan.outlines))
    gone = sum(len(step.delete) for step in plan.steps)
    return max(0, round(_MOST_RISK * (1 - share)) - _FOR_DELETING * gone)


def _checked(steps: Sequence[Step]) -> float:
    """The share of steps that a program can decide; an operation is exact."""
    return sum(step.op is not None or any(map(has_form, step.criteria)) for step in steps) / len(steps)
