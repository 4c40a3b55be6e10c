"""What a run changed, for a reader."""

from pathlib import Path

import pytest

from applier.errors import RepositoryUnusable
from applier.review import FileChange, changes, diff_text
from tests.conftest import MakeRepo, git


def _commit(root: Path, files: dict[str, str | bytes | None]) -> None:
    for path, content in files.items():
        if content is None:
            (root / path).unlink()
            continue
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "change")


CASES: list[tuple[dict[str, str | bytes], dict[str, str | bytes | None], list[FileChange]]] = [
    ({"a": "1\n2\n"}, {"a": "1\n3\n4\n"}, [FileChange("a", "modified", 2, 1)]),
    ({"a": "1\n"}, {"b": "1\n2\n"}, [FileChange("b", "added", 2, 0)]),
    ({"a": "1\n", "b": "x\n"}, {"a": None}, [FileChange("a", "deleted", 0, 1)]),
    ({"a": "same\n"}, {"a": None, "b": "same\n"}, [FileChange("a", "deleted", 0, 1), FileChange("b", "added", 1, 0)]),
    ({"a": b"\0\1"}, {"a": b"\0\2"}, [FileChange("a", "modified", 0, 0)]),
    ({"a": "x\n"}, {"empty": ""}, [FileChange("empty", "added", 0, 0)]),
    (
        {"[id].tsx": "x\n", "i.tsx": "x\n", 'q"\t ü.py': "x\n"},
        {"[id].tsx": "y\n", 'q"\t ü.py': "y\n", "n\nl": "y\n"},
        [
            FileChange("[id].tsx", "modified", 1, 1),
            FileChange("n\nl", "added", 1, 0),
            FileChange('q"\t ü.py', "modified", 1, 1),
        ],
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), CASES)
def test_each_changed_file_is_told_once_and_sorted(
    before: dict[str, str | bytes],
    after: dict[str, str | bytes | None],
    expected: list[FileChange],
    make_repo: MakeRepo,
) -> None:
    root = make_repo(before)
    _commit(root, after)
    assert changes(root, "HEAD^", "HEAD") == tuple(expected)
    assert changes(root, "HEAD", "HEAD") == ()


def test_a_diff_is_of_all_files_or_of_some(make_repo: MakeRepo) -> None:
    root = make_repo({"[id].tsx": "old\n", "i.tsx": "old\n", "ü.py": "old\n"})
    _commit(root, {"[id].tsx": "new\n", "i.tsx": "new\n", "ü.py": "new\n"})
    assert diff_text(root, "HEAD^", "HEAD").count("diff --git") == 3
    only = diff_text(root, "HEAD^", "HEAD", ("[id].tsx",))
    assert only.startswith("diff --git a/[id].tsx b/[id].tsx\n")
    assert only.endswith("@@ -1 +1 @@\n-old\n+new\n")
    assert only.count("diff --git") == 1
    assert "+++ b/ü.py" in diff_text(root, "HEAD^", "HEAD", ("ü.py",))
    assert diff_text(root, "HEAD", "HEAD") == ""


def test_bytes_that_are_no_utf8_are_shown_replaced(make_repo: MakeRepo) -> None:
    root = make_repo({"a": b"caf\xe9\n"})
    _commit(root, {"a": b"caf\xe9s\n"})
    assert "+caf\ufffds\n" in diff_text(root, "HEAD^", "HEAD")


def test_no_program_of_the_configuration_runs_and_no_taste_in_diffs_counts(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": "old\n", "b.py": "old\n", ".gitattributes": "a.py diff=outer\nb.py diff=inner\n"})
    _commit(root, {"a.py": "new\n", "b.py": "new\n"})
    plain, plainly = diff_text(root, "HEAD^", "HEAD"), changes(root, "HEAD^", "HEAD")
    trap, order = tmp_path / "trap", tmp_path / "order"
    order.write_text("b.py\na.py\n")
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n")
    trap.chmod(0o755)
    for name, value in {
        "diff.external": str(trap),
        "diff.outer.command": str(trap),
        "diff.inner.textconv": str(trap),
        "core.fsmonitor": str(trap),
        "color.ui": "always",
        "diff.noprefix": "true",
        "diff.mnemonicPrefix": "true",
        "diff.context": "0",
        "diff.renames": "copies",
        "diff.orderFile": str(order),
        "core.quotePath": "true",
    }.items():
        git(root, "config", name, value)
    assert diff_text(root, "HEAD^", "HEAD") == plain
    assert changes(root, "HEAD^", "HEAD") == plainly
    assert not (tmp_path / "ran").exists()
    git(root, "diff", "HEAD^", "HEAD")
    assert (tmp_path / "ran").exists()  # else the trap itself is broken


def test_a_commit_that_is_not_there_is_named(make_repo: MakeRepo) -> None:
    root = make_repo({"a": "x\n"})
    with pytest.raises(RepositoryUnusable, match="has no commit 'nope'"):
        changes(root, "nope", "HEAD")
    with pytest.raises(RepositoryUnusable, match="has no commit '--output=x'"):
        diff_text(root, "HEAD", "--output=x")
