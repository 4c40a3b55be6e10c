"""Finds what makes a Python environment load code from a folder: editable installs, and installed copies.

The forms of an editable install: a line of a `.pth` file, the table of an `__editable__…_finder.py` (setuptools), or
only `direct_url.json` of the installed distribution, where some other finder is used.
"""

import ast
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

_TABLES = frozenset({"MAPPING", "NAMESPACES"})


@dataclass(frozen=True, slots=True)
class Pointer:
    """A file of an environment that makes Python load code from elsewhere."""

    file: Path  # ".../site-packages/__editable__.shop-1.0.pth"
    folder: Path  # what would have to be on PYTHONPATH for the same effect


def site_folders(environment: Path) -> tuple[Path, ...]:
    """Where an environment keeps what is installed in it."""
    patterns = ("lib/python*/site-packages", "lib/python*/dist-packages", "lib64/python*/site-packages")
    found: dict[Path, Path] = {}
    for pattern in patterns:
        for folder in sorted(environment.glob(pattern)):
            found.setdefault(folder.resolve(), folder)  # lib64 is often a link to lib
    return tuple(found.values())


def points_into(environment: Path, checkout: Path) -> tuple[Pointer, ...]:
    """What makes an environment load code of a checkout, the most exact first."""
    inside = checkout.resolve()
    return tuple(
        pointer
        for site in site_folders(environment)
        for find in (_of_path_files, _of_finders, _of_records)
        for pointer in find(site)
        if pointer.folder.resolve().is_relative_to(inside)
    )


def copies(environment: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Where modules or packages of these names are installed as they are."""
    places = (
        site / f"{name}{ending}" for site in site_folders(environment) for name in names for ending in ("", ".py")
    )
    return tuple(place for place in places if place.exists())


def _of_path_files(site: Path) -> Iterator[Pointer]:
    for file in sorted(site.glob("*.pth")):
        for line in _text(file).splitlines():
            words = line.strip()
            if words and not words.startswith(("#", "import ", "import\t")) and (site / words).is_dir():
                yield Pointer(file, site / words)


def _of_finders(site: Path) -> Iterator[Pointer]:
    for file in sorted(site.glob("__editable__*_finder.py")):
        for place in _places(_text(file)):
            yield Pointer(file, Path(place).parent)


def _places(finder: str) -> Iterator[str]:
    """Paths in the tables of a finder: {'shop': '/home/me/shop/src/shop'}, or lists of them."""
    try:
        statements = ast.parse(finder).body
    except (SyntaxError, ValueError):
        return
    for statement in statements:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict() as table):
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as table):
                pass
            case _:
                continue
        if name in _TABLES:
            texts = (node.value for value in table.values for node in ast.walk(value) if isinstance(node, ast.Constant))
            yield from (text for text in texts if isinstance(text, str))


def _of_records(site: Path) -> Iterator[Pointer]:
    for file in sorted(site.glob("*.dist-info/direct_url.json")):
        try:
            record = json.loads(_text(file))
        except ValueError:
            continue
        match record:
            case {"url": str(url), "dir_info": {"editable": True}} if url.startswith("file:"):
                folder = Path(unquote(urlsplit(url).path))
                yield Pointer(file, folder / "src" if (folder / "src").is_dir() else folder)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
