"""Names that only annotations need, and those are never evaluated: type checkers alone must know them."""

import ast
import re
from collections.abc import Collection, Iterator

from agent.operations.names.binding import Source
from agent.operations.names.order import is_lazy
from agent.operations.names.scoping import Word
from agent.operations.repository import Repository
from agent.operations.scopes import FunctionNode

_PLAIN = frozenset(
    {
        "abstractmethod", "asynccontextmanager", "cache", "cached_property", "classmethod", "contextmanager", "deleter",
        "final", "getter", "lru_cache", "overload", "override", "property", "setter", "staticmethod", "wraps",
    }
)  # fmt: skip
#: What looks at annotations while the program runs.
_READERS = re.compile(
    r"\b(?:get_type_hints|get_annotations|eval_str|__annotations__|(?:from|import)\s+(?:beartype|cattrs?|fastapi|injector"
    r"|lagom|litestar|ninja|pydantic|punq|strawberry|typeguard|typer))\b"
)


def reader_of_annotations(repo: Repository) -> str:
    """A file whose code may evaluate annotations while the program runs; "" if there is none."""
    return next((path for path in repo.python if _READERS.search(repo.texts.get(path, ""))), "")


class Annotations:
    """The annotations of a text that are never evaluated."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._spans: list[tuple[int, int, bool]] | None = None

    def hold(self, words: Collection[Word]) -> bool:
        """Whether all of these uses stand in them."""
        if self._spans is None:
            lazy = is_lazy(self._source.tree)
            self._spans = [(start, end, never or lazy) for start, end, never in _spans(self._source)]
        return all(self._holds(word) for word in words)

    def _holds(self, word: Word) -> bool:
        assert self._spans is not None
        return any(start <= word.start < end and (never or word.quoted) for start, end, never in self._spans)


def _spans(source: Source) -> Iterator[tuple[int, int, bool]]:
    """Where annotations stand that nobody has a reason to evaluate, and whether Python never does by itself.

    Those of classes and modules are left out: libraries make fields of them. So are those of decorated functions.
    """
    for node in ast.walk(source.tree):
        if not isinstance(node, FunctionNode) or not all(map(_is_plain, node.decorator_list)):
            continue
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for one in (*(each.annotation for each in every if each is not None), node.returns):
            if one is not None:
                yield source.positions.start(one), source.positions.end(one), False
        for inner in node.body:
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                yield source.positions.start(inner.annotation), source.positions.end(inner.annotation), True


def _is_plain(decorator: ast.expr) -> bool:
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    return getattr(node, "attr", getattr(node, "id", "")) in _PLAIN
