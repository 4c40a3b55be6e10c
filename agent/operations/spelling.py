"""How one file names another in an import: relative or absolute, below which root."""

from collections.abc import Iterator

from agent.operations.repository import Imported, Repository
from repo_scan.paths import folder_of, name_of


def package_of(repo: Repository, path: str) -> str:
    """The outermost package a file belongs to, as a folder; the folder itself where it holds plain modules."""
    above = repo.packages_above(path)
    return folder_of(above[-1]) if above else folder_of(path)


def in_package(repo: Repository, path: str) -> bool:
    """Whether a file is part of a package with an `__init__`."""
    return f"{folder_of(path)}/__init__.py".lstrip("/") in repo.map.modules and folder_of(path) != ""


def spelled_from(repo: Repository, path: str, home: str, like: Imported | None = None) -> str:
    """What `path` writes to import `home`: as `like` is written, else as the file or its neighbours write theirs.

    "" where nothing tells how, or where it would not arrive.
    """
    examples = [like] if like is not None else [*_own_examples(repo, path), *_near_examples(repo, path)]
    for example in examples:
        module = _alike(repo, path, home, example)
        if module and repo.map.find(path, module) == home:
            return module
    if like is None and in_package(repo, path):
        return next((name for name in repo.map.names_of(home) if repo.map.find(path, name) == home), "")
    return ""


def is_own_import(repo: Repository, path: str, one: Imported) -> bool:
    """Whether an import is of the file's own package, at its top, run whenever the file is."""
    inside = one.target is not None and package_of(repo, one.target) == package_of(repo, path)
    return inside and one.item.kind == "runtime" and not one.item.guarded


def _own_examples(repo: Repository, path: str) -> list[Imported]:
    package = package_of(repo, path)
    inside = [one for one in repo.imports(path) if one.target is not None and package_of(repo, one.target) == package]
    return sorted(inside, key=lambda one: one.item.kind != "runtime")


def _near_examples(repo: Repository, path: str) -> Iterator[Imported]:
    """How others of the package import from it; then how anybody imports this file or its siblings."""
    package = package_of(repo, path)
    files = [other for other in repo.python if other != path and package_of(repo, other) == package]
    for other in files:
        yield from _own_examples(repo, other)
    for other in files:
        yield from (one for one in repo.importers(other) if not one.item.module.startswith("."))


def _alike(repo: Repository, path: str, home: str, example: Imported) -> str:
    if example.item.module.startswith("."):
        return _relative(repo, path, home)
    written, target = example.item.module, example.target
    if target is None:
        return ""
    if example.whole and example.item.name is not None:
        written = f"{written}.{example.item.name}"
    tail = _tail(repo, target)
    if written != tail and not written.endswith(f".{tail}"):
        return ""
    return written.removesuffix(tail) + _tail(repo, home)


def _tail(repo: Repository, path: str) -> str:
    """The dotted name below the folder that holds the outermost package: "shop.money"."""
    package = package_of(repo, path)
    start = folder_of(package) if in_package(repo, path) or name_of(path) == "__init__.py" else package
    steps = path[len(start) + 1 if start else 0 :].removesuffix(".py").split("/")
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


def _relative(repo: Repository, path: str, home: str) -> str:
    """The dots and the rest; "" where the two share no package."""
    if package_of(repo, path) != package_of(repo, home) or not in_package(repo, path):
        return ""
    here = folder_of(path).split("/")
    there = folder_of(home).split("/")
    shared = next((at for at, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), None)
    common = min(len(here), len(there)) if shared is None else shared
    rest = there[common:] + ([] if name_of(home) == "__init__.py" else [name_of(home).removesuffix(".py")])
    return "." * (1 + len(here) - common) + ".".join(rest)
