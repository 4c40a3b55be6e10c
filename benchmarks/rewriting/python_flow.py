"""Harmless rewrites of the flow in Python functions: the same branches and loops in another shape."""

import ast
from collections.abc import Iterator, Sequence

from rewriting.change import Change, Edit, change
from rewriting.python_source import Function, Source, inside

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def flow_rewrites(source: Source) -> Iterator[Change]:
    """All of them in a module."""
    for node in source.nodes:
        if isinstance(node, ast.If) and source.is_nested(node) and _is_whole(source, node):
            yield from _else_dropped(source, node)
            yield from _early_return(source, node)
            yield from _branches_swapped(source, node)
            yield from _ifs_joined(source, node)
        elif isinstance(node, ast.For):
            yield from _comprehension(source, node)
        elif isinstance(node, ast.Return):
            yield from _inlined(source, node)


def _is_whole(source: Source, node: ast.If) -> bool:
    """Whether all its lines are its own, and it is no `elif`."""
    starts = source.text.startswith("if", source.start(node)) and source.is_alone(node)
    return starts and node.body[0].lineno > node.lineno and "\n" not in source.code(node.test)


def shifted(source: Source, block: Sequence[ast.stmt], indent: str) -> str | None:
    """The lines of a block under another indentation; None where that would change a string."""
    text, old = source.text[source.span(block[0])[0] : source.span(block[-1])[1]], source.indent(block[0])
    lines = text.splitlines(keepends=True)
    new = "".join(f"{indent}{line[len(old) :]}" if line.startswith(old) else line for line in lines)
    if not all(map(source.is_alone, block)):
        return None
    try:
        (function,) = ast.parse(f"def f():\n{new}").body
    except (SyntaxError, ValueError):
        return None
    return new if [*map(ast.dump, block)] == [*map(ast.dump, function.body)] else None


def _gap(source: Source, node: ast.If) -> bool:
    """Whether nothing but the `else:` stands between the two branches, no comment either."""
    between = source.text[source.span(node.body[-1])[1] : source.span(node.orelse[0])[0]]
    return between.strip() == "else:"


def _else_dropped(source: Source, node: ast.If) -> Iterator[Change]:
    if not (node.orelse and isinstance(node.body[-1], _LEAVES) and _gap(source, node)):
        return
    if block := shifted(source, node.orelse, source.indent(node)):
        start = source.span(node.body[-1])[1]
        yield change("else after return dropped", node.lineno, Edit(start, source.span(node)[1], block))


def _early_return(source: Source, node: ast.If) -> Iterator[Change]:
    """The last `if` of a function that gives nothing."""
    function = source.parents[node]
    if not (isinstance(function, Function) and function.body[-1] is node and not node.orelse and len(node.body) > 1):
        return
    if any(isinstance(each, ast.Return) and each.value is not None for each in inside(function)):
        return
    if block := shifted(source, node.body, source.indent(node)):
        indent = source.indent(node)
        head = f"{indent}if {_negated(source, node.test)}:\n{indent}    return\n"
        yield change("early return", node.lineno, Edit(*source.span(node), head + block))


def _negated(source: Source, test: ast.expr) -> str:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and isinstance(test.operand, ast.Name):
        return source.code(test.operand)
    plain = isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return f"not {source.code(test)}" if plain else f"not ({source.code(test)})"


def _branches_swapped(source: Source, node: ast.If) -> Iterator[Change]:
    if not node.orelse or isinstance(node.orelse[0], ast.If) or not _gap(source, node):
        return
    blocks = [*node.body, *node.orelse]
    if all(map(source.is_alone, blocks)):
        body, orelse = ((source.span(block[0])[0], source.span(block[-1])[1]) for block in (node.body, node.orelse))
        test = Edit(source.start(node.test), source.end(node.test), _negated(source, node.test))
        if source.text[source.end(node.test) :].startswith(":") and source.text[source.end(node) :].startswith("\n"):
            one, other = source.text[slice(*body)], source.text[slice(*orelse)]
            yield change("branches swapped", node.lineno, test, Edit(*body, other), Edit(*orelse, one))


