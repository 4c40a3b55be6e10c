"""Import statements to files: which dotted names a file answers to, and which file an import binds.

Only files of the repository are known, no installed package and no `sys.path`; roots.py tells what is imported from.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from repo_scan.graph import Edge
from repo_scan.outline import Import, Outline
from repo_scan.paths import folder_of, name_of
from repo_scan.roots import Roots

_ENDINGS = ("/__init__.py", ".py", "/__init__.pyi", ".pyi")  # in the order in which Python and type checkers look


@dataclass(frozen=True, slots=True)
class ImportMap:
    """Resolves imports among the Python files of one repository."""

    modules: frozenset[str]  # files that can be imported
    folders: frozenset[str]  # folders that hold such files, at any depth
    roots: Roots
    used: frozenset[str]  # dotted names that absolute imports mention
    bound: Mapping[str, frozenset[str]]  # names that a package's __init__ binds itself, submodules left out

    @classmethod
    def of(cls, paths: Iterable[str], outlines: Mapping[str, Outline]) -> "ImportMap":
        """The map of a repository: all its paths, and the outlines of those that have one."""
        every = frozenset(paths) | outlines.keys()
        outlines = {path: outline for path, outline in outlines.items() if outline.language == "python"}
        modules = frozenset(path for path in every if path.endswith((".py", ".pyi")))
        folders = frozenset(folder for path in modules for folder in _above(path))
        bound = {path: _bound_by(outline) for path, outline in outlines.items() if _is_init(path)}
        used = frozenset(name for outline in outlines.values() for item in outline.imports for name in _mentioned(item))
        return cls(modules, folders, Roots.of(every, modules), used, bound)

    def names_of(self, path: str) -> tuple[str, ...]:
        """The dotted names under which a file can be imported, the likeliest first: names that are in use, if any."""
        holding = sorted(self.roots.holding(path), key=lambda root: root in self.roots.weak)
        names = dict.fromkeys(_dotted(path[len(root) + 1 if root else 0 :]) for root in holding)
        return tuple(sorted((name for name in names if name), key=lambda name: name not in self.used))

    def find(self, importer: str, module: str) -> str | None:
        """The file of a dotted name as written in `importer`; None if it is external, a bare folder or missing."""
        files = (self._file(base) for base in self._bases(importer, module))
        return next((file for file in files if file is not None), None)

    def resolve(self, importer: str, item: Import) -> str | None:
        """The file that an import of `importer` binds; None if it is external, a bare folder or missing.

        `from package import name` binds the submodule of that name, unless the package's __init__ binds it itself.
        """
        if item.name is None or item.name == "*":
            return self.find(importer, item.module)
        for base in self._bases(importer, item.module):
            file = self._file(base)
            if file is None or _is_init(file):
                inner = self._file(f"{base}/{item.name}".lstrip("/"))
                if inner is not None and (file == importer or item.name not in self.bound.get(file or "", ())):
                    return inner
            if file is not None:
                return file
        return None

    def is_internal(self, importer: str, module: str) -> bool:
        """Whether a dotted name belongs to this repository, even if what it names is missing."""
        if module.startswith("."):
            return True
        return self.find(importer, module.split(".")[0]) is not None

    def _bases(self, importer: str, module: str) -> Iterator[str]:
        """Where the module may lie, without the ending: "src/shop/cart"."""
        rest = module.lstrip(".")
        steps = rest.split(".") if rest else []
        if rest == module:
            for root in self.roots.for_import(importer, steps[0] if steps else ""):
                yield _joined(root, steps)
            return
        package = folder_of(importer)
        for _ in range(len(module) - len(rest) - 1):
            if not package:
                return
            package = folder_of(package)
        yield _joined(package, steps)

    def _file(self, base: str) -> str | None:
        names = (base + ending if base else ending.lstrip("/") for ending in _ENDINGS)
        return next((name for name in names if name in self.modules), None)


def import_edges(imports: ImportMap, outlines: Mapping[str, Outline]) -> tuple[Edge, ...]:
    """One edge for each import that binds two files, sorted. What a stub file imports is type-only."""
    found: set[Edge] = set()
    for path, outline in outlines.items():
        for item in outline.imports if outline.language == "python" else ():
            imported = imports.resolve(path, item)
            if imported is not None and imported != path:
                kind = "type-only" if path.endswith(".pyi") else item.kind
                found.add(Edge(path, imported, item.line, kind))
    return tuple(sorted(found, key=lambda edge: (edge.importer, edge.imported, edge.line, edge.kind)))


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


def _is_init(path: str) -> bool:
    return name_of(path) in ("__init__.py", "__init__.pyi")


def _dotted(path: str) -> str:
    """The dotted name of a path below its root; "" if Python could not import it."""
    parts = path.rpartition(".")[0].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts) if all(part.isidentifier() for part in parts) else ""


def _joined(folder: str, steps: list[str]) -> str:
    return "/".join(([folder] if folder else []) + steps)


def _above(path: str) -> Iterator[str]:
    folder = folder_of(path)
    while folder:
        yield folder
        folder = folder_of(folder)
