"""The `git` command, run so that it only reads: no lock, no prompt, no network, no repository but the one meant."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from repo_scan.errors import ScanError

MISSING = "The program `git` is not on the PATH; install git 2.30 or later."

# Variables that point git at another repository, index or object store than the one a path lies in: set inside git
# hooks and aliases, for one. GIT_CONFIG_COUNT and its like stay, since users pass safe.directory with them.
_MISLEADING = frozenset(
    {"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"}
    | {"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CEILING_DIRECTORIES"}
    | {"GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"}
    | {"GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE"}
    | {"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"}
)
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}


Records = Callable[[], list[bytes]]  # waits for the NUL-separated records that a git command prints


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _MISLEADING} | _QUIET


def _command(*words: str) -> list[str]:
    # A file system monitor named in the repository's configuration is a program of the repository's choice.
    return ["git", "-c", "core.fsmonitor=false", *words]


def run_git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a git command in `root`, whatever its exit code."""
    try:
        return subprocess.run(
            _command(*words), cwd=root, env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError as exc:
        raise ScanError(MISSING) from exc


def begin_records(root: Path, *words: str) -> Records:
    """Start a git command, which works while we do something else."""
    try:
        process = subprocess.Popen(
            _command(*words),
            cwd=root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except FileNotFoundError as exc:
        raise ScanError(MISSING) from exc

    def records() -> list[bytes]:
        with process:
            output, errors = process.communicate()
        if process.returncode != 0:
            raise ScanError(f"`git {' '.join(words)}` failed in {root}: {plain(errors)}")
        return [record for record in output.split(b"\0") if record]

    return records


def git_records(root: Path, *words: str) -> list[bytes]:
    """The NUL-separated records that a git command prints."""
    return begin_records(root, *words)()


def plain(output: bytes) -> str:
    """What git said, as text."""
    return output.decode("utf-8", "replace").strip()


class _Ask(Protocol):
    def __call__(self, blob: str, /) -> bytes | None: ...


@contextmanager
def blob_reader(root: Path) -> Iterator[_Ask]:
    """A function from blob id to content, answered by one `git cat-file --batch`."""
    with subprocess.Popen(
        _command("cat-file", "--batch"),
        cwd=root,
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        requests, answers = process.stdin, process.stdout
        assert requests is not None
        assert answers is not None

        def ask(blob: str, /) -> bytes | None:
            with suppress(BrokenPipeError):  # git has died; then there is no header
                requests.write(blob.encode("ascii") + b"\n")
                requests.flush()
            header = answers.readline().split()
            if len(header) != 3:  # "<id> missing"
                return None
            data = answers.read(int(header[2]))
            answers.readline()
            return data

        yield ask
