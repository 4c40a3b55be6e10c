"""A pilot, its scorecard, accept, and the full run from it: the real command line and git, and a loopback server."""

from pathlib import Path
from typing import Any

import pytest

from tests.commandline import PYTEST, fingerprint, overhaul, overhaul_json, passes_at, plain_git
from tests.conftest import MakeRepo, git
from tests.loopback import Loopback
from tests.packages import CHECK, Answers, document, eliding, module_path, outline, package

TEN = range(10)
SHOP = package(10)


def losing(path: str, text: str) -> str:
    return text.partition("def price")[0]


def pilot(root: Path, server: Loopback, *more: str, status: int = 0) -> Any:
    words = ("run", "--pilot", "--model", "tiny", "--base-url", server.url, "--goal", "Document all", "--test", CHECK)
    return overhaul_json(root, *words, *more, status=status)


def statuses(report: Any) -> dict[str, str]:
    return {line["module"]: line["status"] for line in report["outcomes"]}


def test_a_pilot_is_scored_accepted_and_followed_by_the_rest_while_the_base_moves(
    make_repo: MakeRepo, tmp_path: Path
) -> None:
    root = make_repo(SHOP)
    before = fingerprint(root)
    answers = Answers(outline(TEN), outline([7]), slips={module_path(4): eliding})
    with Loopback(answers) as server:
        report = pilot(root, server, "--module", module_path(4))
        assert fingerprint(root) == before
        _check_pilot(root, report)
        assert answers.asked == ["finding", "outline", module_path(4), module_path(4)]

        assert overhaul_json(root, "accept")["kind"] == "fast-forward"
        changed = document("", SHOP[module_path(7)]).replace("One more than before", "Mine")
        (root / module_path(7)).write_text(changed.replace('    """The price7."""\n', ""))
        git(root, "commit", "-qam", "the user's")

        whole = overhaul_json(root, "resume")
    assert set(statuses(whole).values()) == {"committed"}
    assert len(whole["outcomes"]) == 10
    assert whole["exit"] == 0
    assert whole["pilot"]["verdict"] == "go"
    assert answers.asked.count(module_path(4)) == 2  # what was accepted is not asked again
    assert answers.asked.count("outline") == 2  # one more for the file that moved
    branch = whole["branch"]
    assert "# Mine" in plain_git(root, "show", f"{branch}:{module_path(7)}")
    assert plain_git(root, "merge-base", "main", branch) == plain_git(root, "rev-parse", "main")
    assert overhaul_json(root, "accept")["kind"] == "fast-forward"
    assert passes_at(root, "main", tmp_path / "clone")
    assert all('"""The price' in (root / module_path(number)).read_text() for number in TEN)


def _check_pilot(root: Path, report: Any) -> None:
    pending = {module_path(number) for number in TEN} - {module_path(4)}
    assert statuses(report) == {**dict.fromkeys(pending, "pending"), module_path(4): "committed"}
    card = report["pilot"]
    assert card["module"] == module_path(4)
    assert card["gates"]["after_repair"] == 1
    assert card["gates"]["objections"].keys() == {"elision"}
    assert (card["verdict"], card["verified"], card["rest"]["steps"]) == ("go", 1, 9)
    assert card["size"]["added"] > 0
    assert card["used"]["requests"] == 2
    assert card["rest"]["corrected_worst"]["output_tokens"] >= card["rest"]["corrected"]["output_tokens"] > 0
    assert report["exit"] == 0
    assert overhaul_json(root, "status")["pilot"] == card
    shown = overhaul(root, "status").stdout
    assert "pilot done, 9 steps wait" in shown
    assert "verdict: go" in shown


@pytest.mark.parametrize("how", ["part", "nothing"])
def test_the_rest_follows_a_pilot_that_was_taken_in_part_or_not_yet(make_repo: MakeRepo, how: str) -> None:
    root = make_repo(package(3))
    plan = outline(range(3))
    plan[1]["depends_on"] = ["0"]
    with Loopback(Answers(plan)) as server:
        report = pilot(root, server, "--module", module_path(1))
        assert report["pilot"]["steps"] == ["S01", "S02"]  # what the module depends on comes along
        if how == "part":
            assert overhaul(root, "accept", "--module", "S01").returncode == 0
        done = overhaul(root, "resume")
    assert "the pilot is done, verdict go; 1 step waits" in done.stderr
    assert set(statuses(overhaul_json(root, "status")).values()) == {"committed"}


def test_after_a_pilot_was_rolled_back_there_is_nothing_to_go_on_from_and_it_says_so(make_repo: MakeRepo) -> None:
    root = make_repo(package(3))
    with Loopback(Answers(outline(range(3)))) as server:
        pilot(root, server)
        assert overhaul(root, "rollback").returncode == 0
        done = overhaul(root, "resume")
    assert done.returncode == 3
    assert "The pilot of the run" in done.stderr
    assert "was rolled back" in done.stderr


def test_a_refused_pilot_is_a_no_go_with_its_reason_and_can_still_be_followed(make_repo: MakeRepo) -> None:
    root = make_repo(package(3))
    with Loopback(Answers(outline(range(3)), rewrite=losing)) as server:
        report = pilot(root, server, "--module", module_path(1), status=1)
        assert report["pilot"]["verdict"] == "no-go"
        assert report["pilot"]["reasons"] == ["1 step of 1 was refused"]
        assert overhaul_json(root, "resume", status=1)["exit"] == 1


def test_a_pilot_needs_no_model_of_others(sample_repo: Any) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "run", "--pilot", "--test", PYTEST)
    assert report["pilot"]["verdict"] == "go"
    assert "committed" in statuses(report).values()
    whole = overhaul_json(root, "resume")
    assert {line["status"] for line in whole["outcomes"]} == {"committed"}


def test_a_pilot_of_what_is_not_there_is_refused_before_anything_is_asked(make_repo: MakeRepo) -> None:
    root = make_repo(package(2))
    with Loopback(Answers()) as server:
        words = ("--model", "tiny", "--base-url", server.url, "--goal", "x", "--module", "nowhere/*")
        done = overhaul(root, "run", "--pilot", *words)
        assert (done.returncode, server.requests) == (2, [])
    assert "nowhere/* matches no file" in done.stderr
