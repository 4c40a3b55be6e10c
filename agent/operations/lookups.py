"""Who looks up which name: one walk over a syntax tree, scope by scope."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from agent.operations.facts import Use
from agent.operations.known import OPEN_CALLS, OPEN_CALLS_AT_TOP
from agent.operations.scopes import (
    FunctionNode,
    Scope,
    arguments_of,
    class_scope,
    comprehension_scope,
    function_scope,
    header_of,
    reaches_module,
    type_parameter_scope,
)
from agent.operations.shapes import docstring_node

#: Calls that change attributes named by strings.
_SETTERS = frozenset({"delattr", "multiple", "object", "patch", "setattr", "setitem"})
#: Calls whose strings are types.
_TYPING = frozenset({"ForwardRef", "NewType", "TypeVar", "cast"})
#: Calls that do nothing with a function but call it.
_CALLERS = frozenset({"filter", "map", "max", "min", "sorted"})
_GENERICS = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})
_DOTTED = re.compile(r"\S*[.:][^\W\d]\w*")
_FILE = re.compile(r"(?:.*[/\\])?([\w-]+\.py)")
_WORD = re.compile(r"[^\W\d]\w*")


class Lookups(ast.NodeVisitor):
    """Collects uses of module names, and all kinds of strings and attributes that may mean one."""

    def __init__(self, imported: frozenset[str]) -> None:
        self._imported = imported  # names that some import binds, at any depth
        self.uses: list[Use] = []
        self.body_names: defaultdict[str, set[str]] = defaultdict(set)  # by function of the module's own body
        self.header_names: defaultdict[str, set[str]] = defaultdict(set)
        self.parameters: set[str] = set()
        self.spoken: set[str] = set()
        self.dotted_strings: set[str] = set()
        self.named_strings: set[str] = set()
        self.file_strings: set[str] = set()
        self.attributes_set: set[str] = set()
        self.attributes_set_somewhere: set[str] = set()
        self.attributes_read: set[str] = set()
        self.attributes_called: set[str] = set()
        self.words: set[str] = set()
        self._scopes = [Scope("module")]
        self._owner = ""
        self._in_header = False
        self._in_annotation = False
        self._called: set[ast.expr] = set()  # names and attributes in a place where they are only called

    # --- scopes

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: FunctionNode) -> None:
        with self._owned_by(node), self._scope(type_parameter_scope(node)):
            with self._header():
                self._visit_all([*node.decorator_list, *getattr(node, "type_params", ())])
                self._header_of(node)
            self._doctest(node.body)
            self.parameters.update(argument.arg for argument in arguments_of(node.args))
            with self._scope(function_scope(node)):
                self._visit_all(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._visit_all(header_of(node))
        with self._scope(function_scope(node)):
            self.visit(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        with self._owned_by(node), self._scope(type_parameter_scope(node)):
            self._visit_all([*node.decorator_list, *node.bases, *node.keywords, *getattr(node, "type_params", ())])
            self._doctest(node.body)
            with self._scope(class_scope(node)):
                self._visit_all(node.body)

    def visit_Module(self, node: ast.Module) -> None:
        self._doctest(node.body)
        self._visit_all(node.body)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        first, *others = node.generators
        self.visit(first.iter)  # evaluated outside
        with self._scope(comprehension_scope(node.generators)):
            self._visit_all([first.target, *first.ifs, *others])
            parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            self._visit_all(parts)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    # --- names

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and reaches_module(self._scopes, node.id):
            self.uses.append(Use(node.id, self._owner, node.lineno, node in self._called))
            if self._owner:
                (self.header_names if self._in_header else self.body_names)[self._owner].add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        root = _root(node)
        if node in self._called:
            self.attributes_called.add(node.attr)
        elif isinstance(node.ctx, ast.Load) and root in self._imported:
            self.attributes_read.add(node.attr)
        elif not isinstance(node.ctx, ast.Load) and root not in ("cls", "self"):
            (self.attributes_set if root in self._imported else self.attributes_set_somewhere).add(node.attr)
        if root == "sys" and node.attr == "modules":
            self.words.add("sys.modules")
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = _last_name(node.func)
        self._called.add(node.func)
        at_top = len(self._scopes) == 1 and not node.args
        if isinstance(node.func, ast.Name) and (name in OPEN_CALLS or (name in OPEN_CALLS_AT_TOP and at_top)):
            self.words.add(f"{name}()")
        if name in _CALLERS:
            self._called.update([*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "key")])
        if name in _SETTERS:
            self.named_strings.update(_strings([*node.args, *(keyword.value for keyword in node.keywords)]))
        if name == "multiple":
            self.named_strings.update(keyword.arg for keyword in node.keywords if keyword.arg)
        self.visit(node.func)
        arguments = [*node.args, *node.keywords]
        if name in _TYPING:
            self._annotations(arguments)
        else:
            self._visit_all(arguments)

    # --- strings

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            return
        if self._in_annotation:
            self._spoken_type(node.value)
        if _DOTTED.fullmatch(node.value):
            self.dotted_strings.add(node.value)
        if found := _FILE.fullmatch(node.value):
            self.file_strings.add(found.group(1))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        name = _last_name(node.value)
        if name[:1].isupper() or name in _GENERICS:
            self._annotations([node.slice])
        else:
            self.visit(node.slice)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._annotations([node.annotation])
        self.visit(node.target)
        if node.value is not None and _last_name(node.annotation) == "TypeAlias":
            self._annotations([node.value])
        elif node.value is not None:
            self.visit(node.value)

    def _spoken_type(self, text: str) -> None:
        """Names in a type that is written as a string; types in it may be written as strings, too."""
        self.spoken.update(_WORD.findall(text))
        try:
            parts = list(ast.walk(ast.parse(text.strip(), mode="eval")))
        except (SyntaxError, ValueError):
            return
        if self._owner:
            names = {part.id for part in parts if isinstance(part, ast.Name)}
            (self.header_names if self._in_header else self.body_names)[self._owner] |= names

    def _doctest(self, body: list[ast.stmt]) -> None:
        """Examples in docstrings run in the module's namespace."""
        documented = docstring_node(body)
        if documented is not None and ">>>" in str(documented.value):
            self.spoken.update(_WORD.findall(str(documented.value)))

    # --- walking

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def _header_of(self, node: FunctionNode) -> None:
        annotations = [argument.annotation for argument in arguments_of(node.args)] + [node.returns]
        self._annotations(annotation for annotation in annotations if annotation is not None)
        self._visit_all([*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)])

    def _annotations(self, nodes: Iterable[ast.AST]) -> None:
        before, self._in_annotation = self._in_annotation, True
        self._visit_all(nodes)
        self._in_annotation = before

    @contextmanager
    def _scope(self, scope: Scope) -> Iterator[None]:
        self._scopes.append(scope)
        yield
        self._scopes.pop()

    @contextmanager
    def _owned_by(self, node: FunctionNode | ast.ClassDef) -> Iterator[None]:
        """Names used inside belong to the outermost definition, if it stands in the module's own body."""
        before = self._owner
        self._owner = before or node.name
        yield
        self._owner = before

    @contextmanager
    def _header(self) -> Iterator[None]:
        before, self._in_header = self._in_header, self._in_header or len(self._scopes) == 2
        yield
        self._in_header = before


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes starts from; "" if it starts from something else."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _strings(nodes: Iterable[ast.expr]) -> Iterator[str]:
    return (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
