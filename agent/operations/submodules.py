"""A package has an attribute for a submodule only once somebody has imported it, and code may live on that."""

import importlib.util
import re
from collections.abc import Collection
from pathlib import Path

from agent.operations.loading import Loading
from agent.operations.repository import Imported, Repository
from repo_scan.paths import folder_of, name_of

_IMPORT_LINE = re.compile(r"^\s*(?:from|import)\b.*$", re.MULTILINE)


def stem_of(path: str) -> str:
    """What a module is called as an attribute of its package."""
    name = name_of(path).removesuffix(".py")
    return name_of(folder_of(path)) if name == "__init__" else name


def missed_inside(repo: Repository, loading: Loading, one: Imported, gone: Collection[Imported]) -> str:
    """Who might miss a module of the repository if one import of it were gone, with others; "" if nobody."""
    target = one.target or ""
    for package in repo.packages_above(target):
        if target in loading.loaded_by(package) and target not in loading.reached([package], without=gone):
            return f"without it {package} would no longer load {target}"
    if not repo.packages_above(target):
        return ""
    spot = re.compile(rf"\.\s*{re.escape(stem_of(target))}\s*\.")
    for other in repo.python:
        if not any(found.target == target and found != one for found in repo.imports(other)) and _uses(
            repo, other, spot
        ):
            return f"{other} may use `{stem_of(target)}` without importing it"
    return ""


def missed_outside(repo: Repository, path: str, line: int, dotted: str) -> str:
    """The same for a module of the standard library: `import logging` alone does not give `logging.handlers`."""
    top, _, rest = dotted.partition(".")
    inner = rest.partition(".")[0]
    if not _is_submodule(top, inner):
        return ""
    spot = re.compile(rf"\b{re.escape(top)}\s*\.\s*{re.escape(inner)}\b")
    for other in repo.python:
        items = [one.item for one in repo.imports(other) if (other, one.item.line) != (path, line)]
        whole = {item.module for item in items if item.name is None}
        written = whole | {item.module for item in items} | {f"{item.module}.{item.name}" for item in items}
        imports_it = any(f"{module}.".startswith(f"{top}.{inner}.") for module in written)
        if not imports_it and top in {module.split(".")[0] for module in whole} and _uses(repo, other, spot):
            return f"{other} uses `{top}.{inner}` without importing it"
    return ""


def _is_submodule(top: str, inner: str) -> bool:
    """Whether a package of the standard library has a module of that name. Nothing is imported to find out."""
    spec = importlib.util.find_spec(top) if inner else None
    folders = spec.submodule_search_locations if spec is not None else None
    return any((Path(folder) / f"{inner}{end}").exists() for folder in folders or () for end in (".py", ""))


def _uses(repo: Repository, path: str, spot: re.Pattern[str]) -> bool:
    text = repo.texts.get(path, "")
    return spot.search(text) is not None and spot.search(_IMPORT_LINE.sub("", text)) is not None
