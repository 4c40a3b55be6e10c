"""Git's list and the bytes behind it, on real repositories."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from repo_scan.errors import BareRepository, NoCommit, NotARepository, ScanError, UnknownCommit
from repo_scan.source import LARGEST, find_root, open_source, open_working_tree
from repo_scan.stamps import Stamps
from tests.conftest import MakeRepo, git, settle


def listed(root: Path, commit: str | None = None) -> dict[str, str]:
    """Path to the reason why it is not offered; "" if it is."""
    return {item.path: item.reason for item in open_source(root, commit).listing()}


def bytes_of(root: Path, commit: str | None = None) -> dict[str, bytes]:
    source = open_source(root, commit)
    return {item.path: data for item, data in source.contents(item for item in source.listing() if not item.reason)}


def blobs(root: Path, commit: str | None = None) -> dict[str, str]:
    source = open_source(root, commit)
    return {item.path: item.blob for item, _ in source.contents(item for item in source.listing() if not item.reason)}


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file below a folder, git's own included."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("inside", ["", "src", "src/deep/er"])
def test_a_repository_is_found_from_any_path_inside_it(make_repo: MakeRepo, inside: str) -> None:
    root = make_repo({"src/deep/er/a.py": "x = 1\n"})
    assert find_root(root / inside) == root
    assert listed(root / inside) == {"src/deep/er/a.py": ""}


def test_a_folder_outside_of_any_repository_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(NotARepository, match="is in no git repository; run `git init`"):
        find_root(tmp_path)


def test_a_path_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotARepository, match=r"There is no .*nowhere"):
        find_root(tmp_path / "nowhere")


def test_a_bare_repository_is_refused_with_the_way_out(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "store.git")
    with pytest.raises(BareRepository, match="give a clone"):
        open_source(tmp_path / "store.git", None)


def test_a_repository_of_another_user_is_explained_and_the_configuration_left_alone(
    make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    root = make_repo({"a.py": ""})
    before = snapshot(root), snapshot(own_home)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(NotARepository, match=r"another user owns it.*safe\.directory"):
        open_source(root, None)
    assert (snapshot(root), snapshot(own_home)) == before


def test_without_git_the_way_out_is_named(make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repo({"a.py": ""})
    monkeypatch.setenv("PATH", str(root))
    with pytest.raises(ScanError, match="`git` is not on the PATH; install"):
        find_root(root)


def test_what_a_clone_lacks_is_skipped_with_that_reason(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    blob = git(root, "rev-parse", "HEAD:a.py").strip()
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert listed(root, "HEAD") == {"a.py": "missing from this clone", "b.py": ""}
    assert bytes_of(root, "HEAD") == {"b.py": b"y = 1\n"}


def test_a_broken_repository_is_reported_in_gits_words(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": ""})
    (root / ".git/index").write_bytes(b"not an index")
    with pytest.raises(ScanError, match="index"):
        listed(root)


@pytest.mark.parametrize("revision", ["HEAD", "main", "v1", "HEAD^{tree}^{commit}"])
def test_a_revision_is_resolved_to_the_id_of_its_commit(make_repo: MakeRepo, revision: str) -> None:
    root = make_repo({"a.py": ""})
    git(root, "tag", "-a", "v1", "-m", "one")
    if revision.startswith("HEAD^{tree}"):
        with pytest.raises(UnknownCommit):
            open_source(root, revision)
    else:
        assert open_source(root, revision).commit == git(root, "rev-parse", "HEAD").strip()


@pytest.mark.parametrize("revision", ["nowhere", "--all", "", "HEAD~5", "HEAD:a.py"])
def test_what_names_no_commit_is_refused_by_name(make_repo: MakeRepo, revision: str) -> None:
    root = make_repo({"a.py": ""})
    with pytest.raises(UnknownCommit, match="names no commit"):
        open_source(root, revision)


def test_without_any_commit_the_working_tree_can_be_read_but_no_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text("x = 1\n")
    assert bytes_of(tmp_path) == {"a.py": b"x = 1\n"}
    with pytest.raises(NoCommit, match="commit something first"):
        open_source(tmp_path, "HEAD")


def test_a_detached_head_is_no_obstacle(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": ""})
    git(root, "checkout", "-q", "--detach")
    assert listed(root) == listed(root, "HEAD") == {"a.py": ""}


def test_a_linked_worktree_is_read_as_what_it_is(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": "x = 1\n"})
    git(root, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    (tmp_path / "side/a.py").write_text("x = 2\n")
    assert bytes_of(tmp_path / "side") == {"a.py": b"x = 2\n"}
    assert bytes_of(tmp_path / "side", "HEAD") == {"a.py": b"x = 1\n"}


def test_the_working_trees_list_is_exactly_gits(make_repo: MakeRepo) -> None:
    root = make_repo(
        {
            ".gitignore": "*.log\n!keep/*.log\nbuild/\n",
            "a.py": "",
            "keep/.gitignore": "*.tmp\n",
            "forced.log": "tracked although ignored\n",
        }
    )
    git(root, "add", "-f", "forced.log")
    git(root, "commit", "-q", "-m", "more")
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/exclude").write_text("secret.txt\n")
    for name in ("new.py", "x.log", "keep/y.log", "keep/z.tmp", "build/out.py", "secret.txt", "sub/new.txt"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("")
    told = git(root, "ls-files", "-c", "-o", "--exclude-standard", "-z").split("\0")
    assert sorted(listed(root)) == sorted(path for path in told if path)
    assert "new.py" in listed(root / "sub")
    assert not {"x.log", "keep/z.tmp", "build/out.py", "secret.txt"} & listed(root).keys()


def make_links(root: Path) -> None:
    (root / "real/inner").mkdir(parents=True)
    (root / "real/inner/a.py").write_text("x = 1\n")
    for name, target in {
        "real/up": "..",
        "self": "self",
        "dangling": "nowhere",
        "outside": "/etc/hostname",
        "file.py": "real/inner/a.py",
    }.items():
        (root / name).symlink_to(target)


@pytest.mark.parametrize("commit", [None, "HEAD"])
def test_symlinks_are_listed_and_never_followed(tmp_path: Path, commit: str | None) -> None:
    git(tmp_path, "init", "-q")
    make_links(tmp_path)
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "links")
    assert listed(tmp_path, commit) == {
        "dangling": "symlink",
        "file.py": "symlink",
        "outside": "symlink",
        "real/inner/a.py": "",
        "real/up": "symlink",
        "self": "symlink",
    }


def test_untracked_symlinks_are_no_different(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    make_links(tmp_path)
    assert {path for path, reason in listed(tmp_path).items() if not reason} == {"real/inner/a.py"}


def test_a_tracked_file_behind_a_folder_that_became_a_symlink_is_not_read(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"src/deep/a.py": "x = 1\n", "b.py": ""})
    (tmp_path / "elsewhere/deep").mkdir(parents=True)
    (tmp_path / "elsewhere/deep/a.py").write_text("stolen = 1\n")
    (root / "src").rename(tmp_path / "old")
    (root / "src").symlink_to(tmp_path / "elsewhere")
    assert listed(root)["src/deep/a.py"] == "behind a symlink"


@pytest.mark.parametrize("initialised", [True, False])
@pytest.mark.parametrize("commit", [None, "HEAD"])
def test_a_submodule_is_listed_as_one_and_never_read(
    make_repo: MakeRepo, tmp_path: Path, initialised: bool, commit: str | None
) -> None:
    library = make_repo({"lib.py": ""}, name="library")
    root = make_repo({"a.py": ""})
    git(root, "-c", "protocol.file.allow=always", "submodule", "-q", "add", str(library), "vendor/lib")
    git(root, "commit", "-q", "-m", "with submodule")
    if not initialised:
        git(root, "submodule", "deinit", "-q", "-f", "--all")
    assert listed(root, commit) == {".gitmodules": "", "a.py": "", "vendor/lib": "submodule"}


def test_an_untracked_repository_inside_is_named_not_entered(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": ""})
    (root / "other").mkdir()
    git(root / "other", "init", "-q")
    (root / "other/b.py").write_text("")
    git(root / "other", "add", "-A")
    git(root / "other", "commit", "-q", "-m", "x")
    assert listed(root) == {"a.py": "", "other/": "a repository of its own"}


def test_a_file_deleted_on_disk_stays_in_the_list_with_that_reason(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "", "b/c.py": ""})
    (root / "a.py").unlink()
    (root / "b/c.py").unlink()
    (root / "b").rmdir()
    (root / "b").write_text("now a file")
    assert listed(root) == {"a.py": "not on disk", "b": "", "b/c.py": "not on disk"}


def test_files_of_a_merge_conflict_are_listed_once(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x = 1\n"})
    git(root, "checkout", "-q", "-b", "side")
    (root / "a.py").write_text("x = 2\n")
    git(root, "commit", "-qam", "side")
    git(root, "checkout", "-q", "main")
    (root / "a.py").write_text("x = 3\n")
    git(root, "commit", "-qam", "main")
    merge = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "merge", "-q", "side"]
    assert subprocess.run(merge, cwd=root, capture_output=True, check=False).returncode == 1
    assert [item.path for item in open_source(root, None).listing()] == ["a.py"]
    assert b"<<<<<<<" in bytes_of(root)["a.py"]


@pytest.mark.parametrize("commit", [None, "HEAD"])
def test_what_is_too_large_is_listed_and_not_read(make_repo: MakeRepo, commit: str | None) -> None:
    root = make_repo({"fits.txt": b"a" * LARGEST, "large.txt": b"a" * (LARGEST + 1)})
    assert listed(root, commit) == {"fits.txt": "", "large.txt": "larger than 1 MB"}


def test_a_fifo_in_place_of_a_tracked_file_is_not_opened(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": ""})
    (root / "a.py").unlink()
    os.mkfifo(root / "a.py")
    assert listed(root) == {"a.py": "not a regular file"}


ODD_NAMES = {
    b"plain.py": "",
    "caf\u00e9 \u65e5.py".encode(): "",
    b"quo\"te's $(x) `y`.py": "",
    b"-n.py": "",
    b"tab\there.py": "",
    b"col:on.py": "",
    b"back\\slash.py": "",
    b"[id].tsx": "",
    b":(glob)x.py": "",
    b"new\nline.py": "its name holds a line break or >>>",
    b"carriage\rreturn.py": "its name holds a line break or >>>",
    b"mark>>>er.py": "its name holds a line break or >>>",
    b"latin-\xe9.py": "its name is not UTF-8",
}


@pytest.mark.parametrize("commit", [None, "HEAD"])
def test_odd_names_are_read_or_skipped_with_the_reason(tmp_path: Path, commit: str | None) -> None:
    git(tmp_path, "init", "-q")
    for name in ODD_NAMES:
        (tmp_path / os.fsdecode(name)).write_bytes(b"content of " + name)
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "odd")
    assert listed(tmp_path, commit) == {
        name.decode("utf-8", "backslashreplace"): reason for name, reason in ODD_NAMES.items()
    }
    wanted = {name.decode(): b"content of " + name for name, reason in ODD_NAMES.items() if not reason}
    assert bytes_of(tmp_path, commit) == wanted


def test_contents_of_a_commit_are_those_of_the_commit(make_repo: MakeRepo) -> None:
    files = {"empty.py": b"", "a.py": b"x = 1\n", "crlf.py": b"x\r\ny\r\n", "data.bin": bytes(range(256)) * 400}
    root = make_repo(files)
    (root / "a.py").write_text("dirty\n")
    (root / "new.py").write_text("")
    assert bytes_of(root, "HEAD") == files


def test_blob_ids_are_gits_own(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x = 1\n", "b/c.txt": b"\r\n\0"})
    told = {path: git(root, "hash-object", "--no-filters", path).strip() for path in ("a.py", "b/c.txt")}
    assert blobs(root) == blobs(root, "HEAD") == told


def test_blob_ids_of_a_sha256_repository_are_its_own(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    (tmp_path / "a.py").write_text("x = 1\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "x")
    wanted = hashlib.sha256(b"blob 6\0x = 1\n").hexdigest()
    assert blobs(tmp_path) == blobs(tmp_path, "HEAD") == {"a.py": wanted}


@pytest.mark.parametrize("commit", [None, "HEAD"])
def test_reading_changes_no_byte_of_the_repository(make_repo: MakeRepo, commit: str | None) -> None:
    root = make_repo({"a.py": "x = 1\n", "b.py": ""})
    (root / "a.py").write_text("x = 1\n")  # same content, new time: git would like to refresh its index
    os.utime(root / "b.py", (1, 1))
    (root / "new.py").write_text("")
    before = snapshot(root)
    bytes_of(root, commit)
    assert snapshot(root) == before


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"])
def test_variables_that_point_git_elsewhere_are_not_obeyed(
    make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    root, other = make_repo({"a.py": "x = 1\n"}), make_repo({"other.py": ""}, name="other")
    target = {"GIT_WORK_TREE": "", "GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index"}.get(name, ".git/objects")
    monkeypatch.setenv(name, str(other / target))
    assert bytes_of(root) == bytes_of(root, "HEAD") == {"a.py": b"x = 1\n"}


def test_a_file_system_monitor_of_the_repositorys_choice_is_not_started(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": ""})
    program = tmp_path / "monitor"
    program.write_text(f"#!/bin/sh\ntouch '{tmp_path}/started'\n")
    program.chmod(0o755)
    git(root, "config", "core.fsmonitor", str(program))
    listed(root)
    assert not (tmp_path / "started").exists()
    git(root, "status")  # git itself would start it
    assert (tmp_path / "started").exists()


def test_what_was_written_since_is_told_before_git_lists_it_and_the_list_is_the_same(make_repo: MakeRepo) -> None:
    names = ("same.py", "written.py", "ignored.py", "gone.py", "linked.py", "folder/inside.py", "deep/link.py")
    root = make_repo(dict.fromkeys(names, "x = 1\n"))
    settle(root)
    stamps = Stamps()
    source = open_working_tree(root, lambda top: stamps)
    list(source.contents(source.listing()))
    assert stamps.known.keys() == set(names)
    for name in ("written.py", "ignored.py"):
        (root / name).write_text("x = 22\n")
    git(root, "rm", "-q", "--cached", "ignored.py")
    (root / ".gitignore").write_text("ignored.py\n")
    for name in ("gone.py", "linked.py"):
        (root / name).unlink()
    (root / "linked.py").symlink_to("same.py")
    shutil.move(root / "folder", root.with_name("elsewhere"))
    root.joinpath("folder").symlink_to(root.with_name("elsewhere"))
    plain = open_working_tree(root, lambda top: Stamps(dict(stamps.known))).listing()
    source = open_working_tree(root, lambda top: stamps)
    assert {item.path for item in source.touched()} == {"written.py", "ignored.py"}
    assert source.listing() == plain
    assert stamps.known.keys() == {"same.py", "written.py", "deep/link.py"}
