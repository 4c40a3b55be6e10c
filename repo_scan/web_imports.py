"""JavaScript and TypeScript imports to files of the repository, as Node, TypeScript and bundlers would find them.

What is not found here is external: node_modules is not looked at.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from repo_scan.graph import Edge
from repo_scan.outline import ImportKind, Outline
from repo_scan.paths import folder_of, joined
from repo_scan.web_packages import Packages
from repo_scan.web_settings import AllSettings

WEB = frozenset({"javascript", "typescript", "tsx"})
_TYPED = (".ts", ".tsx", ".mts", ".cts")
_DECLARED = (".d.ts", ".d.mts", ".d.cts")
_PLAIN = (".js", ".jsx", ".mjs", ".cjs")
_WRITTEN_FOR = {  # what stands where the name of the compiled file is written
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}


class WebImports:
    """Resolves specifiers among the files of one repository."""

    def __init__(self, paths: Iterable[str], configs: Mapping[str, str]) -> None:
        self._files = frozenset(paths)
        self._packages = Packages(configs)
        self._settings = AllSettings(configs, self._packages)
        self._known: dict[tuple[str, str, bool], str | None] = {}

    def resolve(self, importer: str, specifier: str) -> str | None:
        """The file that a specifier means in `importer`; None if it is external or missing."""
        key = (folder_of(importer), specifier, importer.endswith(_TYPED))
        if key not in self._known:
            whole = self._find(importer, specifier)
            plain = specifier.partition("?")[0]  # "./logo.svg?raw" is an order to a bundler
            self._known[key] = whole if whole is not None or plain == specifier else self._find(importer, plain)
        return self._known[key]

    def means_own(self, importer: str, specifier: str) -> bool:
        """Whether a specifier belongs to this repository, even if what it names is missing."""
        return _is_relative(specifier) or any(
            settings.is_alias(specifier) for settings in self._settings.of(folder_of(importer))
        )

    def keeps(self, importer: str) -> bool:
        """Whether imports of a file are loaded unless they are marked as types."""
        return any(settings.keeps_imports for settings in self._settings.of(folder_of(importer)))

    def _find(self, importer: str, specifier: str) -> str | None:
        typed = importer.endswith(_TYPED)
        places = self._relative(importer, specifier) if _is_relative(specifier) else self._named(importer, specifier)
        return next((file for place in places if (file := self._at(place, typed)) is not None), None)

    def _relative(self, importer: str, specifier: str) -> Iterator[str]:
        place = joined(folder_of(importer), specifier)
        if place is not None:
            # A last slash, or dots, mean a folder, whatever file is called like it.
            yield f"{place}/" if specifier.endswith("/") or specifier.rpartition("/")[2] in (".", "..") else place
            for settings in self._settings.of(folder_of(importer)):
                yield from settings.beside(place)

    def _named(self, importer: str, specifier: str) -> Iterator[str]:
        for settings in self._settings.of(folder_of(importer)):
            yield from settings.mapped(specifier)
        if ":" in specifier or specifier.startswith("/") or not specifier:
            return
        for settings in self._settings.of(folder_of(importer)):
            if settings.base is not None and (place := joined(settings.base, specifier)) is not None:
                yield place
        own = self._packages.around(importer) if specifier.startswith("#") else None
        if own is None:
            yield from self._of_package(importer, specifier)
            return
        for target in own.internal(specifier):
            yield from (own.within(target),) if _is_relative(target) else self._of_package(importer, target)

    def _of_package(self, importer: str, specifier: str) -> Iterator[str]:
        found = self._packages.named(importer, specifier)
        if found is not None:
            package, subpath = found
            yield from package.entries(subpath)
            yield from package.sources(subpath)

    def _at(self, place: str, typed: bool) -> str | None:
        """The file at a place: itself, with an ending, or what stands for a folder."""
        file = None if place.endswith("/") or not place else self._file(place, typed)
        return file if file is not None else self._index(place.strip("/"), typed)

    def _file(self, place: str, typed: bool) -> str | None:
        stem, dot, ending = place.rpartition(".")
        others = tuple(stem + other for other in _WRITTEN_FOR.get(dot + ending, ()))
        written = (*others[:-1], place, *others[-1:]) if typed else (place, *others)
        endings = (*_TYPED, *_PLAIN) if typed else (*_PLAIN, *_TYPED)
        names = chain(written, (place + other for other in (*endings, ".json", *_DECLARED)))
        return next((name for name in names if name in self._files), None)

    def _index(self, folder: str, typed: bool) -> str | None:
        package = self._packages.at(folder) if folder else None
        places = package.entries("") if package is not None and "exports" not in package.facts else []
        index = f"{folder}/index" if folder else "index"
        return next((file for place in (*places, index) if (file := self._file(place, typed)) is not None), None)


def _is_relative(specifier: str) -> bool:
    return specifier in (".", "..") or specifier.startswith(("./", "../"))


def web_edges(outlines: Mapping[str, Outline], paths: Iterable[str], configs: Mapping[str, str]) -> tuple[Edge, ...]:
    """One edge for each import of a JavaScript or TypeScript file that binds another file, sorted."""
    imports = WebImports(paths, configs)
    found: set[Edge] = set()
    for path, outline in outlines.items():
        for item in outline.imports if outline.language in WEB else ():
            imported = imports.resolve(path, item.module)
            if imported is not None and imported != path:
                loaded = item.unmarked and imports.keeps(path)
                found.add(Edge(path, imported, item.line, _kind(path, imported, "runtime" if loaded else item.kind)))
    return tuple(sorted(found, key=lambda edge: (edge.importer, edge.imported, edge.line, edge.kind)))


def _kind(importer: str, imported: str, kind: ImportKind) -> ImportKind:
    """Declaration files import and offer nothing but types."""
    return "type-only" if importer.endswith(_DECLARED) or imported.endswith(_DECLARED) else kind
