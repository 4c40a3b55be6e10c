"""Names of a Python text that nothing binds: whoever runs the line gets a NameError."""

import ast
import builtins
import re
import symtable
import warnings
from collections.abc import Iterator

from repo_scan.languages.tree import Tree
from repo_scan.outline import Place

#: With it Python would not look into annotations, in which names are looked up by others.
_FUTURE = re.compile(r"(from __future__ import [^\n]*\b)annotations\b")
_FILLS = re.compile(r"\b(?:globals|vars|locals)\(\)(?:\[[^\]]*\]\s*=[^=]|\.update\b|\.setdefault\b)|\bexec\(")
_WITHIN_TYPES = frozenset(
    {"type", "subscript", "generic_type", "type_parameter", "binary_operator", "union_type", "list", "tuple"}
)
_OF_VALUES = re.compile(r"(?:\w+\.)*(?:Literal|Annotated)\[")
_CATCHES = re.compile(r"except\b[^:\n]*\bNameError\b")
_GIVEN = frozenset(dir(builtins)) | {
    *(
        "__file__",
        "__path__",
        "__package__",
        "__cached__",
        "__annotations__",
        "__module__",
        "__qualname__",
        "__class__",
    ),
    *("reveal_type", "reveal_locals", "WindowsError", "PythonFinalizationError", "__builtins__"),
}


def unbound_in(text: str, tree: Tree) -> tuple[Place, ...]:
    """Every such name with its first line; none where a star import or computed globals may bind anything."""
    if "wildcard_import" in tree.kinds or _FILLS.search(text):
        return ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = symtable.symtable(_FUTURE.sub(r"\1generators", text), "<text>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    tables = list(_tables(module))
    wanted = {symbol.get_name() for table in tables for symbol in table.get_symbols() if _asks(table, symbol)}
    given = {symbol.get_name() for table in tables for symbol in table.get_symbols() if _gives(table, symbol)}
    found = _places(tree, wanted - given - _GIVEN)
    bound = {symbol.get_name() for table in tables for symbol in table.get_symbols() if _binds(symbol)}
    return (*found, *_in_annotations(tree, {*bound, *_GIVEN, *(place.name for place in found)}))


def _tables(module: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    waiting = [module]
    while waiting:
        table = waiting.pop()
        yield table
        waiting += table.get_children()


def _asks(table: symtable.SymbolTable, symbol: symtable.Symbol) -> bool:
    """Whether a name is looked up in the module. Python's `symtable` takes all of a function `top` for global."""
    is_global = symbol.is_global() and not symbol.is_local()
    return symbol.is_referenced() and (is_global or table.get_type() == "module")


def _gives(table: symtable.SymbolTable, symbol: symtable.Symbol) -> bool:
    """Whether a name is bound in the module, also from a function that declares it global."""
    return _binds(symbol) and (table.get_type() == "module" or symbol.is_declared_global())


def _binds(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


def _places(tree: Tree, names: set[str]) -> tuple[Place, ...]:
    found: dict[str, int] = {}
    for node, kind in enumerate(tree.kinds) if names else ():
        if (
            kind == "identifier"
            and tree.fields[node] != "attribute"
            and tree.text(node) in names
            and not _is_caught(tree, node)
        ):
            found.setdefault(tree.text(node), tree.line(node))
    return tuple(Place(name, line) for name, line in found.items())


def _is_caught(tree: Tree, node: int) -> bool:
    """Whether a name is tried out: where it is missing, a handler for that runs."""
    while node > 0:
        node, child = tree.parents[node], node
        if tree.kinds[node] == "try_statement" and tree.fields[child] == "body":
            handlers = (each for each in tree.children(node) if tree.kinds[each] == "except_clause")
            if any(_CATCHES.match(tree.text(each)) for each in handlers):
                return True
    return False


def _in_annotations(tree: Tree, known: set[str]) -> tuple[Place, ...]:
    """Names in annotations that are written as strings; what a type variable or a class binds anywhere is let pass."""
    found: dict[str, int] = {}
    for node, kind in enumerate(tree.kinds):
        if kind == "string" and _is_annotation(tree, node):
            for name in _names_in(tree.text(node).strip("\"'")):
                if name not in known:
                    found.setdefault(name, tree.line(node))
    return tuple(Place(name, line) for name, line in found.items())


def _is_annotation(tree: Tree, string: int) -> bool:
    """Whether a string stands in an annotation, and not as one of the values of `Literal` or a remark."""
    node = tree.parents[string]
    while node > 0 and tree.kinds[node] in _WITHIN_TYPES:
        if _OF_VALUES.match(tree.text(node)):
            return False
        if tree.kinds[node] == "type" and tree.fields[node] in ("type", "return_type"):
            return True
        node = tree.parents[node]
    return False


def _names_in(annotation: str) -> set[str]:
    try:
        parsed = ast.parse(annotation.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {node.id for node in ast.walk(parsed) if isinstance(node, ast.Name)}
