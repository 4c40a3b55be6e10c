"""The door to git: its environment, its words, its failures."""

import hashlib
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from applier.errors import GitFailed, RepositoryUnusable
from applier.git import Git, as_input
from tests.applier.user_side import install_hook, introduce
from tests.conftest import MakeRepo, git

ODD_NAMES = [
    "[id].tsx",
    "i.tsx",
    "a b.py",
    "ü/ñ.py",
    '"quoted".py',
    "tab\there.py",
    "*.py",
    ":(top)x",
    "-x",
    "back\\slash",
]


def test_odd_names_come_back_as_they_are(make_repo: MakeRepo) -> None:
    root = make_repo(dict.fromkeys(ODD_NAMES, "x\n"))
    assert sorted(Git(root).names("ls-files", "-z")) == sorted(ODD_NAMES)


def test_a_name_that_is_no_utf8_survives_both_ways(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    name = os.fsdecode(b"caf\xe9.py")
    (root / name).write_text("x\n")
    git(root, "add", "-A")
    door = Git(root)
    assert name in door.names("ls-files", "-z")
    assert door.names("ls-files", "-z", "--", name) == (name,)
    assert as_input([name]) == b"caf\xe9.py\0"


@pytest.mark.parametrize("name", ["[id].tsx", "*.py", ":(top)x"])
def test_a_path_is_never_a_pattern(name: str, make_repo: MakeRepo) -> None:
    root = make_repo(dict.fromkeys(ODD_NAMES, "x\n"))
    assert Git(root).names("ls-files", "-z", "--", name) == (name,)


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"])
def test_variables_that_point_elsewhere_do_not_mislead(
    variable: str, make_repo: MakeRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo({"a.py": "x\n"})
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    assert Git(root).names("ls-files", "-z") == ("a.py",)
    assert Git(root).ask("diff", "--quiet", "HEAD")


def test_a_failure_carries_a_sentence_and_gits_words(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    with pytest.raises(
        GitFailed, match=r"`git cat-file` failed in .*repo: fatal: Not a valid object name nope"
    ) as caught:
        Git(root).read("cat-file", "-t", "nope")
    assert caught.value.output == "fatal: Not a valid object name nope"
    assert caught.value.exit_code == 128


def test_messages_that_are_read_are_english(make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    seen = Git(make_repo({"a.py": "x\n"})).read("-c", "alias.seen=!env", "seen")
    assert b"\nLC_ALL=C\n" in b"\n" + seen


def test_an_answer_by_exit_code_is_yes_or_no_and_else_a_failure(make_repo: MakeRepo) -> None:
    door = Git(make_repo({"a.py": "x\n"}))
    assert door.ask("rev-parse", "--verify", "--quiet", "HEAD")
    assert not door.ask("rev-parse", "--verify", "--quiet", "nope")
    with pytest.raises(GitFailed):
        door.ask("merge-base", "--is-ancestor", "nope", "HEAD")


def test_without_git_the_error_says_so(make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repo({"a.py": "x\n"})
    monkeypatch.setenv("PATH", "/nowhere")
    for call in (Git(root).read, Git(root).work):
        with pytest.raises(RepositoryUnusable, match="git was not found: install git"):
            call("status")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    for call in (Git(tmp_path / "gone").read, Git(tmp_path / "gone").work):
        with pytest.raises(RepositoryUnusable, match="gone is no folder"):
            call("status")


def test_reading_takes_no_lock_and_writes_nothing(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    os.utime(root / "a.py", (1, 1))  # so that a refresh would have something to write
    before = hashlib.sha256((root / ".git/index").read_bytes()).digest()
    Git(root).read("status", "--porcelain")
    Git(root).read("diff", "HEAD")
    assert hashlib.sha256((root / ".git/index").read_bytes()).digest() == before


def test_no_file_system_monitor_of_the_configuration_runs(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": "x\n"})
    trace = tmp_path / "ran"
    git(root, "config", "core.fsmonitor", f"touch '{trace}'; false")
    Git(root).read("status", "--porcelain")
    assert not trace.exists()
    git(root, "status", "--porcelain")
    assert trace.exists()  # else the trap itself is broken


def test_hooks_meet_no_secret_no_input_and_the_users_pathspec_rules(
    make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo({"a.py": "x\n"})
    monkeypatch.setenv("OPENAI_API_KEY", "hidden")
    monkeypatch.setenv("COMPANY_GATE", "hidden")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    introduce(root)
    install_hook(root, "pre-commit", "env > ../seen; cat >> ../seen; git ls-files -- '*.py' >> ../seen")
    Git(root, secrets=("COMPANY_GATE",)).work("commit", "--quiet", "--allow-empty", "-m", "x")
    seen = (root.parent / "seen").read_text().split("\n")
    assert "a.py" in seen
    assert "LC_ALL=C.UTF-8" in seen
    assert not [line for line in seen if "hidden" in line]
    assert not [line for line in seen if line.startswith("GIT_LITERAL_PATHSPECS")]


def test_a_hook_that_does_not_end_is_ended(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    install_hook(root, "pre-commit", "echo waiting; sleep 60")
    started = time.monotonic()
    with pytest.raises(GitFailed, match=r"`git commit` failed .*: it and its hooks did not end within 1 s") as caught:
        Git(root, seconds=1).work("commit", "--allow-empty", "-m", "x")
    assert time.monotonic() - started < 15
    assert caught.value.output == "waiting"


def test_a_failing_hook_is_told_in_its_own_words(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    install_hook(root, "pre-commit", "echo 'line too long: a.py'; echo 'and worse' >&2; exit 1")
    with pytest.raises(GitFailed) as caught:
        Git(root).work("commit", "--allow-empty", "-m", "x")
    assert str(caught.value) == f"`git commit` failed in {root}: and worse."
    assert caught.value.output == "line too long: a.py\nand worse"
    assert caught.value.whole == f"{caught.value}\nline too long: a.py\nand worse"


GPG = """\
error: gpg failed to sign the data:
gpg: skipped "Uma": No secret key
[GNUPG:] INV_SGNR 9 Uma
gpg: signing failed: No secret key
[GNUPG:] FAILURE sign 17

fatal: failed to write commit object
"""
SAID = [
    ("NO", "NO."),
    ("\x1b[31mNO!\x1b[0m\n\n----\n", "NO!."),
    ("checking\n  a.py: too short.\n=====\n", "a.py: too short."),
    ("warning: old\nfatal: bad object\nhint: try again\n", "fatal: bad object."),
    ("a hook\nerror: no such thing\nfatal: and so on\n", "error: no such thing."),
    (GPG, "error: gpg failed to sign the data: gpg: signing failed: No secret key."),
    ("error: gpg failed to sign the data:\n(no gpg output)\nfatal: x\n", "sign the data: (no gpg output)."),
    ("error: gpg failed to sign the data:\n\nfatal: x\n", "error: gpg failed to sign the data."),
    ("x" * 500, "x" * 300 + "…."),
    ("", "exit code 1."),
    ("\n ---- \n", "exit code 1."),
]


@pytest.mark.parametrize(("said", "ending"), SAID)
def test_whatever_is_said_the_failure_is_one_sentence(said: str, ending: str, make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    (root / "said").write_text(said)
    install_hook(root, "pre-commit", "cat said; exit 1")
    with pytest.raises(GitFailed) as caught:
        Git(root).work("commit", "--allow-empty", "-m", "x")
    sentence = str(caught.value)
    assert sentence.startswith(f"`git commit` failed in {root}: ")
    assert sentence.endswith(ending)
    assert "\n" not in sentence
    assert caught.value.output == said.replace("\x1b[31m", "").replace("\x1b[0m", "").strip()


@pytest.mark.parametrize("said", ["", "NO"])
def test_words_that_the_sentence_holds_are_not_told_twice(said: str, make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    install_hook(root, "pre-commit", f"echo {said}; exit 1")
    with pytest.raises(GitFailed) as caught:
        Git(root).work("commit", "--allow-empty", "-m", "x")
    assert caught.value.whole == str(caught.value)


LOCKS = [
    ("index.lock", ("add", "a.py")),
    ("HEAD.lock", ("switch", "--quiet", "--detach")),
    ("packed-refs.lock", ("branch", "--quiet", "-D", "other")),
    ("refs/heads/other.lock", ("update-ref", "refs/heads/other", "HEAD")),
]


@pytest.mark.parametrize(("name", "words"), LOCKS)
def test_a_lock_that_was_left_is_named_with_the_way_out(name: str, words: tuple[str, ...], make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    git(root, "branch", "other")
    git(root, "pack-refs", "--all")
    (root / "a.py").write_text("y\n")
    lock = root / ".git" / name
    lock.parent.mkdir(exist_ok=True)
    lock.write_text("")
    os.utime(lock, (0, 0))
    for call in (Git(root).read, Git(root).work):
        with pytest.raises(
            GitFailed, match=r"the lock file .* is there\. If no git is running .*: remove it"
        ) as caught:
            call(*words)
        assert str(lock) in str(caught.value)
    lock.unlink()
    Git(root).work(*words)


@pytest.mark.parametrize(("name", "words"), LOCKS)
def test_a_lock_that_another_git_holds_is_awaited(name: str, words: tuple[str, ...], make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    git(root, "branch", "other")
    git(root, "pack-refs", "--all")
    (root / "a.py").write_text("y\n")
    lock = root / ".git" / name
    for call in (Git(root).read, Git(root).work):
        lock.parent.mkdir(exist_ok=True)
        lock.write_text("")
        away = threading.Timer(0.4, lock.unlink)
        away.start()
        call(*words)
        away.join()
        git(root, "branch", "-f", "other")
        git(root, "pack-refs", "--all")


def test_a_commit_whose_hook_meets_a_lock_is_not_tried_twice(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    lock = root / ".git" / "refs" / "heads" / "x.lock"
    lock.write_text("")
    install_hook(root, "pre-commit", f"echo ran >>'{tmp_path}/ran'; git branch x")
    with pytest.raises(GitFailed, match=r"the lock file .*x\.lock is there"):
        Git(root).work("commit", "--allow-empty", "-m", "x")
    assert (tmp_path / "ran").read_text() == "ran\n"


def test_a_lock_that_is_only_spoken_of_is_no_lock(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    install_hook(root, "pre-commit", "echo \"error: '/nowhere/yarn.lock' is old\"; exit 1")
    with pytest.raises(GitFailed, match=r"error: ./nowhere/yarn\.lock. is old"):
        Git(root).work("commit", "--allow-empty", "-m", "x")


@pytest.mark.skipif(sys.platform == "darwin", reason="the file system takes no such name")
def test_a_name_with_a_line_break_is_one_name(make_repo: MakeRepo) -> None:
    assert Git(make_repo({"a\nb.py": "x\n"})).names("ls-files", "-z") == ("a\nb.py",)
