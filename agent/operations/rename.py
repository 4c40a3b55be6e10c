"""The operation rename: a definition, member, parameter or variable gets another name, everywhere."""

from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.javascript.rename import is_web, rename_web
from agent.operations.names.classes import Classes
from agent.operations.names.world import Thing, World
from agent.operations.rename_local import rename_local
from agent.operations.rename_member import Member
from agent.operations.rename_module_name import ModuleName
from agent.operations.rename_parameter import Parameter, is_parameter
from agent.operations.repository import Repository
from agent.operations.symbols import flag_fault, is_name, is_symbol, located

EXAMPLE = '{"op": "rename", "symbol": "shop/money.py:Price.total", "to": "amount"}'
MEANING = (
    "gives a function, class, constant, method, attribute, parameter (`file.py:function.parameter`) or local variable "
    "another name, with every use, import, `__all__`, dotted string and document of the repository; in JavaScript and "
    "TypeScript what stands at the top of a module (`src/money.ts:total`)"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = list(flag_fault("rename", request, "docs_words", "doubtful", "leave_doubtful"))
    if not is_symbol(request.get("symbol")):
        problems.append('rename: `symbol` must name a definition, for example "shop/money.py:Price.total".')
    if not is_name(request.get("to")):
        problems.append('rename: `to` must be a name, for example "amount".')
    return tuple(problems)


def rename(request: Request, repo: Repository) -> Change:
    """Give something another name. Raises Refusal."""
    thing, new = located(repo, str(request["symbol"])), str(request["to"])
    if is_web(repo.scan.outlines.get(thing.path)):
        return rename_web(repo, thing.path, thing.name, new)
    world = World(repo)
    docs_words, doubtful = bool(request.get("docs_words")), bool(request.get("doubtful"))
    outer, _, old = thing.name.rpartition(".")
    source = world.source(thing.path)
    if source is None:
        reason = world.troubles.get(thing.path, "rename knows Python, JavaScript and TypeScript")
        raise Refusal(f"{thing.path} cannot be read: {reason}")
    if old.startswith("__") and old.endswith("__"):
        raise Refusal(f"`{old}` has a meaning for Python itself")
    scope = source.scope if not outer else source.defined.get(outer)
    if scope is None:
        raise Refusal(f"there is no {outer} in {thing.path}")
    if old == new or _is_done(world, thing, new):
        return Change({}, ())
    if scope.kind == "module":
        return ModuleName(world, thing, new, docs_words).change()
    if scope.kind == "class":
        leave = bool(request.get("leave_doubtful"))
        return Member(world, Thing(thing.path, outer), old, new, doubtful, leave).change()
    if is_parameter(scope, old):
        return Parameter(world, source, scope, old, new, doubtful).change()
    return rename_local(world, source, scope, old, new)


def _is_done(world: World, thing: Thing, new: str) -> bool:
    """Whether the new name is there and the old one is not. Raises Refusal where neither can be renamed."""
    outer, _, old = thing.name.rpartition(".")
    if _has(world, Thing(thing.path, outer), old):
        return False
    if _has(world, Thing(thing.path, outer), new):
        return True
    source = world.source(thing.path)
    if source is not None and not outer and isinstance(home := world.lookup(thing.path, old), Thing):
        raise Refusal(f"{thing.path} only imports `{old}`; rename it in {home.path}")
    raise Refusal(f"there is no {thing.name} in {thing.path}")


def _has(world: World, outer: Thing, name: str) -> bool:
    """Whether a module, class or function defines a name; an import is no definition."""
    source = world.source(outer.path)
    scope = source.defined.get(outer.name, source.scope) if source is not None else None
    if scope is None:
        return False
    if scope.kind == "class":
        return Classes(world).has(outer, name)
    bindings = scope.bindings.get(name)
    if bindings is None or scope.kind == "function":
        return bool(bindings)
    return not bindings or any(one.kind != "import" for one in bindings)
