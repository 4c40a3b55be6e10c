"""Who may start a run: people who may write, asked of GitHub; programs and strangers never."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.action.check import judge
from agent.action.event import Event, read_event
from agent.action.inputs import Inputs
from agent.action.modes import act
from agent.publish.address import Forge
from agent.publish.client import Rest
from agent.publish.pulls import GitHub
from tests.github import NAME, OWNER, FakeGitHub

INPUTS = Inputs(mode="check", token="t", label="overhaul")


@pytest.fixture(scope="module")
def github() -> Iterator[GitHub]:
    with FakeGitHub(permissions={"ada": "write", "robo[bot]": "admin", "robo": "admin", "eve": "read"}) as server:
        forge = Forge(server.url, "https://github.com", OWNER, NAME, "t")
        with Rest(forge, lambda line: None) as rest:
            yield GitHub(rest)


def event(name: str, login: str = "ada", kind: str = "User", **payload: object) -> Event:
    whole = {"sender": {"login": login, "type": kind}, "issue": {"title": "One\nmodule"}, **payload}
    return Event(name, whole, f"{OWNER}/{NAME}", "main", login)


def comment(body: str, login: str = "ada", kind: str = "User", action: str = "created") -> Event:
    return event("issue_comment", login, kind, action=action, comment={"body": body})


def label(name: str, login: str = "ada", kind: str = "User") -> Event:
    return event("issues", login, kind, action="labeled", label={"name": name})


@pytest.mark.parametrize(
    ("asked", "goal"),
    [
        (comment("/overhaul One module for money"), "One module for money"),
        (comment("/overhaul\nOne module\n::error::x"), "One module ::error::x"),
        (comment(" /overhaul "), "One module"),
        (label("overhaul"), "One module"),
        (event("workflow_dispatch"), ""),
        (event("schedule", "", ""), ""),
    ],
)
def test_somebody_who_may_write_starts_a_run(github: GitHub, asked: Event, goal: str) -> None:
    answer = judge(INPUTS, asked, github)
    assert (answer.allowed, answer.goal) == (True, goal)


@pytest.mark.parametrize(
    "asked",
    [
        comment("/overhaul x", "eve"),
        comment("/overhaul x", "mallory"),
        comment("/overhaul x", "robo[bot]", "Bot"),
        comment("/overhaul x", "robo[bot]"),
        comment("/overhaul x", "robo", "Bot"),
        comment("/overhaul x", ""),
        comment("/overhaulx"),
        comment("please /overhaul"),
        comment("/overhaul x", action="edited"),
        comment(""),
        label("bug"),
        label("overhaul", "eve"),
        event("issues", action="opened"),
        event("pull_request_target", action="synchronize"),
        event("issue_comment"),
        event(""),
    ],
)
def test_nobody_else_does(github: GitHub, asked: Event) -> None:
    answer = judge(INPUTS, asked, github)
    assert not answer.allowed
    assert answer.why


@pytest.mark.parametrize("mode", ["model", "publish", "check"])
def test_a_fork_is_passed_over_without_an_error(tmp_path: Path, mode: str) -> None:
    payload = {"pull_request": {"head": {"repo": {"full_name": "eve/shop"}}}}
    (tmp_path / "event.json").write_text(json.dumps(payload))
    environment = {
        "INPUT_MODE": mode,
        "INPUT_MODEL": "openai:x",
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_REPOSITORY": "octo/shop",
    }
    ended = act(tmp_path, environment, lambda line: None)
    assert (ended.status, ended.exit, [note.level for note in ended.notes]) == ("skipped", 0, ["notice"])


@pytest.mark.parametrize(
    ("payload", "actor", "without"),
    [
        ({"pull_request": {"head": {"repo": {"full_name": "octo/shop"}}}}, "uma", False),
        ({"pull_request": {"head": {"repo": None}}}, "uma", True),
        ({"repository": {"fork": True}}, "uma", True),
        ({}, "dependabot[bot]", True),
        ({}, "uma", False),
        ([], "uma", False),
    ],
)
def test_where_github_keeps_secrets_back_is_known(tmp_path: Path, payload: object, actor: str, without: bool) -> None:
    (tmp_path / "event.json").write_text(json.dumps(payload))
    environment = {"GITHUB_EVENT_PATH": str(tmp_path / "event.json"), "GITHUB_REPOSITORY": "octo/shop"}
    assert read_event({**environment, "GITHUB_ACTOR": actor}).without_secrets is without
