"""Where modules lie and what they are called, before and after some of them move."""

from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.repository import Repository
from repo_scan.imports import is_init
from repo_scan.paths import folder_of


def stem_of(path: str) -> str:
    """A module's path without its ending; that of a package is its folder: "shop/money", "shop"."""
    return folder_of(path) if is_init(path) else path.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Removal:
    """A module or package that goes elsewhere, by stems."""

    repo: Repository
    old: str
    new: str

    def stem(self, stem: str) -> str:
        """Where a stem is afterwards."""
        return self.new + stem[len(self.old) :] if self.holds(stem) else stem

    def holds(self, stem: str) -> bool:
        """Whether a stem is what goes, or lies in it."""
        return stem == self.old or stem.startswith(f"{self.old}/")

    def holds_new(self, path: str) -> bool:
        """Whether a file lies where it goes."""
        return path in (f"{self.new}.py", f"{self.new}.pyi") or path.startswith(f"{self.new}/")

    def path(self, path: str) -> str:
        """Where a file is afterwards."""
        if path in (f"{self.old}.py", f"{self.old}.pyi"):
            return self.new + path[len(self.old) :]
        return self.new + path[len(self.old) :] if path.startswith(f"{self.old}/") else path

    def dotted(self, dotted: str, stem: str) -> str:
        """What an absolute dotted name of a module is afterwards. Raises Refusal where it would have none."""
        tail = dotted.replace(".", "/")
        if not self.holds(stem) or not (stem == tail or stem.endswith(f"/{tail}")):
            return dotted
        root = stem[: len(stem) - len(tail)]
        new = self.stem(stem)
        if not new.startswith(root):
            raise Refusal(f"`{dotted}` would lie outside of {root}, from which it is imported")
        return new[len(root) :].replace("/", ".")

    def written(self, importer: str, module: str) -> str:
        """How a file (which may go itself) writes a module in an import afterwards. Raises Refusal."""
        dots = len(module) - len(module.lstrip("."))
        if not dots:
            target = self.repo.map.find(importer, module)
            return self.dotted(module, stem_of(target) if target is not None else self._folder_stem(importer, module))
        folder = folder_of(importer)
        for _ in range(dots - 1):
            folder = folder_of(folder)
        rest = module.lstrip(".").replace(".", "/")
        there = self.stem("/".join(filter(None, (folder, rest))))
        moved = self.path(importer)
        if moved == importer and there == "/".join(filter(None, (folder, rest))):
            return module
        return relative(folder_of(moved), there, module)

    def _folder_stem(self, importer: str, module: str) -> str:
        """The folder without an `__init__` that a dotted name means, if it is the one that goes."""
        modules = self.repo.map.modules
        is_folder = any(path.startswith(f"{self.old}/") for path in modules)
        is_module = any(f"{self.old}{ending}" in modules for ending in (".py", ".pyi", "/__init__.py", "/__init__.pyi"))
        meant = is_folder and not is_module and self.old in self.repo.map.may_lie(importer, module)
        return self.old if meant else ""


def relative(folder: str, stem: str, before: str) -> str:
    """A module by dots, as seen from a folder. Raises Refusal where the two share none."""
    here, there = folder.split("/") if folder else [], stem.split("/") if stem else []
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    if here and not shared:
        raise Refusal(f"`{before}` cannot be written by dots from {folder}")
    return "." * (1 + len(here) - shared) + ".".join(there[shared:])
