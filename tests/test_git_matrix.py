"""Kinds of repositories × states of the user's tree × what we do: nothing of the user's changes, and git is obeyed."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.history import accept, rollback
from applier.workspace import Identity, Workspace
from tests.applier.user_side import snapshot
from tests.commandline import overhaul, overhaul_json
from tests.conftest import WHO as DATES
from tests.repository_kinds import KINDS, STATES, Kind, start

RUN, BRANCH = "r1", "overhaul/r1"
WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
HOOKS = ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit")
MESSAGE = f"Tidy\n\nOverhaul-Run: {RUN}\nOverhaul-Step: S01\n"


def git(root: Path, *words: str) -> str:
    """Git as in a shell where nothing misleads it; every byte as it is."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(["git", *words], cwd=root, env={**plain, **DATES}, capture_output=True, check=False)
    assert done.returncode == 0, f"git {' '.join(words)}: {os.fsdecode(done.stderr)}"
    return os.fsdecode(done.stdout)


def everything(root: Path) -> dict[str, str]:
    """All of the user's that must stay: files, index, HEAD, settings, refs and what git says of them."""
    quiet = ("--no-optional-locks",)
    return {
        **snapshot(root),
        "refs": git(root, *quiet, "for-each-ref"),
        "settings": git(root, "config", "--list", "--local"),
        "stash": git(root, "stash", "list"),
        "worktrees": git(root, "worktree", "list"),
        "status": git(root, *quiet, "-c", "core.fsmonitor=false", "status", "--porcelain=v2", "-uall", "--ignored"),
    }


def but_the_head(state: dict[str, str], changed: set[str]) -> dict[str, str]:
    """What an accept must leave, too: every file that no step changed, the settings and the stash."""
    ours = ("index", "HEAD", "refs", "status", "worktrees", *changed)
    return {name: what for name, what in state.items() if not name.endswith(ours)}


def listen_to_hooks(root: Path, log: Path) -> None:
    """Hooks of the user's that note that they ran."""
    folder = root / git(root, "rev-parse", "--git-path", "hooks").strip()
    folder.mkdir(parents=True, exist_ok=True)
    for name in HOOKS:
        (folder / name).write_text(f"#!/bin/sh\necho {name} >>'{log}'\n")
        (folder / name).chmod(0o755)


def rewritten(workspace: Workspace, special: str) -> dict[str, str | None]:
    """One step: a line more in two files, a file that is new and one that goes."""
    texts, reasons = workspace.read(["src/a.py", "src/[id].tsx", special])
    assert not reasons
    more: dict[str, str | None] = {path: settled(text) + "added\n" for path, text in texts.items()}
    return {**more, "src/new one.py": "new = 1\n", "src/b.py": None}