def _ifs_joined(source: Source, node: ast.If) -> Iterator[Change]:
    inner = node.body[0]
    if len(node.body) > 1 or not isinstance(inner, ast.If) or node.orelse or inner.orelse:
        return
    if not _is_whole(source, inner) or inner.lineno != node.lineno + 1:
        return
    if block := shifted(source, inner.body, f"{source.indent(node)}    "):
        tests = [
            f"({source.code(test)})" if isinstance(test, ast.BoolOp | ast.IfExp | ast.Lambda) else source.code(test)
            for test in (node.test, inner.test)
        ]
        head = f"{source.indent(node)}if {' and '.join(tests)}:\n"
        if ":=" not in head and source.span(inner.body[0])[0] == source.starts[inner.lineno]:
            yield change("nested ifs joined", node.lineno, Edit(*source.span(node), head + block))


def _comprehension(source: Source, node: ast.For) -> Iterator[Change]:
    """A list that is made empty and then filled by this loop alone, in whose variable nobody else is interested."""
    function = source.function_of(node)
    if function is None or node.orelse or not isinstance(node.target, ast.Name):
        return
    block = source.block_of(node)
    before = block[block.index(node) - 1] if block.index(node) else None
    inner = node.body[0]
    test = inner.test if isinstance(inner, ast.If) and not inner.orelse and len(inner.body) == 1 else None
    call = inner.body[0] if test is not None else inner
    if len(node.body) > 1 or before is None or not _is_empty_list(before) or before.end_lineno + 1 != node.lineno:
        return
    name = before.targets[0].id
    if not _appends(call, name) or any(map(_is_strange, ast.walk(node))):
        return
    used = [each for each in ast.walk(function) if isinstance(each, ast.Name) and each.id == node.target.id]
    uses = [each for each in ast.walk(node) if isinstance(each, ast.Name) and each.id == name]
    own = {id(each) for each in ast.walk(node)}
    if len(uses) > 1 or any(id(each) not in own for each in used) or "#" in source.code(node):
        return
    value, target, things = (source.code(each) for each in (call.value.args[0], node.target, node.iter))
    condition = f" if {source.code(test)}" if test is not None else ""
    text = f"{source.indent(before)}{name} = [{value} for {target} in {things}{condition}]\n"
    if "\n" not in text[:-1] and source.is_alone(node) and source.is_alone(before):
        yield change("loop to comprehension", node.lineno, Edit(source.span(before)[0], source.span(node)[1], text))


def _is_empty_list(node: ast.AST) -> bool:
    plain = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    return plain and isinstance(node.value, ast.List) and not node.value.elts


def _appends(node: ast.AST, name: str) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"):
        return False
    return isinstance(call.func.value, ast.Name) and call.func.value.id == name and not call.keywords


def _is_strange(node: ast.AST) -> bool:
    return isinstance(node, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr | ast.IfExp | ast.Lambda)


def _inlined(source: Source, node: ast.Return) -> Iterator[Change]:
    """A value that is named only to be returned."""
    block = source.block_of(node)
    before = block[block.index(node) - 1] if block.index(node) else None
    if not isinstance(before, ast.Assign) or not isinstance(node.value, ast.Name) or len(before.targets) > 1:
        return
    target, function = before.targets[0], source.function_of(node)
    if not isinstance(target, ast.Name) or target.id != node.value.id or function is None:
        return
    strange = any(isinstance(each, ast.Global | ast.Nonlocal) for each in ast.walk(function))
    inner = any(isinstance(each, Function | ast.Lambda) and each is not function for each in ast.walk(function))
    in_try = any(isinstance(each, ast.Try) for each in source.around(node))
    if strange or inner or in_try or before.end_lineno + 1 != node.lineno:
        return
    if (
        source.is_alone(before)
        and source.is_alone(node)
        and "#" not in source.text[source.end(before) : source.start(node)]
    ):
        start, end = source.start(before), source.end(node)
        yield change("variable inlined", node.lineno, Edit(start, end, f"return {source.code(before.value)}"))
