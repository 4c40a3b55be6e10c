"""Python texts as the definitions in them, and what a name means across the files of a repository."""

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from repo_scan import ImportMap

Function = ast.FunctionDef | ast.AsyncFunctionDef
_DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
_DEEPEST = 8  # re-exports that a name is followed through


@dataclass(frozen=True, slots=True)
class Imported:
    """Where an imported name comes from, as written."""

    module: str  # "..shop.money"
    name: str | None = None  # None: the module itself


@dataclass(frozen=True, slots=True)
class Module:
    """One file: what its top level binds. The trees hold no docstrings."""

    path: str
    definitions: Mapping[str, tuple[ast.stmt, ...]]
    imports: Mapping[str, Imported]
    acts: tuple[ast.stmt, ...]  # what importing it does for the effect


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition of the repository; `rest` are attributes of it."""

    path: str
    name: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outside:
    """Something that is installed, or built in: "math.floor", "builtins.len"."""

    name: str


Meaning = Defined | Outside | None  # None: it cannot be told


class Sources:
    """The Python files of one state of a repository, parsed when asked for."""

    def __init__(self, texts: Mapping[str, str], other: Callable[[str], str | None], imports: ImportMap) -> None:
        self._texts, self._other, self._imports = texts, other, imports
        self._modules: dict[str, Module | None] = {}

    def module(self, path: str) -> Module | None:
        """The file at a path; None where there is none, or it does not parse."""
        if path not in self._modules:
            text = self._texts[path] if path in self._texts else self._other(path)
            self._modules[path] = None if text is None else _parse(path, text)
        return self._modules[path]

    def names_of(self, path: str) -> tuple[str, ...]:
        """Dotted names under which a file can be imported, the likeliest first."""
        return self._imports.names_of(path)

    def meaning(self, module: Module, chain: tuple[str, ...], depth: int = 0) -> Meaning:
        """What a dotted name means at the top level of a file."""
        head, *rest = chain
        if head in module.definitions:
            return Defined(module.path, head, tuple(rest))
        if head in module.imports:
            return self._imported(module, module.imports[head], rest, depth)
        return Outside(f"builtins.{'.'.join(chain)}") if hasattr(builtins, head) else None

    def _imported(self, module: Module, found: Imported, rest: list[str], depth: int) -> Meaning:
        base, names = found.module, [*([found.name] if found.name else []), *rest]
        if not self._imports.is_internal(module.path, base):
            return Outside(".".join([base, *names]))
        while names and depth < _DEEPEST:
            file = self._imports.find(module.path, base)
            inner = self.module(file) if file and file != module.path else None
            if inner and (names[0] in inner.definitions or names[0] in inner.imports):
                return self.meaning(inner, tuple(names), depth + 1)
            base += names.pop(0) if base.endswith(".") else f".{names.pop(0)}"
        return None


def _parse(path: str, text: str) -> Module | None:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass(lineno=1, col_offset=0)]
    definitions: dict[str, tuple[ast.stmt, ...]] = {}
    for statement in _top_level(tree.body):
        for name in _binds(statement):
            definitions[name] = (*definitions.get(name, ()), statement)
    return Module(path, definitions, _imports_of(tree), tuple(filter(_is_act, _top_level(tree.body))))


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run when the file is imported, those inside `if`, `try` and `with` too."""
    for statement in body:
        if isinstance(statement, ast.If):
            if not _asks_for_main(statement.test):
                yield from _top_level(statement.body)
            yield from _top_level(statement.orelse)
        elif isinstance(statement, (ast.Try, ast.With)):
            yield from _top_level(statement.body)
            for handler in getattr(statement, "handlers", ()):
                yield from _top_level(handler.body)
            for more in ("orelse", "finalbody"):
                yield from _top_level(getattr(statement, more, []))
        else:
            yield statement


def _asks_for_main(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def _binds(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif not isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _imports_of(tree: ast.Module) -> dict[str, Imported]:
    """Every import of a file, those inside functions too."""
    found: dict[str, Imported] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split(".")[0]
                found[alias.asname or top] = Imported(alias.name if alias.asname else top)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            found |= {alias.asname or alias.name: Imported(origin, alias.name) for alias in node.names}
    return found


def _is_act(statement: ast.stmt) -> bool:
    """A call for its effect, or a loop, at the top level: what a program does, and a library does not."""
    if isinstance(statement, (ast.For, ast.While)):
        return any(isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) for node in ast.walk(statement))
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
