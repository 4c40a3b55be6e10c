"""Whatever names, files, settings and arguments hold: no command lets it steer the reader's terminal."""

import json
from pathlib import Path

import pytest

from applier.terminal import printable
from tests.applier.user_side import install_hook
from tests.commandline import overhaul
from tests.conftest import commit_tree, git

EVIL = "\x1b[31m[red]x[/red]\x9b2J\u202e\u2066\x07"
NAMES = ["[bold red]a[_bold].py", "b\x1b[2J.py", "c\u202eyp.py", "d\x9b31m.py", "e\x08\x7f.py", "[link=file:x]f.py"]


@pytest.fixture(scope="module")
def evil_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Names and texts full of what steers a terminal; each file has something for the built-in model to do."""
    root = tmp_path_factory.mktemp("evil") / "[red]repo[_red]\x1b[1m"
    root.mkdir()
    for name in NAMES:
        (root / name).write_text(f'"""Says {EVIL}."""\n\nimport os\n\n\ndef say() -> str:\n    return "{EVIL}"\n')
    (root / "broken.py").write_text(f"def {EVIL}(:\n")
    (root / "two\nlines: all is well.py").write_text("x = 1\n")
    commit_tree(root)
    git(root, "config", "user.name", f"Eve {EVIL}")
    git(root, "config", "user.email", "eve@example.org")
    return root


@pytest.fixture(scope="module")
def after_a_run(evil_repository: Path) -> Path:
    """The same after a run whose commits a hook answers with what steers a terminal."""
    install_hook(evil_repository, "post-commit", f"printf '%s\\n' '{EVIL}'")
    return evil_repository


def steers(output: str) -> bool:
    return printable(output) != output


LOOKING = [
    ("scan",),
    ("scan", "--format", "json"),
    ("scan", "--format", "dot"),
    ("scan", "--format", "mermaid"),
    ("diagnose",),
    ("diagnose", "--json"),
    ("plan",),
    ("plan", "--json"),
    ("run", "--dry-run"),
    ("run", "--dry-run", "--json"),
]
WRONG = [
    ("scan", f"no folder {EVIL}"),
    ("scan", "-C", f"line\nbreak {EVIL}"),
    ("status", f"run-{EVIL}"),
    ("status", f"run-{EVIL}", "--json"),
    ("run", "--model", EVIL),
    ("run", "--module", EVIL),
    ("run", "--branch", EVIL),
    ("run", "--copy", EVIL),
    ("run", f"--{EVIL}"),
    (f"{EVIL}",),
]


@pytest.mark.parametrize("words", LOOKING + WRONG, ids=ascii)
def test_no_command_hands_on_what_steers_a_terminal(words: tuple[str, ...], evil_repository: Path) -> None:
    done = overhaul(evil_repository, *words)
    assert not steers(done.stdout), done.stdout
    assert not steers(done.stderr), done.stderr
    assert (done.returncode == 0) == (words in LOOKING), done.stderr
    if "--json" in words or "json" in words:
        json.loads(done.stdout)


def test_no_command_does_so_after_a_run(after_a_run: Path) -> None:
    for words in (
        ("run", "--test", f"printf '{EVIL}\\n'"),
        ("status",),
        ("status", "--json"),
        ("log",),
        ("log", "--json"),
        ("review",),
        ("review", "--json"),
        ("accept",),
        ("rollback", "--revert"),
    ):
        done = overhaul(after_a_run, *words)
        assert done.returncode == 0, done.stderr
        assert not steers(done.stdout + done.stderr), (words, done.stdout, done.stderr)
        assert words[0] != "run" or "a hook says: \\x1b[31m[red]x" in done.stderr
    assert "[bold red]a[_bold].py" in overhaul(after_a_run, "status").stdout, "markup is no markup of ours"


def test_a_name_cannot_pass_for_a_line_of_ours(evil_repository: Path) -> None:
    done = overhaul(evil_repository, "scan")
    assert "two\\nlines: all is well.py" in done.stdout
    assert not [line for line in done.stdout.split("\n") if line.startswith("lines: all is well")]
