"""Which programs a command line names, and which Python environments those belong to, without running anything."""

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

_RELATIVE = re.compile(r"(?![-/~$])[^\s=]*/[^\s=]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_LONGEST_SHEBANG = 512


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command line, operators of the shell apart; as far as they can be told without a shell."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    with suppress(ValueError):  # quotes that only a shell makes sense of
        words.extend(lexer)
    return tuple(words)


def missing_files(command: str, cwd: Path) -> tuple[str, ...]:
    """Words that name a program by a path relative to `cwd` where nothing is (".venv/bin/pytest")."""
    return tuple(word for word in words_of(command) if _RELATIVE.fullmatch(word) and not _is_there(cwd / word))


def programs_of(command: str, cwd: Path, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Files of the programs that a command line names, by path or as the PATH finds them; links are not followed."""
    path = environment.get("PATH", os.defpath)
    found = (_program(word, cwd, path) for word in words_of(command) if not _ASSIGNMENT.match(word))
    return tuple(dict.fromkeys(program for program in found if program))


def interpreter_of(program: Path) -> Path:
    """The interpreter that a script names in its first line; the program itself where it is no script."""
    try:
        with program.open("rb") as file:
            first = file.readline(_LONGEST_SHEBANG)
    except OSError:
        return program
    words = os.fsdecode(first[2:]).split() if first.startswith(b"#!") else []
    named = Path(words[0]) if words else program
    return named if named.is_absolute() and named.exists() and named.name not in ("env", "sh", "bash") else program


def environments_of(
    command: str, cwd: Path, environment: Mapping[str, str], checkout: Path | None = None
) -> tuple[Path, ...]:
    """Python environments that a command line may use, the likeliest first."""
    places: Iterable[Path] = (
        *(interpreter_of(program).parent.parent for program in programs_of(command, cwd, environment)),
        *(Path(environment[name]) for name in ("VIRTUAL_ENV", "CONDA_PREFIX") if environment.get(name)),
        *((checkout / name for name in (".venv", "venv")) if checkout else ()),
    )
    return tuple(dict.fromkeys(place for place in _with_bases(places) if _is_there(place / "lib")))


def base_of(environment: Path) -> Path | None:
    """The installation that a virtual environment was made from, as its pyvenv.cfg says."""
    try:
        lines = (environment / "pyvenv.cfg").read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    settings = {name.strip(): value.strip() for name, _, value in (line.partition("=") for line in lines)}
    return Path(settings["home"]).parent if settings.get("home") else None


def _with_bases(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield place
        if base := base_of(place):
            yield base


def _program(word: str, cwd: Path, path: str) -> Path | None:
    if "/" in word:
        place = cwd / word
        return place if _is_there(place, os.X_OK) and place.is_file() else None
    found = shutil.which(word, path=path)
    return cwd / found if found else None


def _is_there(place: Path, mode: int = os.F_OK) -> bool:
    """Whether there is such a path, and it may be used so; a text that can be no path is none."""
    return "\0" not in str(place) and os.access(place, mode)
