"""The operation extract-constant: a literal gets a name of the module, which stands for it from then on."""

import ast
import re

from agent.operations.change import Change, Request
from agent.operations.constant_place import constant_edit
from agent.operations.errors import Refusal, Unreadable
from agent.operations.names.binding import Source
from agent.operations.names.collected import Collected
from agent.operations.names.fresh import check_fresh
from agent.operations.names.literals import is_literal, is_part_of_literal, literals_in, why_fixed
from agent.operations.names.world import World
from agent.operations.reading import parse
from agent.operations.repository import Repository
from agent.operations.symbols import file_of, flag_fault, is_name

EXAMPLE = '{"op": "extract-constant", "place": "shop/money.py:12", "value": "0.19", "name": "VAT"}'
MEANING = (
    "gives a number, text or tuple of such (in a line, at a column or with a value) a name of the module, used for "
    "every equal one in the file's functions, or with `only_line` in that line alone"
)
_PLACE = re.compile(r"([^:\n]+):([1-9]\d*)(?::([1-9]\d*))?")


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = list(flag_fault("extract-constant", request, "only_line"))
    place, name = request.get("place"), request.get("name")
    if not isinstance(place, str) or _PLACE.fullmatch(place) is None:
        problems.append('extract-constant: `place` must be a line, for example "shop/money.py:12" or with a column.')
    if not is_name(name) or str(name).startswith("__"):
        problems.append('extract-constant: `name` must be a name, for example "VAT".')
    if "value" in request and _read(request["value"]) is None:
        problems.append('extract-constant: `value` must be a literal, for example "0.19".')
    return tuple(problems)


def extract_constant(request: Request, repo: Repository) -> Change:
    """The change. Raises Refusal."""
    match = _PLACE.fullmatch(str(request["place"]))
    assert match is not None
    world, name, line = World(repo), str(request["name"]), int(match[2])
    path = file_of(repo, match[1])
    source = world.source(path)
    if source is None:
        raise Refusal(f"{path} cannot be read: {world.troubles.get(path, 'it is no Python file')}")
    check_fresh(world, source, name)
    chosen = _chosen(source, line, int(match[3]) if match[3] else None, _read(request.get("value")))
    found = Collected(world, "", name, same_shape=False)
    for node in _equal(source, chosen):
        if node is chosen or (
            not is_part_of_literal(source, node) and (not request.get("only_line") or _line(node, line))
        ):
            _put(found, source, node, name)
    edit = constant_edit(source, name, chosen)
    found.put(path, edit.start, edit.end, edit.new, "constant")
    change = found.finish(f"Named {ast.unparse(chosen)} of {path} `{name}`.")
    _check_same(source, str(change.texts[path]), name)
    return change


def _read(value: object) -> ast.expr | None:
    """A literal as it is written in a request."""
    try:
        node = ast.parse(value.strip(), mode="eval").body if isinstance(value, str) else None
    except (SyntaxError, ValueError):
        return None
    return node if node is not None and is_literal(node) else None


def _chosen(source: Source, line: int, column: int | None, value: ast.expr | None) -> ast.expr:
    """The literal that is meant. Raises Refusal."""
    every = [one for one in ast.walk(source.tree) if isinstance(one, ast.expr) and is_literal(one) and _line(one, line)]
    if value is not None:
        every = [one for one in every if ast.dump(one) == ast.dump(value)]
    if column is not None:
        place = source.positions.at(line, 0) + column - 1
        every = [one for one in every if source.positions.start(one) <= place < source.positions.end(one)][-1:]
    elif value is None:
        every = [one for one in every if not is_part_of_literal(source, one)]
    free = [one for one in every if not why_fixed(source, one)]
    if not every:
        raise Refusal(f"{source.path}:{line} has no such literal; one that begins in another line is named by that")
    if not free:
        raise Refusal(f"`{ast.unparse(every[0])}` of {source.path}:{line} stays: {why_fixed(source, every[0])}")
    if len({ast.dump(one) for one in free}) > 1:
        raise Refusal(f"{source.path}:{line} has several literals; name the column or the value")
    return free[0]


def _equal(source: Source, chosen: ast.expr) -> list[ast.expr]:
    return [one for one in literals_in(source) if ast.dump(one) == ast.dump(chosen)]


def _line(node: ast.expr, line: int) -> bool:
    return node.lineno == line


def _put(found: Collected, source: Source, node: ast.expr, name: str) -> None:
    """Let the name stand where the literal stood, apart from the words beside it."""
    start, end = source.positions.start(node), source.positions.end(node)
    before, behind = source.text[start - 1 : start], source.text[end : end + 1]
    left = " " if before.isalnum() or before == "_" else ""
    right = " " if behind.isalnum() or behind == "_" else ""
    found.put(source.path, start, end, f"{left}{name}{right}", "literal")
    found.enclose(source, source.within[node])


def _check_same(before: Source, after: str, name: str) -> None:
    """Raises Refusal unless the result, with the value for the name, is what was there."""
    try:
        tree = parse(after)
    except Unreadable as error:
        raise Refusal(f"the result would not be valid Python: {error}") from error
    made = next((one for one in tree.body if isinstance(one, ast.Assign) and _names(one, name)), None)
    if made is None:
        raise Refusal("the result would not have the constant")
    tree.body.remove(made)
    if ast.dump(_Filled(name, made.value).visit(tree)) != ast.dump(before.tree):
        raise Refusal("the result would differ in more than was asked for")


def _names(node: ast.Assign, name: str) -> bool:
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == name


class _Filled(ast.NodeTransformer):
    """Puts a value where its name stands."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self._name, self._value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._value if node.id == self._name else node
