"""Import statements to files: which dotted names a file answers to, and which file an import binds.

Only files of the repository are known, no installed package and no `sys.path`; roots.py tells what is imported from.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from repo_scan.graph import Edge
from repo_scan.outline import Import, Outline
from repo_scan.paths import folder_of, name_of
from repo_scan.roots import Roots

_ENDINGS = ("/__init__.py", ".py", "/__init__.pyi", ".pyi")  # in the order in which Python and type checkers look


@dataclass(frozen=True)
class ImportMap:
    """Resolves imports among the Python files of one repository."""

    modules: frozenset[str]  # files that can be imported
    roots: Roots
    outlines: Mapping[str, Outline]  # of the Python files
    # By the folder of the importer and the dotted name: where it may lie, and the file that answers to it there.
    _known: dict[tuple[str, str], tuple[tuple[str, str | None], ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, paths: Iterable[str], outlines: Mapping[str, Outline]) -> "ImportMap":
        """The map of a repository: all its paths, and the outlines of those that have one."""
        every = frozenset(paths) | outlines.keys()
        modules = frozenset(path for path in every if path.endswith((".py", ".pyi")))
        python = {path: outline for path, outline in outlines.items() if outline.language == "python"}
        return cls(modules, Roots.of(every, modules), python)

    @cached_property
    def used(self) -> frozenset[str]:
        """Dotted names that absolute imports mention."""
        return frozenset(name for one in self.outlines.values() for item in one.imports for name in _mentioned(item))

    @cached_property
    def bound(self) -> Mapping[str, frozenset[str]]:
        """Names that a package's __init__ binds itself, submodules left out."""
        return {path: _bound_by(outline) for path, outline in self.outlines.items() if is_init(path)}

    def names_of(self, path: str) -> tuple[str, ...]:
        """The dotted names under which a file can be imported, the likeliest first: names that are in use, if any."""
        holding = sorted(self.roots.holding(folder_of(path)), key=lambda root: root in self.roots.weak)
        names = dict.fromkeys(_dotted(path[len(root) + 1 if root else 0 :]) for root in holding)
        return tuple(sorted((name for name in names if name), key=lambda name: name not in self.used))

    def find(self, importer: str, module: str) -> str | None:
        """The file of a dotted name as written in `importer`; None if it is external, a bare folder or missing."""
        return next((file for _, file in self._places(folder_of(importer), module) if file is not None), None)

    def resolve(self, importer: str, item: Import) -> str | None:
        """The file that an import of `importer` binds; None if it is external, a bare folder or missing.

        `from package import name` binds the submodule of that name, unless the package's __init__ binds it itself.
        """
        if item.name is None or item.name == "*":
            return self.find(importer, item.module)
        for base, file in self._places(folder_of(importer), item.module):
            if file is None or is_init(file):
                inner = self._file(f"{base}/{item.name}".lstrip("/"))
                if inner is not None and (file == importer or item.name not in self.bound.get(file or "", ())):
                    return inner
            if file is not None:
                return file
        return None

    def may_lie(self, importer: str, module: str) -> tuple[str, ...]:
        """Where a dotted name as written in `importer` may lie, without the ending: "src/shop/cart"."""
        return tuple(base for base, _ in self._places(folder_of(importer), module))

    def is_internal(self, importer: str, module: str) -> bool:
        """Whether a dotted name belongs to this repository, even if what it names is missing."""
        if module.startswith("."):
            return True
        return self.find(importer, module.split(".")[0]) is not None

    def _places(self, folder: str, module: str) -> tuple[tuple[str, str | None], ...]:
        known = self._known.get((folder, module))
        if known is None:
            known = tuple((base, self._file(base)) for base in self._bases(folder, module))
            self._known[folder, module] = known
        return known

    def _bases(self, folder: str, module: str) -> Iterator[str]:
        """Where a module named in a file of `folder` may lie, without the ending: "src/shop/cart"."""
        rest = module.lstrip(".")
        steps = rest.split(".") if rest else []
        if rest == module:
            for root in self.roots.for_import(folder, steps[0] if steps else ""):
                yield _joined(root, steps)
            return
        for _ in range(len(module) - len(rest) - 1):
            if not folder:
                return
            folder = folder_of(folder)
        yield _joined(folder, steps)

    def _file(self, base: str) -> str | None:
        for ending in _ENDINGS:
            name = base + ending if base else ending.lstrip("/")
            if name in self.modules:
                return name
        return None


def import_edges(imports: ImportMap, outlines: Mapping[str, Outline]) -> tuple[Edge, ...]:
    """One edge for each import that binds two files, sorted. What a stub file imports is type-only."""
    found: set[Edge] = set()
    for path, outline in outlines.items():
        for item in outline.imports if outline.language == "python" else ():
            imported = imports.resolve(path, item)
            if imported is not None and imported != path:
                kind = "type-only" if path.endswith(".pyi") else item.kind
                found.add(Edge(path, imported, item.line, kind))
    return tuple(sorted(found))


def _bound_by(outline: Outline) -> frozenset[str]:
    """Names that a package's __init__ gives a value of its own."""
    own = "." + folder_of(outline.path).replace("/", ".")  # `from here import name` binds the submodule `here.name`
    imported = {
        item.binds
        for item in outline.imports
        if item.name is not None and item.module != "." and not own.endswith(f".{item.module}")
    }
    return frozenset(imported | {symbol.name for symbol in outline.symbols})


def _mentioned(item: Import) -> tuple[str, ...]:
    return (item.module, f"{item.module}.{item.name}") if not item.module.startswith(".") else ()


def is_init(path: str) -> bool:
    """Whether a file stands for its package; what it binds decides what imports from the package mean."""
    return name_of(path) in ("__init__.py", "__init__.pyi")


def _dotted(path: str) -> str:
    """The dotted name of a path below its root; "" if Python could not import it."""
    parts = path.rpartition(".")[0].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts) if all(part.isidentifier() for part in parts) else ""


def _joined(folder: str, steps: list[str]) -> str:
    return "/".join(([folder] if folder else []) + steps)
