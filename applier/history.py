"""What became of a run on its branch: steps by their trailers, accept, rollback."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from applier.branches import check_removable, existing_tip, move_branch, note_branch, remove_branch
from applier.clearing import clear_workspace
from applier.errors import AcceptConflict
from applier.identity import Identity, identity_environment
from applier.merging import check_calm, fast_forward, merge
from applier.replay import replay
from applier.repository import Repository, find_repository
from applier.steps import StepCommit, read_steps, standing_steps

__all__ = [
    "Accepted",
    "StepCommit",
    "accept",
    "accept_steps",
    "branch_head",
    "branch_tip",
    "carry",
    "check_move",
    "check_new_branch",
    "check_taker",
    "commit_date",
    "describe_head",
    "kept_headers",
    "move_run",
    "resolve_commit",
    "revert_on_branch",
    "revert_steps",
    "rollback",
    "standing",
    "start_branch",
    "state_folder",
    "step_commits",
]


@dataclass(frozen=True, slots=True)
class Accepted:
    """How an accept ended."""

    head: str
    kind: str  # "fast-forward", "merge", "picked", "already"; "nothing": the branch holds no commit of the run


def resolve_commit(repository: Path, revision: str = "HEAD") -> str:
    """Full commit id. Raises RepositoryUnusable: no repository, bare, no commit, unknown revision."""
    return find_repository(repository).resolve(revision)


def state_folder(repository: Path) -> Path:
    """The `overhaul/` folder under the common git directory (not made)."""
    return find_repository(repository).state


def describe_head(repository: Path) -> tuple[str | None, bool]:
    """Name of the checked-out branch (None when detached), and whether tracked files are dirty."""
    home = find_repository(repository)
    home.resolve("HEAD")
    return home.current_branch(), bool(home.dirty())


def commit_date(repository: Path, commit: str) -> str:
    """When a commit was made, as git takes a date."""
    return find_repository(repository).git.line("show", "-s", "--no-color", "--format=%cI", commit)


def kept_headers(repository: Path) -> bool:
    """Whether the configuration holds headers for the way to a server, as a checkout keeps its token in."""
    return bool(
        find_repository(repository).git.read(
            "config", "--name-only", "--get-regexp", r"^http\..*extraheader$", ok=(0, 1)
        )
    )


def branch_head(repository: Path, branch: str) -> str:
    """Commit id of a run's branch. Raises UnknownBranch."""
    return existing_tip(find_repository(repository), branch)


def branch_tip(repository: Path, branch: str) -> str | None:
    """Commit id of a branch, None where there is no such branch."""
    return find_repository(repository).tip(branch)


def start_branch(repository: Path, run: str, branch: str, commit: str) -> None:
    """Make the branch of a run that goes on elsewhere. Raises GitFailed where it is there already."""
    home = find_repository(repository)
    home.git.read("update-ref", "-m", "overhaul", f"refs/heads/{branch}", commit, "0" * 40)
    note_branch(home, run, branch)


def check_new_branch(repository: Path, branch: str) -> str | None:
    """Why a branch of this name cannot be made, in a sentence; None where it can."""
    home = find_repository(repository)
    if not home.git.ask("check-ref-format", "--branch", branch, no=(1, 128, 129)):
        return f"{branch!r} is no name that git takes for a branch."
    if home.tip(branch):
        return f"The branch {branch} exists already."
    names = home.git.line("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads").split("\n")
    # git keeps branches as files, so none can be named like a folder of another.
    other = next((name for name in names if f"{name}/".startswith(f"{branch}/") or branch.startswith(f"{name}/")), None)
    return f"The branch {other} exists, and git cannot have {branch} beside it." if other else None


def step_commits(
    repository: Path, base: str, head: str, run: str | None = None, known: Sequence[str] = ()
) -> tuple[StepCommit, ...]:
    """Commits of ours between `base` and `head`, oldest first; `known` are ids of more of them."""
    home = find_repository(repository)
    return read_steps(home, home.resolve(base), home.resolve(head), run, known)


def standing(repository: Path, base: str, head: str, run: str, known: Sequence[str] = ()) -> tuple[StepCommit, ...]:
    """The run's commits between `base` and `head` that no later one has reverted, oldest first.

    `known` are ids of its commits, whatever a hook made of their messages.
    """
    home = find_repository(repository)
    return standing_steps(home, home.resolve(base), home.resolve(head), run, known)


def check_taker(repository: Path, branch: str, base: str) -> None:
    """Raises AcceptConflict where nothing but the run's own branch is checked out, so that nobody would take it."""
    home = find_repository(repository)
    head, here = home.resolve("HEAD"), home.current_branch()
    tip = None if here else home.tip(branch)
    if here == branch or (tip and home.is_ancestor(head, tip) and not home.is_ancestor(head, home.resolve(base))):
        raise AcceptConflict(
            f"You are on the run's own branch {branch}{'' if here else ' (HEAD is detached there)'}: "
            "switch to the branch that shall take it (git switch NAME)."
        )


