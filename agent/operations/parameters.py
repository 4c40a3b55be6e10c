"""The operations add-parameter and remove-parameter: signatures with their overrides, and the calls that are known."""

import ast
from collections.abc import Iterator

from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.known import INDIFFERENT
from agent.operations.names.binding import Source
from agent.operations.names.brackets import bracket_at
from agent.operations.names.calls import Calls
from agent.operations.names.clashes import clash
from agent.operations.names.classes import decorators_of
from agent.operations.names.collected import Collected
from agent.operations.names.exchange import Edit
from agent.operations.names.scoping import Scope
from agent.operations.names.world import World
from agent.operations.rename_parameter import is_parameter
from agent.operations.repository import Repository
from agent.operations.symbols import is_name, is_symbol, located
from repo_scan.paths import is_test

ADD_EXAMPLE = (
    '{"op": "add-parameter", "function": "shop/money.py:price", "parameter": "currency", '
    '"annotation": "str", "default": "\\"EUR\\"", "value": "\\"USD\\""}'
)
ADD_MEANING = (
    "gives a function or method, and what overrides it, one more parameter behind the others; `annotation` may be left "
    "out; with `value` the known calls pass that by keyword"
)
REMOVE_EXAMPLE = '{"op": "remove-parameter", "function": "shop/money.py:price", "parameter": "currency"}'
REMOVE_MEANING = (
    "takes a parameter that no body uses out of a function and what overrides it, and out of the known calls"
)


