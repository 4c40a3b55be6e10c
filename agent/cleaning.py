"""Which runs may go, and why the others stay."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.errors import JournalDamaged, NoRun, RunBusy
from agent.hold import locked
from agent.journal import Ended, Journal, Planned
from agent.landed import dropped, is_lost, landed
from agent.worklog import count
from applier.cleaning import branch_of, check_discard, discard, has_worktree, unshared
from applier.clearing import clear_workspace
from applier.errors import AcceptConflict, WorkspaceBusy

DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What the user asked for."""

    keep: int = 0  # of the newest runs
    older_than: float | None = None  # days
    everything: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """A run that went, or would go."""

    run: str
    branch: str | None


@dataclass(frozen=True, slots=True)
class Kept:
    """A run that stays."""

    run: str
    reason: str
    worktree: bool = False  # whether what a killed process left of its worktree went


def sweep(root: Path, state: Path, rules: Rules) -> tuple[Removed | Kept, ...]:
    """Remove the runs that may go, the oldest first. What is not accepted yet goes only by age or when all is to go."""
    folders = sorted((state / "runs").iterdir()) if (state / "runs").is_dir() else []
    spared = folders[max(0, len(folders) - rules.keep) :]
    return tuple(_treat(root, folder, folder in spared, rules) for folder in folders)


def _treat(root: Path, folder: Path, spared: bool, rules: Rules) -> Removed | Kept:
    try:
        with locked(folder):
            if spared:
                return _kept(root, folder, f"it is one of the newest {rules.keep}", rules)
            return _treat_held(root, folder, rules)
    except (RunBusy, WorkspaceBusy):
        return Kept(folder.name, "a process is working on it")


def _treat_held(root: Path, folder: Path, rules: Rules) -> Removed | Kept:
    if rules.older_than is not None and _age(folder) < rules.older_than:
        return _kept(root, folder, f"it was last at work less than {rules.older_than:g} days ago", rules)
    journal = _read(folder)
    if reason := _worth_keeping(root, journal, rules):
        return _kept(root, folder, reason, rules)
    try:
        if isinstance(journal, Journal):
            job = journal.start.job
            branch = check_discard(root, folder.name, job.branch, job.base, journal.commits)
        else:
            branch = check_discard(root, folder.name, branch_of(root, folder.name), "", ())
    except AcceptConflict as error:
        return _kept(root, folder, str(error), rules)
    if not rules.dry_run:
        discard(root, folder.name, branch)
    return Removed(folder.name, branch)


def _read(folder: Path) -> Journal | str:
    """The journal; or why there is none, "" where the run never began."""
    try:
        journal = Journal(folder)
        return journal if journal.start else ""
    except JournalDamaged as error:
        return f"{error} {error.hint}"
    except NoRun:
        return ""


def _worth_keeping(root: Path, journal: Journal | str, rules: Rules) -> str:
    """Why a run stays unless the user says otherwise; "" where nothing of it is of use any more."""
    if rules.everything:
        return ""
    if isinstance(journal, str):
        return journal
    if rules.older_than is not None or dropped(journal):
        return ""
    return _not_held(root, journal) or ("it can be resumed" if _resumable(root, journal) else "")


def _not_held(root: Path, journal: Journal) -> str:
    """What would be lost with the branch, by what git holds now, whatever was accepted once; "" for nothing."""
    wanted = [step for step in landed(journal) if not step.undone]
    start, commits = journal.start.job, {step.step: step.commit for step in wanted}
    left = unshared(root, start.run, start.branch, start.base, commits)
    alone = [step for step in wanted if step.commit in left]
    if fresh := [step for step in alone if step.disposed is None]:
        return f"{count(len(fresh), 'commit')} of it {'was' if len(fresh) == 1 else 'were'} not accepted"
    return f"no other branch holds what was accepted of it ({count(len(alone), 'commit')})" if alone else ""


def _resumable(root: Path, journal: Journal) -> bool:
    if is_lost(root, journal):
        return False
    ended, planned = journal.last(Ended), journal.last(Planned)
    left = [step for step in (planned.plan.steps if planned else ()) if step.id not in journal.outcomes]
    return bool(left) or ended is None or ended.exit > 1


def _kept(root: Path, folder: Path, reason: str, rules: Rules) -> Kept:
    left = has_worktree(root, folder.name)
    if left and not rules.dry_run:
        clear_workspace(root, folder.name)
    return Kept(folder.name, reason, left)


def _age(folder: Path) -> float:
    """Days since something was last written down."""
    journal = folder / "journal.ndjson"
    return (time.time() - (journal if journal.exists() else folder).stat().st_mtime) / DAY


def lines_of(swept: Sequence[Removed | Kept], rules: Rules) -> Sequence[str]:
    """What was done, a line a run."""
    lines = []
    for one in swept:
        if isinstance(one, Removed):
            branch = f" and its branch {one.branch}" if one.branch else ""
            lines.append(f"{'would remove' if rules.dry_run else 'removed'} run {one.run}{branch}")
        else:
            worktree = "; the worktree that a killed process left is gone" if one.worktree and not rules.dry_run else ""
            lines.append(f"kept run {one.run}: {one.reason}{worktree}")
    return lines or ["there is no run here, so nothing to clean"]
