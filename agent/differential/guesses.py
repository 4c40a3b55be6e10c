"""What values a parameter without annotation takes: told from its default, from calls, from what is done with it."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from agent.differential.choose import Pair
from agent.differential.shapes import ANY, NONE, PLAIN, UNKNOWN, Annotations, Shape, either
from agent.differential.source import Sources

_NUMBER = either((Shape("int"), Shape("float")))
_HOLDERS: dict[str, type] = {"str": str, "dict": dict, "list": list, "set": set, "bytes": bytes}
_OF_LISTS = ("sum", "sorted", "max", "min", "any", "all", "set", "list", "tuple", "enumerate", "reversed", "frozenset")
_EXAMPLE = re.compile(r"^\s*>>> (.*)$", re.MULTILINE)
_OF_NUMBERS = ("range", "round", "abs", "divmod", "pow", "chr", "bin", "hex")


@dataclass(frozen=True, slots=True)
class Call:
    """Arguments of one call, as expressions."""

    positional: tuple[str, ...] = ()
    named: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return ", ".join((*self.positional, *(f"{name}={text}" for name, text in self.named)))


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter, and what it takes; None: it is left to its default."""

    name: str
    shape: Shape | None
    how: str  # positional, named, more (of *args)
    optional: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """What a function takes."""

    parameters: tuple[Parameter, ...]
    lacking: str  # a parameter that no plain value can be given for; "": none
    calls: tuple[Call, ...]  # as they stand in the repository
    literals: tuple[ast.Constant, ...] = ()  # that stand near such calls


def taken(pair: Pair, sources: Sources, calls: Iterable[Call], literals: Iterable[ast.Constant] = ()) -> Taken:
    """What the old version of a function takes."""
    module = sources.module(pair.old.path)
    assert module
    annotations, node, calls = Annotations(sources, module), pair.old.node, tuple(calls)
    found: list[Parameter] = []
    for number, (arg, default, how) in enumerate(_parameters(node.args)):
        shape = annotations.shape(arg.annotation) if arg.annotation else _guessed(arg, default, number, node, calls)
        found.append(Parameter(arg.arg, shape, how, default is not None or how == "more"))
    lacking = next((one.name for one in found if one.shape is None and not one.optional), "")
    return Taken(tuple(found), lacking, calls, tuple(literals))


def calls_in(text: str, names: frozenset[str]) -> Iterator[tuple[str, Call]]:
    """Calls of functions of some names with nothing but literals, by name; those of examples in docstrings too."""
    trees = [_parsed(text), *(_parsed(line) for line in _EXAMPLE.findall(text))]
    for node in (node for tree in trees if tree for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and _called(node) in names and (call := _literal_call(node)) is not None:
            yield _called(node), call


def literals_in(text: str, names: frozenset[str]) -> Iterator[tuple[str, ast.Constant]]:
    """Literals of functions that call others of some names, and of their decorators: what tests try those with."""
    for node in ast.walk(_parsed(text) or ast.Module([], [])):
        if isinstance(node, ast.FunctionDef):
            inner = list(ast.walk(node))
            called = {_called(one) for one in inner if isinstance(one, ast.Call)} & names
            yield from ((name, one) for name in called for one in inner if isinstance(one, ast.Constant))


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _literal_call(node: ast.Call) -> Call | None:
    try:
        positional = tuple(repr(ast.literal_eval(one)) for one in node.args)
        named = tuple((one.arg, repr(ast.literal_eval(one.value))) for one in node.keywords if one.arg)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return Call(positional, named) if len(named) == len(node.keywords) else None


def _parameters(arguments: ast.arguments) -> Iterator[tuple[ast.arg, ast.expr | None, str]]:
    plain = (*arguments.posonlyargs, *arguments.args)
    defaults = (*[None] * (len(plain) - len(arguments.defaults)), *arguments.defaults)
    yield from ((arg, default, "positional") for arg, default in zip(plain, defaults, strict=True))
    if arguments.vararg:
        yield arguments.vararg, None, "more"
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    yield from ((arg, default, "named") for arg, default in pairs)


def _guessed(
    arg: ast.arg, default: ast.expr | None, number: int, node: ast.FunctionDef, calls: Iterable[Call]
) -> Shape:
    """Everything that was seen of it; unknown where nothing was."""
    observed = [shape for call in calls for text in _at(call, arg.arg, number) if (shape := _of_text(text))]
    given = _of_text(ast.unparse(default)) if default is not None else None
    done = list(_uses(arg.arg, node.body))
    if found := [*observed, *([given] if given else []), *done]:
        return either([*found, UNKNOWN]) if set(found) == {NONE} else either(found)
    return UNKNOWN


def _at(call: Call, name: str, number: int) -> Iterator[str]:
    yield from call.positional[number : number + 1]
    yield from (text for key, text in call.named if key == name)


def _of_text(text: str) -> Shape | None:
    try:
        return _of_value(ast.literal_eval(text))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _of_value(value: object, depth: int = 0) -> Shape:
    """The shape that a value is one of."""
    if value is None:
        return NONE
    kind = type(value).__name__
    if kind in PLAIN:
        return Shape(kind)
    if depth > 4 or not value:
        return Shape(kind, (UNKNOWN, UNKNOWN) if kind == "dict" else (UNKNOWN,)) if kind != "tuple" else UNKNOWN
    if isinstance(value, tuple):
        return Shape("tuple", tuple(_of_value(one, depth + 1) for one in value))
    if isinstance(value, Mapping):
        keys, values = (either([_of_value(one, depth + 1) for one in some]) for some in (value.keys(), value.values()))
        return Shape("dict", (keys, values))
    assert isinstance(value, (list, set, frozenset))
    return Shape(kind, (either([_of_value(one, depth + 1) for one in value]),))


def _uses(name: str, body: Iterable[ast.AST], depth: int = 0) -> Iterator[Shape]:
    """Shapes that make sense of what is done with a variable."""
    body = tuple(body)
    for node in (one for statement in body for one in ast.walk(statement)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if owner == name:
                yield from _with_method(method)
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[ast.Name(id=one)]):
                yield from [Shape("list", (Shape("str"),))] if one == name else []
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=one), kinds]) if one == name:
                yield from _kinds(kinds)
            case ast.Call(func=ast.Name(id=function), args=[*_, ast.Name(id=one)]) if one == name:
                if function in _OF_NUMBERS:
                    yield Shape("int") if function in ("range", "chr") else _NUMBER
                elif function in _OF_LISTS:
                    yield Shape("list", (_NUMBER if function == "sum" else UNKNOWN,))
                elif function == "len":
                    yield either((Shape("str"), Shape("list", (UNKNOWN,))))
            case ast.BinOp(left=left, op=op, right=right):
                yield from _operated(name, left, op, right)
            case ast.Compare(left=left, comparators=[*others]) if _is(left, name) or any(_is(o, name) for o in others):
                yield from (shape for one in (left, *others) for shape in _compared(one))
            case ast.Subscript(value=ast.Name(id=one), slice=inner) if one == name:
                yield from _indexed(inner)
            case (
                ast.For(target=target, iter=ast.Name(id=one)) | ast.comprehension(target=target, iter=ast.Name(id=one))
            ):
                if one == name and depth < 3:
                    yield Shape("list", (_element(target, body, depth),))


