"""Renaming a function, class or variable of a module: where it is defined, and wherever it came by imports."""

import ast
from collections.abc import Iterator

from agent.operations.change import Change
from agent.operations.errors import Refusal
from agent.operations.known import FILE_ENDINGS
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.clashes import clash
from agent.operations.names.collected import Collected
from agent.operations.names.doctests import doctest_spots, role_spots
from agent.operations.names.scoping import Binding, Scope, Word
from agent.operations.names.shown import shown_at
from agent.operations.names.world import Outside, Thing, World, listing_strings, written_module


class ModuleName:
    """One renaming. `carriers` are the files whose module has the name, and means the same by it."""

    def __init__(self, world: World, home: Thing, new: str, docs_words: bool) -> None:
        self._world = world
        self._home = home
        self._old, self._new = home.name, new
        self._found = Collected(world, home.name, new, docs_words)
        self._carriers = {home.path}
        stub = f"{home.path}i"
        if stub in world.repo.texts:
            self._carriers.add(stub)
        self._whole: set[Scope] = set()  # namespaces in which the name changes throughout
        self._sources = list(world.holding(self._old))

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        self._check_home()
        while self._spread():
            pass
        for source in self._sources:
            self._edit(source)
        owners = {name for path in self._carriers for name in self._world.repo.map.names_of(path)}
        plain = {owner for owner in owners if "." in owner or self._old not in FILE_ENDINGS}
        self._found.loose(plain)
        for source, line, text in shown_at(self._world, self._home):
            self._found.leave(source.path, line, f"`{text}` may show the name, or choose by it")
        for path in self._carriers & set(self._found.edits):
            self._found.removed.setdefault(path, {})[self._old] = None
        return self._found.finish(f"Renamed `{self._old}` of {self._home.path} to `{self._new}`.")

    def _check_home(self) -> None:
        for path in sorted(self._carriers):
            source = self._world.source(path)
            if source is None:
                raise Refusal(f"{path} cannot be read: {self._world.troubles.get(path, 'it is no Python file')}")
            if why := self._clash(source, source.scope):
                raise Refusal(why)
            self._whole.add(source.scope)
            self._check_fixture(source)

    def _check_fixture(self, source: Source) -> None:
        for one in source.scope.bindings.get(self._old, ()):
            for decorator in getattr(one.node, "decorator_list", ()):
                if "fixture" in ast.dump(decorator):
                    raise Refusal(f"{source.path}:{one.node.lineno} is a fixture, which tests take by its name")  # type: ignore[attr-defined]

    def _spread(self) -> bool:
        """Find out who else has the name by now; whether anybody does."""
        before = len(self._carriers), len(self._whole)
        for source in self._sources:
            words = [word for word in source.words.get(self._old, ()) if is_looked_up(word)]
            for scope in {word.scope.owner(self._old): None for word in words}:
                if scope is not None and scope not in self._whole and self._is_ours(source, scope):
                    self._whole.add(scope)
                    if scope.kind == "module":
                        self._carriers.add(source.path)
        self._spread_by_stars()
        return (len(self._carriers), len(self._whole)) != before

    def _is_ours(self, source: Source, scope: Scope) -> bool:
        """Whether a namespace has the name from a carrier alone, and may call it by its new one."""
        bindings = scope.bindings.get(self._old, ())
        if not bindings or not all(self._takes(source, one) for one in bindings):
            return False
        renamed = [one for one in bindings if getattr(one.node, "asname", None) == self._old]
        plain = [one for one in bindings if one not in renamed]
        if plain and renamed:
            return False
        return all(one.node.name == self._old for one in bindings) and not self._clash(source, scope)  # type: ignore[attr-defined]

    def _takes(self, source: Source, one: Binding) -> bool:
        """Whether a binding is `from carrier import old`."""
        alias, statement = one.node, one.statement
        if not isinstance(alias, ast.alias) or not isinstance(statement, ast.ImportFrom) or alias.name != self._old:
            return False
        base = self._world.repo.map.find(source.path, written_module(statement))
        if base is None or (base == source.path and base != self._home.path):
            return False
        meaning = self._world.taken(source.path, written_module(statement), alias.name)
        return base in self._carriers and not (isinstance(meaning, Thing) and not meaning.name)

    def _spread_by_stars(self) -> None:
        for path in sorted(self._carriers):
            for one in self._world.repo.importers(path):
                if one.item.name != "*" or one.importer in self._carriers:
                    continue
                source = self._world.source(one.importer)
                if source is None or self._old not in self._world.offers_all(path):
                    continue
                self._check_star(source, path)
                self._carriers.add(one.importer)
                self._whole.add(source.scope)

    def _check_star(self, source: Source, path: str) -> None:
        where = f"{source.path} takes everything from {path}"
        if self._old in source.scope.bindings:
            raise Refusal(f"{where} and binds `{self._old}` itself")
        others = [star for star in self._world.stars(source) if star != path and star not in self._carriers]
        if any(star is None or self._old in self._world.offers_all(star) for star in others):
            raise Refusal(f"{where} and from others, so that nobody can tell whose `{self._old}` it has")
        listed = self._world.source(path)
        if self._new.startswith("_") and listed is not None and "__all__" not in listed.scope.bindings:
            raise Refusal(f"{where}, which leaves out names such as `{self._new}`")
        if why := self._clash(source, source.scope):
            raise Refusal(why)

    def _clash(self, source: Source, scope: Scope) -> str:
        return clash(source, scope, self._old, self._new)

    def _edit(self, source: Source) -> None:
        for word in source.words.get(self._old, ()):
            if is_looked_up(word):
                self._edit_name(source, word)
            elif word.kind == "imported" and self._takes(source, _binding_of(source, word)):
                self._found.word(source, word)
            elif word.kind == "attribute":
                self._edit_attribute(source, word)
        self._edit_strings(source)

    def _edit_name(self, source: Source, word: Word) -> None:
        owner = word.scope.owner(self._old)
        is_module = owner is source.scope or (owner is None and source.scope in self._whole)
        whole = owner in self._whole or (is_module and source.scope in self._whole)
        if word.kind == "import":
            binding = _binding_of(source, word)
            takes = self._takes(source, binding)
            alias = binding.node
            assert isinstance(alias, ast.alias)
            if takes and not whole and alias.asname is None:
                self._found.word(source, word, f"{self._new} as {self._old}")
                return
            if whole and not takes:
                self._edit_other_import(source, word, alias)
                return
        if whole:
            self._found.word(source, word, owned=is_module)

    def _edit_other_import(self, source: Source, word: Word, alias: ast.alias) -> None:
        """An import that gives the module this name where its own definition does not."""
        if alias.asname is None and "." in alias.name:
            raise Refusal(f"{source.path}:{source.line(word)} imports `{alias.name}` under that name, too")
        new = self._new if alias.asname is not None else f"{self._old} as {self._new}"
        self._found.word(source, word, new, owned=True)

    def _edit_attribute(self, source: Source, word: Word) -> None:
        node = word.node
        assert isinstance(node, ast.Attribute)
        base = self._world.resolve(source, node.value, word.scope)
        if self._is_carrier(base):
            self._found.word(source, word)
        elif base is None and _last(node.value) in self._stems():
            what = ast.unparse(node)
            self._found.leave(source.path, source.line(word), f"`{what}` may be the one renamed, or another")

    def _edit_strings(self, source: Source) -> None:
        if source.path in self._carriers:
            for constant in listing_strings(source):
                if constant.value == self._old:
                    self._edit_string(source, constant)
            for spot in (*doctest_spots(source, self._old), *role_spots(source, self._old)):
                self._found.put(source.path, spot.start, spot.end, self._new, "docstring")
        for node, scope in list(source.within.items()):
            if isinstance(node, ast.Constant) and node.value == self._old:
                self._judge_string(source, node, scope)

    def _judge_string(self, source: Source, node: ast.Constant, scope: Scope) -> None:
        start = source.positions.start(node)
        if any(start <= edit < source.positions.end(node) for edit in self._found.edits.get(source.path, ())):
            return
        call = source.parents.get(node)
        if isinstance(call, ast.Call) and node in call.args:
            before = call.args[: call.args.index(node)]
            if before and self._is_carrier(self._world.resolve(source, before[-1], scope)):
                self._edit_string(source, node)
                return
        if source.path in self._carriers and self._is_dynamic(source, call):
            raise Refusal(f"{source.path}:{node.lineno} gets at `{self._old}` by a string that is looked up")
        if source.path in self._carriers or any(self._is_carrier(one) for one in self._modules_of(source)):
            self._found.leave(source.path, node.lineno, f'the string "{self._old}" may mean it, or anything else')

    def _is_dynamic(self, source: Source, parent: ast.AST | None) -> bool:
        looked = isinstance(parent, ast.Subscript) and "globals" in ast.dump(parent.value)
        return looked or "__getattr__" in source.scope.bindings

    def _modules_of(self, source: Source) -> Iterator[Outside | Thing | object]:
        for bindings in source.scope.bindings.values():
            yield from (self._world.imported(source, one) for one in bindings if isinstance(one.node, ast.alias))

    def _edit_string(self, source: Source, node: ast.Constant) -> None:
        start, end = source.positions.start(node), source.positions.end(node)
        place = source.text.find(self._old, start, end)
        if place < 0:
            raise Refusal(f"{source.path}:{node.lineno} spells `{self._old}` in pieces")
        self._found.put(source.path, place, place + len(self._old), self._new, "string")

    def _is_carrier(self, meaning: object) -> bool:
        return isinstance(meaning, Thing) and not meaning.name and meaning.path in self._carriers

    def _stems(self) -> set[str]:
        names = (name for path in self._carriers for name in self._world.repo.map.names_of(path))
        return {name.rpartition(".")[2] for name in names}


def _binding_of(source: Source, word: Word) -> Binding:
    """The binding that an import's alias makes."""
    alias = word.node
    assert isinstance(alias, ast.alias)
    name = alias.asname or alias.name.split(".")[0]
    owner = word.scope.owner(name) or word.scope
    return next(one for one in owner.bindings[name] if one.node is alias)


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
