"""Renaming a parameter: in its function and those that override it, and where calls name it."""

import ast
import re
from collections.abc import Iterator

from agent.operations.change import Change
from agent.operations.errors import Refusal
from agent.operations.known import INDIFFERENT
from agent.operations.names.binding import Source
from agent.operations.names.calls import Calls
from agent.operations.names.classes import decorators_of
from agent.operations.names.collected import Collected
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.world import World
from agent.operations.rename_local import check_local
from repo_scan.paths import is_test


class Parameter:
    """One renaming."""

    def __init__(self, world: World, source: Source, scope: Scope, old: str, new: str, doubtful: bool) -> None:
        self._world = world
        self._source, self._scope = source, scope
        self._old, self._new, self._doubtful = old, new, doubtful
        self._found = Collected(world, old, new)
        self._calls = Calls(world)

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        targets = [
            (where, one)
            for where, one in self._calls.relatives(self._source, self._scope)
            if is_parameter(one, self._old)
        ]
        for where, one in targets:
            self._check(where, one)
            for word in where.owned(one, self._old):
                self._found.word(where, word)
            self._edit_docstring(where, one)
        keyed = [(where, one) for where, one in targets if _takes_keyword(one, self._old)]
        if keyed:
            self._edit_calls([one for _, one in keyed])
        return self._found.finish(
            f"Renamed the parameter `{self._old}` of `{self._scope.name}` in {self._source.path} to `{self._new}`."
        )

    def _check(self, where: Source, scope: Scope) -> None:
        check_local(where, scope, self._old, self._new)
        place = f"`{scope.name}` of {where.path}"
        strange = [name for name in decorators_of(scope.node) if name not in INDIFFERENT]
        if strange:
            raise Refusal(f"{place} is decorated with `{strange[0]}`, which may go by what parameters are called")
        simple = scope.name.rpartition(".")[2]
        if simple.startswith("test") and is_test(where.path):
            raise Refusal(f"{place} is a test, whose parameters are filled by name")

    def _edit_calls(self, targets: list[Scope]) -> None:
        names = {one.name.rpartition(".")[2] for one in targets}
        names |= {one.name.split(".")[-2] for one in targets if one.name.endswith(("__init__", "__new__"))}
        for source in self._world.holding(*names, "cls", "super", "partial"):
            for word in source.words.get(self._old, ()):
                if word.kind == "keyword":
                    self._edit_keyword(source, word, targets, names)
            for call, scope in self._calls.with_computed(source):
                if self._calls.target(source, call, scope) in targets:
                    line = call.lineno
                    self._found.leave(source.path, line, "the call passes names that are computed, perhaps this one")

    def _edit_keyword(self, source: Source, word: Word, targets: list[Scope], names: set[str]) -> None:
        call = source.parents.get(word.node)
        if not isinstance(call, ast.Call):
            return
        target = self._calls.target(source, call, word.scope)
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if target in targets:
            self._found.word(source, word)
        elif target is None and called in names and self._calls.may_be(source, call, word.scope):
            if self._doubtful:
                self._found.word(source, word)
            else:
                self._found.leave(
                    source.path, source.line(word), f"`{ast.unparse(call.func)}` may be the one, or another"
                )

    def _edit_docstring(self, source: Source, scope: Scope) -> None:
        """What documents the parameter in the usual forms."""
        body = getattr(scope.node, "body", [])
        holders = [body]
        if scope.name.endswith("__init__") and scope.parent is not None:
            holders.append(getattr(scope.parent.around.node, "body", []))
        for statements in holders:
            for start, end in _docstring(source, statements):
                for match in _documented(self._old).finditer(source.text, start, end):
                    place = match.start(match.lastgroup or 0)
                    self._found.put(source.path, place, place + len(self._old), self._new, "docstring")


def is_parameter(scope: Scope, name: str) -> bool:
    """Whether a function has a parameter of that name."""
    return any(one.kind == "arg" for one in scope.bindings.get(name, ()))


def _takes_keyword(scope: Scope, name: str) -> bool:
    arguments = scope.node.args  # type: ignore[attr-defined]
    return any(one.arg == name for one in (*arguments.args, *arguments.kwonlyargs))


def _docstring(source: Source, body: list[ast.stmt]) -> Iterator[tuple[int, int]]:
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        yield source.positions.start(first.value), source.positions.end(first.value)


def _documented(name: str) -> re.Pattern[str]:
    """`:param int name:`, `:type name:`, and `name:`, `name (int):`, `name : int` at the start of an indented line."""
    word = re.escape(name)
    sphinx = rf":(?:param|type|arg|argument|key|keyword)(?:[ ][\w\[\], .|]+)?[ ](?P<sphinx>{word}):"
    google = rf"^[ \t]+\*{{0,2}}(?P<google>{word})[ ]?(?:\([^)\n]*\))?[ ]?:(?!:)"
    return re.compile(f"{sphinx}|{google}", re.MULTILINE)
