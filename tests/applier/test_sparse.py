"""Sparse checkouts: what our worktree holds of the files that are out of the user's sight."""

from pathlib import Path

import pytest

from applier.workspace import Workspace
from tests.conftest import git
from tests.repository_kinds import KINDS


@pytest.mark.parametrize("kind", ["sparse by folders", "sparse by patterns"])
def test_every_tracked_file_is_seen_though_the_users_checkout_is_sparse(kind: str, tmp_path: Path) -> None:
    root = KINDS[kind].build(tmp_path)
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        assert workspace.read(["far/c.py"]) == ({"far/c.py": "c = 1\n"}, {})
        assert workspace.warnings == ()
        workspace.undo()
        assert (workspace.root / "far/c.py").exists()
    assert not (root / "far").exists()


def test_what_a_partial_clone_would_have_to_fetch_is_left_out_and_named(tmp_path: Path) -> None:
    root = KINDS["partial and sparse"].build(tmp_path)
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        assert not (workspace.root / "far").exists()
        assert workspace.read(["far/c.py"])[1] == {"far/c.py": "it is not in the worktree"}
        (warning,) = workspace.warnings
    assert "without these files: docs/notes.txt, far/c.py. `git sparse-checkout add`" in warning


def test_a_partial_clone_that_is_not_sparse_is_whole(tmp_path: Path) -> None:
    root = KINDS["partial"].build(tmp_path)
    git(root, "remote", "set-url", "origin", "file:///nowhere")  # so that nothing can be fetched
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        assert workspace.read(["far/c.py"]) == ({"far/c.py": "c = 1\n"}, {})
        assert workspace.warnings == ()
