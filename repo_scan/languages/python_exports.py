"""What a Python text says of its public names: `__all__`."""

import ast

from repo_scan.languages.tree import Tree, encodable


def exports_of(tree: Tree) -> tuple[str, ...] | None:
    """`__all__` where every part of it is a literal; None where there is none or it is computed."""
    names: list[str] | None = None
    for statement in _top_level(tree):
        change = _change(tree, statement + 1)
        if change is None:
            continue
        how, value = change
        literal = _literal(value)
        if literal is None:
            return None
        names = literal if how == "=" else (names or []) + literal
    return tuple(encodable(name) for name in names) if names is not None else None


def _top_level(tree: Tree) -> list[int]:
    """Statements that hold an expression, at module level or under its `if` and `try`."""
    found: list[int] = []
    node = 0
    while node < len(tree.kinds):
        kind = tree.kinds[node]
        if kind == "expression_statement" and not tree.is_leaf(node):
            found.append(node)
        skip = kind in ("function_definition", "class_definition", "expression_statement")
        node = tree.stops[node] if skip else node + 1
    return found


def _change(tree: Tree, node: int) -> tuple[str, str] | None:
    """How a statement sets `__all__`, and the text of the value."""
    if tree.kinds[node] in ("assignment", "augmented_assignment"):
        left, right = tree.child(node, "left"), tree.child(node, "right")
        if left is not None and right is not None and tree.text(left) == "__all__":
            return ("=" if tree.kinds[node] == "assignment" else "+="), tree.text(right)
    if tree.kinds[node] == "call":
        function, arguments = tree.child(node, "function"), tree.child(node, "arguments")
        if function is not None and arguments is not None:
            if tree.text(function) == "__all__.extend":
                return "+=", tree.text(arguments)
            if tree.text(function) in ("__all__.append", "__all__.insert", "__all__.remove"):
                return "+=", f"[{tree.text(arguments)[1:-1]}]" if tree.text(function) == "__all__.append" else "?"
    return None


def _literal(text: str) -> list[str] | None:
    try:
        value = ast.parse(f"({text})", mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return _strings(value)


def _strings(value: ast.expr) -> list[str] | None:
    """The strings of a list or tuple, or of a sum of such."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        left, right = _strings(value.left), _strings(value.right)
        return left + right if left is not None and right is not None else None
    if not isinstance(value, ast.List | ast.Tuple | ast.Set):
        return None
    names = [item.value for item in value.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return names if len(names) == len(value.elts) else None
