"""The user's commands as a gate: no new failure, whatever fails already."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agent.baseline import Baseline
from agent.checks import take_baseline, verify
from agent.settings import Anchor, Settings
from applier.errors import CommandUnusable
from applier.workspace import Workspace

PYTEST = f'"{sys.executable}" -m pytest -q -p no:cacheprovider'
TESTS = {
    "test_it.py": "import pytest\n\n\n@pytest.mark.parametrize('name', ['old', 'good', 'other'])\n"
    "def test_it(name):\n    assert name in open('pass.txt').read().split()\n",
    "pass.txt": "good other\n",
}


@pytest.fixture
def workspace(make_repo: Callable[..., Path]) -> Iterator[Workspace]:
    with Workspace.open(make_repo(TESTS), "r1", "overhaul/r1", "HEAD") as workspace:
        yield workspace


def problems_after(workspace: Workspace, settings: Settings, text: str) -> list[str]:
    baseline = take_baseline(workspace, settings, lambda line: None)
    workspace.apply({"pass.txt": text})
    return [problem.message for problem in verify(workspace, settings, baseline)]


@pytest.mark.parametrize("text", ["good other\n", "old good other\n", "good other more\n"])
def test_a_failure_of_the_base_is_no_problem(workspace: Workspace, text: str) -> None:
    assert problems_after(workspace, Settings(test=PYTEST), text) == []


@pytest.mark.parametrize(("text", "named"), [("other\n", "good"), ("old other\n", "good"), ("\n", "other")])
def test_a_new_failure_is_a_problem_that_names_it(workspace: Workspace, text: str, named: str) -> None:
    (message,) = problems_after(workspace, Settings(test=PYTEST), text)
    assert f"test_it[{named}]" in message.split("\n")[0]
    assert "test_it[old]" not in message.split("\n")[0]


@pytest.mark.parametrize(
    ("command", "counts"),
    [
        ("true", True),
        (PYTEST, True),  # one fails, and is named
        ("false", False),  # fails, and names nothing
        ("", False),
    ],
)
def test_tests_count_only_where_they_can_tell(workspace: Workspace, command: str, counts: bool) -> None:
    assert take_baseline(workspace, Settings(test=command), lambda line: None).counts is counts


BROKEN = {"test_broken.py": "import no_such_thing\n"}
ONLY_BROKEN = {"test_it.py": "def test_it():\n    assert 0\n", "pass.txt": ""}


@pytest.mark.parametrize(
    ("files", "more", "note"),
    [
        (
            BROKEN,
            "",
            "Interrupted: 1 error during collection), so it cannot gate; install what these files need, or add ",
        ),
        (
            BROKEN,
            "",
            "add --ignore=test_broken.py to the command, or --continue-on-collection-errors: every step is un",
        ),
        ({}, " -x", "(stopping after 1 failures), so it cannot gate; take -x or --maxfail out of the command"),
        (ONLY_BROKEN, "", "and no test passes there, so none can tell when something breaks"),
    ],
)
def test_a_base_whose_tests_did_not_run_to_the_end_does_not_count(
    make_repo: Callable[..., Path], files: dict[str, str], more: str, note: str
) -> None:
    with Workspace.open(make_repo(TESTS | files), "r1", "overhaul/r1", "HEAD") as workspace:
        baseline = take_baseline(workspace, Settings(test=PYTEST + more), lambda line: None)
    assert note in baseline.note
    assert not baseline.counts


@pytest.mark.parametrize(
    ("files", "more"),
    [
        (BROKEN, " --ignore=test_broken.py"),
        (BROKEN, " --continue-on-collection-errors"),
        ({"pass.txt": "old good other\n"}, " -x"),  # nothing fails
        ({}, " --maxfail=9"),
    ],
)
def test_a_base_whose_tests_ran_to_the_end_counts(
    make_repo: Callable[..., Path], files: dict[str, str], more: str
) -> None:
    with Workspace.open(make_repo(TESTS | files), "r1", "overhaul/r1", "HEAD") as workspace:
        assert take_baseline(workspace, Settings(test=PYTEST + more), lambda line: None).counts


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", "kill -SEGV $$", "the test command ended with "),
        ("", "exit 3", "the test command ended with 3, and with 1 on the base"),
        ("", "echo '!!! KeyboardInterrupt !!!'; exit 1", "the tests stopped before all had run (KeyboardInterrupt)"),
        ("exit 0", "exit 1", "the test command ended with 1 and names no failing test, and did not end so before"),
    ],
)
def test_a_step_after_which_the_known_failures_are_all_that_is_told_does_not_pass(
    make_repo: Callable[..., Path], before: str, after: str, said: str
) -> None:
    known = "echo 'test_a.py::test_a FAILED'; echo '1 failed, 2 passed in 0.1s'; " if not before else ""
    files = {"test.sh": "{ cat pass.txt; } > /dev/null; . ./pass.txt\n", "pass.txt": f"{known}{before or 'exit 1'}\n"}
    with Workspace.open(make_repo(files), "r1", "overhaul/r1", "HEAD") as workspace:
        (message,) = problems_after(workspace, Settings(test="sh test.sh"), f"{known}{after}\n")
    assert message.startswith(said)


def test_a_step_after_which_no_test_runs_does_not_pass(make_repo: Callable[..., Path]) -> None:
    files = {"pass.txt": "echo '2 passed in 0.1s'\n"}
    with Workspace.open(make_repo(files), "r1", "overhaul/r1", "HEAD") as workspace:
        (message,) = problems_after(workspace, Settings(test=". ./pass.txt"), "echo '2 skipped in 0.1s'\n")
    assert message.startswith("no test runs any more, and 2 passed before. ")


@pytest.mark.parametrize("name", ["test", "lint", "types"])
def test_a_command_that_cannot_run_is_an_error(workspace: Workspace, name: str) -> None:
    with pytest.raises(CommandUnusable):
        take_baseline(workspace, Settings(**{name: "no-such-program-here"}), lambda line: None)


@pytest.mark.parametrize("name", ["test", "lint", "types"])
@pytest.mark.parametrize(
    ("base", "command"), [("true", "$(cat pass.txt)"), ("compileall", f'"{sys.executable}" -m $(cat pass.txt) .')]
)
def test_a_command_that_a_step_broke_is_a_problem_of_the_step(
    make_repo: Callable[..., Path], name: str, base: str, command: str
) -> None:
    with Workspace.open(make_repo({"pass.txt": f"{base}\n"}), "r1", "overhaul/r1", "HEAD") as workspace:
        (message,) = problems_after(workspace, Settings(**{name: command}), "no_such_thing\n")
    assert "since this step a command cannot run any more" in message


LINT = "cat pass.txt; ! grep -q bad pass.txt"


@pytest.mark.parametrize("name", ["lint", "types"])
def test_a_new_complaint_is_a_problem_and_an_old_one_is_not(workspace: Workspace, name: str) -> None:
    settings = Settings(**{name: LINT})
    assert problems_after(workspace, settings, "fine\n") == []
    workspace.undo()
    (message,) = problems_after(workspace, settings, "bad line 7\n")
    assert "bad line" in message


@pytest.mark.parametrize("command", [LINT, f"test -e pass.txt && {LINT}"])
def test_the_command_of_a_constraint_is_a_check_that_names_it(workspace: Workspace, command: str) -> None:
    settings = Settings(anchors=(Anchor("A1", "No bad words."), Anchor("A2", "All is well.", command=command)))
    assert problems_after(workspace, settings, "fine\n") == []
    workspace.undo()
    (message,) = problems_after(workspace, settings, "bad line 7\n")
    assert message.startswith("The constraint A2 is broken (All is well.): ")
    assert "bad line" in message


def test_what_a_constraint_complained_of_before_is_no_problem(workspace: Workspace) -> None:
    settings = Settings(anchors=(Anchor("A2", "All is well.", command="cat pass.txt; false"),))
    assert problems_after(workspace, settings, "good other\n") == []
    workspace.undo()
    assert len(problems_after(workspace, settings, "good other\nanother\n")) == 1


@pytest.mark.parametrize(("text", "problems"), [("bad at line 9\n", 0), ("bad at line 9\nbad at line 11\n", 1)])
def test_a_complaint_that_moved_to_another_line_is_an_old_one(workspace: Workspace, text: str, problems: int) -> None:
    known = Baseline(lint={"bad at line #": 1})
    workspace.apply({"pass.txt": text})
    assert len(verify(workspace, Settings(lint=LINT), known)) == problems


def test_files_that_the_format_command_would_change_are_known_and_put_back(workspace: Workspace) -> None:
    settings = Settings(format_cmd="echo x >> pass.txt; echo y > made.txt")
    assert take_baseline(workspace, settings, lambda line: None).unformatted >= {"pass.txt"}
    assert (workspace.root / "pass.txt").read_text() == "good other\n"
    assert not (workspace.root / "made.txt").exists()


@pytest.mark.parametrize(
    ("settings", "remarks"),
    [
        (Settings(), ()),
        (Settings(lint="true", types="echo fine", format_cmd="true"), ()),
        (Settings(lint="echo 'a.py:1: long'; false"), ()),
        (Settings(lint="false"), ("`false` fails on the base and says nothing to compare with, so it stops no step",)),
        (Settings(types="false"), ("`false` fails on the base and says nothing to compare with, so it stops no step",)),
        (Settings(format_cmd="false"), ("the format command `false` fails on the base (ended with 1)",)),
        (
            Settings(format_cmd="echo x >> pass.txt"),
            ("`echo x >> pass.txt` would change 1 file of the base, so they are left unformatted: pass.txt",),
        ),
    ],
)
def test_what_cannot_be_relied_on_is_said_once(
    workspace: Workspace, settings: Settings, remarks: tuple[str, ...]
) -> None:
    said: list[str] = []
    baseline = take_baseline(workspace, settings, said.append)
    assert baseline.remarks == remarks
    assert said == [baseline.note, *remarks]


def test_a_command_that_changes_the_users_repository_is_refused(workspace: Workspace) -> None:
    with pytest.raises(CommandUnusable, match="the tags v9 changed"):
        take_baseline(workspace, Settings(test="git tag v9"), lambda line: None)
