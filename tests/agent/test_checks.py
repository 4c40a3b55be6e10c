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
