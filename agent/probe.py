"""Whether the tests load the files that a run rewrites: all are made unparsable at once, and somebody must notice."""

import os
from collections.abc import Collection, Iterable
from pathlib import Path

from applier.environment import for_commands
from applier.installs import copies, points_into
from applier.programs import environments_of
from applier.protection import protected
from applier.workspace import Workspace
from repo_scan.paths import is_test

WRECK = "<<< no language can parse this: it is here to see whether the tests load this file >>>\n"


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
            return f"{why}; {_remedy(command, folder)}{_own(environment, checkout)}"
    source = "src" if any(path.startswith("src/") for path in paths) else "."
    for environment in environments:
        for copy in copies(environment, _names(paths)):
            return f"they may load the installed {copy}; {_remedy(command, source)}{_own(environment, checkout)}"
    return f"if they load some installed copy, {_remedy(command, source)}"


def _remedy(command: str, folder: str) -> str:
    place = "$PWD" if folder == "." else f"$PWD/{folder}"
    return f"let them load the worktree, as with --test 'PYTHONPATH=\"{place}\" {command}'"


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
