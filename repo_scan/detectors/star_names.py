"""Which names a star import brings, and where each of them comes from."""

import builtins
import symtable
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from repo_scan.imports import ImportMap
from repo_scan.outline import Import, Outline


@dataclass(frozen=True, slots=True)
class Source:
    """The statement that gives a public name its value in some file."""

    path: str
    line: int
    item: Import | None = None  # None where the name is defined there


@dataclass(frozen=True, slots=True)
class StarNames:
    """What star imports bring in one repository."""

    imports: ImportMap
    _known: dict[str, Mapping[str, Source] | None] = field(default_factory=dict)

    def brought(self, path: str) -> Mapping[str, Source] | None:
        """What a star import of this file brings, by name; None where that cannot be told."""
        if path not in self._known:
            self._known[path] = None  # so it stays for a file that takes all of itself by a detour
            self._known[path] = self._found(path)
        return self._known[path]

    def final(self, name: str, source: Source) -> tuple[str, str]:
        """What a name stands for in the end: the file or module that it is from, and its name there."""
        seen: set[Source] = set()
        while source.item is not None and source not in seen:
            seen.add(source)
            target = self.imports.resolve(source.path, source.item)
            inner = (self.brought(target) or {}).get(source.item.name or "") if target else None
            if inner is None:
                return target or source.item.module, source.item.name or ""
            name, source = source.item.name or name, inner
        return source.path, name

    def _found(self, path: str) -> Mapping[str, Source] | None:
        outline = self.imports.outlines.get(path)
        if outline is None or outline.faults or _is_computed(outline):
            return None
        found: dict[str, Source] = {}
        for item in outline.imports:
            if item.kind == "runtime" and item.name == "*":
                target = self.imports.resolve(path, item)
                inner = self.brought(target) if target else None
                if inner is None:
                    return None
                found.update(inner)
            elif item.kind == "runtime":
                found[item.binds] = Source(path, item.line, item)
        found.update((one.name, Source(path, one.line)) for one in outline.symbols if "." not in one.name)
        return {name: source for name, source in found.items() if _is_offered(name, outline)}


def free_names(text: str) -> frozenset[str]:
    """Names that a Python text uses and that nothing in it binds: only a star import can have brought them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd escapes and the like
            tables = list(_tables(symtable.symtable(text, "<text>", "exec")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    symbols = [
        (one, one.is_global() or table.get_type() == "module") for table in tables for one in table.get_symbols()
    ]
    used = {one.get_name() for one, is_outer in symbols if is_outer and one.is_referenced()}
    bound = {one.get_name() for one, is_outer in symbols if is_outer and (one.is_assigned() or one.is_imported())}
    return frozenset(used - bound - vars(builtins).keys())


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    waiting = [table]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += one.get_children()


def _is_computed(outline: Outline) -> bool:
    return outline.exports is None and any(symbol.name == "__all__" for symbol in outline.symbols)


def _is_offered(name: str, outline: Outline) -> bool:
    return name in outline.exports if outline.exports is not None else not name.startswith("_")
