"""Reverts commits, or picks them, in a worktree aside; what moves on to them does so only when every one went well."""

from collections.abc import Mapping, Sequence

from applier.errors import GitFailed, ReplayConflict
from applier.identity import Identity, identity_environment
from applier.repository import Repository, find_repository
from applier.steps import revert_message
from applier.workspace import Workspace
from applier.worktree import Verb, aside


def replay(
    repository: Repository, verb: Verb, commits: Sequence[str], run: str, who: Identity | None, onto: str
) -> tuple[str, ...]:
    """Do `verb` with each commit, in order, on top of the commit `onto`; the commits made, which nothing holds yet.

    What changes nothing is left out. Raises ReplayConflict where one conflicts.
    """
    identity = identity_environment(repository.git, who)
    with Workspace.throwaway(repository.root, aside(run, verb), onto) as workspace:
        place = find_repository(workspace.root)
        for commit in commits:
            try:
                _pick(place, commit, identity) if verb == "cherry-pick" else _revert(place, commit, run, identity)
            except GitFailed as error:
                raise _conflict(place, verb, commit) or error from error
        return tuple(place.git.line("rev-list", "--reverse", f"{onto}..HEAD").split())


def _pick(place: Repository, commit: str, identity: Mapping[str, str]) -> None:
    try:
        place.git.work("cherry-pick", commit, environment=identity)
    except GitFailed:
        if place.dirty():  # it conflicts, or a hook or the signing refused
            raise
        place.git.read("reset", "--hard", "--quiet")  # it changes nothing (any more)


def _revert(place: Repository, commit: str, run: str, identity: Mapping[str, str]) -> None:
    """As `git revert` does it, but for trailers in the message that tell it is ours."""
    place.git.work("revert", "--no-commit", commit, environment=identity)
    if place.git.line("write-tree") == place.git.line("rev-parse", "HEAD^{tree}"):
        place.git.read("reset", "--hard", "--quiet")  # it changes nothing (any more)
        return
    note = place.folder / "OVERHAUL_MESSAGE"
    note.write_text(revert_message(place, commit, run), "utf-8")
    how = ("--quiet", "--no-verify", "--cleanup=whitespace", "--file", str(note))
    place.git.work("commit", *how, environment=identity)


def _conflict(place: Repository, verb: Verb, commit: str) -> ReplayConflict | None:
    paths = place.git.names("diff", "--name-only", "-z", "--no-ext-diff", "--diff-filter=U")
    if not paths:
        return None
    words = (
        f"The {verb} of {commit[:10]} conflicts in {', '.join(paths)}, so nothing was done: "
        f"do it by hand with `git {verb} {commit[:10]}` on the branch that is to hold it."
    )
    return ReplayConflict(words, paths)
