"""What a run needs of this machine, looked at one by one."""

import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from applier.errors import CommandUnusable
from applier.places import chosen_base
from applier.sandbox import check_sandbox

OLDEST_GIT = (2, 31)
State = Literal["ok", "note", "fail"]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a run needs, in plain words; `hint` is the way out."""

    what: str
    state: State
    words: str
    hint: str = ""
    exit: int = 0  # the exit code that a failure stands for


def check_machine(cache_folder: Path) -> Iterator[Check]:
    """Python, git, the cache folder and the sandbox."""
    yield Check(what="python", state="ok", words=f"{platform.python_version()} at {sys.executable}")
    yield _git()
    yield _cache(cache_folder)
    yield _sandbox()


def _git() -> Check:
    try:
        said = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        return Check(what="git", state="fail", words=f"git does not run: {error}", hint="Install git.", exit=3)
    version = tuple(int(part) for part in said.removeprefix("git version ").split()[0].split(".")[:2] if part.isdigit())
    if version < OLDEST_GIT:
        wanted = ".".join(map(str, OLDEST_GIT))
        return Check(
            what="git", state="fail", words=f"{said} is too old", hint=f"Install git {wanted} or later.", exit=3
        )
    return Check(what="git", state="ok", words=said)


def _cache(folder: Path) -> Check:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint, words = "Make it writable, or set XDG_CACHE_HOME to a folder that is.", f"{folder}: {error.strerror}"
        if elsewhere := chosen_base():
            words = f"{words}; worktrees go to {elsewhere}, and nothing is remembered between runs"
            return Check(what="cache folder", state="note", words=words, hint=hint)
        return Check(what="cache folder", state="fail", words=words, hint=hint, exit=3)
    free = shutil.disk_usage(folder).free >> 20
    if free < 500:
        hint = "Worktrees lie there: make room."
        return Check(what="cache folder", state="note", words=f"{folder} has {free} MB left", hint=hint)
    return Check(what="cache folder", state="ok", words=f"{folder} can be written")


def _sandbox() -> Check:
    try:
        check_sandbox()
    except CommandUnusable as error:
        return Check(what="sandbox", state="note", words=str(error), hint="Only --sandbox needs it.")
    return Check(what="sandbox", state="ok", words="bubblewrap works")
