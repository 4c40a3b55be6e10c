"""Every use of a function of a module, which must all be calls: whoever hands it on cannot be followed."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.doctests import doctest_spots
from agent.operations.names.scoping import Binding, Scope, Word
from agent.operations.names.world import Thing, World, written_module


@dataclass(frozen=True, slots=True)
class Use:
    """One call of the function."""

    source: Source
    word: Word  # its name, as it is called there
    call: ast.Call

    @property
    def line(self) -> int:
        """The line of the name."""
        return self.source.line(self.word)

    @property
    def place(self) -> str:
        """Where a person finds it."""
        return f"{self.source.path}:{self.line}"

    @property
    def end(self) -> int:
        """The character behind the name."""
        return self.word.start + len(self.word.name)


class Uses:
    """Finds the calls of one function of a module."""

    def __init__(self, world: World, thing: Thing) -> None:
        self._world, self._thing = world, thing
        self._names = self._aliases()
        self._stems = {name.rpartition(".")[2] for name in world.repo.map.names_of(thing.path)}

    def calls(self) -> Iterator[Use]:
        """All of them. Raises Refusal where the function is used otherwise, or may be."""
        self._check_unread()
        for source in self._world.holding(*self._names):
            self._check_strings(source)
            for name in sorted(self._names & set(source.words)):
                for word in source.words[name]:
                    yield from self._use(source, word)

    def _check_unread(self) -> None:
        """Raises Refusal where a file that cannot be read seems to call it."""
        called = re.compile(rf"(?<!def )\b{re.escape(self._thing.name)}\s*\(")
        for path in self._world.repo.python:
            if called.search(self._world.repo.texts.get(path, "")) and self._world.source(path) is None:
                raise Refusal(f"{path} cannot be read, and may call `{self._thing.name}`")

    def _aliases(self) -> set[str]:
        """What files call the function."""
        names = {self._thing.name}
        while True:
            found = {
                one.node.asname or self._thing.name
                for source in self._world.holding(*names)
                for _, one in _taking(source)
                if isinstance(one.node, ast.alias) and one.node.name in names and self._is_taken(source, one)
            }
            if found <= names:
                return names
            names |= found

    def _is_taken(self, source: Source, one: Binding) -> bool:
        assert isinstance(one.node, ast.alias)
        assert isinstance(one.statement, ast.ImportFrom)
        return self._world.taken(source.path, written_module(one.statement), one.node.name) == self._thing

    def _use(self, source: Source, word: Word) -> Iterator[Use]:
        place = f"{source.path}:{source.line(word)}"
        if word.kind == "import":
            self._check_import(source, word, place)
        elif word.kind == "global" and self._is_ours(source, word):
            raise Refusal(f"{place} sets `{word.name}` of the module")
        elif word.kind in ("load", "bind", "attribute") and self._is_ours(source, word, place):
            call = source.parents.get(word.node)
            if not isinstance(call, ast.Call) or call.func is not word.node:
                raise Refusal(f"{place} uses `{word.name}` without calling it, and whoever gets it cannot be followed")
            if word.start < 0 or not re.match(r"[\s)\\]*\(", source.text[word.start + len(word.name) :]):
                raise Refusal(f"{place} calls `{word.name}` in a way that cannot be followed")
            yield Use(source, word, call)

    def _is_ours(self, source: Source, word: Word, place: str = "") -> bool:
        node = word.node
        if isinstance(node, ast.Attribute):
            base = self._world.resolve(source, node.value, word.scope)
            if base is None and getattr(node.value, "attr", getattr(node.value, "id", "")) in self._stems:
                raise Refusal(f"{place}: `{ast.unparse(node)}` may be `{self._thing.name}`, or another")
            return self._world.member(source, base, node.attr) == self._thing
        if word.scope.owner(word.name) is None and None in self._world.stars(source):
            raise Refusal(f"{place} uses a `{word.name}` that may come from a star import")
        return self._world.name(source, word.name, word.scope) == self._thing

    def _check_import(self, source: Source, word: Word, place: str) -> None:
        """An import of the function must be the only thing that gives the name its meaning."""
        owner = word.scope.owner(word.name)
        bindings = owner.bindings.get(word.name, []) if owner is not None else []
        ours = [one for one in bindings if isinstance(one.statement, ast.ImportFrom) and self._is_taken(source, one)]
        if ours and len(ours) < len(bindings):
            raise Refusal(f"{place}: `{word.name}` is bound in more than one way")

    def _check_strings(self, source: Source) -> None:
        """A string that names it may be looked up, and examples in docstrings are run."""
        name = self._thing.name
        dotted = {
            f"{module}{mark}{name}" for module in self._world.repo.map.names_of(self._thing.path) for mark in ".:"
        }
        for node in source.within:
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            call = source.parents.get(node)
            called = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            if (node.value in dotted and "patch" not in called) or (node.value == name and called == "getattr"):
                raise Refusal(f"{source.path}:{node.lineno} names `{name}` in a string that may be looked up")
        if source.path == self._thing.path and (spot := next(doctest_spots(source, name), None)):
            raise Refusal(f"{source.path}:{spot.line} shows `{name}` in an example that is run")


def _taking(source: Source) -> Iterator[tuple[Scope, Binding]]:
    """Every `from … import name` of a file."""
    for scope in source.scopes.values():
        for bindings in scope.bindings.values():
            yield from ((scope, one) for one in bindings if isinstance(one.statement, ast.ImportFrom))
