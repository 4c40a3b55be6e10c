"""Calls in a worktree, with the interpreter that the target's tests use."""

import os
from pathlib import Path
from typing import Any

import pytest

from agent.differential.guesses import Call
from agent.differential.launch import Trial, run_trials
from agent.settings import Settings
from tests.conftest import MakeRepo
from tests.differing import place_of
from tests.environments import make_environment

TEXT = "import sys\n\n\ndef where():\n    return sys.prefix\n"
HASHED = "def f():\n    return hash('a')\n"


def tried(root: Path, path: str, module: str, name: str, seed: int = 0, **settings: Any) -> str:
    with place_of(root, Settings(**settings)) as place:
        (one,) = run_trials(place.workspace, place.settings, [Trial(0, name, module, path, (Call(),))], seed).values()
        assert not place.workspace.changed()
        assert not list(place.workspace.root.glob(".overhaul*"))
    return one.fault or str(one.outcomes[0]["value"][1])


@pytest.mark.parametrize("command", ["{env}/bin/python -m unittest", "PYTHONPATH=. {env}/bin/tool -q"])
def test_the_interpreter_is_that_of_the_test_command(command: str, make_repo: MakeRepo, tmp_path: Path) -> None:
    env = tmp_path / "env"
    make_environment(env)
    tool = env / "bin/tool"
    tool.write_text(f"#!{env}/bin/python\n")
    tool.chmod(0o755)
    assert tried(make_repo({"a.py": TEXT}), "a.py", "a", "where", test=command.format(env=env)) == repr(str(env))


def test_the_environment_of_the_checkout_is_the_next_best(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": TEXT, ".gitignore": ".venv\n"})
    make_environment(root / ".venv")
    assert tried(root, "a.py", "a", "where", test="make test") == repr(str(root / ".venv"))


def test_without_either_there_is_the_usual_one(make_repo: MakeRepo) -> None:
    assert tried(make_repo({"a.py": TEXT}), "a.py", "a", "where").startswith("'/")


@pytest.mark.parametrize(
    ("path", "module"),
    [("a.py", "a"), ("src/shop/a.py", "shop.a"), ("lib/deep/shop/a.py", "shop.a"), ("src/shop/__init__.py", "shop")],
)
def test_files_are_imported_by_their_names_wherever_they_lie(path: str, module: str, make_repo: MakeRepo) -> None:
    assert tried(make_repo({path: "def f():\n    return __name__\n"}), path, module, "f") == repr(module)


def test_hashes_are_the_same_from_run_to_run_unless_others_are_asked_for(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": HASHED})
    first, second, other = (tried(root, "a.py", "a", "f", seed) for seed in (0, 0, 1))
    assert first == second != other


def test_why_nothing_could_be_called_is_said(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "import nothing_here\n"})
    assert "No module named 'nothing_here'" in tried(root, "a.py", "a", "f")
    assert "no attribute" in tried(make_repo({"a.py": "x = 1\n"}, "b"), "a.py", "a", "nothing")


STARTS = '#!/bin/sh\necho x >> {log}\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n'
STARTS_THE_SHELL = '#!/bin/sh\necho x >> {log}\ncase "$*" in *runner.py*) exit 1;; esac\n'


@pytest.mark.parametrize(
    ("script", "asked", "works", "starts"),
    [
        (STARTS, False, True, 2),  # once to see whether it does
        (STARTS, True, True, 1),
        (STARTS_THE_SHELL, False, True, 2),  # then without
        (STARTS_THE_SHELL, True, False, 1),
        ("", False, True, 0),
    ],
)
def test_calls_are_shut_in_where_that_can_be_had(
    script: str, asked: bool, works: bool, starts: int, make_repo: MakeRepo, tmp_path: Path, monkeypatch: Any
) -> None:
    log, programs = tmp_path / "log", tmp_path / "programs"
    log.write_text("")
    programs.mkdir()
    if script:
        (programs / "bwrap").write_text(script.format(log=log))
        (programs / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    text = "def f():\n    return 7\n"
    assert (tried(make_repo({"a.py": text}), "a.py", "a", "f", sandbox=asked) == "7") is works
    assert len(log.read_text().split()) == starts
