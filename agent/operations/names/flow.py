"""Which names of one namespace surely have a value at a place, whatever way a run takes to it."""

import ast
from collections.abc import Iterable, Mapping, Sequence

State = frozenset[str] | None  # names with a value; None: no run comes here
_NOTHING: frozenset[str] = frozenset()


class Flow:
    """One walk along the runs of some statements. It may know too little of what has a value, never too much."""

    def __init__(
        self, loads: Mapping[ast.AST, str], binds: Mapping[ast.AST, Sequence[str]], watched: ast.stmt | None = None
    ) -> None:
        self._loads = loads  # what reads a name of the namespace, wherever it stands
        self._binds = binds
        self._watched = watched
        self._breaks: list[list[State]] = []
        self.reached: State = None  # before the statement that is watched
        self.exposed: set[str] = set()  # names that are read where they may have no value yet

    def block(self, statements: Sequence[ast.stmt], state: State) -> State:
        """What has a value behind the statements."""
        for statement in statements:
            if state is None:
                return None
            if statement is self._watched:
                self.reached = state
            state = self._statement(statement, state)
        return state

    def _statement(self, node: ast.stmt, state: frozenset[str]) -> State:
        match node:
            case ast.Return() | ast.Raise():
                self._parts(node, state)
                return None
            case ast.Break():
                if self._breaks:
                    self._breaks[-1].append(state)
                return None
            case ast.Continue():
                return None
            case ast.If():
                state = self._part(node.test, state)
                return _met(self.block(node.body, state), self.block(node.orelse, state))
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(node, state)
            case ast.With() | ast.AsyncWith():
                return self._with(node, state)
            case ast.Try():
                return self._try(node, state)
            case ast.Match():
                return self._match(node, state)
            case _:
                return self._try(node, state) if type(node).__name__ == "TryStar" else self._simple(node, state)

    def _simple(self, node: ast.stmt, state: frozenset[str]) -> frozenset[str]:
        match node:
            case ast.Assign():
                return self._all([node.value, *node.targets], state)
            case ast.AugAssign():
                self._read(self._names(node.target), state)
                return self._all([node.target, node.value], state) | set(self._names(node.target))
            case ast.AnnAssign():
                target = isinstance(node.target, ast.Name) and node.value is None
                return self._all([node.value, *([] if target else [node.target])], state)
            case ast.Assert():
                state = self._part(node.test, state)
                self._all([node.msg], state)
                return state
            case ast.Delete():
                self._read(self._killed([node]), state)
                return self._parts(node, state) - self._killed([node])
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._deferred(node, state)
                return state | set(self._binds.get(node, ()))
            case _:
                return self._parts(node, state)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, state: frozenset[str]) -> State:
        if not isinstance(node, ast.While):
            state = self._part(node.iter, state)
        killed = self._killed([node])
        entry = state - killed
        self._breaks.append([])
        inner = self._part(node.test if isinstance(node, ast.While) else node.target, entry)
        self.block(node.body, inner)
        breaks = [None if one is None else one - killed for one in self._breaks.pop()]
        endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)
        over = None if endless else self.block(node.orelse, inner if isinstance(node, ast.While) else entry)
        return _met(over, *breaks)

    def _with(self, node: ast.With | ast.AsyncWith, state: frozenset[str]) -> State:
        for item in node.items:
            state = self._all([item.context_expr, item.optional_vars], state)
        end = self.block(node.body, state)
        passes = all(lets_errors_pass(item.context_expr) for item in node.items)
        return end if passes else _met(end, state - self._killed(node.body))

    def _try(self, node: ast.stmt, state: frozenset[str]) -> State:
        """`try` in both its forms, which have the same parts."""
        body, handlers, orelse, final = (getattr(node, one) for one in ("body", "handlers", "orelse", "finalbody"))
        low = state - self._killed(body)
        ends = [self.block(orelse, self.block(body, state))]
        for handler in handlers:
            mine = set(self._binds.get(handler, ()))
            end = self.block(handler.body, self._all([handler.type], low) | mine)
            ends.append(None if end is None else end - mine)
        merged = _met(*ends)
        last = self.block(final, state - self._killed([*body, *handlers, *orelse]))
        if merged is None or last is None:
            return None
        return (merged - self._killed(final)) | last if final else merged

    def _match(self, node: ast.Match, state: frozenset[str]) -> State:
        state = self._part(node.subject, state)
        ends: list[State] = []
        for case in node.cases:
            ends.append(self.block(case.body, self._all([case.pattern, case.guard], state)))
        last = node.cases[-1]
        whole = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        return _met(*ends) if whole else _met(*ends, state)

    def _part(self, node: ast.AST, state: frozenset[str]) -> frozenset[str]:
        """An expression or pattern, and what has a value behind it."""
        match node:
            case ast.Lambda():
                self._deferred(node, state)
            case ast.BoolOp():
                state = self._part(node.values[0], state)
                self._all(node.values[1:], state)
            case ast.IfExp():
                state = self._part(node.test, state)
                state = self._part(node.body, state) & self._part(node.orelse, state)
            case ast.Compare():
                state = self._all([node.left, node.comparators[0]], state)
                self._all(node.comparators[1:], state)
            case ast.Dict():
                state = self._all((one for pair in zip(node.keys, node.values, strict=True) for one in pair), state)
            case ast.NamedExpr():
                state = self._all([node.value, node.target], state)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                state = self._comprehension(node, state)
            case _:
                state = self._parts(node, state)
        return state

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, state: frozenset[str]
    ) -> frozenset[str]:
        state = self._part(node.generators[0].iter, state)
        inner = state
        for position, one in enumerate(node.generators):
            inner = self._all([one.iter if position else None, one.target, *one.ifs], inner)
        self._all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner)
        return state

    def _parts(self, node: ast.AST, state: frozenset[str]) -> frozenset[str]:
        state = self._all(ast.iter_child_nodes(node), state)
        self._read([self._loads[node]] if node in self._loads else [], state)
        return state | set(self._binds.get(node, ()))

    def _all(self, nodes: Iterable[ast.AST | None], state: frozenset[str]) -> frozenset[str]:
        for node in nodes:
            if node is not None:
                state = self._part(node, state)
        return state

    def _deferred(self, node: ast.AST, state: frozenset[str]) -> None:
        """What may be read later is read now: that is never too late."""
        self._read([self._loads[one] for one in ast.walk(node) if one in self._loads], state)

    def _read(self, names: Iterable[str], state: frozenset[str]) -> None:
        self.exposed.update(name for name in names if name not in state)

    def _names(self, target: ast.AST) -> Sequence[str]:
        return self._binds.get(target, ())

    def _killed(self, nodes: Iterable[ast.AST]) -> frozenset[str]:
        """Names that the statements may take away."""
        found = _NOTHING
        for node in (part for one in nodes for part in ast.walk(one)):
            if isinstance(node, ast.ExceptHandler) or isinstance(getattr(node, "ctx", None), ast.Del):
                found |= set(self._binds.get(node, ()))
        return found


def _met(*states: State) -> State:
    """What holds whichever way was taken."""
    known = [one for one in states if one is not None]
    return frozenset.intersection(*known) if known else None


def lets_errors_pass(manager: ast.expr) -> bool:
    """Whether a `with` surely swallows no exception: files do not."""
    called = manager.func if isinstance(manager, ast.Call) else None
    return isinstance(called, ast.Name) and called.id == "open"