def settled(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


# What is done


def commit_and_roll_back(root: Path, kind: Kind, log: Path) -> None:
    """Exactly our files are in the commit, each blob is what `git add` makes of the file, and hooks ran once.

    Nothing is left of a run that was not accepted.
    """
    with Workspace.open(root, RUN, BRANCH, "HEAD") as workspace:
        original = (workspace.root / kind.special).read_bytes()
        changes = rewritten(workspace, kind.special)
        workspace.apply(changes)
        written = {path: (workspace.root / path).read_bytes() for path, text in changes.items() if text is not None}
        made_by_git = {path: git(workspace.root, "hash-object", "--", path).strip() for path in written}
        log.unlink(missing_ok=True)
        commit = workspace.commit(MESSAGE, changes, WHO)
        assert sorted(log.read_text().split()) == sorted(HOOKS)
        assert {path: git(root, "rev-parse", f"{commit}:{path}").strip() for path in written} == made_by_git
    words = git(root, "diff-tree", "-r", "-z", "--no-commit-id", "--name-only", "--no-renames", commit).split("\0")
    assert {word for word in words if word} == set(changes)
    assert "+added" in git(
        root, "-c", "diff.external=", "show", "--no-ext-diff", "--no-color", commit, "--", "src/a.py"
    )
    check_bytes(root, commit, kind, original, written[kind.special])
    if git(root, "config", "--default", "false", "--get", "commit.gpgSign").strip() == "true":
        assert "gpgsig" in git(root, "cat-file", "commit", commit)
    assert rollback(root, BRANCH, RUN, "HEAD")


def check_bytes(root: Path, commit: str, kind: Kind, original: bytes, written: bytes) -> None:
    """What stood in the file stands there still; the blob is as the kind says, else as the file."""
    kept = original.replace(git(root, "rev-parse", f"{commit}~:{kind.special}").strip().encode(), b"")  # ident's
    assert written.startswith(kept.rstrip(b"\r\n\0")) or b"$Id" in written
    name = git(root, "rev-parse", f"{commit}:{kind.special}").strip()
    blob = git(root, "cat-file", "blob", name) if kind.blob is not None else ""
    assert kind.blob is None or blob.encode() == kind.blob


def undo_a_step(root: Path, kind: Kind, log: Path) -> None:
    """After an undo the worktree is the last commit, and nothing was committed."""
    with Workspace.open(root, RUN, BRANCH, "HEAD") as workspace:
        workspace.apply(rewritten(workspace, kind.special))
        (workspace.root / "stray.py").write_text("left by a command\n")
        workspace.undo()
        assert git(workspace.root, "status", "--porcelain").strip() == ""
        assert workspace.head == git(root, "rev-parse", "HEAD").strip()
    rollback(root, BRANCH, RUN, "HEAD")


def accept_and_revert(root: Path, kind: Kind, log: Path) -> None:
    """The user's branch moves on, and the files of the step with it; then commits take all of it back."""
    base = git(root, "rev-parse", "HEAD").strip()
    with Workspace.open(root, RUN, BRANCH, "HEAD") as workspace:
        changes = rewritten(workspace, kind.special)
        workspace.apply(changes)
        commit = workspace.commit(MESSAGE, changes, WHO)
        assert git(workspace.root, "status", "--porcelain").strip() == ""
    assert accept(root, BRANCH, RUN, WHO).kind == "fast-forward"
    assert git(root, "rev-parse", "HEAD").strip() == commit
    assert (root / "src/a.py").read_bytes().split() == [b"a", b"=", b"1", b"added"]
    assert not (root / "src/b.py").exists()
    rollback(root, BRANCH, RUN, base, revert=True, who=WHO)
    assert git(root, "rev-parse", "HEAD^{tree}") == git(root, "rev-parse", f"{base}^{{tree}}")
    assert (root / "src/b.py").exists()


Doing = Callable[[Path, Kind, Path], None]
UNSEEN: tuple[Doing, ...] = (commit_and_roll_back, undo_a_step)  # the user notices nothing


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The user's checkout of a kind, made once: whatever is done here is taken back again."""
    made: dict[str, Path] = {}

    def build(name: str) -> Path:
        if name not in made:
            base = tmp_path_factory.mktemp("kind")
            made[name] = KINDS[name].build(base)
            listen_to_hooks(made[name], made[name].parent / "hooked")
        return made[name]

    return build


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("template")
    return start(base)


@pytest.mark.parametrize("doing", UNSEEN)
@pytest.mark.parametrize("name", KINDS)
def test_in_every_kind_of_repository_the_users_side_stays_as_it_was(
    name: str, doing: Doing, built: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, kind = built(name), KINDS[name]
    before = everything(root)
    with monkeypatch.context() as patched:
        for variable, value in kind.environment.items():
            patched.setenv(variable, value)
        doing(root, kind, root.parent / "hooked")
    assert everything(root) == before


@pytest.mark.parametrize("name", KINDS)
def test_in_every_kind_of_repository_a_run_can_be_accepted_and_taken_back(
    name: str, built: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, kind = built(name), KINDS[name]
    before = everything(root)
    with monkeypatch.context() as patched:
        for variable, value in kind.environment.items():
            patched.setenv(variable, value)
        accept_and_revert(root, kind, root.parent / "hooked")
    changed = {"src/a.py", "src/[id].tsx", kind.special, "src/new one.py", "src/b.py"}
    assert but_the_head(everything(root), changed) == but_the_head(before, changed)


@pytest.fixture
def in_state(template: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A plain repository whose tree is in a state."""

    def put(state: str) -> Path:
        root = tmp_path / "repo"
        shutil.copytree(template, root, symlinks=True)
        listen_to_hooks(root, tmp_path / "hooked")
        STATES[state](root)
        return root

    return put


@pytest.mark.parametrize("doing", UNSEEN)
@pytest.mark.parametrize("state", STATES)
def test_in_every_state_of_the_tree_the_users_side_stays_as_it_was(
    state: str, doing: Doing, in_state: Callable[[str], Path]
) -> None:
    root = in_state(state)
    before = everything(root)
    doing(root, Kind(start, special="src/i.tsx"), root.parent / "hooked")
    assert everything(root) == before


@pytest.mark.parametrize("state", STATES)
def test_in_every_state_of_the_tree_an_accept_keeps_the_users_work(state: str, in_state: Callable[[str], Path]) -> None:
    root = in_state(state)
    before = everything(root)
    accept_and_revert(root, Kind(start, special="src/i.tsx"), root.parent / "hooked")
    changed = {"src/a.py", "src/[id].tsx", "src/i.tsx", "src/new one.py", "src/b.py"}
    assert but_the_head(everything(root), changed) == but_the_head(before, changed)
    assert everything(root)["status"] == before["status"]


@pytest.mark.parametrize(
    "name",
    [
        "sparse by folders",
        "linked worktree",
        "core.worktree",
        "separate git folder",
        "misleading environment",
        "sha256",
    ],
)
def test_the_command_line_works_in_it_and_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    root, environment = KINDS[name].build(tmp_path), KINDS[name].environment
    (root / "src/fix.py").write_text("import os\n\nX = 1\n")
    git(root, "add", "src/fix.py")
    git(root, "commit", "-qm", "something to do")
    (root / "docs/notes.txt").write_bytes(b"mine\n") if (root / "docs").exists() else None
    before = everything(root)
    report = overhaul_json(root, "run", **environment)
    assert [outcome["status"] for outcome in report["outcomes"]] == ["committed"]
    assert git(root, "show", f"{report['branch']}:src/fix.py") == "X = 1\n"
    assert overhaul(root, "rollback", **environment).returncode == 0
    assert everything(root) == before
