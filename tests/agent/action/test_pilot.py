"""A pilot by the action, its pull request merged, and the run that goes on from there."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.composite import Done
from tests.conftest import git
from tests.github import FakeGitHub
from tests.jobs import Jobs

MODULES = ("shop/cart.py", "shop/mail.py", "shop/stock.py")
STEPS = [
    {"id": f"S{n}", "title": f"Tidy {path}", "kind": "operation", "op": {"op": "remove-unused", "paths": [path]}}
    for n, path in enumerate(MODULES, start=1)
]
FILES = {
    "plan.json": json.dumps({"schema": 1, "goal": "", "base": "", "levels": [{"steps": [step]} for step in STEPS]}),
    "shop/__init__.py": "",
    "shop/cart.py": "import os\n\n\ndef total(prices: list[int]) -> int:\n    return sum(prices)\n",
    "shop/mail.py": "import json\n\n\ndef subject(name: str) -> str:\n    return f'Dear {name}'\n",
    "shop/stock.py": "import re\n\n\ndef left(have: int, sold: int) -> int:\n    return have - sold\n",
    "tests/test_shop.py": "from shop.cart import total\nfrom shop.mail import subject\n"
    "from shop.stock import left\n\n\n"
    "def test_shop() -> None:\n    assert (total([1, 2]), subject('Uma'), left(3, 1)) == (3, 'Dear Uma', 2)\n",
    "pytest.ini": "[pytest]\npythonpath = .\n",
}
TEST = f'"{sys.executable}" -m pytest -q -p no:cacheprovider'


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    with FakeGitHub(login="github-actions[bot]") as server:
        yield Jobs(tmp_path, server, FILES)


def landed(jobs: Jobs, artifacts: Path, branch: str, **given: str) -> Done:
    """One workflow run: model, verify, publish."""
    made = jobs.run("model", artifacts=artifacts, **given)
    assert (made.status, made.outputs.get("landed")) == (0, "true"), made.log
    checked = jobs.run("verify", artifacts=artifacts, test=TEST)
    assert (checked.status, checked.outputs["status"]) == (0, "verified"), checked.log
    done = jobs.run("publish", artifacts=artifacts, token="ghs_secret", branch=branch)
    assert (done.status, done.outputs["status"]) == (0, "opened"), done.log
    return made


def merge(jobs: Jobs, branch: str, way: str) -> None:
    """What a button of the page does, after somebody else has pushed, too."""
    clone = jobs.place / "maintainer"
    git(jobs.place, "clone", "-q", "remote.git", "maintainer")
    (clone / "NEWS.md").write_text("News.\n")
    git(clone, "add", "NEWS.md")
    git(clone, "commit", "-qm", "Tell the news")
    match way:
        case "squash":
            git(clone, "merge", "-q", "--squash", f"origin/{branch}")
            git(clone, "commit", "-qm", "Squashed")
        case "rebase":
            git(clone, "cherry-pick", f"main..origin/{branch}")
        case _:
            git(clone, "merge", "-q", "--no-ff", "-m", "Merge the pilot", f"origin/{branch}")
    git(clone, "push", "-q", "origin", "HEAD:main")


def files_with_imports(jobs: Jobs, revision: str) -> list[str]:
    found = git(jobs.place / "remote.git", "grep", "-l", "^import", revision, "--", "shop")
    return sorted(line.partition(":")[2] for line in found.split())


@pytest.mark.parametrize("way", ["merge", "squash", "rebase"])
def test_a_pilot_that_was_merged_is_gone_on_from(jobs: Jobs, way: str) -> None:
    first, rest = jobs.place / "pilot", jobs.place / "rest"
    made = landed(jobs, first, "pilot", pilot="true", plan="plan.json")
    assert len(files_with_imports(jobs, "overhaul/pilot")) == 2  # one module is done
    assert "verdict&#58; go" in made.summary
    assert "verdict&#58; go" in jobs.server.pulls[0]["body"]
    merge(jobs, "overhaul/pilot", way)
    going_on = landed(jobs, rest, "rest", continue_from=str(first))
    assert going_on.outputs["run"] == made.outputs["run"]
    changed = git(jobs.place / "remote.git", "diff", "--name-only", "main...overhaul/rest").split()
    assert changed == files_with_imports(jobs, "main")
    assert len(jobs.server.pulls) == 2
    assert "### Pilot" not in jobs.server.pulls[1]["body"]


def test_a_pilot_that_was_not_merged_is_part_of_the_next_pull_request(jobs: Jobs) -> None:
    landed(jobs, jobs.place / "pilot", "pilot", pilot="true", plan="plan.json")
    landed(jobs, jobs.place / "rest", "rest", continue_from=str(jobs.place / "pilot"))
    changed = git(jobs.place / "remote.git", "diff", "--name-only", "main...overhaul/rest").split()
    assert changed == [*MODULES]
