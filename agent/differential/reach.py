"""What a function comes to: all in the repository that a call of it may run, and whether that keeps to itself."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.differential.harmless import MUTATORS, is_harmless, unknown_methods
from agent.differential.source import Defined, Function, Module, Outside, Sources

Bound = frozenset[str]
_MOST = 300  # definitions that are followed
_OF_MODULES = ("__name__", "__file__", "__doc__")


@dataclass(frozen=True, slots=True)
class Reach:
    """A function and all that it may run."""

    digest: str  # equal where nothing of it changed but comments, layout and docstrings
    obstacle: str  # why it cannot be called for trial; "" where it can
    constants: tuple[ast.Constant, ...]
    patterns: tuple[str, ...]  # regular expressions among them
    parts: frozenset[tuple[str, str]]  # path and name of every definition


def reach_of(sources: Sources, module: Module, node: Function) -> Reach:
    """Follow a function through the files of a repository."""
    walk = _Walk(sources)
    walk.look(node, module)
    walk.follow()
    nodes = [node, *(one for found in walk.seen for one in _nodes(sources, found))]
    texts = sorted({ast.dump(one) for one in nodes[1:]})
    digest = hashlib.sha256("\n".join([ast.dump(node), *texts]).encode("utf-8", "replace")).hexdigest()
    inner = [one for top in nodes for one in ast.walk(top)]
    constants = tuple(one for one in inner if isinstance(one, ast.Constant))
    return Reach(digest, walk.obstacle(), constants, tuple(_patterns(inner)), frozenset(walk.seen))


def import_obstacle(sources: Sources, module: Module) -> str:
    """Why a file cannot be imported for trial: it does more than fill what is its own. "" where it can."""
    walk = _Walk(sources, importing=True)
    for statement in module.acts:
        walk.look(statement, module)
    walk.follow()
    return walk.obstacle()


class _Walk:
    """Definitions found so far, and what was seen on the way; on import whatever is global may be changed."""

    def __init__(self, sources: Sources, *, importing: bool = False) -> None:
        self._importing = importing
        self.seen: dict[tuple[str, str], None] = {}
        self._sources = sources
        self._open: list[tuple[str, str]] = []
        self._obstacles: list[str] = []
        self._called: set[str] = set()
        self._used: set[str] = set()

    def obstacle(self) -> str:
        """The first thing that speaks against a trial."""
        if self._obstacles:
            return self._obstacles[0]
        own = {
            member.name
            for found in self.seen
            for node in _nodes(self._sources, found)
            if isinstance(node, ast.ClassDef)
            for member in node.body
            if isinstance(member, ast.FunctionDef)
        }
        unknown = sorted(unknown_methods(self._called, self._used) - own)
        return f"it calls .{unknown[0]}(), of which it cannot be told what it does" if unknown else ""

    def follow(self) -> None:
        """Look at every definition that is referred to, and at what those refer to."""
        while self._open:
            found = self._open.pop()
            if found in self.seen:
                continue
            if len(self.seen) >= _MOST:
                self._obstacles.append(f"it comes to more than {_MOST} definitions")
                return
            self.seen[found] = None
            if module := self._sources.module(found[0]):
                for node in _nodes(self._sources, found):
                    self.look(node, module)

    def look(self, top: ast.stmt, module: Module) -> None:
        """Note what one definition refers to and does."""
        stack: list[tuple[ast.AST, Bound]] = [(top, Bound())]
        on_import = self._importing or not isinstance(top, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        while stack:
            node, bound = stack.pop()
            self._act(node, bound, on_import)
            if isinstance(node, ast.Call):
                self._call(node, module, bound)
            elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
                self._meet(_chain(node, bound), module)
            stack += _parts(node, bound)

    def _call(self, node: ast.Call, module: Module, bound: Bound) -> None:
        chain = _chain(node.func, bound)
        if chain is None and isinstance(node.func, ast.Attribute):
            self._called.add(node.func.attr)
        meaning = self._meet(chain, module)
        if isinstance(meaning, Defined) and meaning.rest:
            self._called.add(meaning.rest[-1])
            if meaning.rest[-1] in MUTATORS and not self._importing:
                self._obstacles.append(f"it changes {meaning.name}, which is not its own")

    def _meet(self, chain: tuple[str, ...] | None, module: Module) -> Defined | Outside | None:
        if chain is None:
            return None
        meaning = self._sources.meaning(module, chain)
        match meaning:
            case Defined(path, name):
                self._open.append((path, name))
            case Outside(name):
                self._used.add(name)
                if not is_harmless(name):
                    self._obstacles.append(f"it uses {name.removeprefix('builtins.')}")
            case None if chain[0] not in _OF_MODULES:
                self._obstacles.append(f"it cannot be told what {chain[0]} is")
        return meaning

    def _act(self, node: ast.AST, bound: Bound, on_import: bool) -> None:
        """What a statement does to more than the function's own variables."""
        if isinstance(node, ast.Global) and not self._importing:
            self._obstacles.append(f"it changes the global {node.names[0]}")
        elif isinstance(node, (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            self._obstacles.append("it awaits")
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load) and not on_import:
            root = _root(node)
            if isinstance(root, ast.Name) and (root.id not in bound or root.id == "cls"):
                self._obstacles.append(f"it changes {root.id}, which is not its own")


def _nodes(sources: Sources, found: tuple[str, str]) -> tuple[ast.stmt, ...]:
    module = sources.module(found[0])
    return module.definitions.get(found[1], ()) if module else ()


def _parts(node: ast.AST, bound: Bound) -> Iterator[tuple[ast.AST, Bound]]:
    """What is still to be looked at below a node, and which names are variables there; annotations apart."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            outer = (*node.args.defaults, *(default for default in node.args.kw_defaults if default))
            yield from ((part, bound) for part in (*outer, *getattr(node, "decorator_list", ())))
            inner = bound | _stored(node)
            yield from ((part, inner) for part in (node.body if isinstance(node.body, list) else [node.body]))
        case ast.ClassDef(bases=bases, decorator_list=decorators, body=body):
            own = bound | {name for part in body for name in _targets(part)}
            yield from ((part, bound) for part in (*bases, *decorators))
            yield from ((part, own) for part in body)
        case ast.Call(func=function, args=arguments, keywords=keywords):
            parts = (*_below(function, bound), *arguments, *(keyword.value for keyword in keywords))
            yield from ((part, bound) for part in parts)
        case ast.AnnAssign(target=target, value=value):
            yield from ((part, bound) for part in (target, value) if part)
        case ast.Attribute():
            yield from ((part, bound) for part in _below(node, bound))
        case ast.Import() | ast.ImportFrom():
            return
        case _:
            yield from ((part, bound) for part in ast.iter_child_nodes(node))


def _below(node: ast.expr, bound: Bound) -> tuple[ast.expr, ...]:
    """What is still to be looked at of a dotted name, or of what is called."""
    if isinstance(node, ast.Attribute):
        return () if _chain(node, bound) else (node.value,)
    return () if isinstance(node, ast.Name) else (node,)


def _chain(node: ast.expr, bound: Bound) -> tuple[str, ...] | None:
    """("os", "path", "join") of `os.path.join`, unless it begins with a variable of the function."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id in bound:
        return None
    return (node.id, *reversed(names))


def _root(node: ast.expr) -> ast.expr:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node


def _stored(function: Function | ast.Lambda) -> Bound:
    """Every name that a function binds anywhere in it; what it imports keeps its meaning."""
    names = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    body = function.body if isinstance(function.body, list) else [function.body]
    for statement in body:
        names |= {name for node in ast.walk(statement) for name in _targets(node)}
    return frozenset(names)


def _targets(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (name for target in targets for part in ast.walk(target) for name in _targets(part))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case _:
            return


def _patterns(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """First arguments of re.compile and the like."""
    for node in nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re" | "regex")), args=[ast.Constant(value=str(pattern)), *_]
            ):
                yield pattern
