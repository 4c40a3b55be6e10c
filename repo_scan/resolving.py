"""What imports and uses mean in one state of a repository: the file, and the name in it. For all languages."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from repo_scan.dependencies import package_of
from repo_scan.imports import ImportMap
from repo_scan.outline import Import, Outline, Use
from repo_scan.paths import folder_of, joined, name_of
from repo_scan.web_imports import WEB, WebImports

#: folder: of modules, without a file that stands for it. missing: it would have to lie in this repository.
Origin = Literal["file", "folder", "missing", "external"]

_ASSETS = frozenset(
    {
        *("css", "scss", "sass", "less", "styl", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp"),
        *("json", "json5", "yaml", "yml", "toml", "txt", "md", "mdx", "html", "vue", "svelte", "astro", "graphql"),
        *("gql", "wasm", "woff", "woff2", "ttf", "eot", "otf", "mp3", "mp4", "webm", "wav", "pdf", "csv", "node"),
        *("glsl", "vert", "frag", "proto", "sql", "xml"),
    }
)
_COMPILED = frozenset({"pyx", "pxi", "so", "pyd", "c", "cc", "cpp", "rs", "f90", "in", "j2", "tmpl"})


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one import binds."""

    origin: Origin
    file: str | None = None
    member: str | None = None  # the name in that file; None for the module itself, "*" for all of its names
    place: str = ""  # of what is missing: where it would lie, without the ending
    package: str = ""  # of what is external: the package, as `import_name` spells it; "" if unclear


@dataclass(frozen=True, slots=True)
class Meant:
    """What one use is of."""

    file: str
    name: str  # "total", "Cart.total"
    use: Use