def check_add(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = list(check_remove(request, "add-parameter"))
    for name in ("default", "annotation", "value"):
        if name not in request and name != "default":
            continue
        if not _is_expression(request.get(name)):
            problems.append(f'add-parameter: `{name}` must be an expression, for example "None".')
    return tuple(problems)


def check_remove(request: Request, op: str = "remove-parameter") -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = []
    if not is_symbol(request.get("function")):
        problems.append(f'{op}: `function` must name a function, for example "shop/money.py:price".')
    if not is_name(request.get("parameter")):
        problems.append(f'{op}: `parameter` must be a name, for example "currency".')
    return tuple(problems)


def add_parameter(request: Request, repo: Repository) -> Change:
    """One more parameter. Raises Refusal."""
    name, change = str(request["parameter"]), _Signature(repo, request)
    if all(is_parameter(scope, name) for _, scope in change.targets):
        return Change({}, ())
    annotation = f": {request['annotation']}" if "annotation" in request else ""
    equals = " = " if annotation else "="
    for source, scope in change.targets:
        if is_parameter(scope, name) or (why := clash(source, scope, name, name)):
            raise Refusal(
                f"`{scope.name}` of {source.path} has a `{name}` already" if is_parameter(scope, name) else why
            )
        arguments = _arguments(scope)
        bracket = bracket_at(source.text, source.positions.of_definition(scope.node))
        count = len(arguments.posonlyargs) + len(arguments.args) + bool(arguments.posonlyargs)
        change.put(source, scope, bracket.inserted(count, f"{name}{annotation}{equals}{request['default']}"))
    if "value" in request:
        for source, call, scope in change.calls():
            bracket = bracket_at(source.text, source.positions.end(call.func))
            if any(one.arg is None for one in call.keywords):
                raise Refusal(f"{source.path}:{call.lineno} passes names that are computed")
            change.put(source, scope, bracket.inserted(len(bracket.pieces), f"{name}={request['value']}"))
    return change.finish(f"Gave `{change.scope.name}` of {change.source.path} the parameter `{name}`.")


def remove_parameter(request: Request, repo: Repository) -> Change:
    """One parameter less. Raises Refusal."""
    name, change = str(request["parameter"]), _Signature(repo, request)
    targets = [(source, scope) for source, scope in change.targets if is_parameter(scope, name)]
    for source, scope in targets:
        if used := [word for word in source.owned(scope, name) if word.kind != "arg"]:
            raise Refusal(f"{source.path}:{source.line(used[0])} uses `{name}`")
        for each in _emptied(source, scope, name):
            change.put(source, scope, each)
    if not targets:
        return Change({}, ())
    for source, call, scope in change.calls():
        bracket = bracket_at(source.text, source.positions.end(call.func))
        argument = change.argument(source, call, scope, name)
        if argument is not None:
            _check_idle(source, argument)
            number = bracket.piece_at(source.positions.start(argument))
            change.put(source, scope, bracket.removed(number))
    return change.finish(f"Took the parameter `{name}` out of `{change.scope.name}` of {change.source.path}.")


class _Signature:
    """A function with all that stands for it, its calls, and what is to be changed."""

    def __init__(self, repo: Repository, request: Request) -> None:
        world, thing = World(repo), located(repo, str(request["function"]))
        source = world.source(thing.path)
        scope = source.defined.get(thing.name) if source is not None else None
        if source is None or scope is None or isinstance(scope.node, ast.ClassDef):
            raise Refusal(f"there is no function {thing.name} in {thing.path}")
        self.source, self.scope = source, scope
        self._world, self._calls = world, Calls(world)
        self._found = Collected(world, scope.name.rpartition(".")[2], "", same_shape=False)
        self.targets = self._calls.relatives(source, scope)
        for where, one in self.targets:
            self._check(where, one)

    def put(self, source: Source, scope: Scope, edit: Edit) -> None:
        """Note an edit."""
        self._found.put(source.path, edit.start, edit.end, edit.new, "place")
        self._found.enclose(source, scope)

    def calls(self) -> Iterator[tuple[Source, ast.Call, Scope]]:
        """The calls that are known to run it; what may be one more, or hands it on, is listed."""
        scopes = [one for _, one in self.targets]
        names = {one.name.rpartition(".")[2] for one in scopes}
        names |= {one.name.split(".")[-2] for one in scopes if one.name.endswith(("__init__", "__new__"))}
        for source in self._world.holding(*names, "cls", "super"):
            for node, scope in list(source.within.items()):
                if not isinstance(node, ast.expr):
                    continue
                if isinstance(node, ast.Call):
                    target = self._calls.target(source, node, scope)
                    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    if target in scopes:
                        yield source, node, scope
                    elif target is None and called in names and self._calls.may_be(source, node, scope):
                        what = f"`{ast.unparse(node.func)}` may be the one, or another"
                        self._found.leave(source.path, node.lineno, what)
                elif self._is_handed_on(source, node, scope, scopes):
                    what = f"`{ast.unparse(node)}` is handed on, and whoever calls it passes what it passed"
                    self._found.leave(source.path, node.lineno, what)

    def argument(self, source: Source, call: ast.Call, scope: Scope, name: str) -> ast.AST | None:
        """What a call passes for a parameter; None if nothing. Raises Refusal where that cannot be counted."""
        keyword = next((one for one in call.keywords if one.arg == name), None)
        if keyword is not None:
            return keyword
        target = self._calls.target(source, call, scope)
        assert target is not None
        arguments = _arguments(target)
        places = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
            raise Refusal(f"{source.path}:{call.lineno} passes arguments that cannot be counted")
        if (
            name not in places
            or getattr(call.func, "attr", "") == "partial"
            or getattr(call.func, "id", "") == "partial"
        ):
            return None
        number = places.index(name) - self._calls.is_bound(source, call, scope, target)
        return call.args[number] if 0 <= number < len(call.args) else None

    def finish(self, sentence: str) -> Change:
        """The change."""
        return self._found.finish(sentence)

    def _check(self, source: Source, scope: Scope) -> None:
        place = f"`{scope.name}` of {source.path}"
        strange = [one for one in decorators_of(scope.node) if one not in INDIFFERENT]
        if strange:
            raise Refusal(f"{place} is decorated with `{strange[0]}`, which may go by what parameters there are")
        if scope.name.rpartition(".")[2].startswith("test") and is_test(source.path):
            raise Refusal(f"{place} is a test, whose parameters are filled by name")

    def _is_handed_on(self, source: Source, node: ast.expr, scope: Scope, scopes: list[Scope]) -> bool:
        parent = source.parents.get(node)
        if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Call) and parent.func is node):
            return False
        if getattr(node, "attr", getattr(node, "id", "")) != self._found.old:
            return False
        made = self._calls.receivers.function(source, node, scope)
        return made is not None and made[1] in scopes


def _arguments(scope: Scope) -> ast.arguments:
    assert isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef)
    return scope.node.args


def _emptied(source: Source, scope: Scope, name: str) -> Iterator[Edit]:
    """The signature without a parameter, and without a mark that stood for it alone."""
    arguments = _arguments(scope)
    if arguments.posonlyargs and [one.arg for one in arguments.posonlyargs] == [name]:
        raise Refusal(f"`{name}` is the only parameter of `{scope.name}` before a `/`; take that out first")
    if arguments.vararg is None and [one.arg for one in arguments.kwonlyargs] == [name]:
        raise Refusal(f"`{name}` is the only parameter of `{scope.name}` behind a `*`; take that out first")
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    node = next((one for one in every if one.arg == name), None)
    if node is None:
        raise Refusal(f"`{name}` of `{scope.name}` takes all that is left over")
    bracket = bracket_at(source.text, source.positions.of_definition(scope.node))
    yield bracket.removed(bracket.piece_at(source.positions.start(node)))


def _check_idle(source: Source, node: ast.AST) -> None:
    """Raises Refusal where leaving out an argument would leave out something that is done."""
    does = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    if any(isinstance(part, does) for part in ast.walk(node)):
        line = getattr(node, "lineno", 0)
        raise Refusal(f"{source.path}:{line} passes something that is called, which may do more than give a value")


def _is_expression(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        ast.parse(value.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return False
    return "\n" not in value and "#" not in value
