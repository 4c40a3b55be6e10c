"""Normal forms for the gate of equivalence: the scan's, with what the rest of the repository says of each import."""

import posixpath
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec

from applier.forms import Bound, Form, Forms, Guard, Piece
from repo_scan import Import, ImportMap, Outline, OutlineCache, Scan, outline_texts
from repo_scan.forms import form as scanned
from repo_scan.forms.make import forms_of
from repo_scan.languages import language_of

Texts = Mapping[str, str]
_MOST_HOPS = 10  # files that may pass a name on
_EXTERNAL = "may do something: it is not of this repository"
#: Modules of the standard library that do something when they are loaded.
_TELLING = frozenset(
    {"antigravity", "this", "readline", "rlcompleter", "site", "sitecustomize", "usercustomize", "turtledemo"}
)
_OLD, _NEW = "-", "+"  # before a path: which of its texts is meant
_NODE = frozenset(
    {"assert", "buffer", "child_process", "crypto", "events", "fs", "http", "https", "net", "os", "path", "process"}
    | {"querystring", "readline", "stream", "string_decoder", "timers", "url", "util", "worker_threads", "zlib"}
)
_WEB_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", "/index.ts", "/index.tsx", "/index.js")


@dataclass(frozen=True)
class FormsOf:
    """Makes the forms of a step's texts when asked for."""

    before: Texts
    after: Texts
    scan: Scan
    cache: OutlineCache

    def __call__(self, only: tuple[str, ...]) -> Forms:
        """The forms of the files that changed."""
        changed = [path for path in self.before if path in self.after and self.before[path] != self.after[path]]
        sides = {_OLD: (self.before, {}), _NEW: (self.after, self.outlines)}
        texts = {side + path: texts[path] for side, (texts, _) in sides.items() for path in changed}
        around = {
            side + path: self._surroundings(path, outline)
            for side, (_, fresh) in sides.items()
            for path in changed
            if (outline := fresh.get(path) or self.scan.outlines.get(path)) is not None
        }
        made = {
            path: form_of(form, self._imports_of(path[1:], form))
            for path, form in forms_of(texts, only, around).items()
        }
        return Forms(
            *({path[1:]: form for path, form in made.items() if path.startswith(side)} for side in (_OLD, _NEW))
        )

    def _imports_of(self, path: str, form: scanned.Form) -> tuple[Bound, ...]:
        return tuple(self._bound(path, bound) for bound in form.imports)

    def _bound(self, path: str, bound: scanned.Bound) -> Bound:
        if language_of(path) != "python":
            return bound_of(bound, self._loading_of_web(path, bound), ())
        is_inner = bound.target.startswith(f"{bound.module}.") and self._imports.find(path, bound.target) is not None
        module = bound.target if is_inner else bound.module
        wanted_by = self._wanted.get((path, bound.name), ()) if not bound.where else ()
        return bound_of(msgspec.structs.replace(bound, module=module), self._loading(path, module), wanted_by)

    # What the rest of the repository says.

    @cached_property
    def outlines(self) -> Mapping[str, Outline]:
        """Of the texts after the step; of all others those of the scan count."""
        return outline_texts(self.after, cache=self.cache)

    @cached_property
    def _imports(self) -> ImportMap:
        return self.scan.import_map

    @cached_property
    def _wanted(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Who imports a name from where, after the step."""
        found: dict[tuple[str, str], set[str]] = {}
        for edge in self.scan.graph.edges:
            outline = self.outlines.get(edge.importer) or self.scan.outlines.get(edge.importer)
            for item in outline.imports if outline is not None else ():
                if item.name and item.line == edge.line:
                    found.setdefault((edge.imported, item.name), set()).add(edge.importer)
        return {key: tuple(sorted(paths)) for key, paths in found.items()}

    def _surroundings(self, path: str, outline: Outline) -> scanned.Surroundings:
        if outline.language != "python":
            return scanned.Surroundings()
        package = self._package(path)
        homes: dict[str, str] = {}
        stars: dict[str, tuple[str, ...]] = {}
        for item in outline.imports:
            module = _absolute(package, item.module)
            if item.name == "*":
                stars.update(self._star(path, item, module))
            elif item.name is not None and (home := self._home(path, item)):
                homes[f"{module}.{item.name}"] = home
        return scanned.Surroundings(package, homes, stars)

    def _package(self, path: str) -> str:
        """The dotted name of the package that relative imports of a file start from."""
        names = self._imports.names_of(path)
        if not names:
            return ""
        return names[0] if path.rpartition("/")[2].startswith("__init__.") else names[0].rpartition(".")[0]

    def _home(self, path: str, item: Import) -> str:
        """Where a name is defined that files pass on; "" where the first is its home, or it cannot be told."""
        home = ""
        for _ in range(_MOST_HOPS):
            file = self._imports.resolve(path, item)
            if file is None or file not in self.scan.outlines or item.name is None:
                break
            outline = self.scan.outlines[file]
            home = self._named(file, item)
            passed = [each for each in outline.imports if each.binds == item.name]
            if len(passed) != 1 or passed[0].guarded or passed[0].name in (None, "*") or _defines(outline, item.name):
                break
            path, item = file, passed[0]
        return home

    def _named(self, file: str, item: Import) -> str:
        names = self._imports.names_of(file)
        if not names:
            return ""
        is_module = names[0].rpartition(".")[2] == item.name and item.name not in {
            *(symbol.name for symbol in self.scan.outlines[file].symbols),
            *(each.binds for each in self.scan.outlines[file].imports),
        }
        return names[0] if is_module else f"{names[0]}.{item.name}"

    def _star(self, path: str, item: Import, module: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What a star brings in, where that can be told."""
        file = self._imports.resolve(path, item)
        outline = self.scan.outlines.get(file) if file is not None else None
        if outline is None or any(each.name == "*" for each in outline.imports):
            return
        own = [symbol.name for symbol in outline.symbols if "." not in symbol.name]
        public = [name for name in (*own, *(each.binds for each in outline.imports)) if not name.startswith("_")]
        yield module, tuple(dict.fromkeys(outline.exports if outline.exports is not None else public))

    def _loading(self, path: str, module: str) -> str:
        """What loading a module does beside giving its names, in words; "" if nothing."""
        file = self._imports.find(path, module)
        if file is not None:
            return self._doings(file)
        top = module.partition(".")[0]
        return "" if top in sys.stdlib_module_names and top not in _TELLING else _EXTERNAL

    def _loading_of_web(self, path: str, bound: scanned.Bound) -> str:
        file = self._web_files.get((path, bound.module)) or self._near(path, bound.module)
        if file is not None:
            return self._doings(file)
        return "" if bound.module.removeprefix("node:").partition("/")[0] in _NODE else _EXTERNAL

    @cached_property
    def _web_files(self) -> Mapping[tuple[str, str], str]:
        """The file that a module named in a file is, as the scan found it."""
        found: dict[tuple[str, str], str] = {}
        for edge in self.scan.graph.edges:
            outline = self.scan.outlines.get(edge.importer)
            if outline is not None and outline.language != "python":
                found |= {
                    (edge.importer, each.module): edge.imported for each in outline.imports if each.line == edge.line
                }
        return found

    def _near(self, path: str, module: str) -> str | None:
        """The file that a relative module is."""
        if not module.startswith("."):
            return None
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), module))
        stem = base.removesuffix(".js").removesuffix(".mjs")
        places = (f"{place}{ending}" for place in (base, stem) for ending in _WEB_ENDINGS)
        return next((place for place in places if place in self.scan.outlines), None)

    def _doings(self, file: str) -> str:
        """Of a file and of all that it loads."""
        seen, waiting = {file}, [file]
        while waiting:
            current = waiting.pop()
            outline = self.scan.outlines.get(current)
            if outline is None or outline.acts:
                line = outline.acts if outline is not None else 0
                return f"does something ({current}:{line})"
            new = set(self.scan.graph.imports_of(current)) - seen
            seen |= new
            waiting += new
        return ""


def form_of(form: scanned.Form, imports: tuple[Bound, ...]) -> Form:
    """A form in the applier's words."""
    return Form(
        reason=form.reason,
        code=tuple(Piece(*msgspec.structs.astuple(piece)) for piece in form.code),
        comments=tuple(Piece(*msgspec.structs.astuple(piece)) for piece in form.comments),
        guards=tuple(Guard(*msgspec.structs.astuple(guard)) for guard in form.guards),
        imports=imports,
    )


def bound_of(bound: scanned.Bound, loading: str, wanted_by: tuple[str, ...]) -> Bound:
    """An imported name in the applier's words, with what the repository says of it."""
    return Bound(**msgspec.structs.asdict(bound), loading=loading, wanted_by=wanted_by)


def _absolute(package: str, module: str) -> str:
    level = len(module) - len(module.lstrip("."))
    if not level:
        return module
    parts = package.split(".") if package else []
    return ".".join(part for part in (*parts[: len(parts) - level + 1], module[level:]) if part)


def _defines(outline: Outline, name: str) -> bool:
    return any(symbol.name == name for symbol in outline.symbols)
