"""Our worktree: what it writes, takes back and commits, and that the user's side does not notice."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.errors import ApplyError, CannotSign, GitFailed
from applier.workspace import Identity, Workspace
from tests.applier.user_side import install_hook, introduce, snapshot
from tests.conftest import MakeRepo, git

RUN, BRANCH = "r1", "overhaul/r1"
WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
FILES: dict[str, str | bytes] = {
    "a.py": "a = 1\n",
    "[id].tsx": "old\n",
    "i.tsx": "old\n",
    "pkg/b ü.py": "b = 1\n",
    "gone.py": "x = 1\n",
    ".gitignore": "*.log\n/build/\n",
}


def opened(root: Path, base: str = "HEAD") -> Workspace:
    return Workspace.open(root, RUN, BRANCH, base)


def in_commit(root: Path, commit: str = BRANCH) -> set[str]:
    """Names and states of the files that a commit changes, as git lists them."""
    words = git(root, "diff-tree", "-r", "-z", "--no-commit-id", "--name-status", "--no-renames", commit).split("\0")
    return {f"{state} {path}" for state, path in zip(words[:-1:2], words[1::2], strict=True)}


# The user's side


def _clean(root: Path) -> Path:
    return root


def _dirty(root: Path) -> Path:
    (root / "a.py").write_text("a = 'mine'\n")
    (root / "gone.py").unlink()
    (root / "i.tsx").chmod(0o755)
    return root


def _staged(root: Path) -> Path:
    (root / "a.py").write_text("a = 'staged'\n")
    git(root, "add", "a.py")
    (root / "a.py").write_text("a = 'and more'\n")
    git(root, "rm", "-q", "--cached", "gone.py")
    return root


def _untracked(root: Path) -> Path:
    (root / "new.py").write_text("mine\n")
    (root / ".env").write_text("KEY=1\n")
    (root / "my.log").write_text("ignored\n")
    (root / "link").symlink_to("a.py")
    return root


def _stashed(root: Path) -> Path:
    _dirty(root)
    git(root, "stash", "-q")
    return root


def _detached(root: Path) -> Path:
    git(root, "switch", "-q", "--detach")
    return root


def _linked(root: Path) -> Path:
    git(root, "worktree", "add", "-q", "-b", "side", "../linked")
    return root.parent / "linked"


def _nested(root: Path) -> Path:
    return root / "pkg"


def _conflicted(root: Path) -> Path:
    (root / ".git" / "MERGE_HEAD").write_text(git(root, "rev-parse", "HEAD"))
    return root


def _configured(root: Path) -> Path:
    for name, value in {
        "branch.autoSetupMerge": "always",
        "push.autoSetupRemote": "true",
        "extensions.worktreeConfig": "true",
        "core.logAllRefUpdates": "always",
        "status.showUntrackedFiles": "all",
        "commit.cleanup": "strip",
        "core.commentChar": "O",
        "i18n.commitEncoding": "latin-1",
        "core.quotePath": "true",
        "worktree.guessRemote": "true",
    }.items():
        git(root, "config", name, value)
    return root


def _hooked(root: Path) -> Path:
    for name in ("pre-commit", "commit-msg", "post-commit", "post-checkout", "prepare-commit-msg"):
        install_hook(root, name, "exit 0")
    git(root, "config", "core.hooksPath", str(root / ".git" / "hooks"))
    return root


STATES = [
    _clean, _dirty, _staged, _untracked, _stashed, _detached, _linked, _nested, _conflicted, _configured, _hooked
]  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_the_users_side_is_the_same_before_and_after(state: Callable[[Path], Path], make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    place = state(root)
    before, base = (snapshot(root), snapshot(place)), git(root, "rev-parse", "HEAD").strip()
    branches = git(root, "for-each-ref", "--format=%(refname)").split()
    with opened(place) as workspace:
        assert workspace.head == workspace.base == base
        workspace.apply({"a.py": "a = 2\n", "new.py": "n = 1\n", "gone.py": None})
        commit = workspace.commit("Step\n\nOverhaul-Run: r1\n", ["a.py", "new.py", "gone.py"], WHO)
        workspace.apply({"pkg/b ü.py": "broken(\n", "other.py": "x\n"})
        workspace.undo()
        assert workspace.head == commit
        assert workspace.changed() == ()
        assert (snapshot(root), snapshot(place)) == before
    assert (snapshot(root), snapshot(place)) == before
    assert in_commit(root) == {"M a.py", "A new.py", "D gone.py"}
    assert git(root, "log", "-1", "--format=%B%an", BRANCH) == "Step\n\nOverhaul-Run: r1\nOverhaul\n"
    assert git(root, "rev-parse", f"{BRANCH}^").strip() == base
    assert git(root, "for-each-ref", "--format=%(refname)").split() == sorted([*branches, f"refs/heads/{BRANCH}"])
    assert str(workspace.root) not in git(root, "worktree", "list", "--porcelain")


def test_the_worktree_lies_in_the_users_cache_and_in_no_repository(make_repo: MakeRepo, own_home: Path) -> None:
    root = make_repo(FILES)
    with opened(root) as workspace:
        assert workspace.root.is_relative_to(own_home / "cache" / "overhaul" / "worktrees")
        assert workspace.root.name == RUN
        assert (workspace.root / "pkg/b ü.py").read_text() == "b = 1\n"
    assert not (own_home / "cache" / "overhaul").exists()


# Reading and writing


def test_texts_and_reasons_come_apart(make_repo: MakeRepo) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n"
    root = make_repo(
        {
            "a.py": "x = 'ü'\r\n",
            "image": b"\x89PNG\0\1",
            "latin.txt": b"caf\xe9\n",
            "odd.txt": b"\xe9\xe8\xff\n",
            "big": pointer,
            "d/e": "",
        }
    )
    (root / "link").symlink_to("a.py")
    (root / "dir").symlink_to("d")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "links")
    with opened(root) as workspace:
        texts, reasons = workspace.read(
            ["a.py", "image", "latin.txt", "odd.txt", "big", "d/e", "link", "dir/e", "d", "nope"]
        )
    assert texts == {"a.py": "x = 'ü'\n", "latin.txt": "café\n", "d/e": ""}
    assert reasons.pop("odd.txt").startswith("it is not valid UTF-8")
    assert reasons == {
        "image": "it is binary",
        "big": "it is a Git LFS pointer",
        "link": "it is a symbolic link",
        "dir/e": "it lies behind the symbolic link dir",
        "d": "it is a folder or a submodule",
        "nope": "it is not in the worktree",
    }


LATIN = "# coding: latin-1\nx = 'é'\n"
FORMS: list[tuple[bytes, str, bytes]] = [
    (b"a\r\nb\r\n", "a\nc\n", b"a\r\nc\r\n"),
    (b"\xef\xbb\xbfa\n", "b\n", b"\xef\xbb\xbfb\n"),
    (b"a", "b\n", b"b"),
    (LATIN.encode("latin-1"), LATIN + "# è\n", (LATIN + "# è\n").encode("latin-1")),
]


@pytest.mark.parametrize(("before", "text", "after"), FORMS)
def test_a_rewritten_file_keeps_its_form(before: bytes, text: str, after: bytes, make_repo: MakeRepo) -> None:
    with opened(make_repo({"f.py": before})) as workspace:
        workspace.apply({"f.py": text})
        assert (workspace.root / "f.py").read_bytes() == after


def test_the_form_is_that_of_the_last_commit_even_after_a_formatter(make_repo: MakeRepo) -> None:
    with opened(make_repo({"f.py": b"a\r\nb\r\n"})) as workspace:
        workspace.apply({"f.py": "a\nc\n"})
        (workspace.root / "f.py").write_bytes(b"a\nc\n")
        workspace.apply({"f.py": "a\nd\n"})
        assert (workspace.root / "f.py").read_bytes() == b"a\r\nd\r\n"


@pytest.mark.parametrize("mode", [0o755, 0o644, 0o444, 0o600])
def test_a_rewritten_file_keeps_its_mode(mode: int, make_repo: MakeRepo) -> None:
    with opened(make_repo({"run.sh": "echo a\n"})) as workspace:
        (workspace.root / "run.sh").chmod(mode)
        workspace.apply({"run.sh": "echo b\n"})
        assert stat.S_IMODE((workspace.root / "run.sh").stat().st_mode) == mode
        assert {path.name for path in workspace.root.iterdir()} == {".git", "run.sh"}


def test_a_script_is_still_one_in_the_commit(make_repo: MakeRepo) -> None:
    root = make_repo({"run.sh": "echo a\n"})
    (root / "run.sh").chmod(0o755)
    git(root, "commit", "-qam", "script")
    with opened(root) as workspace:
        workspace.apply({"run.sh": "echo b\n"})
        workspace.commit("x", ["run.sh"], WHO)
    assert git(root, "ls-tree", BRANCH, "run.sh").startswith("100755 ")


def test_another_name_of_a_file_keeps_its_content(make_repo: MakeRepo, tmp_path: Path) -> None:
    with opened(make_repo({"a.py": "old\n"})) as workspace:
        (tmp_path / "elsewhere").hardlink_to(workspace.root / "a.py")
        workspace.apply({"a.py": "new\n"})
        assert (tmp_path / "elsewhere").read_text() == "old\n"
        assert (workspace.root / "a.py").read_text() == "new\n"


MOVES: list[tuple[dict[str, str | None], set[str]]] = [
    ({"a": None, "a/b.py": "x\n"}, {"D a", "A a/b.py"}),
    ({"d/e": None, "d/f/g": None, "d": "x\n"}, {"D d/e", "D d/f/g", "A d"}),
    ({"deep/er/new.py": "x\n"}, {"A deep/er/new.py"}),
    ({"d/f/g": None}, {"D d/f/g"}),
    ({"nope": None}, set()),
]


@pytest.mark.parametrize(("changes", "expected"), MOVES)
def test_files_and_folders_take_each_others_place(
    changes: dict[str, str | None], expected: set[str], make_repo: MakeRepo
) -> None:
    root = make_repo({"a": "1\n", "d/e": "2\n", "d/f/g": "3\n"})
    with opened(root) as workspace:
        workspace.apply(changes)
        workspace.undo()
        assert git(workspace.root, "status", "--porcelain", "--ignored") == ""
        workspace.apply(changes)
        for name, text in changes.items():
            assert (workspace.root / name).is_file() == (text is not None)
        for folder in ("a", "d"):
            if (workspace.root / folder).is_dir():
                (workspace.root / folder / "stray.txt").write_text("of a test run\n")
        head = workspace.commit("x", changes, WHO)
        assert (in_commit(root, head) if expected else set()) == expected


REFUSED: list[tuple[dict[str, str | None], str]] = [
    ({"link": "x\n"}, "link is a symbolic link"),
    ({"link": None}, "link is a symbolic link"),
    ({"dir/e": "x\n"}, "dir/e lies behind the symbolic link dir"),
    ({"dir/new": "x\n"}, "dir/new lies behind the symbolic link dir"),
    ({"d": "x\n"}, "d is a folder or a submodule"),
    ({"d/e": None, "d": "x\n"}, "d is a folder or a submodule"),
    ({"sub": "x\n"}, "sub is a folder or a submodule"),
    ({"a/b": "x\n"}, "a/b cannot be written, since a is a file"),
    ({"a": "y\n", "a/b": "x\n"}, "a/b cannot be written, since a is a file"),
    ({"n": "y\n", "n/b": "x\n"}, "n/b cannot be written, since n is a file"),
    ({"../x": "x\n"}, "'../x' is no path inside the repository"),
    ({"/etc/x": "x\n"}, "'/etc/x' is no path inside the repository"),
    ({"d/../../x": "x\n"}, "is no path inside the repository"),
    ({".git/hooks/x": "x\n"}, "is no path inside the repository"),
    ({"sub/.GIT/config": "x\n"}, "is no path inside the repository"),
    ({"": "x\n"}, "'' is no path inside the repository"),
    ({"a\0b": "x\n"}, "is no path inside the repository"),
    ({"image": "x\n"}, "image cannot be rewritten: it is binary"),
    ({"big": "x\n"}, "big cannot be rewritten: it is a Git LFS pointer"),
    ({"latin.py": "# coding: latin-1\nx = '→'\n"}, r"latin.py is written in latin-1, which cannot hold \\u2192"),
    ({"new.py": "x = '\udc80'\n"}, r"new.py is written in utf-8, which cannot hold \\udc80"),
    ({"n" * 300: "x\n"}, "is no path inside the repository"),
]


def test_what_cannot_be_written_is_refused_and_nothing_is_written(make_repo: MakeRepo) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n"
    root = make_repo(
        {"a": "1\n", "d/e": "2\n", "d/f": "2\n", "image": b"\0", "big": pointer, "latin.py": "# coding: latin-1\n"}
    )
    (root / "link").symlink_to("a")
    (root / "dir").symlink_to("d")
    git(root, "add", "-A")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{git(root, 'rev-parse', 'HEAD').strip()},sub")
    git(root, "commit", "-qm", "links")
    with opened(root) as workspace:
        before = snapshot(workspace.root)
        for changes, words in REFUSED:
            with pytest.raises(ApplyError, match=words):
                workspace.apply({"first.py": "x\n", "a": "changed\n"} | changes)
            assert snapshot(workspace.root) == before, changes


# Taking back


def _delete(root: Path) -> None:
    (root / "a.py").unlink()


def _retype(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("i.tsx")


def _make_runnable(root: Path) -> None:
    (root / "a.py").chmod(0o755)


def _stage(root: Path) -> None:
    (root / "a.py").write_text("staged\n")
    (root / "added.py").write_text("staged\n")
    git(root, "add", "-A")


def _leave_reports(root: Path) -> None:
    (root / "out" / "deep").mkdir(parents=True)
    (root / "out" / "deep" / "[x] ü.xml").write_text("x\n")


def _leave_a_repository(root: Path) -> None:
    (root / "inner").mkdir()
    git(root / "inner", "init", "-q")
    (root / "inner" / "file").write_text("x\n")


def _replace_by_a_folder(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    (root / "a.py" / "x.log").write_text("ignored\n")


def _leave_a_lock(root: Path) -> None:
    Path(git(root, "rev-parse", "--absolute-git-dir").strip(), "index.lock").write_text("")


def _apply(root: Path) -> None:
    pass


MESSES = [
    _apply, _delete, _retype, _make_runnable, _stage, _leave_reports, _leave_a_repository, _replace_by_a_folder,
    _leave_a_lock,
]  # fmt: skip


@pytest.mark.parametrize("mess", MESSES)
def test_undo_leaves_the_last_commit(mess: Callable[[Path], None], make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    with opened(root) as workspace:
        before = snapshot(workspace.root)
        workspace.apply(
            {"pkg/b ü.py": "changed\n", "new/file.py": "x\n", "build/made.py": "ignored\n", "gone.py": None}
        )
        mess(workspace.root)
        workspace.undo()
        after = snapshot(workspace.root)
        assert {name: about for name, about in after.items() if "/.git/" not in name} == {
            name: about for name, about in before.items() if "/.git/" not in name
        }
        assert git(workspace.root, "status", "--porcelain") == ""
        assert workspace.changed() == ()


def test_undo_lets_caches_be(make_repo: MakeRepo) -> None:
    with opened(make_repo(FILES)) as workspace:
        (workspace.root / "build").mkdir()
        (workspace.root / "build" / "cache").write_text("kept\n")
        workspace.undo()
        assert (workspace.root / "build" / "cache").read_text() == "kept\n"


def test_a_commit_can_be_taken_back(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    with opened(root) as workspace:
        workspace.apply({"a.py": "a = 2\n", "new.py": "n\n"})
        workspace.commit("x", ["a.py", "new.py"], WHO)
        workspace.reset(workspace.base)
        assert workspace.head == workspace.base
        assert workspace.read(["a.py"])[0] == {"a.py": "a = 1\n"}
        assert not (workspace.root / "new.py").exists()


def test_some_files_are_restored_and_the_others_left_alone(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "post-checkout", "[ -e ran ] || exit 0; echo again >> ran")
    with opened(root) as workspace:
        (workspace.root / "ran").write_text("")
        workspace.apply(
            {"a.py": "2\n", "i.tsx": "2\n", "[id].tsx": "2\n", "gone.py": None, "new.py": "n\n", "n2.py": "n\n"}
        )
        workspace.restore(["[id].tsx", "gone.py", "new.py", "nope.py"])
        assert workspace.changed() == ("a.py", "i.tsx", "n2.py")
        assert (workspace.root / "gone.py").read_text() == "x = 1\n"
        assert (workspace.root / "ran").read_text() == ""
        workspace.restore([])
        assert workspace.changed() == ("a.py", "i.tsx", "n2.py")


def test_changed_names_tracked_and_applied_files_alone(make_repo: MakeRepo) -> None:
    with opened(make_repo(FILES)) as workspace:
        assert workspace.changed() == ()
        workspace.apply({"a.py": "2\n", "new.py": "n\n", "my.log": "n\n", "i.tsx": "old\n", "gone.py": None})
        (workspace.root / "report.xml").write_text("of a test run\n")
        (workspace.root / "pkg/b ü.py").write_text("by a formatter\n")
        assert workspace.changed() == ("a.py", "gone.py", "my.log", "new.py", "pkg/b ü.py")
        workspace.apply({"new.py": None, "a.py": "a = 1\n"})
        assert workspace.changed() == ("gone.py", "my.log", "pkg/b ü.py")


# Committing


def test_exactly_the_named_files_are_committed(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    with opened(root) as workspace:
        workspace.apply({"[id].tsx": "new\n", "i.tsx": "new\n", "a.py": "2\n", "new.py": "n\n", "gone.py": None})
        (workspace.root / ".env").write_text("KEY=1\n")
        git(workspace.root, "add", "a.py", ".env")
        workspace.commit("x", ["[id].tsx", "gone.py"], WHO)
        assert in_commit(root) == {"M [id].tsx", "D gone.py"}
        assert "i.tsx" in workspace.changed()


def test_message_name_and_date_are_as_given(make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    message = "Split é\n\n# no comment\n- item\n\nOverhaul-Run: r1\nOverhaul-Step: s1\n"
    root = make_repo(FILES)
    git(root, "config", "i18n.commitEncoding", "latin-1")
    monkeypatch.setenv("EMAIL", "guessed@example.org")  # together with the account's name, git would take it
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n"})
        workspace.commit(message, ["a.py"], WHO)
    utf8 = ("-c", "i18n.logOutputEncoding=UTF-8")
    shown = git(root, *utf8, "log", "-1", "--format=%B%x00%an <%ae> %aI%x00%cn <%ce> %cI", BRANCH)
    who = "Overhaul <overhaul@localhost> 2026-01-31T12:00:00+00:00"
    assert shown == f"{message}\0{who}\0{who}\n"


@pytest.mark.parametrize("way", ["config", "environment"])
def test_a_user_that_git_knows_is_the_author_at_the_given_date(
    way: str, make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo(FILES)
    if way == "config":
        introduce(root)
    else:
        for name, value in (("NAME", "Uma User"), ("EMAIL", "uma@example.org")):
            monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
            monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n"})
        workspace.commit("x", ["a.py"], WHO)
    shown = git(root, "log", "-1", "--format=%an %ae %aI, %cn %ce %cI", BRANCH)
    assert shown == "{0}, {0}\n".format("Uma User uma@example.org 2026-01-31T12:00:00+00:00")


UPPER = {"filter.up.clean": "tr a-z A-Z", "filter.up.smudge": "tr A-Z a-z"}
CONVERSIONS: list[tuple[dict[str, str], str, bytes]] = [
    ({"core.autocrlf": "true"}, "", b"a\r\nb\r\n"),
    ({"core.autocrlf": "input"}, "", b"a\nb\n"),
    ({}, "*.txt text eol=crlf", b"a\r\nb\r\n"),
    (UPPER, "f.txt filter=up", b"a\nb\n"),
    ({}, "f.txt working-tree-encoding=UTF-16LE-BOM", "\ufeffa\nb\n".encode("utf-16-le")),
]


@pytest.mark.parametrize(("settings", "attributes", "content"), CONVERSIONS)
def test_attributes_and_filters_hold(
    settings: dict[str, str], attributes: str, content: bytes, make_repo: MakeRepo
) -> None:
    root = make_repo({".gitattributes": f"{attributes}\n"})
    for name, value in settings.items():
        git(root, "config", name, value)
    (root / "f.txt").write_bytes(content)
    git(root, "add", "f.txt")
    git(root, "commit", "-qm", "file")
    with opened(root) as workspace:
        assert (workspace.root / "f.txt").read_bytes() == content
        assert workspace.read(["f.txt"])[0] == {"f.txt": "a\nb\n"}
        workspace.apply({"f.txt": "a\nc\n"})
        workspace.commit("x", ["f.txt"], WHO)
        assert workspace.changed() == ()
        assert workspace.texts_at_head(["f.txt", "nope"]) == {"f.txt": "a\nc\n"}
        (root / "f.txt").write_bytes((workspace.root / "f.txt").read_bytes())
    git(root, "add", "f.txt")
    assert git(root, "rev-parse", f"{BRANCH}:f.txt") == git(root, "rev-parse", ":f.txt")


def test_where_nothing_is_left_to_commit_the_head_stays(make_repo: MakeRepo) -> None:
    root = make_repo({"f.txt": "a\n", ".gitattributes": "*.txt text\n"})
    with opened(root) as workspace:
        (workspace.root / "f.txt").write_bytes(b"a\r\n")
        assert workspace.commit("x", ["f.txt", ".gitattributes"], WHO) == workspace.base
        assert workspace.commit("x", [], WHO) == workspace.base
    assert git(root, "rev-parse", BRANCH).strip() == workspace.base


def test_an_ignored_new_file_is_refused_in_gits_words(make_repo: MakeRepo) -> None:
    with opened(make_repo(FILES)) as workspace:
        workspace.apply({"build/made.py": "x\n"})
        with pytest.raises(GitFailed) as caught:
            workspace.commit("x", ["build/made.py"], WHO)
        assert "ignored by one of your .gitignore files" in caught.value.output
        assert workspace.head == workspace.base


def test_a_hook_that_refuses_is_heard_and_nothing_stays_staged(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "pre-commit", "echo 'a.py: too short'; exit 1")
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n", "new.py": "n\n"})
        with pytest.raises(GitFailed, match=r"a\.py: too short"):
            workspace.commit("x", ["a.py", "new.py"], WHO)
        assert workspace.head == workspace.base
        assert git(workspace.root, "diff", "--cached", "--name-only") == ""
        assert workspace.changed() == ("a.py", "new.py")
        assert workspace.rewritten_by_hooks == ()
        workspace.undo()
        assert git(workspace.root, "status", "--porcelain") == ""


REWRITING = [
    ("echo tidy >> a.py; exit 1", False, "2\n"),  # as pre-commit.com's runner does
    ("echo tidy >> a.py; git add a.py", True, "2\ntidy\n"),  # as lint-staged does
    ("echo tidy >> a.py", True, "2\n"),
]


@pytest.mark.parametrize(("script", "lands", "in_head"), REWRITING)
def test_what_a_hook_rewrote_is_told(script: str, lands: bool, in_head: str, make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "pre-commit", script)
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n", "i.tsx": "new\n"})
        (workspace.root / "gone.py").write_text("by a test run\n")
        if lands:
            head = workspace.commit("x", ["a.py", "i.tsx"], WHO)
            assert head != workspace.base
            assert workspace.texts_at_head(["a.py"]) == {"a.py": in_head}
        else:
            with pytest.raises(GitFailed):
                workspace.commit("x", ["a.py", "i.tsx"], WHO)
            assert workspace.head == workspace.base
        assert workspace.rewritten_by_hooks == ("a.py",)
        assert workspace.read(["a.py"])[0] == {"a.py": "2\ntidy\n"}


def test_a_file_that_a_hook_adds_to_the_commit_is_told(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "pre-commit", "echo made > made.txt; git add made.txt")
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n"})
        workspace.commit("x", ["a.py"], WHO)
        assert workspace.rewritten_by_hooks == ("made.txt",)


def test_a_hook_runs_once_and_sees_no_secret(make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repo(FILES)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "hidden")
    monkeypatch.setenv("COMPANY_GATE", "hidden")
    monkeypatch.setenv("GIT_DIR", str(root / "nowhere"))
    install_hook(root, "pre-commit", f"echo run; env >> '{root.parent}/seen'")
    with Workspace.open(root, RUN, BRANCH, "HEAD", secrets=("COMPANY_GATE",)) as workspace:
        workspace.apply({"a.py": "2\n"})
        workspace.commit("x", ["a.py"], WHO)
        assert workspace.said_by_hooks == "run"
    seen = (root.parent / "seen").read_text()
    assert "hidden" not in seen
    assert seen.count("GIT_AUTHOR_DATE=") == 1


def test_where_signing_is_on_and_fails_there_is_no_commit(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo(FILES)
    program = tmp_path / "gpg"
    program.write_text("#!/bin/sh\nexit 2\n")
    program.chmod(0o755)
    git(root, "config", "commit.gpgsign", "true")
    git(root, "config", "gpg.program", str(program))
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n"})
        with pytest.raises(CannotSign, match="gpg failed to sign"):
            workspace.commit("x", ["a.py"], WHO)
        assert workspace.head == workspace.base


def test_a_lock_left_by_a_killed_commit_is_no_obstacle(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "pre-commit", "kill -9 $PPID")
    with opened(root) as workspace:
        workspace.apply({"a.py": "2\n"})
        with pytest.raises(GitFailed):
            workspace.commit("x", ["a.py"], WHO)
        _leave_a_lock(workspace.root)
        (root / ".git" / "hooks" / "pre-commit").unlink()
        assert workspace.commit("x", ["a.py"], WHO) != workspace.base
