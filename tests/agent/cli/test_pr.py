"""`pr` as a user types it; what it does is tested beside agent/publish."""

from pathlib import Path

import pytest

from tests.applier.user_side import introduce
from tests.commandline import fingerprint, overhaul, overhaul_json
from tests.conftest import MakeRepo, git
from tests.finished import finished_run
from tests.github import SLUG, FakeGitHub

RUN = "20260101-000000-aaaa"
STEPS: dict[str, dict[str, str | None]] = {"S01": {"b.py": "import a\nB = 2\n"}, "S02": {"c.py": "C = 2\n"}}


@pytest.fixture
def root(make_repo: MakeRepo, tmp_path: Path) -> Path:
    root = make_repo({"a.py": "A = 1\n", "b.py": "B = 1\n", "c.py": "C = 1\n"})
    introduce(root)
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "remote.git")
    git(root, "remote", "add", "origin", str(tmp_path / "remote.git"))
    git(root, "push", "-q", "origin", "main")
    finished_run(root, RUN, STEPS)
    return root


def test_a_run_becomes_a_pull_request_and_the_checkout_stays_as_it_was(root: Path) -> None:
    before = fingerprint(root)
    with FakeGitHub() as server:
        environment = {"GITHUB_API_URL": server.url, "GITHUB_SERVER_URL": "https://github.com", "GITHUB_TOKEN": "ghp_x"}
        found = overhaul_json(root, "pr", "--repo", SLUG, "--label", "tidy", **environment)
        body = server.pulls[0]["body"]
    (one,) = found["pull_requests"]
    assert (found["run"], one["state"], one["branch"]) == (RUN, "opened", f"overhaul/{RUN}")
    assert "n1 ==> n0" in body
    assert server.labels == {1: ["tidy"]}
    assert fingerprint(root) == before


def test_the_text_can_be_had_without_any_server(root: Path) -> None:
    done = overhaul(root, "pr", "--body-out", "page.md")
    assert done.returncode == 0, done.stderr
    assert "### Modules" in (root / "page.md").read_text()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--remote", "elsewhere"), 7, "There is no remote 'elsewhere'"),
        (("--repo", "a/b/c"), 7, "--repo OWNER/NAME"),
        ((), 7, "is on no server"),
        (("nothing-of-that-name",), 3, "There is no run"),
        (("--split", "file"), 2, "file"),
    ],
)
def test_what_cannot_be_is_explained(root: Path, words: tuple[str, ...], status: int, said: str) -> None:
    environment = {"GITHUB_API_URL": "http://127.0.0.1:9"} if "--repo" in words else {}
    done = overhaul(root, "pr", *words, **environment)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
