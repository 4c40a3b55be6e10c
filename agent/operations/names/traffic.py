"""What some statements take from the function around them, and what they leave to it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from agent.operations.effects import is_main_guard
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.flow import Flow, lets_errors_pass
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.stretch import LOOPS, Stretch

_AT_ONCE = frozenset({"all", "any", "dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"})


@dataclass(frozen=True, slots=True)
class Traffic:
    """Names in, names out."""

    parameters: tuple[str, ...]
    results: tuple[str, ...]
    returns: bool  # the statements never come to their end, and return what the function does


class Words:
    """The words that mean names of the function, by whether they stand in the statements."""

    def __init__(self, source: Source, stretch: Stretch) -> None:
        self.source, self.stretch = source, stretch
        self._inside = {node for one in stretch.statements for node in ast.walk(one)}
        every = [word for words in source.words.values() for word in words if is_looked_up(word)]
        self.inside = [word for word in every if word.node in self._inside]
        self._mine = [word for word in every if word.scope.owner(word.name) is stretch.scope]
        declared = {one.target for one in ast.walk(source.tree) if isinstance(one, ast.AnnAssign) and not one.value}
        self._binds = [word for word in self._mine if word.kind != "load" and word.node not in declared]
        self._loads = [word for word in self._mine if word.kind == "load"]

    def is_inside(self, word: Word) -> bool:
        """Whether a word stands in the statements."""
        return word.node in self._inside

    def bound(self, *, inside: bool) -> dict[str, list[Word]]:
        """Names that get or lose a value in the statements, or outside."""
        return _by_name(word for word in self._binds if self.is_inside(word) is inside)

    def read(self, *, inside: bool) -> dict[str, list[Word]]:
        """Names that are read in the statements, or outside."""
        return _by_name(word for word in self._loads if self.is_inside(word) is inside)

    def flow(self, watched: ast.stmt | None = None) -> Flow:
        """A walk for these names."""
        binds: dict[ast.AST, list[str]] = {}
        for word in self._binds:
            binds.setdefault(word.node, []).append(word.name)
        return Flow({word.node: word.name for word in self._loads}, binds, watched)

    def is_behind(self, word: Word) -> bool:
        """Whether a word can be reached after the statements: it stands behind them, or in a loop with them."""
        if word.start < 0:  # nobody knows where
            return True
        return self.source.line(word) > self.stretch.last or self.in_loop(word)

    def in_loop(self, word: Word) -> bool:
        """Whether a word stands in the outermost loop around the statements."""
        loop = self.stretch.loop
        return loop is not None and any(node is word.node for node in ast.walk(loop))

    def is_deferred(self, word: Word) -> bool:
        """Whether a word is looked up by what may run later: a function, a lambda, a generator."""
        for scope in word.scope.chain():
            if scope is self.stretch.scope:
                return False
            if not self._runs_at_once(scope):
                return True
        return True

    def _runs_at_once(self, scope: Scope) -> bool:
        if isinstance(scope.node, ast.ListComp | ast.SetComp | ast.DictComp):
            return True
        call = self.source.parents.get(scope.node)
        if not isinstance(scope.node, ast.GeneratorExp) or not isinstance(call, ast.Call):
            return False
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        return name in _AT_ONCE and call.args == [scope.node] and scope.owner(name) is None


def traffic_of(words: Words) -> Traffic:
    """What goes in and out. Raises Refusal where it cannot be told, or cannot be handed over."""
    stretch = words.stretch
    own = words.flow()
    end = own.block(stretch.statements, frozenset())
    returns = any(isinstance(one, ast.Return) for one in own_nodes(stretch.statements))
    if returns and end is not None:
        raise Refusal("these lines return on some of their ways, but not on all")
    bound = words.bound(inside=True)
    results = set() if returns else _results(words, own.exposed)
    if end is not None:
        own.exposed |= results - end
    in_module = stretch.scope.kind == "module"
    needed = {name for name in own.exposed if not in_module or name in bound}
    _check_known(words, needed)
    _check_hidden(words, results, own.exposed)
    _check_shared(words, needed, set(bound))
    outer = set() if in_module else _outer(words)
    order = _Order(words)
    return Traffic(
        tuple(sorted(needed | outer, key=order)),
        tuple(sorted(results if end is not None else (), key=order)),
        returns,
    )


def own_nodes(statements: tuple[ast.stmt, ...]) -> Iterator[ast.AST]:
    """The nodes of statements without the bodies of functions and classes inside."""
    waiting: list[ast.AST] = list(statements)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


def _results(words: Words, exposed: set[str]) -> set[str]:
    """Names bound in the statements that may be read after them."""
    bound, read = words.bound(inside=True), words.read(inside=False)
    if words.stretch.scope.kind == "module" and not is_guarded(words.stretch):
        return set(bound)  # other modules may ask for them
    found = {name for name in bound if any(map(words.is_behind, read.get(name, ())))}
    return found | (exposed & set(bound) if words.stretch.loop is not None else set())


def is_guarded(stretch: Stretch) -> bool:
    """Whether the statements run only when the file is a program."""
    return any(isinstance(one, ast.If) and field == "body" and is_main_guard(one) for one, field in stretch.around)


def _check_known(words: Words, needed: set[str]) -> None:
    """Raises Refusal unless all that is handed in has a value by then."""
    scope, stretch = words.stretch.scope, words.stretch
    whole = words.flow(stretch.statements[0])
    body: list[ast.stmt] = getattr(scope.node, "body")  # noqa: B009
    whole.block(body, frozenset(name for name, found in scope.bindings.items() if any(b.kind == "arg" for b in found)))
    if whole.reached is None:
        raise Refusal("no run comes to these lines, as far as can be told")
    if missing := sorted(needed - whole.reached):
        raise Refusal(f"`{missing[0]}` may have no value yet before or after these lines")


def _check_hidden(words: Words, results: set[str], exposed: set[str]) -> None:
    """Raises Refusal where the function around would see less: a name it no longer binds, a value an error leaves."""
    bound, others, read = words.bound(inside=True), words.bound(inside=False), words.read(inside=False)
    for name in sorted(bound):
        if name in read and name not in results and name not in others:
            raise Refusal(f"`{name}` is read outside of these lines, and would no longer be bound there")
    for name in sorted(results):
        if any(isinstance(word.node, ast.ExceptHandler) for word in bound[name]):
            raise Refusal(f"`{name}` is the name of an error, which is gone after its handler")
    at_risk = _at_risk(words, exposed)
    last = words.stretch.statements[-1]
    targets = last.targets if isinstance(last, ast.Assign) else []
    for name in sorted(at_risk & set(bound)):
        if len(bound[name]) > 1 or bound[name][0].node not in targets:
            raise Refusal(f"an error in these lines could be caught around them, where `{name}` is read as it was then")


def _at_risk(words: Words, exposed: set[str]) -> set[str]:
    """Names that may be read after an error in the statements was caught around them."""
    around = words.stretch.around
    catching = next((number for number in range(len(around) - 1, -1, -1) if _catches(*around[number])), None)
    if catching is None:
        return set()
    node, field = around[catching]
    safe = {part for one in getattr(node, field) for part in ast.walk(one)}
    again = any(isinstance(one, LOOPS) and field == "body" for one, field in around[:catching])
    read = words.read(inside=False)
    found = {name for name, reads in read.items() if again or any(word.node not in safe for word in reads)}
    return found | (exposed if again else set())


def _catches(node: ast.AST, field: str) -> bool:
    if isinstance(node, ast.With | ast.AsyncWith):
        return not all(lets_errors_pass(item.context_expr) for item in node.items)
    if hasattr(node, "handlers") and hasattr(node, "finalbody"):
        return bool((field == "body" and node.handlers) or (field != "finalbody" and node.finalbody))
    return False


def _check_shared(words: Words, needed: set[str], bound: set[str]) -> None:
    """Raises Refusal where something that runs at another time shares a name whose value changes."""
    scopes = words.source.scopes.values()
    changed = {name for scope in scopes for name, kind in scope.outer.items() if kind == "nonlocal"}
    inside, outside = words.read(inside=True), words.read(inside=False)
    later = words.bound(inside=False)
    for name in sorted(needed | bound | set(inside)):
        if name in changed and words.stretch.scope.kind != "module":
            raise Refusal(f"a function inside changes `{name}`")
        theirs = [word for word in outside.get(name, ()) if words.is_deferred(word)]
        before = any(words.stretch.loop is not None or word.start < 0 or not words.is_behind(word) for word in theirs)
        if name in bound and theirs and (before or words.stretch.scope.kind == "module"):
            raise Refusal(f"a function outside of these lines reads `{name}`, which they change")
        mine = any(words.is_deferred(word) for word in inside.get(name, ()))
        rebound = any(map(words.is_behind, later.get(name, ()))) or (name in bound and words.stretch.loop is not None)
        if mine and (rebound or (words.stretch.scope.kind == "module" and name in bound)):
            raise Refusal(f"a function in these lines reads `{name}`, which changes after them")


def _outer(words: Words) -> set[str]:
    """Names of functions around the function."""
    found: set[str] = set()
    changed = {name for scope in words.source.scopes.values() for name in scope.outer}
    for word in words.inside:
        owner = word.scope.owner(word.name)
        if owner is None or owner.kind == "module" or owner not in list(words.stretch.scope.chain())[1:]:
            continue
        bindings = owner.bindings[word.name]
        if [one.kind for one in bindings] != ["arg"] or word.name in changed:
            raise Refusal(f"`{word.name}` belongs to `{owner.name}` around the function, and may change")
        found.add(word.name)
    return found


class _Order:
    """Names in the order in which the text brings them."""

    def __init__(self, words: Words) -> None:
        self._first: dict[str, int] = {}
        for name, found in words.source.words.items():
            mine = [word.start for word in found if is_looked_up(word) and words.stretch.scope in word.scope.chain()]
            self._first[name] = min(mine, default=0)

    def __call__(self, name: str) -> tuple[int, str]:
        return self._first.get(name, 0), name


def _by_name(words: Iterator[Word]) -> dict[str, list[Word]]:
    found: dict[str, list[Word]] = {}
    for word in words:
        found.setdefault(word.name, []).append(word)
    return found
