"""Import statements and literal dynamic imports of a Python text."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from repo_scan.languages.tree import Tree
from repo_scan.outline import Import, ImportKind

_STATEMENTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_CHECKING = frozenset({"TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"})
_LOADERS = frozenset({"importlib.import_module", "import_module", "__import__"})


@dataclass(frozen=True, slots=True)
class _Where:
    """What surrounds an import."""

    kind: ImportKind
    guarded: bool


def imports_of(tree: Tree) -> tuple[Import, ...]:
    """Every name that is imported, in order of appearance."""
    found: list[Import] = []
    loads = b"import_module" in tree.source or b"__import__" in tree.source
    for node, kind in enumerate(tree.kinds):
        if kind in _STATEMENTS and not tree.is_leaf(node):
            where = _where(tree, node)
            found += [
                Import(module, name, alias, tree.line(node), where.kind, where.guarded, tree.end_line(node))
                for module, name, alias in _named(tree, node, kind)
            ]
        elif loads and kind == "call" and (module := _loaded(tree, node)):
            guarded = _where(tree, node).guarded
            found.append(Import(module, None, None, tree.line(node), "dynamic", guarded, tree.end_line(node)))
    return tuple(found)


def _named(tree: Tree, node: int, kind: str) -> Iterator[tuple[str, str | None, str | None]]:
    """Module, name and alias of each part of an import statement."""
    source = tree.child(node, "module_name")
    module = "__future__" if kind == "future_import_statement" else _dotted(tree, source) if source is not None else ""
    for child in tree.children(node):
        if tree.kinds[child] == "wildcard_import":
            yield module, "*", None
        elif tree.fields[child] == "name":
            name, alias = _name_and_alias(tree, child)
            yield (module, name, alias) if module else (name, None, alias)


def _name_and_alias(tree: Tree, node: int) -> tuple[str, str | None]:
    if tree.kinds[node] != "aliased_import":
        return _dotted(tree, node), None
    name, alias = tree.child(node, "name"), tree.child(node, "alias")
    return _dotted(tree, name if name is not None else node), tree.text(alias) if alias is not None else None


def _dotted(tree: Tree, node: int) -> str:
    """A dotted name without the blanks that Python allows around its dots."""
    return "".join(tree.text(node).replace("\\\n", "").split())


def _loaded(tree: Tree, call: int) -> str | None:
    """The module that `import_module("literal")` and its like load."""
    function, arguments = tree.child(call, "function"), tree.child(call, "arguments")
    if function is None or arguments is None or tree.text(function) not in _LOADERS:
        return None
    values = [child for child in tree.children(arguments) if tree.kinds[child] not in ("(", ")", ",", "comment")]
    module = _string(tree.text(values[0])) if values and tree.kinds[values[0]] == "string" else None
    if not module or not all(part.isidentifier() for part in module.lstrip(".").split(".")):
        return None
    package = tree.text(values[1]).removeprefix("package=") if len(values) == 2 else ""
    return module if not module.startswith(".") or package in ("__package__", "__name__") else None


def _string(text: str) -> str | None:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, str) else None


def _where(tree: Tree, node: int) -> _Where:
    kind: ImportKind = "runtime"
    guarded = False
    inner, outer = node, tree.parents[node]
    while outer >= 0:
        around = tree.kinds[outer]
        if around in ("function_definition", "lambda"):
            kind = "dynamic" if kind == "runtime" else kind
        elif around in ("try_statement", "match_statement"):
            guarded = True
        elif around == "if_statement":
            condition = _condition(tree, outer, inner)
            if not _CHECKING.isdisjoint(condition.split(" and ")):
                kind = "type-only"
            elif condition.startswith("__name__ =="):  # runs when started as a program, never on import
                kind = "dynamic" if kind == "runtime" else kind
            elif condition.removeprefix("not ") not in _CHECKING:
                guarded = True
        inner, outer = outer, tree.parents[outer]
    return _Where(kind, guarded)


def _condition(tree: Tree, statement: int, branch: int) -> str:
    """What must hold for a branch of an `if`, in the words of the statement; "not C" for the `else` of a plain one."""
    first = tree.child(statement, "condition")
    if first is None:
        return ""
    words = tree.text(first).strip("()")
    if tree.kinds[branch] == "elif_clause":
        own = tree.child(branch, "condition")
        return tree.text(own).strip("()") if own is not None else ""
    if tree.kinds[branch] == "else_clause":
        return words.removeprefix("not ") if words.startswith("not ") else f"not {words}"
    return words