class Resolver:
    """One state: all paths of a repository, the outlines of its files, and the texts of its settings."""

    def __init__(self, paths: Iterable[str], outlines: Mapping[str, Outline], settings: Mapping[str, str]) -> None:
        self._paths = frozenset(paths) | outlines.keys()
        self._outlines = outlines
        self._settings = settings

    @cached_property
    def _python(self) -> ImportMap:
        return ImportMap.of(self._paths, self._outlines)

    @cached_property
    def _web(self) -> WebImports:
        return WebImports(self._paths, self._settings)

    @cached_property
    def _folders(self) -> frozenset[str]:
        """Folders that hold modules, also further down."""
        found: set[str] = set()
        for path in self._python.modules:
            folder = folder_of(path)
            while folder and folder not in found:
                found.add(folder)
                folder = folder_of(folder)
        return frozenset(found)

    @cached_property
    def _made(self) -> frozenset[str]:
        """Where modules may be that are compiled from other files, or that bundlers know how to load."""
        made = _COMPILED | _ASSETS
        others = [path for path in self._paths - self._python.modules if path.rpartition(".")[2] in made]
        return frozenset(f"{folder_of(path)}/{name_of(path).partition('.')[0]}".lstrip("/") for path in others)

    def meanings(self, path: str) -> tuple[Meaning, ...]:
        """What each import of a file binds."""
        outline = self._outlines[path]
        bind = self._of_web if outline.language in WEB else self._of_python
        return tuple(bind(path, item) for item in outline.imports)

    def modules_of(self, path: str) -> tuple[str, ...]:
        """The dotted names under which a file can be imported."""
        return self._python.names_of(path) if path in self._python.modules else ()

    def _of_python(self, importer: str, item: Import) -> Meaning:
        file = self._python.resolve(importer, item)
        if file is not None:
            is_module = item.name is None or (item.name != "*" and file != self._python.find(importer, item.module))
            return Meaning("file", file, None if is_module else item.name)
        bases = self._bases(importer, item.module)
        if any(base in self._folders for base in bases):
            return Meaning("folder", None, item.name)
        if any(base in self._made for base in bases):
            return Meaning("external")
        if self._is_own(importer, item.module):
            return Meaning("missing", place=bases[0] if bases else f"{importer} {item.module}")
        return Meaning("external", package=package_of(item.module, "python"))

    def _bases(self, importer: str, module: str) -> list[str]:
        """Where a module may lie, without the ending."""
        rest = module.lstrip(".")
        steps = rest.split(".") if rest else []
        if rest == module:
            roots = self._python.roots.for_import(folder_of(importer), steps[0])
            return ["/".join([root, *steps]).lstrip("/") for root in roots]
        place = joined(folder_of(importer), "/".join([*[".."] * (len(module) - len(rest) - 1), *steps]))
        return [place] if place is not None else []

    def _is_own(self, importer: str, module: str) -> bool:
        if module.startswith("."):
            return True
        top = module.partition(".")[0]
        file = self._python.find(importer, top)
        if file is not None:  # a script that is called like a package of others is none itself
            return name_of(file).startswith("__init__.")
        return top in self._namespaces

    @cached_property
    def _namespaces(self) -> frozenset[str]:
        """Top-level folders without a file that stands for them, from which modules of this repository are imported."""
        tops = {(name.partition(".")[0], name) for name in self._python.used if "." in name}
        return frozenset(top for top, name in tops if top in self._python.roots.tops and self._python.find("", name))

    def _of_web(self, importer: str, item: Import) -> Meaning:
        file = self._web.resolve(importer, item.module)
        if file is not None:
            return Meaning("file", file, item.name)
        plain = item.module.partition("?")[0]
        if self._web.means_own(importer, plain):
            place = joined(folder_of(importer), plain) if plain.startswith(".") else plain
            suffix = plain.rpartition("/")[2].rpartition(".")[2]
            if suffix in _ASSETS or place in self._made:
                return Meaning("external")
            return Meaning("missing", place=place or plain)
        return Meaning("external", package=package_of(plain, "typescript"))

    def uses(self, path: str) -> Iterator[Meant]:
        """Uses of names in files of the repository, as far as they are beyond doubt."""
        outline = self._outlines[path]
        bound: dict[str, set[tuple[Import, Meaning]]] = {}
        for item, meaning in zip(outline.imports, self.meanings(path), strict=True):
            name = item.binds if outline.language == "python" else item.alias or item.name or ""
            bound.setdefault(name, set()).add((item, meaning))
        for use in outline.uses:
            root, *rest = use.name.split(".")
            found = {self._of_use(path, *pair, rest) for pair in bound.get(root, ())}
            meant = found.pop() if len(found) == 1 else None
            if meant is not None:
                yield Meant(*meant, use)

    def _of_use(self, importer: str, item: Import, meaning: Meaning, rest: list[str]) -> tuple[str, str] | None:
        """The file and the name in it; None where the use is of a module as a whole, or of what lies elsewhere."""
        if self._outlines[importer].language in WEB:
            parts = [*([meaning.member] if meaning.member else []), *rest]
            return (meaning.file, ".".join(parts)) if meaning.file is not None and parts else None
        if item.name is None and item.alias is None and "." in item.module:
            return self._deepest(importer, item.module.partition(".")[0], rest)
        if meaning.member is not None:
            return (meaning.file, ".".join([meaning.member, *rest])) if meaning.file is not None else None
        dot = "" if item.module.endswith(".") else "."
        return self._deepest(importer, item.module if item.name is None else f"{item.module}{dot}{item.name}", rest)

    def _deepest(self, importer: str, name: str, rest: list[str]) -> tuple[str, str] | None:
        """Follow a chain of attributes through packages to the last module of it."""
        file = self._python.find(importer, name)
        while rest and (file is None or rest[0] not in self._python.bound.get(file, ())):
            inner = self._python.find(importer, f"{name}.{rest[0]}")
            if inner is None:
                break
            name, file, rest = f"{name}.{rest[0]}", inner, rest[1:]
        return (file, ".".join(rest)) if file is not None and rest else None
