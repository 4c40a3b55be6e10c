"""Fixtures of all tests: real git repositories in temporary folders, and a home of their own."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure, and the same tree gives the same result: `make fuzz` looks for new cases.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("exploring", deadline=None, max_examples=1000)
settings.load_profile("steady")

SAMPLES = Path(__file__).resolve().parent.parent / "sample_repos"
MakeRepo = Callable[..., Path]

WHO = {
    "GIT_AUTHOR_NAME": "Ada Tester",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2024-01-01T00:00:00+00:00",
    "GIT_COMMITTER_NAME": "Ada Tester",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_COMMITTER_DATE": "2024-01-01T00:00:00+00:00",
}


def git(root: Path, *words: str) -> str:
    """Run git in `root` as a user would; its standard output."""
    done = subprocess.run(
        ["git", *words], cwd=root, env={**os.environ, **WHO}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"git {' '.join(words)}: {done.stderr}"
    return done.stdout


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the user's home, cache, settings or keys."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("OVERHAUL_", "GIT_")) or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


def commit_tree(root: Path) -> Path:
    """Make `root` a git repository with one commit whose id is the same on every run."""
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    return root


@pytest.fixture
def make_repo(tmp_path: Path) -> MakeRepo:
    """A real repository from a mapping of paths to texts or bytes."""

    def make(files: Mapping[str, str | bytes], name: str = "repo") -> Path:
        root = tmp_path / name
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content if isinstance(content, bytes) else content.encode())
        return commit_tree(root)

    return make


@pytest.fixture
def sample_repo(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of one of sample_repos/, committed."""

    def copy(name: str) -> Path:
        root = tmp_path / name
        shutil.copytree(SAMPLES / name, root, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
        return commit_tree(root)

    return copy


def settle(root: Path) -> None:
    """Wait until files written just now may count as settled."""
    newest = max(path.stat().st_ctime for path in root.rglob("*") if path.is_file())
    time.sleep(max(0.0, newest + 2.1 - time.time()))
