"""Mentions of a module that goes elsewhere: in `__all__`, strings, comments and documents."""

import ast
import re
from collections.abc import Collection, Iterator

from agent.operations.names.binding import Source
from agent.operations.names.collected import Collected
from agent.operations.names.loose import Spot, in_loose_text, is_document, why_left
from agent.operations.names.places import Removal, stem_of
from agent.operations.names.world import Thing, World, listing_strings
from repo_scan.paths import folder_of, name_of


class ModuleMentions:
    """Edits texts so that they name the module by its new place; `paths` are the files that go."""

    def __init__(self, world: World, removal: Removal, found: Collected, paths: Collection[str]) -> None:
        self._world, self._repo, self._removal, self._found = world, world.repo, removal, found
        self._old, self._new = name_of(removal.old), name_of(removal.new)
        self._paths = paths

    @property
    def names(self) -> list[str]:
        """What the module, or that of a package, is called."""
        heads = [path for path in self._paths if stem_of(path) == self._removal.old]
        return [name for path in heads for name in self._repo.map.names_of(path)] or [self._old]

    def edit_strings(self, source: Source) -> None:
        """`__all__` of the package that holds it, and names next to the package in a call."""
        parent = f"{folder_of(self._removal.old)}/__init__.py"
        stays = folder_of(self._removal.old) == folder_of(self._removal.new)
        for constant in listing_strings(source) if source.path == parent else ():
            if constant.value == self._old and stays:
                self._string(source, constant)
        for node, scope in list(source.within.items()):
            call = source.parents.get(node)
            if not (isinstance(node, ast.Constant) and node.value == self._old and isinstance(call, ast.Call)):
                continue
            before = call.args[: call.args.index(node)] if node in call.args else []
            if before and stays and self._world.resolve(source, before[-1], scope) == Thing(parent, ""):
                self._string(source, node)

    def _string(self, source: Source, node: ast.Constant) -> None:
        place = source.text.find(self._old, source.positions.start(node), source.positions.end(node))
        self._found.put(source.path, place, place + len(self._old), self._new, "string")

    def edit_loose(self) -> None:
        """Dotted names and paths in strings, comments and documents."""
        names = {}
        for name in self.names:
            names[name] = self._removal.dotted(name, self._removal.old)
        ending = "" if any(path.startswith(f"{self._removal.old}/") for path in self._paths) else ".py"
        for path, text in sorted(self._repo.texts.items()):
            python = path.endswith((".py", ".pyi"))
            if not python and not is_document(path):
                continue
            for old, new in names.items():
                self._loose(path, text, _dotted(old, self._symbols()), old, new, python)
            old, new = f"{self._removal.old}{ending}", f"{self._removal.new}{ending}"
            if "/" in old or ending:
                rest = r"(?![\w-])" if ending else r"(?=/)"
                self._loose(path, text, re.compile(rf"(?<![\w./-]){re.escape(old)}{rest}"), old, new, python)

    def _loose(self, path: str, text: str, pattern: re.Pattern[str], old: str, new: str, python: bool) -> None:
        if old not in text:
            return
        spots: Iterator[Spot] = (
            Spot(match.start(), match.start() + len(old), text.count("\n", 0, match.start()) + 1)
            for match in pattern.finditer(text)
        )
        if python:
            source = self._world.source(path)
            spots = in_loose_text(source, spots) if source is not None else iter(())
        reason = why_left(path)
        for spot in spots:
            if reason:
                self._found.leave(path, spot.line, f"it names `{old}`, but {reason}")
            else:
                kind = "comment" if spot.comment else "string" if python else "document"
                self._found.put(path, spot.start, spot.end, new, kind)

    def _symbols(self) -> set[str]:
        """What a module without a package in its name holds: "money.price" may be a file, or nothing."""
        found: set[str] = set()
        for path in self._paths:
            if stem_of(path) == self._removal.old and (outline := self._repo.scan.outlines.get(path)) is not None:
                found |= {symbol.name.split(".")[0] for symbol in outline.symbols}
        inside = (stem_of(path)[len(self._removal.old) + 1 :].split("/")[0] for path in self._paths)
        return found | {name for name in inside if name}


def _dotted(name: str, symbols: set[str]) -> re.Pattern[str]:
    """A dotted name wherever it is whole; one without a dot only before something that the module holds."""
    if "." in name:
        return re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")
    spelled = "|".join(sorted(map(re.escape, symbols))) or r"(?!)"
    return re.compile(rf"(?<![\w./-]){re.escape(name)}(?=[.:](?:{spelled})(?![\w-]))")
