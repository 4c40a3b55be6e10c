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

    def holding(self, folder: str) -> list[str]:
        """Roots that the files of a folder lie below, the deepest first."""
        return [above for above in _with_above(folder) if above in self.strong or above in self.weak]

    def for_import(self, folder: str, top: str) -> list[str]:
        """Roots in which a file of `folder` would find the top-level name `top`, in the order of trying."""
        offered = self.tops.get(top)
        if offered is None:
            return []
        near = [root for root in self.holding(folder) if root in offered and self._may(root, top)]
        far = sorted(root for root in offered - set(near) if root in self.strong and _serves(root, folder))
        return near + far

    def _may(self, root: str, top: str) -> bool:
        # A module called like one of the standard library hides it only from programs started in its own folder, and
        # whether a file is started or imported cannot be known: the standard library is the better guess.
        return root in self.strong or top not in sys.stdlib_module_names


def _serves(root: str, folder: str) -> bool:
    """Whether a root elsewhere is likely on the path: not one among tests, examples and data, unless of the same."""
    return not is_apart(root) or is_within(folder, root.split("/")[0])


def _tops(modules: Iterable[str], roots: frozenset[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    known: dict[str, list[str]] = {}
    for path in modules:
        folder = folder_of(path)
        if folder not in known:
            known[folder] = [root for root in _with_above(folder) if root in roots]
        for root in known[folder]:
            top = path[len(root) + 1 if root else 0 :].partition("/")[0]
            found.setdefault(top.partition(".")[0], set()).add(root)
    return {top: frozenset(where) for top, where in found.items()}


def _with_above(folder: str) -> Iterator[str]:
    yield folder
    while folder:
        folder = folder_of(folder)
        yield folder
