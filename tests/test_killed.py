"""`kill -9` at random moments of run, accept and rollback: what comes after works, and the user's side is intact.

A dozen moments by default; KILL_MOMENTS=100 makes it as many. The seed is the number of the moment.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commandline import START, fingerprint, leftovers, make_dirty, overhaul, plain_git, tree_of
from tests.conftest import SAMPLES, commit_tree

MOMENTS = int(os.environ.get("KILL_MOMENTS", "12"))
NOTHING_YET = ("no run here", "never began", "There is no branch")


@dataclass(frozen=True)
class States:
    """A user's checkout before a run, after it, and after it was accepted; what each came to, and how long it took."""

    fresh: Path
    finished: Path
    accepted: Path
    start: str  # trees
    goal: str
    picked: str  # with the first step alone
    shortened: str  # without the last
    run_seconds: float
    seconds: float  # of an accept


def _timed(root: Path, *words: str) -> float:
    started = time.monotonic()
    done = overhaul(root, *words)
    assert done.returncode == 0, done.stderr
    return time.monotonic() - started


def _branch(root: Path) -> str:
    return plain_git(root, "branch", "--list", "overhaul/*", "--format", "%(refname:short)").strip()


def _copy(root: Path, name: str) -> Path:
    return Path(shutil.copytree(root, root.parent / name, symlinks=True))


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> States:
    place = tmp_path_factory.mktemp("states")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(place / "home"))
        ignored = shutil.ignore_patterns("__pycache__", ".pytest_cache")
        fresh = commit_tree(Path(shutil.copytree(SAMPLES / "copy_paste", place / "fresh", ignore=ignored)))
        make_dirty(fresh)
        finished = _copy(fresh, "finished")
        _timed(finished, "diagnose")  # the first start of all is slower
        run_seconds = _timed(finished, "run", "--test", "true")
        accepted, picked, shortened = (_copy(finished, name) for name in ("accepted", "picked", "shortened"))
        seconds = _timed(accepted, "accept")
        _timed(picked, "accept", "--module", "S01")
        _timed(shortened, "rollback", "--module", "S03")
    return States(
        fresh=fresh,
        finished=finished,
        accepted=accepted,
        start=tree_of(fresh, "HEAD"),
        goal=tree_of(accepted, "HEAD"),
        picked=tree_of(picked, "HEAD"),
        shortened=tree_of(shortened, _branch(shortened)),
        run_seconds=run_seconds,
        seconds=seconds,
    )


class Bench:
    """One checkout in which a command is killed and another one follows."""

    def __init__(self, root: Path, moment: float) -> None:
        self.root, self._moment = root, moment
        plain_git(root, "diff")  # which writes the index anew, since the files are a copy
        self.before = fingerprint(root)

    def kill(self, seconds: float, *words: str) -> None:
        """Start a command and kill it at the moment, a part of the seconds that it takes."""
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [sys.executable, "-P", str(START), *words], cwd=self.root, stdin=quiet, stdout=quiet, stderr=quiet
        )
        time.sleep(seconds * self._moment)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def follow(self, *words: str, may_be: tuple[int, ...] = ()) -> int:
        """What comes after works, or has a reason that is expected."""
        done = overhaul(self.root, *words)
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, *may_be), done.stderr
        if done.returncode == 3:
            assert any(reason in done.stderr for reason in NOTHING_YET), done.stderr
        return done.returncode

    def check_user(self) -> None:
        """The user's own changes, stash and settings are as they were, and no lock is left."""
        now = fingerprint(self.root)
        assert {name: now[name] for name in ("config", "status", "stash", "diff", "staged")} == {
            name: self.before[name] for name in ("config", "status", "stash", "diff", "staged")
        }
        assert not list((self.root / ".git").rglob("*.lock"))

    def check_gone(self, home: Path) -> None:
        """Nothing of ours is left but the record of the run."""
        assert leftovers(self.root, home) == []


def _run_then_resume(bench: Bench, states: States, home: Path) -> None:
    bench.kill(states.run_seconds, "run", "--test", "true")
    assert fingerprint(bench.root) == bench.before
    if bench.follow("resume", may_be=(3,)) == 0:
        assert tree_of(bench.root, _branch(bench.root)) == states.goal
        assert fingerprint(bench.root) == bench.before
        bench.follow("rollback")


def _run_then_rollback(bench: Bench, states: States, home: Path) -> None:
    bench.kill(states.run_seconds, "run", "--test", "true")
    bench.follow("rollback", may_be=(3,))
    assert fingerprint(bench.root) == bench.before


def _accept_then_accept(bench: Bench, states: States, home: Path) -> None:
    bench.kill(states.seconds, "accept")
    bench.follow("accept")
    assert tree_of(bench.root, "HEAD") == states.goal
    bench.check_user()
    bench.follow("rollback", "--revert")


def _accept_then_rollback(bench: Bench, states: States, home: Path) -> None:
    bench.kill(states.seconds, "accept")
    if bench.follow("rollback", may_be=(6,)) == 6:  # it was through already
        bench.follow("rollback", "--revert")


def _accept_one_then_again(bench: Bench, states: States, home: Path) -> None:
    bench.kill(2 * states.seconds, "accept", "--module", "S01")
    bench.follow("accept", "--module", "S01")
    assert tree_of(bench.root, "HEAD") == states.picked
    bench.check_user()
    bench.follow("rollback", "--revert")


def _rollback_then_rollback(bench: Bench, states: States, home: Path) -> None:
    bench.kill(states.seconds, "rollback")
    bench.follow("rollback", may_be=(3,))


def _rollback_one_then_again(bench: Bench, states: States, home: Path) -> None:
    bench.kill(2 * states.seconds, "rollback", "--module", "S03")
    bench.follow("rollback", "--module", "S03")
    assert tree_of(bench.root, _branch(bench.root)) == states.shortened
    assert fingerprint(bench.root) == bench.before
    bench.follow("rollback")


def _revert_then_revert(bench: Bench, states: States, home: Path) -> None:
    bench.kill(2 * states.seconds, "rollback", "--revert")
    bench.follow("rollback", "--revert", may_be=(3,))


Story = Callable[[Bench, States, Path], None]
STORIES: tuple[tuple[Story, str], ...] = (
    (_run_then_resume, "fresh"),
    (_accept_then_accept, "finished"),
    (_rollback_then_rollback, "finished"),
    (_run_then_rollback, "fresh"),
    (_accept_one_then_again, "finished"),
    (_revert_then_revert, "accepted"),
    (_run_then_resume, "fresh"),
    (_accept_then_rollback, "finished"),
    (_rollback_one_then_again, "finished"),
)


@pytest.mark.parametrize("number", range(MOMENTS))
def test_killed_at_any_moment_it_can_be_gone_on_with_or_rolled_back(
    states: States, number: int, tmp_path: Path, own_home: Path
) -> None:
    story, state = STORIES[number % len(STORIES)]
    moment = random.Random(number).uniform(0.1, 1.1)
    bench = Bench(Path(shutil.copytree(getattr(states, state), tmp_path / "repo", symlinks=True)), moment)
    story(bench, states, own_home)
    bench.check_user()
    bench.check_gone(own_home)
    assert tree_of(bench.root, "HEAD") == states.start
