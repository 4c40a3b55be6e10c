"""Commits that came from outside: those of a run are taken, everything else is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from applier.errors import NotAcceptable
from applier.intake import bundle, take_in
from tests.conftest import MakeRepo, git

RUN = "20260101-000000-aaaa"
REF = f"overhaul/{RUN}"
MESSAGE = f"Do it\n\nOverhaul-Run: {RUN}\nOverhaul-Step: S01\n"
FILES = {
    "a.py": "A = 1\n",
    "b.py": "B = 1\n",
    ".github/workflows/ci.yml": "on: push\n",
    "conftest.py": "",
    "run.sh": "x\n",
}


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    return make_repo(FILES)


def commit(root: Path, message: str = MESSAGE) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)


def on_branch(root: Path, *acts: Callable[[Path], None], message: str = MESSAGE) -> str:
    """The base; on top of it, on the run's branch, a commit for each act."""
    base = git(root, "rev-parse", "HEAD").strip()
    git(root, "checkout", "-q", "-b", REF)
    for act in acts:
        act(root)
        commit(root, message)
    git(root, "checkout", "-q", "main")
    return base


def elsewhere(root: Path, tmp_path: Path, base: str, ref: str = REF) -> tuple[Path, Path]:
    """A fresh checkout of the base, and the bundle."""
    file = tmp_path / "run.bundle"
    git(root, "bundle", "create", "-q", str(file), ref, f"^{base}")
    git(tmp_path, "clone", "-q", "--single-branch", "-b", "main", f"file://{root}", "there")
    return tmp_path / "there", file


def write(path: str, text: str = "X = 2\n") -> Callable[[Path], None]:
    def act(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)

    return act


def link(root: Path) -> None:
    (root / "b.py").unlink()
    (root / "b.py").symlink_to("/etc/passwd")


def executable(root: Path) -> None:
    (root / "run.sh").chmod(0o755)


def new_program(root: Path) -> None:
    (root / "new.sh").write_text("x\n")
    (root / "new.sh").chmod(0o755)


def submodule(root: Path) -> None:
    head = git(root, "rev-parse", "HEAD").strip()
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{head},sub")
    (root / "sub").mkdir()


def test_the_commits_of_a_run_are_taken_and_leave_no_name(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"), write("c/new.py"), lambda root: (root / "b.py").unlink())
    file = tmp_path / "run.bundle"
    bundle(root, base, REF, RUN, file)
    git(tmp_path, "clone", "-q", "--single-branch", "-b", "main", f"file://{root}", "there")
    there = tmp_path / "there"
    refs = git(there, "for-each-ref")
    assert take_in(there, file, RUN, base) == git(root, "rev-parse", REF).strip()
    assert git(there, "for-each-ref") == refs
    assert git(there, "status", "--porcelain") == ""
    assert not (there / ".git/FETCH_HEAD").exists()


def test_a_branch_of_another_name_travels_too(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"))
    git(root, "branch", "-m", REF, "mine")
    bundle(root, base, "mine", RUN, tmp_path / "run.bundle")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{root}", "there")
    assert take_in(tmp_path / "there", tmp_path / "run.bundle", RUN, base) == git(root, "rev-parse", "mine").strip()


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (write(".github/workflows/ci.yml"), "CI file"),
        (write(".github/workflows/new.yml"), "CI file"),
        (write("conftest.py", "import os\n"), "decides what is built and tested"),
        (write(".gitattributes"), "steers git"),
        (write("A.py"), "letter case"),
        (write("new\u202efile.py"), "invisible"),
        (write("con.py"), "every system"),
        (link, "a link or another repository"),
        (submodule, "a link or another repository"),
        (executable, "changes its mode"),
        (new_program, "can be run"),
    ],
)
def test_what_no_run_changes_is_refused_even_where_a_later_commit_takes_it_back(
    root: Path, tmp_path: Path, act: Callable[[Path], None], words: str
) -> None:
    def back(root: Path) -> None:
        git(root, "rm", "-rq", "--cached", ".")
        git(root, "read-tree", "--reset", "-u", "main")
        (root / "a.py").write_text("A = 3\n")

    base = on_branch(root, act, back)
    there, file = elsewhere(root, tmp_path, base)
    with pytest.raises(NotAcceptable, match=words):
        take_in(there, file, RUN, base)


