"""review, accept, rollback and clean as a user types them, on runs that are made without a model."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from agent.diagnosis import Finding
from tests.applier.user_side import introduce
from tests.commandline import START, fingerprint, overhaul, overhaul_json, plain_git
from tests.conftest import MakeRepo
from tests.finished import finished_run

RUN = "20260101-000000-aaaa"
FILES = {"shop/money.py": "A = 1\n", "shop/cart.py": "B = 1\n", "api.py": "C = 1\n", "refused.py": "D = 1\n"}
STEPS: dict[str, dict[str, str | None]] = {
    "S01": {"shop/money.py": "A = 2\n"},
    "S02": {"shop/money.py": "A = 3\n"},
    "S03": {"shop/cart.py": "B = 2\n"},
}
FOUND = Finding(id="F01", kind="naming", path="shop/cart.py", line=1, quote="B = 1", message="B says nothing.")
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    root = make_repo(FILES)
    introduce(root)
    finished_run(root, RUN, STEPS, refused={"S04": "refused.py"}, findings=(FOUND,))
    return root


def test_a_review_says_why_and_what_of_each_module(root: Path) -> None:
    before = fingerprint(root)
    whole = overhaul(root, "review").stdout
    assert whole.index("S01  shop/money.py") < whole.index("-A = 1\n+A = 2") < whole.index("S03  shop/cart.py")
    for words in (
        "why:       F01 naming, shop/cart.py:1: B says nothing.",
        "criterion: tidy",
        "note:      a note",
        "log:       Done: did S03",
        "modified:  +1 -1  shop/cart.py",
        "tests pass",
        "because:   it lost",
    ):
        assert words in whole
    short = overhaul(root, "review", "--stat", "--module", "shop/cart.py").stdout
    assert "+1 -1  shop/cart.py" in short
    assert not {"+B = 2", "shop/money.py", "because:"} & set(re.split(r"[\n ]+", short))
    document = overhaul_json(root, "review", RUN, "--module", "S03")
    assert [(one["step"], [found["id"] for found in one["findings"]]) for one in document["modules"]] == [
        ("S03", ["F01"])
    ]
    assert "+B = 2" in document["modules"][0]["diff"]
    assert {"run", "report", "files", "diff"} <= document.keys()
    assert overhaul_json(root, "review", "--stat")["modules"][0]["diff"] == ""
    assert overhaul(root, "review", "--module", "nowhere").returncode == 2
    assert fingerprint(root) == before


def _on_a_terminal(root: Path, *words: str, **environment: str) -> str:
    """What a command shows on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-P", str(START), *words],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", **environment},
        process_group=0,
    )
    os.close(theirs)
    patience = threading.Timer(120, os.killpg, (process.pid, signal.SIGKILL))  # a pager may wait for a key for ever
    patience.start()
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # so ends a terminal on Linux
        pass
    process.wait()
    patience.cancel()
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("environment", "setting", "through"),
    [
        ({"GIT_PAGER": "sed s/^/env:/", "PAGER": "false"}, "sed s/^/config:/", "env:"),
        ({"PAGER": "sed s/^/plain:/"}, "sed s/^/config:/", "config:"),
        ({"PAGER": "sed s/^/plain:/"}, "", "plain:"),
        ({"GIT_PAGER": "cat"}, "sed s/^/config:/", ""),
        ({"GIT_PAGER": "no-such-pager-here"}, "", ""),
    ],
)
def test_on_a_terminal_it_goes_in_colour_through_the_pager_that_git_would_take(
    root: Path, environment: dict[str, str], setting: str, through: str
) -> None:
    if setting:
        plain_git(root, "config", "core.pager", setting)
    shown = _on_a_terminal(root, "review", "--module", "S03", **environment)
    assert ESCAPES.search(shown)
    lines = ESCAPES.sub("", shown).split("\n")
    assert f"{through}+B = 2" in lines
    assert "Traceback" not in shown