def _element(target: ast.expr, body: tuple[ast.AST, ...], depth: int) -> Shape:
    if isinstance(target, ast.Name):
        found = list(_uses(target.id, body, depth + 1))
        return either(found) if found else UNKNOWN
    if isinstance(target, ast.Tuple):
        return Shape("tuple", tuple(_element(part, body, depth) for part in target.elts))
    return UNKNOWN


def _with_method(method: str) -> Iterator[Shape]:
    holders = [kind for kind, holder in _HOLDERS.items() if hasattr(holder, method)]
    if holders[:1] == ["str"]:
        holders = ["str"]
    inner = {"dict": (UNKNOWN, UNKNOWN), "list": (UNKNOWN,), "set": (UNKNOWN,)}
    yield from (Shape(kind, inner.get(kind, ())) for kind in holders)


def _kinds(node: ast.expr) -> Iterator[Shape]:
    for one in node.elts if isinstance(node, ast.Tuple) else [node]:
        if isinstance(one, ast.Name) and one.id in (*PLAIN, "list", "tuple", "dict", "set"):
            inner = {"dict": (ANY, ANY), "list": (ANY,), "set": (Shape("int"),), "tuple": (ANY,)}
            yield Shape("tuples" if one.id == "tuple" else one.id, inner.get(one.id, ()))


def _operated(name: str, left: ast.expr, op: ast.operator, right: ast.expr) -> Iterator[Shape]:
    if not (_is(left, name) or _is(right, name)):
        return
    other = right if _is(left, name) else left
    if isinstance(op, ast.Mod) and isinstance(left, ast.Constant) and isinstance(left.value, str):
        yield ANY
    elif isinstance(other, ast.Constant) and isinstance(other.value, str) and isinstance(op, ast.Add):
        yield Shape("str")
    elif isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)):
        yield Shape("int")
    elif not isinstance(op, ast.Add) or isinstance(other, ast.Constant):
        yield _NUMBER


def _compared(node: ast.expr) -> Iterator[Shape]:
    if isinstance(node, ast.Constant) and type(node.value).__name__ in PLAIN:
        yield (
            _NUMBER
            if isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
            else _of_value(node.value)
        )
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        yield from (shape for one in node.elts for shape in _compared(one))


def _indexed(inner: ast.expr) -> Iterator[Shape]:
    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
        yield Shape("dict", (either((Shape("one", (), (repr(inner.value),)), Shape("str"))), UNKNOWN))
    elif isinstance(inner, (ast.Slice, ast.Constant, ast.UnaryOp)):
        yield from (Shape("str"), Shape("list", (UNKNOWN,)))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
