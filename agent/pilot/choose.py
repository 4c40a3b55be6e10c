"""Which module tells most of a plan before the rest of it is paid for. Plain points, the same on every machine.

    tests reach it by imports           4
    other files import it               1 each, 3 at most
    findings are about it               1 each, 3 at most
    its steps are of several kinds      2 for each kind after the first, 4 at most
    its size is that of the median      3, or less by how much it is larger or smaller
    it takes many steps                 1 less for each after the third

Of equals the one whose first step comes first in the plan.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from agent.diagnosis import Diagnosis
from agent.job import matches
from agent.plan import Plan, Step
from agent.worklog import count
from repo_scan import Scan
from repo_scan.paths import is_test


@dataclass(frozen=True, slots=True)
class Choice:
    """A module, and those steps of the plan that it takes."""

    module: str  # as its first step is called
    files: frozenset[str]
    steps: tuple[Step, ...]  # in the plan's order
    points: float = 0.0
    reasons: tuple[str, ...] = ()


def choose(plan: Plan, scan: Scan, diagnosis: Diagnosis, wanted: Sequence[str] = ()) -> Choice | None:
    """The most telling module, or the most telling of those that `wanted` names; None where it names none."""
    judge = _Judge(plan, scan, diagnosis)
    named = [one for one in _candidates(plan, scan) if not wanted or any(_means(glob, one) for glob in wanted)]
    return max(map(judge.judged, named), key=lambda one: one.points, default=None)  # of equals max takes the first


def _candidates(plan: Plan, scan: Scan) -> Iterator[Choice]:
    """What the plan rewrites together is a module; it takes every step that touches it, and what those depend on."""
    known = {file.path for file in scan.inventory.files}
    about = {step.id: touched(step, known) for step in plan.steps}
    seen = set[frozenset[str]]()
    for step in plan.steps:
        files = about[step.id]
        if files not in seen:
            seen.add(files)
            taken = {name for name, others in about.items() if name == step.id or not files.isdisjoint(others)}
            steps = _with_needed(taken, plan)
            yield Choice(next(iter(step.files + step.new), "") or min(files, default=step.module), files, steps)


def touched(step: Step, known: frozenset[str] | set[str]) -> frozenset[str]:
    """The files that a step is about, of those that are there or that it makes."""
    return (step.paths & known) | frozenset(step.new)


def _with_needed(taken: set[str], plan: Plan) -> tuple[Step, ...]:
    needs = {step.id: step.depends_on for step in plan.steps}
    whole, waiting = set(taken), list(taken)
    while waiting:
        fresh = [name for name in needs.get(waiting.pop(), ()) if name not in whole]
        whole.update(fresh)
        waiting += fresh
    return tuple(step for step in plan.steps if step.id in whole)


def _means(glob: str, one: Choice) -> bool:
    return any(matches(glob, path) for path in one.files)


@dataclass(frozen=True, slots=True)
class _Judge:
    plan: Plan
    scan: Scan
    diagnosis: Diagnosis

    def judged(self, one: Choice) -> Choice:
        """The same with its points, and what they are for."""
        marks = [
            self._reach(one),
            self._importers(one),
            self._findings(one),
            self._kinds(one),
            self._size(one),
            (min(0.0, 3.0 - len(one.steps)), ""),
        ]
        reasons = tuple(words for points, words in marks if points and words)
        return Choice(one.module, one.files, one.steps, sum(points for points, _ in marks), reasons)

    def _reach(self, one: Choice) -> tuple[float, str]:
        reached = any(map(is_test, self.scan.graph.all_importers_of(one.files)))
        return (4.0, "tests reach it") if reached else (0.0, "")

    def _importers(self, one: Choice) -> tuple[float, str]:
        found = {path for file in one.files for path in self.scan.graph.importers_of(file)} - one.files
        own = [path for path in found if not is_test(path)]
        return min(3.0, len(own)), f"{count(len(own), 'file')} import it" if len(own) != 1 else "1 file imports it"

    def _findings(self, one: Choice) -> tuple[float, str]:
        number = sum(finding.path in one.files for finding in self.diagnosis.findings)
        return min(3.0, number), f"{count(number, 'finding')} about it"

    def _kinds(self, one: Choice) -> tuple[float, str]:
        kinds = {_kind(step) for step in one.steps}
        return min(4.0, 2.0 * (len(kinds) - 1)), f"steps of {len(kinds)} kinds"

    def _size(self, one: Choice) -> tuple[float, str]:
        tokens = {file.path: file.tokens for file in self.scan.inventory.files}
        sizes = [sum(tokens.get(path, 0) for path in step.paths) for step in self.plan.steps]
        usual, own = median(sizes), sum(tokens.get(path, 0) for path in one.files)
        if not usual or not own:
            return 0.0, ""
        ratio = own / usual
        words = "about as large as most steps" if 0.67 <= ratio <= 1.5 else f"{ratio:.1f} times as large as most steps"
        return round(3 * min(ratio, 1 / ratio)), words  # in whole points: a few tokens decide nothing


def _kind(step: Step) -> str:
    """Steps of one kind are asked for and judged alike."""
    if step.op:
        return str(step.op["op"])
    return "move" if step.new or step.delete else "limited" if step.only else "rewrite"
