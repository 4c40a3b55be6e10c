"""One text, read: every identifier in it with its place, and the namespaces they are looked up in."""

import ast
from collections.abc import Iterable

from agent.operations.names.expressions import Expressions
from agent.operations.names.nodes import children
from agent.operations.names.positions import Positions
from agent.operations.names.scoping import Binding, Scope, Word
from agent.operations.reading import parse


class Source:
    """The tree of a text with its words. Raises Unreadable."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = parse(text)
        self.positions = Positions(text)
        self.scope = Scope("module", self.tree, None, "")
        self.scopes: dict[ast.AST, Scope] = {self.tree: self.scope}
        self.words: dict[str, list[Word]] = {}
        self.parents: dict[ast.AST, ast.AST] = {}
        self.within: dict[ast.AST, Scope] = {}  # of calls, attributes, names and strings: where they are evaluated
        self.defined: dict[str, Scope] = {}  # what functions and classes open, by qualified name; the last of several
        _Statements(self).read()

    def owned(self, scope: Scope, name: str) -> list[Word]:
        """Every word that means the name of this namespace."""
        return [word for word in self.words.get(name, ()) if is_looked_up(word) and word.scope.owner(name) is scope]

    def line(self, word: Word) -> int:
        """The line that a word stands in."""
        return self.positions.line_of(word.start) if word.start >= 0 else getattr(word.node, "lineno", 0)


def is_looked_up(word: Word) -> bool:
    """Whether a word is a name of a namespace, and not one of an object, a call or another module."""
    return word.kind not in ("attribute", "keyword", "imported")


class _Statements(Expressions):
    """The rest of the walk: what binds names and opens namespaces."""

    def read(self) -> None:
        self._declares = "global" in self._source.text or "nonlocal" in self._source.text
        for statement in self._source.scope.node.body:  # type: ignore[attr-defined]
            self._one(statement, self._source.scope)

    def _FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
        self._children_of(node, node.decorator_list, scope)
        self._bind(node.name, scope, Binding(node, node, kind="def"))
        self._word(node.name, "def", node, scope, self._at.of_definition(node))
        types = self._types(node, scope)
        self._parameters_header(node.args, types)
        if node.returns is not None:
            self._annotation(node.returns, types)
        inner = Scope("function", node, types, _joined(scope, node.name))
        self._source.scopes[node] = self._source.defined[inner.name] = inner
        self._parameters(node.args, inner)
        self._body(node.body, inner)

    _AsyncFunctionDef = _FunctionDef

    def _ClassDef(self, node: ast.ClassDef, scope: Scope) -> None:
        self._children_of(node, node.decorator_list, scope)
        self._bind(node.name, scope, Binding(node, node, kind="def"))
        self._word(node.name, "def", node, scope, self._at.of_definition(node))
        types = self._types(node, scope)
        self._children_of(node, [*node.bases, *node.keywords], types)
        inner = Scope("class", node, types, _joined(scope, node.name))
        self._source.scopes[node] = self._source.defined[inner.name] = inner
        self._body(node.body, inner)

    def _Lambda(self, node: ast.Lambda, scope: Scope) -> None:
        self._parameters_header(node.args, scope)
        inner = Scope("function", node, scope, scope.name)
        self._source.scopes[node] = inner
        self._parameters(node.args, inner)
        self._children_of(node, [node.body], inner)

    def _types(self, node: ast.AST, scope: Scope) -> Scope:
        parameters = getattr(node, "type_params", ())
        if not parameters:
            return scope
        inner = Scope("types", node, scope, scope.name)
        for one in parameters:
            self._bind(one.name, inner, Binding(one, None))
            start = self._start(one)
            self._word(one.name, "bind", one, inner, self._source.text.find(one.name, start) if start >= 0 else -1)
            self._children(one, inner)
        return inner

    def _parameters_header(self, arguments: ast.arguments, scope: Scope) -> None:
        for one in _every(arguments):
            if one.annotation is not None:
                self._source.parents[one.annotation] = one
                self._annotation(one.annotation, scope)
        self._children_of(arguments, [*arguments.defaults, *arguments.kw_defaults], scope)

    def _parameters(self, arguments: ast.arguments, inner: Scope) -> None:
        for one in _every(arguments):
            self._bind(one.arg, inner, Binding(one, None, one.annotation, kind="arg"))
            self._word(one.arg, "arg", one, inner, self._start(one))

    def _body(self, statements: list[ast.stmt], scope: Scope) -> None:
        """Declarations hold for the whole body, wherever they stand in it."""
        for statement in statements if self._declares else ():
            for node in _own(statement):
                if isinstance(node, ast.Global | ast.Nonlocal):
                    scope.outer |= dict.fromkeys(node.names, type(node).__name__.lower())
        self._children_of(scope.node, statements, scope)

    def _Import(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            first = alias.name.split(".")[0]
            bound = alias.asname or first
            self._bind(bound, scope, Binding(alias, node, kind="import"))
            start = self._at.of_alias(alias) if alias.asname else self._start(alias)
            self._word(bound, "import", alias, scope, start)

    def _ImportFrom(self, node: ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name
            self._bind(bound, scope, Binding(alias, node, kind="import"))
            if alias.asname:
                self._word(alias.name, "imported", alias, scope, self._start(alias))
                self._word(bound, "import", alias, scope, self._at.of_alias(alias))
            else:
                self._word(bound, "import", alias, scope, self._start(alias))
            self._source.parents[alias] = node

    def _Global(self, node: ast.Global | ast.Nonlocal, scope: Scope) -> None:
        for name in node.names:
            for start in self._at.words(node, name):
                self._word(name, "global", node, scope, start)
            if isinstance(node, ast.Global):
                scope.module.bindings.setdefault(name, [])

    _Nonlocal = _Global

    def _Assign(self, node: ast.Assign, scope: Scope) -> None:
        self._children_of(node, [node.value], scope)
        for target in node.targets:
            self._target(target, node, scope, value=node.value)

    def _AnnAssign(self, node: ast.AnnAssign, scope: Scope) -> None:
        self._source.parents[node.annotation] = node
        self._annotation(node.annotation, scope)
        self._children_of(node, [node.value], scope)
        self._target(node.target, node, scope, annotation=node.annotation, value=node.value)

    def _For(self, node: ast.For | ast.AsyncFor, scope: Scope) -> None:
        self._children_of(node, [node.iter], scope)
        self._target(node.target, node, scope, value=node.iter, kind="for")
        self._children_of(node, [*node.body, *node.orelse], scope)

    _AsyncFor = _For

    def _withitem(self, node: ast.withitem, scope: Scope) -> None:
        self._children_of(node, [node.context_expr], scope)
        if node.optional_vars is not None:
            self._target(node.optional_vars, node, scope, value=node.context_expr, kind="with")

    def _ExceptHandler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        self._children_of(node, [node.type], scope)
        if node.name:
            self._bind(node.name, scope, Binding(node, None))
            self._word(node.name, "bind", node, scope, self._at.of_handler(node))
        self._children_of(node, node.body, scope)

    def _MatchAs(self, node: ast.MatchAs, scope: Scope) -> None:
        self._children_of(node, [node.pattern], scope)
        if node.name:
            self._bind(node.name, scope, Binding(node, None))
            self._word(node.name, "bind", node, scope, self._end(node, node.name))

    def _MatchStar(self, node: ast.MatchStar, scope: Scope) -> None:
        if node.name:
            self._bind(node.name, scope, Binding(node, None))
            self._word(node.name, "bind", node, scope, self._end(node, node.name))

    def _MatchMapping(self, node: ast.MatchMapping, scope: Scope) -> None:
        self._children_of(node, [*node.keys, *node.patterns], scope)
        if node.rest:
            self._bind(node.rest, scope, Binding(node, None))
            self._word(node.rest, "bind", node, scope, self._at.of_rest(node))


def _joined(scope: Scope, name: str) -> str:
    return f"{scope.name}.{name}" if scope.name else name


def _every(arguments: ast.arguments) -> list[ast.arg]:
    rest = [one for one in (arguments.vararg,) if one is not None]
    last = [one for one in (arguments.kwarg,) if one is not None]
    return [*arguments.posonlyargs, *arguments.args, *rest, *arguments.kwonlyargs, *last]


def _own(statement: ast.stmt) -> Iterable[ast.AST]:
    """The nodes of a statement, without what stands in namespaces of its own."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting += children(node)
