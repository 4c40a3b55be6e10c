"""The inputs: read from the environment, and refused where a job would hold too much."""

import pytest

from agent.action.inputs import Inputs, branch_of, read_inputs
from agent.errors import SettingsError


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"INPUT_MODE": "verify", "OPENAI_API_KEY": "sk-x"}, "a key must be kept from"),
        ({"INPUT_MODE": "publish", "ANTHROPIC_API_KEY": "sk-x", "INPUT_TOKEN": "t"}, "a key must be kept from"),
        ({"INPUT_MODE": "all", "OVERHAUL_API_KEY": "x"}, "a key must be kept from"),
        ({"INPUT_MODE": "model", "INPUT_TOKEN": "t"}, "must hold none"),
        ({"INPUT_MODE": "verify", "INPUT_TOKEN": "t"}, "must hold none"),
        ({"INPUT_MODE": "all", "INPUT_MODEL": "openai:x", "INPUT_TOKEN": "t"}, "for the built-in model"),
        ({"INPUT_MODE": "$(touch x)"}, "There is no mode"),
        ({}, "There is no mode"),
        ({"INPUT_MODE": "publish", "INPUT_DRAFT": "yes"}, "draft is 'yes'"),
        ({"INPUT_MODE": "publish", "INPUT_BRANCH": "a\n::error::b"}, "no name for a branch"),
    ],
)
def test_what_a_job_must_not_be_is_refused(environment: dict[str, str], words: str) -> None:
    with pytest.raises(SettingsError, match=words.replace("(", r"\(")):
        read_inputs(environment)


@pytest.mark.parametrize(
    "environment",
    [
        {"INPUT_MODE": "model", "INPUT_MODEL": "openai:x", "OPENAI_API_KEY": "sk-x"},
        {"INPUT_MODE": "model"},
        {"INPUT_MODE": "publish", "INPUT_TOKEN": "t", "OPENAI_API_KEY": ""},
        {"INPUT_MODE": "all", "INPUT_TOKEN": "t"},
        {"INPUT_MODE": "verify", "INPUT_TEST": "make test"},
        {"INPUT_MODE": "check", "INPUT_TOKEN": "t"},
    ],
)
def test_a_job_that_holds_what_it_needs_may_work(environment: dict[str, str]) -> None:
    assert read_inputs(environment).mode == environment["INPUT_MODE"]


def test_lists_and_switches_are_read() -> None:
    found = read_inputs(
        {
            "INPUT_MODE": "publish",
            "INPUT_LABELS": "a, b\nc d",
            "INPUT_MODULES": "src/*\n\n  x,y.py ",
            "INPUT_DRAFT": "True",
            "INPUT_GOAL": " `$(id)` \n two ",
        }
    )
    assert (found.labels, found.modules, found.draft) == (("a", "b", "c d"), ("src/*", "x,y.py"), True)
    assert found.goal == "`$(id)` \n two"


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "a..b",
        "a//b",
        "a/",
        "a.lock",
        "-a",
        ".a",
        "a b",
        "a;b",
        "a$(id)",
        "a`b`",
        "ä",
        "a\nb",
        "a/.b",
        "x" * 200,
    ],
)
def test_an_odd_branch_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match="no name for a branch"):
        branch_of(Inputs(mode="publish", branch=name), "run")


@pytest.mark.parametrize(
    ("name", "branch"),
    [("", "overhaul/run"), ("weekly", "overhaul/weekly"), ("overhaul/a/b-1.2_c", "overhaul/a/b-1.2_c")],
)
def test_a_branch_always_lies_below_ours(name: str, branch: str) -> None:
    assert branch_of(Inputs(mode="publish", branch=name), "run") == branch
