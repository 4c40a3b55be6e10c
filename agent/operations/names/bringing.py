"""A new name of a module made known wherever an old one is used: by the same imports, or as an attribute beside it."""

import ast
import re

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.brackets import bracket_at
from agent.operations.names.collected import Collected
from agent.operations.names.scoping import Scope
from agent.operations.names.uses import Use
from agent.operations.names.world import Thing, World, listing_strings, written_module


class Bringing:
    """Imports of `home` that get one more name; the edits are noted as they are found to be needed."""

    def __init__(self, world: World, home: Thing, new: str, found: Collected) -> None:
        self._world, self._home, self._new, self._found = world, home, new, found
        self._brought: set[tuple[str, int]] = set()

    def written_at(self, use: Use) -> str:
        """How the new name is written where the old one is called. Raises Refusal."""
        node = use.word.node
        if isinstance(node, ast.Attribute):
            base = self._world.resolve(use.source, node.value, use.word.scope)
            if not isinstance(base, Thing):
                raise Refusal(f"{use.place} calls `{ast.unparse(node)}` in a way that cannot be followed")
            self._bring_to_module(base.path, node.attr)
            return f"{ast.unparse(node.value)}.{self._new}"
        owner = use.word.scope.owner(use.word.name)
        if owner is None:
            raise Refusal(f"{use.place} gets `{use.word.name}` by a star import; import it by its name first")
        self._bring(use.source, owner, use.word.name)
        return self._new

    def check_stars(self) -> None:
        """Raises Refusal where a file that takes everything from home means something by the new name."""
        for one in self._world.repo.importers(self._home.path):
            source = self._world.source(one.importer)
            if one.item.name == "*" and source is not None:
                self._check_free(source)

    def list_at_home(self) -> None:
        """Put the new name into `__all__` beside the old one."""
        source = self._world.source(self._home.path)
        assert source is not None
        self._check_free(source)
        for one in listing_strings(source):
            if one.value == self._home.name:
                start, end = source.positions.start(one), source.positions.end(one)
                quoted = source.text[start:end].replace(self._home.name, self._new)
                line = source.text.rfind("\n", 0, start) + 1
                indent = source.text[line:start]
                gap = " " if indent.strip() else f"\n{indent}"
                self._found.put(source.path, start, start, f"{quoted},{gap}", "name")

    def _bring_to_module(self, path: str, name: str) -> None:
        source = self._world.source(path)
        if source is None or name not in source.scope.bindings:
            raise Refusal(f"{path} has `{name}` by a star import; import it by its name first")
        self._bring(source, source.scope, name)

    def _bring(self, source: Source, owner: Scope, name: str) -> None:
        """Let a namespace that imports the old name import the new one, too."""
        for binding in owner.bindings[name]:
            alias, statement = binding.node, binding.statement
            if not isinstance(alias, ast.alias) or not isinstance(statement, ast.ImportFrom):
                continue  # it is defined here
            if (source.path, id(alias)) in self._brought:
                continue
            self._brought.add((source.path, id(alias)))
            self._check_free(source)
            base = self._world.repo.map.find(source.path, written_module(statement))
            if base is not None and base != self._home.path:
                self._bring_to_module(base, alias.name)
            self._extend(source, statement, alias)
            self._found.enclose(source, owner)

    def _check_free(self, source: Source) -> None:
        """Raises Refusal where a file uses the new name for something."""
        for word in source.words.get(self._new, ()):
            if is_looked_up(word) or word.kind == "imported":
                raise Refusal(f"{source.path}:{source.line(word)} has another `{self._new}`")

    def _extend(self, source: Source, statement: ast.ImportFrom, alias: ast.alias) -> None:
        """One more name in an import, where the order of the names puts it."""
        names = [one.name for one in statement.names]
        number = len(names)
        if sorted(names, key=_order) == names:
            number = next((at for at, one in enumerate(names) if _order(one) > _order(self._new)), number)
        start = source.positions.start(statement)
        opening = re.match(r"from[\s.\w\\]+?import\s*\(", source.text[start:])
        if opening:
            edit = bracket_at(source.text, start + opening.end() - 1).inserted(number, self._new)
            self._found.put(source.path, edit.start, edit.end, edit.new, "import")
        elif number < len(names):
            before = source.positions.start(statement.names[number])
            self._found.put(source.path, before, before, f"{self._new}, ", "import")
        else:
            end = source.positions.end(statement.names[-1])
            self._found.put(source.path, end, end, f", {self._new}", "import")


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as most sort imports."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name