def test_without_colours_where_the_user_wants_none(root: Path) -> None:
    shown = _on_a_terminal(root, "review", NO_COLOR="1", GIT_PAGER="cat")
    assert "+B = 2" in shown
    assert not ESCAPES.search(shown)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("accept", "--module", "nowhere/*"), 2, "matches no step"),
        (("accept", "--module", "S04"), 2, "S04 is refused"),
        (("accept", "--module", "S02"), 6, "cannot be taken without S01"),
        (("rollback", "--module", "S01"), 6, "S02 (shop/money.py) builds on S01"),
        (("rollback", "--cascade"), 2, "--cascade needs --module"),
        (("resume", "--onto", "no-such-branch"), 3, "no-such-branch"),
        (("clean", "--keep", "-1"), 2, "--keep"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line_and_nothing_is_done(
    root: Path, words: tuple[str, ...], status: int, said: str
) -> None:
    before, tip = fingerprint(root), plain_git(root, "rev-parse", f"overhaul/{RUN}")
    done = overhaul(root, *words)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert (fingerprint(root), plain_git(root, "rev-parse", f"overhaul/{RUN}")) == (before, tip)


def test_a_run_whose_branch_is_gone_is_no_dead_end(root: Path) -> None:
    (root / ".git/overhaul/runs/20260909-000000-ffff").mkdir()  # a later one that never began hides nothing
    (root / ".git/overhaul/runs/20260909-000000-ffff/journal.ndjson").touch()
    plain_git(root, "branch", "-D", f"overhaul/{RUN}")
    status = overhaul(root, "status").stdout
    assert f"its branch overhaul/{RUN} is gone" in status
    assert "overhaul clean; start anew: overhaul run" in status
    assert "overhaul accept" not in status
    assert "`overhaul clean` removes what is left" in overhaul(root, "accept").stderr
    assert f"removed run {RUN}" in overhaul(root, "clean").stdout
    assert overhaul(root, "status").returncode == 3


def test_an_accept_lists_what_it_brings_and_says_how_much_of_the_run_that_is(root: Path) -> None:
    part = overhaul(root, "accept", "--module", "shop/cart.py").stdout
    assert f"1 step of run {RUN} was accepted: the head is now" in part
    rest = overhaul(root, "accept").stdout
    assert "S03" not in rest
    assert "S01 (shop/money.py)  was accepted" in rest
    assert f"run {RUN} was accepted: the head is now" in rest


def test_modules_are_taken_and_taken_back_and_status_tells(root: Path) -> None:
    taken = overhaul_json(root, "accept", "--module", "shop/cart.py")
    assert (taken["kind"], taken["steps"]) == ("picked", ["S03"])
    assert (root / "shop/cart.py").read_text() == "B = 2\n"
    dropped = overhaul_json(root, "rollback", "--module", "S01", "--cascade")
    assert dropped["steps"] == ["S01", "S02"]
    status = overhaul_json(root, "status")
    told = {line["step"]: line["disposed"] for line in status["outcomes"]}
    assert told == {"S01": "rolled back", "S02": "rolled back", "S03": "accepted", "S04": ""}
    assert status["disposed"] == "accepted"
    assert "S03  done, tests pass, accepted" in overhaul(root, "status").stdout
    assert "was accepted already" in overhaul(root, "accept").stdout
    assert overhaul(root, "rollback", "--module", "S03", "--revert").returncode == 0
    assert (root / "shop/cart.py").read_text() == "B = 1\n"

    gone = overhaul_json(root, "clean", "--dry-run")
    assert [one["run"] for one in gone["removed"]] == [RUN]
    assert plain_git(root, "branch", "--list", "overhaul/*")
    assert f"removed run {RUN} and its branch overhaul/{RUN}" in overhaul(root, "clean").stdout
    assert not plain_git(root, "branch", "--list", "overhaul/*")
    assert overhaul(root, "status").returncode == 3
