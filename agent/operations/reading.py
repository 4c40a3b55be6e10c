"""A Python text's facts, from the standard library's own parser."""

import ast
import re
import warnings
from collections.abc import Iterator, Sequence

from agent.operations.effects import Surroundings, effects_of, has_hooks, is_main_guard
from agent.operations.errors import Unreadable
from agent.operations.facts import Binding, BindingKind, Class, Facts, Function
from agent.operations.lookups import Lookups
from agent.operations.obstacles import obstacles_of
from agent.operations.scopes import Bound, FunctionNode, bound_in, globals_declared
from agent.operations.shapes import docstring_node, literal_of, shape_of

_TYPE_COMMENT = re.compile(r"#\s*type:(?!\s*ignore)(.+)")


def read_facts(text: str) -> Facts:
    """Everything that the operations want to know of a text.

    Raises Unreadable.
    """
    tree = parse(text)
    lookups = Lookups(_imported_names(tree))
    lookups.visit(tree)
    bindings = tuple(_bindings(tree))
    around = _surroundings(tree, bindings)
    return Facts(
        bindings=bindings,
        functions=tuple(_function(node, lookups) for node in tree.body if isinstance(node, FunctionNode)),
        classes=tuple(_class(node, around) for node in tree.body if isinstance(node, ast.ClassDef)),
        effects=tuple(effects_of(tree.body, around)),
        uses=tuple(lookups.uses),
        exports=tuple(_exports(tree)),
        futures=tuple(binding.member or "" for binding in bindings if binding.module == "__future__"),
        parameters=frozenset(lookups.parameters),
        spoken=frozenset(lookups.spoken | _type_comments(text)),
        dotted_strings=frozenset(lookups.dotted_strings),
        named_strings=frozenset(lookups.named_strings),
        file_strings=frozenset(lookups.file_strings),
        attributes_set=frozenset(lookups.attributes_set),
        attributes_set_somewhere=frozenset(lookups.attributes_set_somewhere),
        attributes_read=frozenset(lookups.attributes_read),
        attributes_called=frozenset(lookups.attributes_called),
        words=frozenset(lookups.words),
        script=text.startswith("#!") or any(map(_is_run, tree.body)),
    )


def parse(text: str) -> ast.Module:
    """The syntax tree of a text. Raises Unreadable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        raise Unreadable(f"{error.args[0]}{f' (line {line})' if line else ''}") from error


def _is_run(statement: ast.stmt) -> bool:
    """Whether a statement at the top of a file does something for its own sake, as programs do."""
    calls = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    return calls or isinstance(statement, ast.For | ast.While | ast.With) or is_main_guard(statement)


def _bindings(tree: ast.Module) -> Iterator[Binding]:
    for bound in bound_in(tree.body):
        yield _binding(bound)
    for name in sorted(globals_declared(tree)):
        yield Binding(name, "value", 0, plain=False)


def _binding(bound: Bound) -> Binding:
    statement, node = bound.statement, bound.node
    line = getattr(node, "lineno", statement.lineno)
    if isinstance(node, ast.alias):
        module, member = _imported(statement, node)
        return Binding(
            bound.name, "import", statement.lineno, bound.plain, bound.type_only, module, member, node.asname
        )
    literal = _literal(statement, node) if bound.plain else ""
    kind: BindingKind = "constant" if literal else "value"
    if isinstance(node, FunctionNode):
        kind = "function"
    elif isinstance(node, ast.ClassDef):
        kind = "class"
    return Binding(bound.name, kind, line, bound.plain, bound.type_only, literal=literal)


def _imported(statement: ast.stmt, alias: ast.alias) -> tuple[str, str | None]:
    if isinstance(statement, ast.ImportFrom):
        return "." * statement.level + (statement.module or ""), alias.name
    return alias.name, None


def _literal(statement: ast.stmt, target: ast.AST) -> str:
    if isinstance(statement, ast.Assign) and statement.targets == [target]:
        return literal_of(statement.value)
    if isinstance(statement, ast.AnnAssign) and statement.target is target:
        return literal_of(statement.value)
    return ""


def _imported_names(tree: ast.Module) -> frozenset[str]:
    aliases = (node for node in ast.walk(tree) if isinstance(node, ast.alias))
    return frozenset((alias.asname or alias.name).split(".")[0] for alias in aliases)


def _surroundings(tree: ast.Module, bindings: Sequence[Binding]) -> Surroundings:
    others = frozenset(binding.name for binding in bindings if binding.kind != "import")
    imports = {one.name: one for one in bindings if one.kind == "import" and one.name not in others}
    for one in bindings:  # `import os.path` brings in `os`
        if one.name in imports and one.member is None and one.alias is None:
            imports[one.name] = Binding(one.name, "import", one.line, one.plain, module=one.name)
    classes = frozenset(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    lazy = any(one.module == "__future__" and one.member == "annotations" for one in bindings)
    return Surroundings(imports, others, classes, lazy)


def _function(node: FunctionNode, lookups: Lookups) -> Function:
    documented = docstring_node(node.body)
    body, header = lookups.body_names[node.name], lookups.header_names[node.name]
    return Function(
        name=node.name,
        line=min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]),
        end_line=node.end_lineno or node.lineno,
        shape=shape_of(node),
        docstring=None if documented is None else str(documented.value),
        body_names=tuple(sorted(body)),
        header_names=tuple(sorted(header)),
        annotated=any(getattr(part, "annotation", None) or getattr(part, "returns", None) for part in ast.walk(node)),
        relative=any(isinstance(part, ast.ImportFrom) and part.level > 0 for part in ast.walk(node)),
        obstacles=tuple(dict.fromkeys(obstacles_of(node))),
    )


def _class(node: ast.ClassDef, around: Surroundings) -> Class:
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return Class(node.name, tuple(around.dotted(base) for base in bases), has_hooks(node))


def _exports(tree: ast.Module) -> Iterator[str]:
    """Every string of a statement that is about `__all__`."""
    for statement in tree.body:
        parts = list(ast.walk(statement)) if not isinstance(statement, FunctionNode | ast.ClassDef) else []
        if any(isinstance(part, ast.Name) and part.id == "__all__" for part in parts):
            yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _type_comments(text: str) -> set[str]:
    return {word for comment in _TYPE_COMMENT.findall(text) for word in re.findall(r"[^\W\d]\w*", comment)}
