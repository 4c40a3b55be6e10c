"""What a step's files touch in the rest of the repository: signatures they use, lines that use them, files around.

Every list has what matters most first, and nothing of files that no model gets to see.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from repo_scan import Import, Outline, Scan, Symbol
from repo_scan.paths import is_test
from repo_scan.summary import declaration

MOST_A_FILE = 4  # lines of one file that are shown as its uses
MOST_FILES = 60  # whose lines are looked at

Read = Callable[[Collection[str]], Mapping[str, str]]  # texts of files as they are now


@dataclass(frozen=True, slots=True)
class Nearby:
    """A step's files in a scan."""

    scan: Scan
    own: frozenset[str]
    hidden: Collection[str]  # files that no model gets to see

    def signatures(self) -> tuple[str, ...]:
        """What the files import from others, a declaration a line; the members of classes after all else."""
        wanted: dict[str, dict[str, None]] = {}
        for path in sorted(self.own & self.scan.outlines.keys()):
            for imported, item in self._imports(path):
                if imported not in self.own and imported not in self.hidden and imported in self.scan.outlines:
                    names = _names_used(item, self.scan.outlines[path], self.scan.outlines[imported])
                    wanted.setdefault(imported, {}).update(dict.fromkeys(names))
        found = [(path, symbol) for path, names in wanted.items() for symbol in _declared(self._outline(path), names)]
        found.sort(key=lambda pair: "." in pair[1].name)
        return tuple(dict.fromkeys(f"{path}: {declaration(symbol)}" for path, symbol in found))

    def call_sites(self, read: Read) -> tuple[str, ...]:
        """Lines of other files that use what these hold, each with its place; first of every file its first one."""
        names = self._users()
        files = sorted(names, key=lambda path: (is_test(path), -len(names[path]), path))[:MOST_FILES]
        texts = read(files)
        ranked = [
            (rank, number, line)
            for number, path in enumerate(files)
            if path in texts
            for rank, line in enumerate(_uses(path, texts[path], self._outline(path), names[path]))
        ]
        return tuple(line for _, _, line in sorted(ranked))

    def around(self, known: str) -> tuple[str, ...]:
        """Files that import these or are imported by them, in summary, then the next ones in a line.

        What stands in the text `known` is left out.
        """
        near = self._next_to(self.own)
        words = [str(summary) for path in near if (summary := self.scan.summaries.get(path))]
        further = self._next_to({*self.own, *near})
        words += [summary.headline for path in further if (summary := self.scan.summaries.get(path))]
        return tuple(word for word in words if word not in known)

    def _outline(self, path: str) -> Outline:
        return self.scan.outlines[path]

    def _next_to(self, paths: Collection[str]) -> list[str]:
        graph = self.scan.graph
        found = {other for path in paths for other in (*graph.imports_of(path), *graph.importers_of(path))}
        found -= {*paths, *self.hidden}
        return sorted(found, key=lambda path: (-len(graph.importers_of(path)), path))

    def _imports(self, path: str) -> Iterator[tuple[str, Import]]:
        """The imports of a file that bind another one of the repository."""
        for edge in self.scan.graph.edges_from(path):
            yield from ((edge.imported, item) for item in self._outline(path).imports if item.line == edge.line)

    def _users(self) -> dict[str, set[str]]:
        """Files that import these, and the names that they bind in doing so."""
        found: dict[str, set[str]] = {}
        importers = {user for path in self.own for user in self.scan.graph.importers_of(path)}
        for user in sorted((importers & self.scan.outlines.keys()) - self.own - set(self.hidden)):
            found[user] = {item.binds for imported, item in self._imports(user) if imported in self.own}
        return found


def _names_used(item: Import, importer: Outline, imported: Outline) -> Iterable[str]:
    """Top-level names of a file that an import of it, and what is done with that, speak of; all for a star."""
    own = dict.fromkeys(symbol.name for symbol in imported.symbols if "." not in symbol.name and symbol.exported)
    if item.name == "*":
        return own
    if item.name is not None and any(symbol.name == item.name for symbol in imported.symbols):
        return (item.name,)
    parts = (part for use in importer.uses if use.name.startswith(f"{item.binds}.") for part in use.name.split(".")[1:])
    return dict.fromkeys(part for part in parts if part in own)


def _declared(outline: Outline, names: Collection[str]) -> Iterator[Symbol]:
    """The definitions of names, and the public members of classes among them."""
    for symbol in outline.symbols:
        top, _, member = symbol.name.partition(".")
        if top in names and (not member or (symbol.exported and symbol.kind == "method")):
            yield symbol


def _uses(path: str, text: str, outline: Outline, names: Collection[str]) -> list[str]:
    """The first lines that use one of some names, outside of imports; else the import that brings them in."""
    words = re.compile(r"(?<![\w$])(?:" + "|".join(map(re.escape, sorted(names))) + r")(?![\w$])")
    imports = {line for item in outline.imports for line in range(item.line, max(item.line, item.end_line) + 1)}
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if words.search(line)]
    used = [pair for pair in lines if pair[0] not in imports]
    return [f"{path}:{number}: {line}" for number, line in (used or lines)[:MOST_A_FILE]] if names else []
