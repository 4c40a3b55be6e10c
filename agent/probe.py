"""Whether the tests load the files that a run rewrites: all are made unparsable at once, and somebody must notice."""

import os
import re
from collections.abc import Collection, Iterable
from pathlib import Path

from applier.environment import for_commands
from applier.installs import copies, points_into
from applier.programs import environments_of, words_of
from applier.protection import protected
from applier.workspace import Workspace
from repo_scan.paths import is_test

WRECK = "<<< no language can parse this: it is here to see whether the tests load this file >>>\n"
_NO_MODULE = re.compile(r"No module named '?(\w+)")
_OPERATORS = frozenset("();&|\n")
_KEYWORDS = frozenset({"if", "for", "while", "until", "case", "!", "{", "time", "exec", "export", "cd"})


def owned(paths: Iterable[str], allow: Iterable[str]) -> tuple[str, ...]:
    """Those of the paths that tests are about: not the tests themselves, nor what decides how they run."""
    globs = tuple(allow)
    apart = (path for path in paths if not is_test(path) and not path.endswith(".pyi"))
    return tuple(path for path in apart if not protected(path, globs))


def wreck(worktree: Workspace, paths: Collection[str]) -> None:
    """Make files unparsable."""
    worktree.apply({path: WRECK for path in paths if (worktree.root / path).is_file()})


def way_out(command: str, worktree: Workspace, paths: Collection[str], secrets: Iterable[str]) -> str:
    """What the tests load in place of the worktree, as far as that can be told, and what to do about it."""
    checkout = worktree.checkout.resolve()
    environments = environments_of(command, worktree.root, for_commands(secrets, checkout), checkout)
    for environment in environments:
        for pointer in points_into(environment, checkout):
            folder = os.path.relpath(pointer.folder.resolve(), checkout)
            why = f"{pointer.file} makes them load {pointer.folder}, as an editable install does"
            return f"{why}; {remedy(command, folder)}{_own(environment, checkout)}"
    source = "src" if any(path.startswith("src/") for path in paths) else "."
    for environment in environments:
        for copy in copies(environment, _names(paths)):
            return f"they may load the installed {copy}; {remedy(command, source)}{_own(environment, checkout)}"
    return f"if they load some installed copy, {remedy(command, source)}"


def unimportable(output: str, root: Path) -> tuple[str, str] | None:
    """A module of the repository that the tests could not import, and the folder that it lies in."""
    for name in _NO_MODULE.findall(output):
        for folder in ("src", "."):
            if (root / folder / name).is_dir() or (root / folder / f"{name}.py").is_file():
                return name, folder
    return None


def remedy(command: str, folder: str) -> str:
    """How a command is to be given so that every part of it loads the worktree."""
    place = "$PWD" if folder == "." else f"$PWD/{folder}"
    words = words_of(command)
    alone = not any(set(word) <= _OPERATORS for word in words) and words[:1] and words[0] not in _KEYWORDS
    setting = f'PYTHONPATH="{place}"' if alone else f'export PYTHONPATH="{place}";'
    return f"let them load the worktree, as with --test {_quoted(f'{setting} {command}')}"


def _quoted(command: str) -> str:
    """As one word of a shell."""
    return "'" + command.replace("'", "'\\''") + "'"


def _own(environment: Path, checkout: Path) -> str:
    """The other remedy, where the environment lies in the checkout and can be brought along."""
    if not environment.resolve().is_relative_to(checkout):
        return ", or in an environment that the command makes itself"
    name = environment.resolve().relative_to(checkout)
    return f", or bring the environment with --copy {name} and use it: {name}/bin/python -m pytest, say"


def _names(paths: Iterable[str]) -> tuple[str, ...]:
    """Names by which Python files are imported: "shop" of "src/shop/cart.py"."""
    python = (path.removeprefix("src/").removesuffix(".py") for path in paths if path.endswith(".py"))
    return tuple(sorted({path.split("/")[0] for path in python}))
