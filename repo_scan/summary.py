"""One file in a few lines, from its outline and its place in the graph."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from repo_scan.graph import Graph
from repo_scan.outline import Outline, Symbol
from repo_scan.paths import is_test, name_of

_SHOWN_NAMES, _SHOWN_FILES, _WIDTH = 12, 8, 160


@dataclass(frozen=True, slots=True)
class Summary:
    """What a reader who will not see the file must know of it."""

    path: str
    role: str  # first sentence of its docstring, or what it is: "tests", "package", "script", ...
    public: tuple[str, ...]  # "total(items) -> float", "class Cart(Base)"
    imports: tuple[str, ...]  # files of the repository
    importers: tuple[str, ...]
    tokens: int

    @property
    def headline(self) -> str:
        """The file in one line."""
        return f"{self.path}: {_cut(self.role)}"

    def __str__(self) -> str:
        lines = [self.headline]
        if self.public:
            lines.append(f"  public: {_some([_cut(line) for line in self.public], _SHOWN_NAMES, '; ')}")
        if self.imports:
            lines.append(f"  imports: {_some(self.imports, _SHOWN_FILES, ', ')}")
        if self.importers:
            lines.append(f"  imported by: {_some(self.importers, _SHOWN_FILES, ', ')}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, eq=False)
class Summaries(Mapping[str, Summary]):
    """The summaries of all files, each made when it is asked for."""

    outlines: Mapping[str, Outline]
    graph: Graph
    tokens: Mapping[str, int]
    made: dict[str, Summary] = field(default_factory=dict)

    def __getitem__(self, path: str) -> Summary:
        if path not in self.made:
            self.made[path] = summarize(self.outlines[path], self.graph, self.tokens[path])
        return self.made[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.outlines)

    def __len__(self) -> int:
        return len(self.outlines)


def summarize(outline: Outline, graph: Graph, tokens: int) -> Summary:
    """The summary of one file."""
    return Summary(
        path=outline.path,
        role=_role(outline),
        public=tuple(dict.fromkeys(declaration(symbol) for symbol in outline.symbols if _is_surface(symbol))),
        imports=graph.imports_of(outline.path),
        importers=graph.importers_of(outline.path),
        tokens=tokens,
    )


def _role(outline: Outline) -> str:
    if outline.docstring and outline.docstring.strip():
        paragraph = " ".join(outline.docstring.strip().split("\n\n")[0].split())
        return re.split(r"(?<=[.!?])\s", paragraph, maxsplit=1)[0]
    if not outline.parsed:
        return "does not parse"
    if is_test(outline.path):
        return "tests" if _has_tests(outline) else "helpers of tests"
    if name_of(outline.path).startswith("__init__."):
        return "package" if outline.symbols or outline.imports else "empty package"
    if outline.path.endswith((".pyi", ".d.ts", ".d.mts", ".d.cts")):
        return "type stubs"
    if outline.exports and not outline.symbols and outline.imports:
        return "hands on what others define"
    if any(symbol.kind in ("function", "class") for symbol in outline.symbols):
        return "module"
    return "constants" if outline.symbols else "script"


def _has_tests(outline: Outline) -> bool:
    """Whether there are tests, as far as the outline tells; a shallow one knows names alone, of JavaScript not them."""
    named = any(symbol.name.rpartition(".")[2].startswith("test") for symbol in outline.symbols)
    return bool(outline.tests) or named or (outline.language == "javascript" and not outline.deep)


def _is_surface(symbol: Symbol) -> bool:
    return symbol.exported and (symbol.kind != "attribute") and not symbol.name.endswith("__")


def declaration(symbol: Symbol) -> str:
    match symbol.kind:
        case "class":
            return f"class {symbol.name}{symbol.signature}"
        case "variable":
            return f"{symbol.name}: {symbol.signature}" if symbol.signature else symbol.name
        case _ if symbol.signature.startswith("async "):
            return f"async {symbol.name}{symbol.signature.removeprefix('async ')}"
        case _:
            return f"{symbol.name}{symbol.signature}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def _some(items: list[str] | tuple[str, ...], most: int, separator: str) -> str:
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return separator.join(items[:most]) + more
