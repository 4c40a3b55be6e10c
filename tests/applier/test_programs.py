"""What a command line names."""

from pathlib import Path

import pytest

from applier.programs import base_of, environments_of, interpreter_of, missing_files, programs_of, words_of


def program(path: Path, text: str = "\x7fELF") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("pytest -q", ("pytest", "-q")),
        ("cd web&&npm test", ("cd", "web", "&&", "npm", "test")),
        ("(pytest; ruff check)", ("(", "pytest", ";", "ruff", "check", ")")),
        ("'/a b/python' -c 'x # y'", ("/a b/python", "-c", "x # y")),
        ("pytest # all", ("pytest", "#", "all")),
        ("", ()),
        ("pytest 'unclosed", ("pytest",)),
    ],
)
def test_a_command_line_is_taken_apart(command: str, words: tuple[str, ...]) -> None:
    assert words_of(command) == words


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (".venv/bin/pytest -q", (".venv/bin/pytest",)),
        ("X=a/b ./run.sh && node_modules/.bin/jest", ("./run.sh", "node_modules/.bin/jest")),
        ("pytest tests", ()),
        ("there/run", ()),
        ("/nowhere/pytest --x=a/b ~/bin/y $HOME/z", ()),
        ("python -c 'print(1 / 2)'", ()),
    ],
)
def test_programs_that_are_not_in_the_worktree_are_known(
    command: str, missing: tuple[str, ...], tmp_path: Path
) -> None:
    program(tmp_path / "there/run")
    assert programs_of(f"'{'x/' * 3000}'", tmp_path, {}) == ()  # can be no path
    assert missing_files(command, tmp_path) == missing


def test_programs_are_found_by_path_and_on_the_path_and_links_are_kept(tmp_path: Path) -> None:
    real = program(tmp_path / "opt/python3")
    (tmp_path / "env/bin").mkdir(parents=True)
    linked = tmp_path / "env/bin/python"
    linked.symlink_to(real)
    own = program(tmp_path / "work/run.sh")
    (tmp_path / "work/plain").write_text("")
    environment = {"PATH": f"{linked.parent}:/nowhere"}
    command = "X=1 python -m pytest && ./run.sh && ./plain && absent"
    assert programs_of(command, tmp_path / "work", environment) == (linked, own)


@pytest.mark.parametrize("first", ["#!{0}\n", "#! {0} -P\n"])
def test_a_script_names_its_interpreter(first: str, tmp_path: Path) -> None:
    python = program(tmp_path / "bin/python")
    assert interpreter_of(program(tmp_path / "bin/pytest", first.format(python))) == python


@pytest.mark.parametrize("text", ["", "\x7fELF", "#!\n", "#!/usr/bin/env python3\n", "#!/bin/sh\n", "#!/gone/python\n"])
def test_what_names_none_stands_for_itself(text: str, tmp_path: Path) -> None:
    script = program(tmp_path / "run", text)
    assert interpreter_of(script) == script
    assert interpreter_of(tmp_path / "gone") == tmp_path / "gone"


def test_environments_come_the_likeliest_first(tmp_path: Path) -> None:
    named, active, base = tmp_path / "named", tmp_path / "active", tmp_path / "base"
    checkout, work = tmp_path / "shop", tmp_path / "work"
    for place in (named, active, base, checkout / ".venv"):
        (place / "lib").mkdir(parents=True)
    work.mkdir()
    python = program(named / "bin/python")
    (named / "pyvenv.cfg").write_text(f"home = {base}/bin\nversion = 3.12.1\n")
    tests = program(named / "bin/pytest", f"#!{python}\n")
    found = environments_of(f"{tests} -q", work, {"VIRTUAL_ENV": str(active), "CONDA_PREFIX": "/gone"}, checkout)
    assert found == (named, base, active, checkout / ".venv")


@pytest.mark.parametrize("text", ["", "version = 3.12\n", "home\n"])
def test_an_environment_that_names_no_base_has_none(text: str, tmp_path: Path) -> None:
    assert base_of(tmp_path) is None
    (tmp_path / "pyvenv.cfg").write_text(text)
    assert base_of(tmp_path) is None
