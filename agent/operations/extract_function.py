"""The operation extract-function: whole statements of a function or module become a function of their own."""

import ast
import re

from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.extract_text import Extract, check_extracted
from agent.operations.names.classes import decorators_of
from agent.operations.names.collected import Collected
from agent.operations.names.extractable import check_extractable, mangled
from agent.operations.names.fresh import check_fresh
from agent.operations.names.stretch import Stretch, stretch_of
from agent.operations.names.traffic import Traffic, Words, traffic_of
from agent.operations.names.world import World
from agent.operations.repository import Repository
from agent.operations.symbols import file_of, is_name

EXAMPLE = '{"op": "extract-function", "lines": "shop/money.py:10-14", "name": "rounded"}'
MEANING = (
    "makes whole statements, given by their lines, a function of their own that is called in their place; what they "
    "read and leave behind becomes parameters and results; it is a method where they use `self`"
)
_LINES = re.compile(r"([^:\n]+):([1-9]\d*)-([1-9]\d*)")
_OWN_LOOKUP = ("__getattribute__", "__new__", "__init_subclass__", "__class_getitem__")


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = []
    written = request.get("lines")
    match = _LINES.fullmatch(written) if isinstance(written, str) else None
    if match is None or int(match[2]) > int(match[3]):
        problems.append('extract-function: `lines` must be a range, for example "shop/money.py:10-14".')
    name = request.get("name")
    if not is_name(name) or str(name).startswith("__"):
        problems.append('extract-function: `name` must be a name, for example "rounded".')
    return tuple(problems)


def extract_function(request: Request, repo: Repository) -> Change:
    """The change. Raises Refusal."""
    match = _LINES.fullmatch(str(request["lines"]))
    assert match is not None
    world, name = World(repo), str(request["name"])
    path = file_of(repo, match[1])
    source = world.source(path)
    if source is None:
        raise Refusal(f"{path} cannot be read: {world.troubles.get(path, 'it is no Python file')}")
    check_fresh(world, source, name)
    stretch = stretch_of(source, int(match[2]), int(match[3]))
    words = Words(source, stretch)
    check_extractable(words)
    traffic = traffic_of(words)
    extract = Extract(source, stretch, traffic, name, _receiver(words, traffic))
    if extract.receiver:
        _check_member(world, name)
    elif private := mangled(words):
        raise Refusal(f"`{private}` means another name outside of the class")
    found = Collected(world, "", name, same_shape=False)
    for edit in extract.edits(_is_run_later(stretch)):
        found.put(path, edit.start, edit.end, edit.new, "place")
    found.enclose(source, stretch.scope)
    change = found.finish(f"Made lines {match[2]} to {match[3]} of {path} the {extract.kind} `{name}`.")
    check_extracted(extract, str(change.texts[path]))
    return change


def _check_member(world: World, name: str) -> None:
    """Raises Refusal where objects have something of that name already."""
    for source in world.holding(name):
        for word in source.words.get(name, ()):
            if word.kind == "attribute" or word.scope.kind == "class":
                raise Refusal(f"{source.path}:{source.line(word)} has a member `{name}` already")


def _receiver(words: Words, traffic: Traffic) -> str:
    """The parameter by which a method reaches its object, if the statements use it; "" where no method is made."""
    scope = words.stretch.scope
    owner, node = scope.parent, scope.node
    if owner is None or owner.kind != "class" or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    first = next((one.arg for one in [*node.args.posonlyargs, *node.args.args]), "")
    static = {"staticmethod", "classmethod"} & set(decorators_of(node))
    if first not in traffic.parameters or len(scope.bindings[first]) > 1 or static or node.name in _OWN_LOOKUP:
        return ""
    return "" if "__getattribute__" in owner.bindings or _is_open(owner.node) else first


def _is_open(node: ast.AST) -> bool:
    """Whether a class derives from what may look up members in a way of its own, or have one of that name."""
    return isinstance(node, ast.ClassDef) and bool(node.bases or node.keywords)


def _is_run_later(stretch: Stretch) -> bool:
    """Whether the statements run only when the module's statement around them is done."""
    if not isinstance(stretch.outermost, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return stretch.scope.kind != "module" and not decorators_of(stretch.outermost)
