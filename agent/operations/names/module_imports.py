"""The imports of a module that goes elsewhere, and the chains of names that lead to it."""

import ast
import re

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.clashes import clash
from agent.operations.names.collected import Collected
from agent.operations.names.places import Removal, relative, stem_of
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.world import Folder, Thing, World, written_module
from repo_scan.imports import is_init
from repo_scan.paths import folder_of, name_of

_MODULE = re.compile(r"from[\s\\]*([\w.](?:[\w.\s\\]*?[\w.])??)[\s\\]*\bimport\b")


class ModuleImports:
    """Edits files so that they name the module by its new place."""

    def __init__(self, world: World, removal: Removal, found: Collected) -> None:
        self._world, self._removal, self._found = world, removal, found
        self._old, self._new = name_of(removal.old), name_of(removal.new)
        self._stays = folder_of(removal.old) == folder_of(removal.new)

    def edit(self, source: Source) -> None:
        """All of one file. Raises Refusal."""
        renamed: dict[Scope, bool] = {}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom):
                self._from(source, node, renamed)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    self._plain(source, node, alias, renamed)
        self._chains(source)
        for scope, whole in renamed.items():
            for word in source.owned(scope, self._old) if whole else ():
                if word.kind != "import":
                    self._found.word(source, word)

    def _from(self, source: Source, node: ast.ImportFrom, renamed: dict[Scope, bool]) -> None:
        module = written_module(node)
        new = self._removal.written(source.path, module)
        if new != module:
            start, end = span_of_module(source, node)
            self._found.put(source.path, start, end, new, "import")
            self._enclose(source, node)
        for alias in node.names:
            if not self._comes_from_its_package(source, module, alias):
                continue
            if not self._stays:
                self._elsewhere(source, node, alias)
            if self._new != self._old:
                self._renamed(source, node, alias, renamed)

    def _comes_from_its_package(self, source: Source, module: str, alias: ast.alias) -> bool:
        """Whether a name of an import is what goes, taken from the package or folder that it lies in."""
        if alias.name != self._old or not self._is_head(self._world.taken(source.path, module, alias.name)):
            return False
        base = self._world.repo.map.find(source.path, module)
        return base is None or (is_init(base) and stem_of(base) == folder_of(self._removal.old))

    def _elsewhere(self, source: Source, node: ast.ImportFrom, alias: ast.alias) -> None:
        """`from package import module`, where the module leaves the package."""
        if len(node.names) > 1:
            raise Refusal(
                f"{source.path}:{node.lineno} takes `{alias.name}` together with others; split that line first"
            )
        module = written_module(node)
        if module.startswith("."):
            folder = folder_of(self._removal.path(source.path))
            new = relative(folder, folder_of(self._removal.new), module)
        else:
            base = self._world.repo.map.find(source.path, module)
            stem = stem_of(base) if base is not None else folder_of(self._removal.old)
            tail = module.replace(".", "/")
            new = folder_of(self._removal.new).removeprefix(stem.removesuffix(tail)).replace("/", ".")
        if not new:
            raise Refusal(f"{source.path}:{node.lineno} takes `{alias.name}` from a package, which it would have left")
        start, end = span_of_module(source, node)
        self._found.put(source.path, start, end, new, "import")

    def _renamed(self, source: Source, node: ast.ImportFrom, alias: ast.alias, renamed: dict[Scope, bool]) -> None:
        start = source.positions.start(alias)
        end = start + len(alias.name)
        self._enclose(source, node)
        if alias.asname is not None and alias.asname != self._old:
            self._found.put(source.path, start, end, self._new, "import")
            return
        scope = self._scope_of(source, alias)
        if scope not in renamed:
            renamed[scope] = self._may_rename(source, scope)
        new = self._new if renamed[scope] or alias.asname is not None else f"{self._new} as {self._old}"
        self._found.put(source.path, start, end, new, "import")
        if alias.asname is not None and renamed[scope]:
            place = source.positions.of_alias(alias)
            self._found.put(source.path, place, place + len(self._old), self._new, "import")

    def _plain(self, source: Source, node: ast.Import, alias: ast.alias, renamed: dict[Scope, bool]) -> None:
        meaning = self._world.module(source.path, alias.name)
        if not self._is_it(meaning) or not isinstance(meaning, Thing):
            return
        new = self._removal.dotted(alias.name, stem_of(meaning.path))
        if new == alias.name:
            return
        start = source.positions.start(alias)
        written = re.compile(r"[\s\\]*\.[\s\\]*".join(alias.name.split("."))).match(source.text, start)
        end = written.end() if written else start + len(alias.name)
        self._enclose(source, node)
        first, new_first = alias.name.split(".")[0], new.split(".")[0]
        if alias.asname is None and first != new_first:
            scope = self._scope_of(source, alias)
            if scope not in renamed:
                renamed[scope] = first == self._old and self._may_rename(source, scope)
            if not renamed[scope]:
                if "." in alias.name or "." in new:
                    raise Refusal(f"{source.path}:{node.lineno} imports `{alias.name}`, whose first name would change")
                new = f"{new} as {first}"
        self._found.put(source.path, start, end, new, "import")

    def _chains(self, source: Source) -> None:
        """`package.module` where it is the one that goes."""
        for word in source.words.get(self._old, ()):
            node = word.node
            if word.kind != "attribute" or not isinstance(node, ast.Attribute):
                continue
            if not self._leads_there(source, node, word):
                continue
            if self._stays:
                self._found.word(source, word)
                continue
            self._whole_chain(source, word, node)

    def _leads_there(self, source: Source, node: ast.Attribute, word: Word) -> bool:
        """Whether a chain leads to what goes, perhaps by way of folders without an `__init__`."""
        meaning = self._world.resolve(source, node, word.scope)
        if isinstance(meaning, Folder):
            return self._removal.old.endswith(meaning.dotted.replace(".", "/"))
        base = self._world.resolve(source, node.value, word.scope)
        from_package = isinstance(base, Folder) or (
            isinstance(base, Thing) and not base.name and stem_of(base.path) == folder_of(self._removal.old)
        )
        return from_package and self._is_head(meaning)

    def _whole_chain(self, source: Source, word: Word, node: ast.Attribute) -> None:
        written = ast.unparse(node)
        base = node.value
        while isinstance(base, ast.Attribute):
            base = base.value
        imported = isinstance(base, ast.Name) and self._world.module(source.path, written)
        if not isinstance(imported, Thing) or imported.name:
            raise Refusal(f"{source.path}:{node.lineno} gets at it as `{written}`, which cannot be followed")
        new = self._removal.dotted(written, self._removal.old)
        if new.split(".")[0] != written.split(".")[0]:
            raise Refusal(f"{source.path}:{node.lineno} gets at it as `{written}`, whose first name would change")
        start, end = source.positions.start(node), source.positions.end(node)
        self._found.put(source.path, start, end, new, "name")
        self._found.enclose(source, word.scope)

    def _may_rename(self, source: Source, scope: Scope) -> bool:
        """Whether a namespace may call the module by its new name: nobody takes it from there by the old one."""
        bindings = scope.bindings.get(self._old, ())
        if any(not isinstance(one.node, ast.alias) for one in bindings):
            return False
        if not all(self._is_it(self._world.imported(source, one)) for one in bindings):
            return False
        taken = scope.kind == "module" and self._is_taken(source.path)
        is_parent = is_init(source.path) and folder_of(source.path) == folder_of(self._removal.old)
        return (not taken or is_parent) and not clash(source, scope, self._old, self._new)

    def _is_taken(self, path: str) -> bool:
        """Whether another file gets at the module by way of this one."""
        importers = self._world.repo.importers(path)
        if any(one.item.name == self._old for one in importers):
            return True
        sources = (self._world.source(name) for name in {one.importer for one in importers})
        return any(
            isinstance(word.node, ast.Attribute)
            and self._world.resolve(source, word.node.value, word.scope) == Thing(path, "")
            for source in sources
            if source is not None
            for word in source.words.get(self._old, ())
        )

    def _scope_of(self, source: Source, alias: ast.alias) -> Scope:
        name = alias.asname or alias.name.split(".")[0]
        word = next(one for one in source.words[name] if one.node is alias and is_looked_up(one))
        return word.scope.owner(name) or word.scope

    def _enclose(self, source: Source, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name != "*":
                self._found.enclose(source, self._scope_of(source, alias))

    def _is_it(self, meaning: object) -> bool:
        """Whether something is the module that goes, or one in it."""
        return isinstance(meaning, Thing) and not meaning.name and self._removal.holds(stem_of(meaning.path))

    def _is_head(self, meaning: object) -> bool:
        return isinstance(meaning, Thing) and not meaning.name and stem_of(meaning.path) == self._removal.old


def span_of_module(source: Source, node: ast.ImportFrom) -> tuple[int, int]:
    """Where a statement names the module that it imports from, dots included."""
    match = _MODULE.match(source.text, source.positions.start(node))
    if match is None:
        raise Refusal(f"{source.path}:{node.lineno} holds an import that cannot be followed")
    return match.span(1)
