"""The runs of a repository, and which of them a user means."""

from collections.abc import Sequence
from pathlib import Path

from agent.errors import NoRun


def runs(state: Path) -> Sequence[str]:
    """Names of the runs of a repository, oldest first."""
    folder = state / "runs"
    found = [entry for entry in folder.iterdir() if (entry / "journal.ndjson").exists()] if folder.is_dir() else []
    return sorted(entry.name for entry in found)


def _began(folder: Path) -> bool:
    """Whether the run had its orders; one that cannot be read had them, too, for all that is known."""
    return (folder / "journal.ndjson").read_bytes().count(b"\n") > 0


def find_run(state: Path, name: str | None) -> Path:
    """The folder of a run; by default the latest that began, if any did. Raises NoRun."""
    known = runs(state)
    if not known:
        raise NoRun("There is no run here.", "Start one with `overhaul run`.")
    if name is None:
        begun = (run for run in reversed(known) if _began(state / "runs" / run))
        return state / "runs" / next(begun, known[-1])
    if name not in known:
        raise NoRun(f"There is no run {name} here.", f"The runs are: {', '.join(known[-10:])}.")
    return state / "runs" / name
