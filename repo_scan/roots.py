"""Folders that Python would import from, told from paths alone."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from repo_scan.paths import folder_of, is_apart, is_within, name_of

_PROJECT_FILES = frozenset({"pyproject.toml", "setup.py", "setup.cfg"})


@dataclass(frozen=True, slots=True)
class Roots:
    """Strong roots serve the whole repository, weak ones (flat folders of modules) only files in and below them."""

    strong: frozenset[str]
    weak: frozenset[str]
    tops: dict[str, frozenset[str]]  # top-level name -> roots that hold a module or folder of that name

    @classmethod
    def of(cls, paths: Iterable[str], modules: frozenset[str]) -> "Roots":
        """The roots of a repository: `paths` are all its files, `modules` those that can be imported."""
        folders = frozenset(folder_of(path) for path in modules)
        packages = frozenset(folder_of(path) for path in modules if name_of(path).startswith("__init__.py"))
        projects = frozenset(folder_of(path) for path in paths if name_of(path) in _PROJECT_FILES)
        sources = frozenset(f"{project}/src".lstrip("/") for project in projects | {""})
        parents = frozenset(folder_of(package) for package in packages if package) - packages
        strong = frozenset({""}) | projects | sources | parents
        weak = folders - packages - strong
        return cls(strong, weak, _tops(modules, strong | weak))

    def holding(self, path: str) -> list[str]:
        """Roots that a file lies below, the deepest first."""
        return [folder for folder in _folders_above(path) if folder in self.strong or folder in self.weak]

    def for_import(self, importer: str, top: str) -> list[str]:
        """Roots in which `importer` would find the top-level name `top`, in the order of trying."""
        offered = self.tops.get(top, frozenset())
        near = [root for root in self.holding(importer) if root in offered and self._may(root, importer, top)]
        far = sorted(root for root in offered - set(near) if root in self.strong and _serves(root, importer))
        return near + far

    def _may(self, root: str, importer: str, top: str) -> bool:
        # A module called like one of the standard library hides it only from programs started in its own folder, and
        # whether a file is started or imported cannot be known: the standard library is the better guess.
        return root in self.strong or top not in sys.stdlib_module_names


def _serves(root: str, importer: str) -> bool:
    """Whether a root elsewhere is likely on the path: not one among tests, examples and data, unless of the same."""
    return not is_apart(root) or is_within(importer, root.split("/")[0])


def _tops(modules: Iterable[str], roots: frozenset[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for path in modules:
        for root in _folders_above(path):
            if root in roots:
                top = path[len(root) + 1 if root else 0 :].split("/")[0]
                found.setdefault(top.partition(".")[0], set()).add(root)
    return {top: frozenset(where) for top, where in found.items()}


def _folders_above(path: str) -> Iterator[str]:
    folder = path
    while folder:
        folder = folder_of(folder)
        yield folder
