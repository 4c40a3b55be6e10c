"""The one door to git: the real command, in an environment of its own.

Only the command is used, not GitPython: the answers must hold where hooks set GIT_DIR, where the repository belongs to
somebody else, in linked worktrees and for names that are no UTF-8. GitPython reads the environment it finds, and starts
the same command for most answers. No configuration is ever written: what must differ is passed per command.
"""

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path

from applier.environment import for_git
from applier.errors import GitFailed, RepositoryUnusable
from applier.inherited import inherited
from applier.locks import COMPLAINTS, lock_in_the_way, patiently
from applier.process import run_group

HOOK_SECONDS = 1800.0  # for a command and all the hooks that it runs
_OUTPUT_LIMIT = 200_000
_SETTINGS = (
    "gc.auto=0",
    "maintenance.auto=false",
    "core.fsmonitor=false",  # neither starts a program of the configuration nor leaves a daemon behind
    "core.quotePath=false",
    "diff.autoRefreshIndex=false",  # else a diff writes the index, whatever GIT_OPTIONAL_LOCKS says
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "log.showSignature=false",
    "rerere.enabled=false",
    "worktree.useRelativePaths=false",  # true would note an extension in the shared configuration
)
_ASIDE = ("[GNUPG:]", "hint: ", "Not committing merge;")
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LONGEST = 300  # characters of a line in a sentence
_GIT = ("git", *(word for setting in _SETTINGS for word in ("-c", setting)))


class Git:
    """Git commands in one folder."""

    def __init__(
        self,
        root: Path,
        secrets: tuple[str, ...] = (),
        seconds: float = HOOK_SECONDS,
        settings: tuple[str, ...] = (),
    ) -> None:
        self.root = root
        self._secrets = secrets  # names of environment variables that no hook may see, beside the usual ones
        self._seconds = seconds
        self._git = (*_GIT, *(word for setting in settings for word in ("-c", setting)))

    def at(self, root: Path, *settings: str) -> "Git":
        """The same in another folder, with more settings."""
        return Git(root, self._secrets, self._seconds, settings)

    def read(self, *words: str, stdin: bytes = b"", ok: tuple[int, ...] = (0,)) -> bytes:
        """Run a command that starts no hook, every path taken literally; its standard output.

        A lock that somebody else's git holds is awaited.
        """
        return patiently(lambda: self._read(words, stdin, ok))

    def _read(self, words: tuple[str, ...], stdin: bytes, ok: tuple[int, ...]) -> bytes:
        environment = {**for_git(self._secrets), "LC_ALL": "C"}  # messages are read, so they must be English
        whole = (*self._git, "--literal-pathspecs", *words)
        try:
            done = subprocess.run(
                whole,
                cwd=self.root,
                env=environment,
                input=stdin,
                capture_output=True,
                check=False,
                pass_fds=inherited(),
            )
        except (FileNotFoundError, NotADirectoryError) as error:
            raise self._not_started() from error
        if done.returncode not in ok:
            raise self._failed(words, done.stderr.decode("utf-8", "replace"), done.returncode)
        return done.stdout

    def line(self, *words: str) -> str:
        """Standard output of a command that prints one line."""
        return os.fsdecode(self.read(*words)).removesuffix("\n")

    def names(self, *words: str, stdin: bytes = b"", ok: tuple[int, ...] = (0,)) -> tuple[str, ...]:
        """Standard output of a command that ends every name with a NUL (`-z`)."""
        return tuple(os.fsdecode(name) for name in self.read(*words, stdin=stdin, ok=ok).split(b"\0") if name)

    def ask(self, *words: str, no: tuple[int, ...] = (1,)) -> bool:
        """Whether a command that answers by its exit code says yes."""
        try:
            self.read(*words)
        except GitFailed as error:
            if error.exit_code in no:
                return False
            raise
        return True

    def work(self, *words: str, environment: Mapping[str, str] | None = None) -> str:
        """Run a command that may start hooks and filters; what all of them said.

        They meet the user's own language and pathspec rules, a time limit, and nobody to ask. A lock that somebody
        else's git holds is awaited, but not by a commit: its hooks, which run but once, may take locks as well.
        """
        whole = {**for_git(self._secrets), **(environment or {})}
        if words[0] == "commit":
            return self._work(words, whole)
        return patiently(lambda: self._work(words, whole))

    def _work(self, words: tuple[str, ...], whole: Mapping[str, str]) -> str:
        try:
            ended = run_group((*self._git, *words), self.root, whole, seconds=self._seconds, output_limit=_OUTPUT_LIMIT)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise self._not_started() from error
        if ended.exit_code != 0:
            raise self._failed(words, ended.output, ended.exit_code)
        return ended.output

    def _not_started(self) -> RepositoryUnusable:
        if self.root.is_dir():
            return RepositoryUnusable("The command git was not found: install git and put it on the PATH.")
        return RepositoryUnusable(f"{self.root} is no folder: pass the path of a git repository.")

    def _failed(self, words: tuple[str, ...], output: str, exit_code: int | None) -> GitFailed:
        said = _COLOUR.sub("", output).strip()
        why = _gist(said) or f"exit code {exit_code}"
        if exit_code is None:
            why = f"it and its hooks did not end within {self._seconds:.0f} s"
        elif lock := lock_in_the_way(said):
            why = (
                f"the lock file {lock} is there. If no git is running in this repository, it was left by one that was "
                "killed: remove it and try again"
            )
        return GitFailed(f"`git {_verb(words)}` failed in {self.root}: {why.rstrip(' .:')}.", said, exit_code)


def as_input(names: Iterable[str]) -> bytes:
    """Names as a command reads them from standard input with `-z`."""
    return b"".join(os.fsencode(name) + b"\0" for name in names)


def _gist(said: str) -> str:
    """The line that matters most: git's own complaint, else what a hook said last."""
    lines = [line.strip() for line in said.split("\n") if _means_something(line)]
    first = next((number for number, line in enumerate(lines) if line.startswith(COMPLAINTS)), -1)
    if first < 0:
        return _shortened(lines[-1]) if lines else ""
    after = list(takewhile(lambda line: not line.startswith(COMPLAINTS), lines[first + 1 :]))
    return _shortened(" ".join([lines[first], *after[-1:]]) if lines[first].endswith(":") else lines[first])


def _means_something(line: str) -> bool:
    """Not the talk between git and gpg, advice, a rule or a blank line."""
    return any(char.isalnum() for char in line) and not line.startswith(_ASIDE)


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _verb(words: tuple[str, ...]) -> str:
    """The subcommand, after options of git itself ("-c", "name=value")."""
    plain = words[2:] if words[0] == "-c" else words
    return " ".join(plain[:2]) if plain[0] == "worktree" else plain[0]
