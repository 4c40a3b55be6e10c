"""How a step ended. Three ends, three types; a step not reached has none."""

import msgspec

from agent.worklog import count


class Committed(msgspec.Struct, frozen=True, kw_only=True, tag="committed"):
    """Its files are on the branch."""

    step: str
    commit: str
    files: tuple[str, ...]
    verified: bool  # the user's tests ran on it, and count
    notes: tuple[str, ...] = ()


class Unchanged(msgspec.Struct, frozen=True, kw_only=True, tag="unchanged"):
    """There was nothing to change."""

    step: str
    notes: tuple[str, ...] = ()


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    """Nothing of it landed; the reasons are the gates' own words."""

    step: str
    problems: tuple[str, ...]


Outcome = Committed | Unchanged | Refused


def moved_on(outcome: Outcome, commit: str, base: str) -> Outcome:
    """A committed step as a commit on top of another base, where no tests ran on it."""
    if not isinstance(outcome, Committed):
        return outcome
    note = f"carried onto {base[:10]}; the tests did not run on it there"
    return msgspec.structs.replace(outcome, commit=commit, verified=False, notes=(*outcome.notes, note))


def describe(outcome: Outcome) -> str:
    """How a step ended, in a line."""
    match outcome:
        case Committed(commit=commit, files=files, verified=verified):
            return f"committed {commit[:10]}, {count(len(files), 'file')}, {'tests pass' if verified else 'unverified'}"
        case Unchanged(notes=notes):
            return f"unchanged: {notes[0] if notes else 'there was nothing to change'}"
        case Refused(problems=problems):
            return f"refused: {problems[0]}" if problems else "refused"
