"""What keeps a function in its module: it would mean something else elsewhere, or cannot be told to mean the same."""

import ast
from collections.abc import Iterator

from agent.operations.scopes import FunctionNode
from agent.operations.shapes import literal_of

_WORDS = {
    "__name__": "it reads `__name__`",
    "__file__": "it reads `__file__`",
    "__class__": "it reads `__class__`",
    "__doc__": "it reads `__doc__`",
    "__package__": "it reads `__package__`",
    "__spec__": "it reads `__spec__`",
    "__module__": "it reads `__module__`",
    "__qualname__": "it reads `__qualname__`",
    "globals": "it calls `globals()`",
    "locals": "it calls `locals()`",
    "vars": "it calls `vars()`",
    "dir": "it calls `dir()`",
    "eval": "it calls `eval()`",
    "exec": "it calls `exec()`",
    "super": "it calls `super()`",
    "__import__": "it calls `__import__()`",
    "import_module": "it imports modules by a name that is computed",
    "_getframe": "it looks at its callers",
    "currentframe": "it looks at its callers",
    "stack": "it looks at its callers",
    "extract_stack": "it looks at its callers",
    "warn": "it issues warnings, which know the module they come from",
    "warn_explicit": "it issues warnings, which know the module they come from",
}


def obstacles_of(node: FunctionNode) -> Iterator[str]:
    """Why a function means something else in another module, or cannot be taken from its own."""
    if node.decorator_list:
        yield "it is decorated"
    defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)]
    if not all(map(_is_simple, defaults)):
        yield "a default is more than a plain value"
    for part in ast.walk(node):
        if isinstance(part, ast.Global | ast.Nonlocal):
            yield f"it declares a name `{type(part).__name__.lower()}`"
        elif isinstance(part, ast.ClassDef):
            yield "it defines a class inside"
        word = part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else ""
        if word in _WORDS:
            yield _WORDS[word]


def _is_simple(default: ast.expr) -> bool:
    return isinstance(default, ast.Name) or literal_of(default) != ""
