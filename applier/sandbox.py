"""Shuts a command into bubblewrap: no network, only its own processes, and nothing to write but the worktree.

The file system is there to read, without what belongs to people: homes, temporary folders and the sockets of services
are hidden behind empty folders that last as long as the command. Of what lies in there only git's own folder and the
installations of the programs that the command names or the PATH holds are let through, to read.
"""

import os
import pwd
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from applier.errors import CommandUnusable
from applier.process import run_group
from applier.programs import base_of, interpreter_of, programs_of
from applier.repository import Repository, find_repository

# /run: whoever reaches the socket of a service is outside again.
_PRIVATE = ("/home", "/root", "/run", "/tmp", "/var/tmp")
_PRIVATE_NAMED = ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_SOCKETS = frozenset({"SSH_AUTH_SOCK", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST", "DISPLAY"})
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", "shims"})
_CHECK_SECONDS = 20.0
_ADVICE = (
    "The kernel may forbid user namespaces (in a container it takes the right to make them; on Ubuntu see "
    "kernel.apparmor_restrict_unprivileged_userns): allow them, or run without --sandbox."
)


def check_sandbox() -> None:
    """Raises CommandUnusable where commands cannot be shut in on this machine."""
    words = (*_bubblewrap(), *_walls(_private()), "--", "/bin/sh", "-c", "exit 0")
    ended = run_group(words, Path("/"), _inside(os.environ), seconds=_CHECK_SECONDS, output_limit=10_000)
    if ended.exit_code != 0:
        said = ended.output.strip().rpartition("\n")[2] or f"exit code {ended.exit_code}"
        raise CommandUnusable(f"--sandbox does not work here: bubblewrap says {said!r}. {_ADVICE}")


def shut_in(
    words: Sequence[str], command: str, worktree: Path, environment: Mapping[str, str], checkout: Path | None = None
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Words that run `words` in the sandbox, and the environment for them; `command` is what the user wrote.

    The user's own `checkout` is private too, since it holds what git does not track. Raises CommandUnusable,
    RepositoryUnusable.
    """
    home = find_repository(worktree)
    private = _private(*([str(checkout)] if checkout else []))
    needed = (home.common, *_installations(command, worktree, environment, private))
    walls = (*_walls(private), *_openings(needed, private), *_inner(home))
    return (*_bubblewrap(), *walls, "--chdir", str(worktree), "--", *words), _inside(environment)


def _bubblewrap() -> tuple[str, ...]:
    if found := shutil.which("bwrap"):
        return (found,)
    if not sys.platform.startswith("linux"):
        raise CommandUnusable("--sandbox works on Linux only: run without it.")
    raise CommandUnusable(
        "--sandbox needs bubblewrap, whose command bwrap was not found: install the package bubblewrap, or run "
        "without --sandbox."
    )


def _private(*more: str) -> frozenset[Path]:
    """Folders that belong to people and services."""
    named = [*more, *_PRIVATE, *(os.environ.get(name, "") for name in _PRIVATE_NAMED), _home_of_user()]
    there = {Path(name).resolve() for name in named if name.startswith("/")}
    return frozenset(folder for folder in there if os.access(folder, os.F_OK) and folder.is_dir()) - {Path("/")}


def _home_of_user() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # a user without a name, as in some containers
        return ""


def _walls(private: Iterable[Path]) -> Iterator[str]:
    yield from ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
    yield from ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
    for folder in _outermost(private):
        yield from ("--tmpfs", str(folder))
    if (home := Path(os.environ.get("HOME", "/")).resolve()) in private:
        yield from ("--dir", str(home))


def _openings(needed: Iterable[Path], private: frozenset[Path]) -> Iterator[str]:
    """What shows through the walls all the same."""
    for place in _outermost(place for place in needed if not private.isdisjoint(place.parents)):
        yield from ("--ro-bind", str(place), str(place))
        for file in filter(Path.is_file, place.glob("*credentials*")):  # ~/.cargo holds programs, and what logs in
            yield from ("--ro-bind", "/dev/null", str(file))


def _inner(home: Repository) -> Iterator[str]:
    """The worktree, to write; but not what makes it one, or git would follow it elsewhere when we call it."""
    root = str(home.root)
    yield from ("--bind", root, root, "--ro-bind", f"{root}/.git", f"{root}/.git")
    config = home.folder / "OVERHAUL_CONFIG"
    config.write_text(_plain_config(home), "utf-8")
    yield from ("--ro-bind", str(config), str(home.common / "config"))


def _plain_config(home: Repository) -> str:
    """What git must know of the repository, without the addresses and headers that may hold a password."""
    entries = home.git.names("config", "--file", str(home.common / "config"), "--list", "-z")
    pairs = (entry.partition("\n")[::2] for entry in entries)
    known = ((*name.split(".", 1), value) for name, value in pairs if name.startswith(("core.", "extensions.")))
    return "".join(f"[{section}]\n\t{name} = {_quoted(value)}\n" for section, name, value in known)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _inside(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables for inside: none that lead outside; git may read what belongs to another user, and takes no lock."""
    left_out = _SOCKETS.union(_PRIVATE_NAMED) - {"HOME"} | {"XDG_RUNTIME_DIR"}
    kept = {name: value for name, value in environment.items() if name not in left_out}
    if Path(kept.get("HOME", "/")).resolve() not in _private():
        kept["HOME"] = "/tmp"
    trusted = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    return {**kept, **trusted, "GIT_OPTIONAL_LOCKS": "0"}


def _installations(
    command: str, worktree: Path, environment: Mapping[str, str], private: frozenset[Path]
) -> Iterator[Path]:
    """Folders that the programs of a command line, and those on a private PATH, are installed in."""
    named = [Path(name) for name in environment.get("PATH", "").split(os.pathsep) if name.startswith("/")]
    folders = (folder for name in named for folder in (name, name.resolve()) if not private.isdisjoint(folder.parents))
    on_path = (file for folder in folders if os.access(folder, os.R_OK | os.X_OK) for file in sorted(folder.glob("*")))
    used = (file for file in on_path if os.access(file, os.X_OK) and file.is_file())
    for program in dict.fromkeys((*programs_of(command, worktree, environment), *used)):
        for place in {program, interpreter_of(program)}:
            for form in (place, place.parent.resolve() / place.name, place.resolve()):  # as named, and as it lies
                yield from _around(form, private)
            if base := base_of(place.parent.parent):
                yield from _around(base.resolve() / "bin" / "python", private)


def _around(program: Path, private: frozenset[Path]) -> Iterator[Path]:
    """The folder of a program and what is installed with it, but never a home or a checkout as a whole."""
    folder = program.parent
    yield program if folder in private else folder
    prefix = folder.parent
    if folder.name not in _PROGRAM_FOLDERS or prefix in private:
        return
    # ~/.local holds programs, and much else.
    yield prefix / "lib" if prefix.name == ".local" else prefix


def _outermost(places: Iterable[Path]) -> list[Path]:
    known = {place for place in places if os.access(place, os.F_OK)}
    return sorted(place for place in known if known.isdisjoint(place.parents))