def accept(
    repository: Path,
    branch: str,
    run: str,
    who: Identity | None = None,
    *,
    commits: Sequence[str] = (),
    base: str | None = None,
) -> Accepted:
    """Bring the run's branch into the branch checked out in the user's worktree: fast-forward, or a merge commit.

    `who` signs the merge where the user has configured no identity. `commits` are known to be of the run, whatever a
    hook made of their messages; without `base`, where the run began, the whole history is searched for its commits.
    Raises AcceptConflict where dirty or untracked files overlap or the merge conflicts (nothing half done),
    UnknownBranch.
    """
    home = find_repository(repository)
    clear_workspace(home.root, run)
    tip, head = existing_tip(home, branch), home.resolve("HEAD")
    if home.is_ancestor(tip, head):
        return Accepted(head, "already" if read_steps(home, base, tip, run, commits) else "nothing")
    if home.is_ancestor(head, tip):
        fast_forward(home, tip)
        return Accepted(tip, "fast-forward")
    message = f"Merge branch '{branch}'\n\nOverhaul-Run: {run}\n"
    merge(home, tip, message, identity_environment(home.git, who))
    return Accepted(home.resolve("HEAD"), "merge")


def accept_steps(repository: Path, commits: Sequence[str], run: str, who: Identity | None = None) -> Accepted:
    """Pick some commits of a run, in order, onto what is checked out in the user's worktree; all or none.

    Raises AcceptConflict, `paths` those that conflict or are in the way.
    """
    home = find_repository(repository)
    check_calm(home)
    clear_workspace(home.root, run)
    head = home.resolve("HEAD")
    made = replay(home, "cherry-pick", commits, run, who, head)
    if made:
        fast_forward(home, made[-1])
    return Accepted(made[-1], "picked") if made else Accepted(head, "already")


def revert_steps(repository: Path, commits: Sequence[str], run: str, who: Identity | None = None) -> tuple[str, ...]:
    """Make revert commits, in order, on what is checked out in `repository`; all or none. The commits made."""
    home = find_repository(repository)
    check_calm(home)
    made = replay(home, "revert", commits, run, who, home.resolve("HEAD"))
    if made:
        fast_forward(home, made[-1])
    return made


def revert_on_branch(
    repository: Path, branch: str, commits: Sequence[str], run: str, who: Identity | None = None
) -> tuple[str, ...]:
    """Make revert commits, in order, on the run's own branch, wherever the user is; all or none. The commits made."""
    home = find_repository(repository)
    if home.current_branch() == branch:
        return revert_steps(repository, commits, run, who)
    clear_workspace(home.root, run)
    tip = existing_tip(home, branch)
    made = replay(home, "revert", commits, run, who, tip)
    if made:
        move_branch(home, branch, made[-1], tip)
    return made


def carry(
    repository: Path, commits: Sequence[str], run: str, onto: str, who: Identity | None = None
) -> tuple[str, ...]:
    """Pick commits of a run, in order, onto another commit, where nothing holds them yet; the commits made."""
    return replay(find_repository(repository), "cherry-pick", commits, run, who, onto)


def check_move(repository: Path, run: str, branch: str, tip: str, base: str, known: Sequence[str] = ()) -> None:
    """Raises AcceptConflict where the run's branch cannot be put to a commit: it is checked out, or would lose
    somebody else's commits. What a killed process left of the run's worktree goes."""
    home = find_repository(repository)
    clear_workspace(home.root, run)
    if (now := home.tip(branch)) and now != tip:
        check_removable(home, run, branch, now if home.is_ancestor(now, tip) else home.resolve(base), known)


def move_run(repository: Path, run: str, branch: str, tip: str, was: str) -> None:
    """Put the run's branch from one commit to another; nothing where it is somewhere else already, or gone."""
    home = find_repository(repository)
    if was and was != tip and home.tip(branch) == was:
        clear_workspace(home.root, run)
        move_branch(home, branch, tip, was)


def rollback(
    repository: Path,
    branch: str,
    run: str,
    base: str,
    *,
    revert: bool = False,
    who: Identity | None = None,
    commits: Sequence[str] = (),
) -> tuple[str, ...]:
    """Undo a run: delete its branch and worktree; where it was accepted already, make revert commits (`revert`).

    `commits` are known to be of the run, whatever a hook made of their messages. Returns sentences that say what was
    done. Raises AcceptConflict, where reverting conflicts or `revert` is needed, and UnknownBranch where there is
    nothing to undo.
    """
    home = find_repository(repository)
    base = home.resolve(base)
    clear_workspace(home.root, run)
    accepted = standing_steps(home, base, home.resolve("HEAD"), run, commits)
    if home.tip(branch) or not accepted:
        check_removable(home, run, branch, base, commits)
    if accepted and not revert:
        one = len(accepted) == 1
        some = "1 commit" if one else f"{len(accepted)} commits"
        way = "a commit that undoes it" if one else "commits that undo them"
        raise AcceptConflict(
            f"{some} of run {run} {'is' if one else 'are'} in {home.current_branch() or 'HEAD'} already: "
            f"use --revert to make {way}."
        )
    said = _revert(home, accepted, run, who) if accepted else ()
    return said + (_delete(home, run, branch) if home.tip(branch) else ())


def _revert(home: Repository, steps: Sequence[StepCommit], run: str, who: Identity | None) -> tuple[str, ...]:
    made = revert_steps(home.root, [step.sha for step in reversed(steps)], run, who)
    many = f"{len(made)} commit{'s' * (len(made) != 1)}"
    return (f"Made {many} on {home.current_branch() or 'HEAD'} to revert run {run}.",)


def _delete(home: Repository, run: str, branch: str) -> tuple[str, ...]:
    tip = remove_branch(home, run, branch)
    return (f"Deleted the branch {branch} (it was at {tip[:10]}).",)
