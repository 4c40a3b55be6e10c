"""The steps of a run that landed, what the user decided about each, and which of them a user means."""

import fnmatch
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.errors import SettingsError
from agent.journal import Decision, Disposed, Journal, Planned, Settled
from agent.outcome import Committed
from agent.plan import Step
from applier.history import branch_tip

UNDONE = ("rolled back", "reverted")


@dataclass(frozen=True, slots=True)
class Landed:
    """A step that was committed."""

    step: str  # "S01"
    module: str
    title: str
    commit: str
    files: tuple[str, ...]
    disposed: Decision | None

    def __str__(self) -> str:
        return f"{self.step} ({self.module})" if self.module else self.step

    @property
    def undone(self) -> bool:
        """Whether it was taken back."""
        return self.disposed in UNDONE


def landed(journal: Journal) -> tuple[Landed, ...]:
    """Every step that was committed, in order."""
    steps = {step.id: step for record in journal.all(Planned) for step in record.plan.steps}
    decided = decisions(journal)
    return tuple(
        Landed(
            step=outcome.step,
            module=steps[outcome.step].module if outcome.step in steps else "",
            title=steps[outcome.step].title if outcome.step in steps else "",
            commit=outcome.commit,
            files=outcome.files,
            disposed=decided.get(outcome.step),
        )
        for outcome in journal.outcomes.values()
        if isinstance(outcome, Committed)
    )


def decisions(journal: Journal) -> dict[str, Decision]:
    """What the user decided, by step."""
    found: dict[str, Decision] = {}
    there: list[str] = []
    for record in journal.records:
        if isinstance(record, Settled) and isinstance(record.outcome, Committed):
            there.append(record.outcome.step)
        elif isinstance(record, Disposed):
            # What drops a whole run says no more of steps that were reverted before.
            all_of_it = [step for step in there if found.get(step) != "reverted"]
            found |= dict.fromkeys(all_of_it if record.steps is None else record.steps, record.how)
    return found


def decided(journal: Journal) -> Decision | None:
    """What became of the run, where the user has decided about all that landed."""
    found, whole = decisions(journal), journal.last(Disposed)
    left = [step.step for step in landed(journal) if step.step not in found]
    if left or not whole:
        return None
    ways: tuple[Decision, ...] = ("accepted", "reverted", "rolled back")
    return next((way for way in ways if way in found.values()), whole.how)


def dropped(journal: Journal) -> bool:
    """Whether the run as a whole was rolled back or reverted, and so is over."""
    return any(record.steps is None and record.how in UNDONE for record in journal.all(Disposed))


def is_lost(root: Path, journal: Journal) -> bool:
    """Whether the run's branch is gone, and with it what was committed and not decided."""
    open_steps = any(step.disposed is None for step in landed(journal))
    return open_steps and branch_tip(root, journal.job.branch) is None


def choose(journal: Journal, names: Sequence[str]) -> tuple[Landed, ...]:
    """The landed steps that names mean: ids, modules, files, folders, or globs of these; all where none is given.

    Raises SettingsError where a name means none.
    """
    every = landed(journal)
    for name in names:
        if not any(_means(name, step.step, step.module, step.files) for step in every):
            raise SettingsError(*_no_match(name, journal, every))
    return tuple(s for s in every if not names or any(_means(name, s.step, s.module, s.files) for name in names))


def _means(name: str, step: str, module: str, files: Sequence[str]) -> bool:
    folder = name.rstrip("/") + "/"
    return any(
        word == name or word.startswith(folder) or fnmatch.fnmatchcase(word, name) for word in (step, module, *files)
    )


def _no_match(name: str, journal: Journal, every: Sequence[Landed]) -> tuple[str, str]:
    planned = journal.last(Planned)
    others = [s for s in (planned.plan.steps if planned else ()) if _means(name, s.id, s.module, _paths(s))]
    hint = f"What landed: {', '.join(map(str, every))}." if every else "Nothing of this run landed."
    if others:
        ends = {
            step.id: type(journal.outcomes[step.id]).__name__.lower() for step in others if step.id in journal.outcomes
        }
        told = ", ".join(f"{step.id} is {ends.get(step.id, 'pending')}" for step in others)
        return f"--module {name}: {told}, so there is no commit of it.", hint
    return f"--module {name} matches no step of the run {journal.folder.name}.", hint


def _paths(step: Step) -> tuple[str, ...]:
    return step.files + step.new + step.delete
