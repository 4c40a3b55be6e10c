"""Commits that travel as a file from one machine to another, and are believed nothing on arrival.

Whoever had the file in hand may have put anything into it: what does not look like the work of a run, file by file and
commit by commit, is refused whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from applier.errors import GitFailed, NotAcceptable
from applier.paths import check_paths
from applier.repository import Repository, find_repository
from applier.scope import Scope
from applier.steps import foreign_commits
from applier.workspace import Workspace

_REF = re.compile(r"refs/heads/overhaul/[A-Za-z0-9][A-Za-z0-9._-]{0,100}")
_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,60}")
_MOST_COMMITS = 1000
_LARGEST = 200_000_000  # bytes of the file
_CHECKED = ("transfer.fsckObjects=true", "fetch.fsckObjects=true", "fetch.unpackLimit=1", "core.hooksPath=/dev/null")


@dataclass(frozen=True, slots=True)
class Change:
    """One file of one commit."""

    path: str
    letter: str  # "A", "M", "D", "T"
    before: str  # modes: "100644"
    after: str


def bundle(root: Path, base: str, branch: str, run: str, file: Path) -> None:
    """Write the commits of a run between `base` and its branch into a file; the branch goes by the run's name there."""
    home = find_repository(root)
    tip, name = home.resolve(f"refs/heads/{branch}"), f"refs/heads/overhaul/{run}"
    if branch == f"overhaul/{run}":
        home.git.read("bundle", "create", "--quiet", str(file.absolute()), name, f"^{base}")
        return
    with Workspace.throwaway(root, f"{run}-bundle", tip) as workspace:  # which is a ref that can be packed
        git = home.git.at(workspace.root)
        git.read("bundle", "create", "--quiet", str(file.absolute()), "HEAD", f"^{base}")


def take_in(root: Path, file: Path, run: str, base: str, *, allow: Sequence[str] = (), committer: str = "") -> str:
    """Bring the commits of a file here, under no name; the id of the last one.

    They must be a chain on top of `base`, each a step of the run, and change only what a run may. `committer` ("Name
    <address>") must have made them, where it is given. Raises NotAcceptable.
    """
    home = find_repository(root)
    if not _RUN.fullmatch(run) or not _ID.fullmatch(base):
        raise NotAcceptable("The artifacts name no run and no commit that it began from.")
    head = _fetched(home, file)
    _check_chain(home, run, base, head, committer)
    _check_changes(home, run, base, head, allow)
    return head


def _fetched(home: Repository, file: Path) -> str:
    path, git = str(file.absolute()), home.git.at(home.root, *_CHECKED)
    if file.is_file() and file.stat().st_size > _LARGEST:
        raise NotAcceptable(f"{file.name} is larger than the {_LARGEST:,} bytes that the commits of a run may take.")
    try:
        lines = git.line("bundle", "list-heads", path).split("\n")
        tip, _, ref = lines[0].partition(" ")
        if len(lines) != 1 or not _ID.fullmatch(tip) or not (_REF.fullmatch(ref) or ref == "HEAD"):
            raise NotAcceptable(f"{file.name} must hold one branch below overhaul/, and nothing else.")
        git.read("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--", path, ref)
    except GitFailed as error:
        raise NotAcceptable(
            f"{file.name} cannot be taken in ({error}). Check out the commit that the run began from, with its history "
            "(fetch-depth: 0) where that is another than the branch's last."
        ) from error
    return tip


def _check_chain(home: Repository, run: str, base: str, head: str, committer: str) -> None:
    if not home.git.ask("cat-file", "-e", f"{base}^{{commit}}", no=(1, 128)) or not home.is_ancestor(base, head):
        raise NotAcceptable(f"The commits do not build on {base[:10]}, from which the run is said to have begun.")
    rows = [row.split() for row in home.git.line("rev-list", "--reverse", "--parents", f"{base}..{head}").split("\n")]
    if not rows[0] or len(rows) > _MOST_COMMITS:
        raise NotAcceptable(f"There are {len(rows) if rows[0] else 0} commits, and a run makes 1 to {_MOST_COMMITS}.")
    expected = base
    for commit, *parents in rows:
        if parents != [expected]:
            raise NotAcceptable(f"{commit[:10]} is a merge or does not follow the commit before it.")
        expected = commit
    if strange := foreign_commits(home, base, head, run):
        raise NotAcceptable(f"{strange[0][:10]} is no step of the run {run}, by its trailers.")
    people = set(home.git.line("log", "--format=%an <%ae>%n%cn <%ce>", f"{base}..{head}").split("\n"))
    if committer and people != {committer}:
        raise NotAcceptable(f"The commits are not all by {committer}.")


def _check_changes(home: Repository, run: str, base: str, head: str, allow: Sequence[str]) -> None:
    """The modes of every commit's files, and gate 2 over all that any of them touches."""
    commits = home.git.line("rev-list", "--reverse", f"{base}..{head}").split("\n")
    every = [change for commit in commits for change in _changes(home, f"{commit}^", commit)]
    for change in every:
        if strange := _strange_mode(change):
            raise NotAcceptable(f"{change.path!r} {strange}, which no step does.")
    there = set(home.git.names("ls-tree", "-r", "-z", "--name-only", base))
    touched = tuple(dict.fromkeys(change.path for change in every))
    scope = Scope(
        files=tuple(path for path in touched if path in there),
        new=tuple(path for path in touched if path not in there),
        allow=tuple(allow),
    )
    with Workspace.throwaway(home.root, f"{run}-intake", base) as workspace:
        problems = check_paths(touched, scope, workspace.root)
    if problems:
        raise NotAcceptable(f"A path may not be written. {problems[0].path!r}: {problems[0].message}")


def _changes(home: Repository, old: str, new: str) -> Iterator[Change]:
    entries = home.git.names("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", old, new)
    for about, path in zip(entries[::2], entries[1::2], strict=True):
        before, after, _, _, letter = about.removeprefix(":").split(" ")
        yield Change(path, letter, before, after)


def _strange_mode(change: Change) -> str:
    modes = {change.before, change.after} - {"000000"}
    if not modes <= {"100644", "100755"}:
        return "is or becomes a link or another repository"
    if change.letter == "A" and change.after != "100644":
        return "is new and can be run"
    if change.letter == "M" and len(modes) > 1:
        return "changes its mode"
    return "" if change.letter in "AMD" else "changes its kind"
