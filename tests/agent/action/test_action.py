"""The action from end to end, each job with a checkout of its own: model, verify, publish, with the built-in model."""

import base64
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.composite import ROOT, Done, action, commands, install_here, use
from tests.conftest import git
from tests.github import FakeGitHub
from tests.jobs import Jobs

NAME = "shop $(touch pwned) ;'\"::set-output name=x::y.py"
FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "import os\n\n\ndef total(prices: list[int]) -> int:\n    return sum(prices)\n",
    NAME: "import json\n\nX = 1\n",
    "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total() -> None:\n    assert total([1, 2]) == 3\n",
    "pytest.ini": "[pytest]\npythonpath = .\n",
}
TEST = f'"{sys.executable}" -m pytest -q -p no:cacheprovider'


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jobs]:
    with FakeGitHub(login="github-actions[bot]") as server:
        yield Jobs(tmp_path_factory.mktemp("jobs"), server, FILES)


@pytest.fixture(scope="module")
def made(jobs: Jobs) -> Done:
    """What the first job made; the artifacts are there after it."""
    done = jobs.run("model", goal="x ::error::y $(touch pwned)", labels="a")
    assert done.status == 0, done.log
    return done


def test_three_jobs_end_in_a_pull_request_and_done_again_nothing_more(jobs: Jobs, made: Done) -> None:
    assert (made.outputs["status"], made.outputs["landed"], made.outputs["cost"]) == ("done", "true", "0.000000")
    assert not [line for line in commands(made.log) if not line.startswith("::warning")]
    checked = jobs.run("verify", test=TEST)
    assert (checked.status, checked.outputs["status"]) == (0, "verified"), checked.log
    done = jobs.run("publish", token="ghs_secret", branch="weekly", labels="tidy, refactoring", draft="true")
    assert done.status == 0, done.log
    pull = jobs.server.pulls[0]
    assert done.outputs["status"] == "opened"
    assert done.outputs["branch"] == "overhaul/weekly"
    assert done.outputs["pull-request-number"] == "1"
    assert done.outputs["pull-request-url"] == pull["html_url"]
    assert "nothing fails that did not fail before" in pull["body"]
    assert jobs.server.labels == {1: ["tidy", "refactoring"]}
    (note,) = commands(done.log)
    assert "starts no checks" in note
    assert "ghs_secret" not in done.log
    assert base64.b64encode(b"x-access-token:ghs_secret").decode() not in done.log
    again = jobs.run("publish", token="ghs_secret", branch="weekly", depth=1)
    assert (again.status, again.outputs["status"]) == (0, "unchanged"), again.log
    assert len(jobs.server.pulls) == 1
    assert not jobs.pwned()


def test_a_branch_with_commits_of_others_is_left_alone(jobs: Jobs, made: Done) -> None:
    git(jobs.place, "clone", "-q", "remote.git", "colleague")
    (jobs.place / "colleague/new.py").write_text("Y = 1\n")
    git(jobs.place / "colleague", "add", "new.py")
    git(jobs.place / "colleague", "commit", "-qm", "theirs")
    git(jobs.place / "colleague", "push", "-q", "origin", "HEAD:refs/heads/overhaul/taken")
    theirs = jobs.tip("overhaul/taken")
    done = jobs.run("publish", token="ghs_secret", branch="taken")
    assert done.outputs["branch"] == "overhaul/taken-2"
    assert jobs.tip("overhaul/taken") == theirs


def test_tests_that_fail_since_then_stop_the_second_job(jobs: Jobs, made: Done) -> None:
    test = "grep -q 'import os' shop/cart.py || { echo 'FAILED tests/a.py::test_it'; echo '::error::pwned'; exit 1; }"
    done = jobs.run("verify", test=test, lint="")
    assert done.status == 1, done.log
    assert done.outputs["status"] == "failed"
    assert [line.partition(" ")[0] for line in commands(done.log)] == ["::error"]