def test_what_the_workflow_allows_is_taken(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("conftest.py", "import os\n"))
    there, file = elsewhere(root, tmp_path, base)
    assert take_in(there, file, RUN, base, allow=["conftest.py"])


@pytest.mark.parametrize(
    "message",
    ["no trailers", MESSAGE.replace(RUN, "20260101-000000-bbbb"), f"x\n\nOverhaul-Run: {RUN}\n\nand more words\n"],
)
def test_commits_that_are_no_steps_of_the_run_are_refused(root: Path, tmp_path: Path, message: str) -> None:
    base = on_branch(root, write("a.py"), message=message)
    there, file = elsewhere(root, tmp_path, base)
    with pytest.raises(NotAcceptable, match="no step of the run"):
        take_in(there, file, RUN, base)


def test_commits_by_somebody_else_are_refused(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"))
    there, file = elsewhere(root, tmp_path, base)
    with pytest.raises(NotAcceptable, match="not all by Bot"):
        take_in(there, file, RUN, base, committer="Bot <bot@example.org>")
    assert take_in(there, file, RUN, base, committer="Ada Tester <ada@example.org>")


def test_a_base_that_the_commits_do_not_build_on_is_refused(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"), write("b.py"))
    there, file = elsewhere(root, tmp_path, base)
    for wrong in ("0" * 40, git(root, "rev-parse", f"{REF}^{{tree}}").strip()):
        with pytest.raises(NotAcceptable):
            take_in(there, file, RUN, wrong)
    for wrong in ("", "main", "--all", "HEAD"):
        with pytest.raises(NotAcceptable, match="name no run and no commit"):
            take_in(there, file, RUN, wrong)


def test_a_merge_is_refused(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"))
    git(root, "checkout", "-q", "-b", "side")
    write("b.py")(root)
    commit(root)
    git(root, "checkout", "-q", REF)
    git(root, "merge", "-q", "--no-ff", "-m", MESSAGE, "side")
    git(root, "checkout", "-q", "main")
    there, file = elsewhere(root, tmp_path, base)
    with pytest.raises(NotAcceptable, match="is a merge"):
        take_in(there, file, RUN, base)


def test_other_branches_and_several_are_refused(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"))
    git(root, "branch", "evil", REF)
    there, file = elsewhere(root, tmp_path, base, "evil")
    with pytest.raises(NotAcceptable, match="one branch below overhaul/"):
        take_in(there, file, RUN, base)
    git(root, "bundle", "create", "-q", str(file), REF, "evil", f"^{base}")
    with pytest.raises(NotAcceptable, match="one branch below overhaul/"):
        take_in(there, file, RUN, base)


@pytest.mark.parametrize("data", [b"", b"no bundle", b"# v2 git bundle\n\n"])
def test_what_is_no_bundle_is_refused(root: Path, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "run.bundle"
    file.write_bytes(data)
    with pytest.raises(NotAcceptable):
        take_in(root, file, RUN, git(root, "rev-parse", "HEAD").strip())


def test_a_file_that_is_too_large_for_commits_of_a_run_is_not_even_read(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.bundle"
    with file.open("wb") as content:
        content.truncate(200_000_001)  # takes no room on the disk
    with pytest.raises(NotAcceptable, match="larger than the 200,000,000 bytes"):
        take_in(root, file, RUN, "0" * 40)


def test_a_bundle_that_needs_history_which_is_not_there_says_so(root: Path, tmp_path: Path) -> None:
    base = on_branch(root, write("a.py"))
    _, file = elsewhere(root, tmp_path, base)
    git(tmp_path, "init", "-q", "-b", "main", "empty")
    git(tmp_path / "empty", "commit", "-q", "--allow-empty", "-m", "x")
    with pytest.raises(NotAcceptable, match="fetch-depth: 0"):
        take_in(tmp_path / "empty", file, RUN, base)
