"""Reverts commits, or picks them, in a worktree aside; the user's is moved on only when every one went well."""

from collections.abc import Mapping, Sequence

from applier.errors import AcceptConflict, GitFailed
from applier.identity import Identity, identity_environment
from applier.merging import check_calm, fast_forward
from applier.repository import Repository, find_repository
from applier.workspace import Workspace
from applier.worktree import Verb, aside


def replay(
    repository: Repository, verb: Verb, commits: Sequence[str], run: str, who: Identity | None
) -> tuple[str, ...]:
    """Do `verb` with each commit on top of HEAD, in order; the commits made. What changes nothing is left out.

    All or nothing: raises AcceptConflict where one conflicts or something of the user's is in the way.
    """
    check_calm(repository)
    identity = identity_environment(repository.git, who)
    start = repository.resolve("HEAD")
    with Workspace.throwaway(repository.root, aside(run, verb), start) as workspace:
        place = find_repository(workspace.root)
        for commit in commits:
            _replay_one(place, verb, commit, identity)
        tip = place.resolve("HEAD")
        made = place.git.line("rev-list", "--reverse", f"{start}..{tip}").split()
        if made:
            fast_forward(repository, tip)
    return tuple(made)


def _replay_one(place: Repository, verb: Verb, commit: str, identity: Mapping[str, str]) -> None:
    edit = ("--no-edit",) if verb == "revert" else ()
    try:
        place.git.work(verb, *edit, commit, environment=identity)
    except GitFailed as error:
        conflicts = place.git.names("diff", "--name-only", "-z", "--no-ext-diff", "--diff-filter=U")
        if conflicts:
            raise AcceptConflict(
                f"The {verb} of {commit[:10]} conflicts in {', '.join(conflicts)}, so nothing was done.", conflicts
            ) from error
        if place.dirty():  # a hook or the signing refused
            raise
        place.git.read("reset", "--hard", "--quiet")  # it changes nothing (any more)