def test_artifacts_that_were_tampered_with_are_refused(jobs: Jobs, made: Done, tmp_path: Path) -> None:
    before = len(jobs.server.asked), len(jobs.server.pulls)
    dossier = json.loads((jobs.artifacts / "dossier.json").read_text())
    folder = tmp_path / "evil"
    shutil.copytree(jobs.artifacts, folder)
    dossier["report"]["outcomes"][0]["files"] = ["README.md"]
    (folder / "dossier.json").write_text(json.dumps(dossier))
    done = jobs.run("publish", token="ghs_secret", branch="evil", artifacts=folder)
    assert done.status == 7, done.log
    assert "other files than" in done.log
    assert not jobs.tip("overhaul/evil")
    assert len(jobs.server.pulls) == before[1]


def test_one_job_does_for_the_built_in_model(jobs: Jobs) -> None:
    done = jobs.run("all", token="ghs_secret", test=TEST, branch="one-job", artifacts=jobs.place / "one", depth=1)
    assert (done.status, done.outputs["status"]) == (0, "opened"), done.log
    assert "tests pass" in jobs.server.pulls[-1]["body"]


def test_what_cannot_be_is_one_error_and_an_output(tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text("{}")
    install_here(tmp_path)
    given = {"mode": "$(touch pwned)\n::set-output name=x::y"}
    done = use(tmp_path, tmp_path, given, tmp_path / "event.json")
    assert done.status == 2, done.log
    (note,) = commands(done.log)
    assert note.startswith("::error title=Overhaul::There is no mode")
    assert done.outputs == {"status": "failed"}
    assert not list(tmp_path.rglob("pwned"))


def test_no_value_is_ever_part_of_a_script() -> None:
    steps = action()["runs"]["steps"]
    assert all("${{" not in step["run"] for step in steps)
    assert all(re.fullmatch(r"\$\{\{ inputs\.[a-z-]+ \}\}", value) for step in steps for value in step["env"].values())
    named = {re.sub(r"\W|inputs\.", "", value) for step in steps for value in step["env"].values()}
    assert named == {name.replace("-", "") for name in action()["inputs"]}


def examples() -> list[tuple[str, str]]:
    page = (ROOT / "docs/github.md").read_text("utf-8")
    return re.findall(r"^## (.+?)\n.*?^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("title", "text"), examples(), ids=[title for title, _ in examples()])
def test_an_example_pins_what_it_uses_and_silences_no_auditor(title: str, text: str) -> None:
    used = re.findall(r"uses: (.+)", text)
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v[\d.]+|OWNER/overhaul@COMMIT", one) for one in used)
    assert "zizmor" not in text


@pytest.mark.parametrize(("title", "text"), examples(), ids=[title for title, _ in examples()])
def test_an_example_uses_what_there_is_and_no_more_rights_than_it_needs(title: str, text: str) -> None:
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {}
    known = set(action()["inputs"])
    for name, job in workflow["jobs"].items():
        steps = [step for step in job["steps"] if "overhaul" in step.get("uses", "")]
        modes = {step["with"]["mode"] for step in steps}
        assert all(set(step["with"]) <= known for step in steps), name
        writes = "write" in job["permissions"].values()
        assert not (writes and modes & {"model", "verify"}), name
        if not writes:
            assert "token" not in str(steps) or modes == {"check"}, name
        assert ("api-key" in str(steps)) <= (modes == {"model"}), name
        assert all("${{" not in step.get("run", "") for step in job["steps"]), name
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False, name


def test_there_are_examples() -> None:
    assert len(examples()) >= 4


def test_a_run_that_stopped_goes_on_from_its_artifacts_in_another_job(jobs: Jobs) -> None:
    stopped = jobs.run("model", artifacts=jobs.place / "stopped", max_minutes="0.0001")
    assert (stopped.status, stopped.outputs["status"], stopped.outputs["landed"]) == (0, "budget", "false"), stopped.log
    assert any("can go on" in line for line in commands(stopped.log))
    given = {"continue_from": str(jobs.place / "stopped"), "max_minutes": "30"}
    done = jobs.run("model", artifacts=jobs.place / "rest", **given)
    assert (done.status, done.outputs["status"], done.outputs["landed"]) == (0, "done", "true"), done.log
    assert done.outputs["run"] == stopped.outputs["run"]
