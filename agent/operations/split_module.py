"""The operation split-module: groups of a module's definitions go to modules of their own, and importers follow."""

from collections.abc import Mapping

from agent.operations import move
from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.needs import is_inside, needs_of
from agent.operations.names.segments import segments_of
from agent.operations.names.world import World, listed_in
from agent.operations.repository import Repository
from agent.operations.sequence import after, together
from agent.operations.symbols import file_of, flag_fault, is_module, is_name

EXAMPLE = (
    '{"op": "split-module", "module": "shop/cart.py", "groups": {"shop/tax.py": ["tax", "RATE"], '
    '"shop/mail.py": ["letter"]}, "reexport": true}'
)
MEANING = (
    "moves groups of a module's functions, classes and constants to modules of their own, each with the private "
    "helpers that it alone uses; importers follow; with `reexport` the module goes on offering them"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = [*flag_fault("split-module", request, "reexport")]
    if not is_module(request.get("module")):
        problems.append('split-module: `module` must be a module, for example "shop/cart.py".')
    groups = request.get("groups")
    if not isinstance(groups, Mapping) or not groups:
        return (*problems, 'split-module: `groups` must say what goes where, for example {"shop/tax.py": ["tax"]}.')
    for target, names in groups.items():
        if not is_module(target) or str(target).endswith("/") or target == request.get("module"):
            problems.append(f"split-module: {target!r} is no module that a group could go to.")
        if not isinstance(names, list | tuple) or not names or not all(map(is_name, names)):
            problems.append(f"split-module: the group of {target!r} must be a list of top-level definitions.")
    named = [name for names in groups.values() if isinstance(names, list | tuple) for name in names]
    twice = sorted({str(name) for name in named if named.count(name) > 1})
    problems += [f"split-module: `{name}` stands in more than one group." for name in twice]
    return tuple(problems)


def split_module(request: Request, repo: Repository) -> Change:
    """Move the groups, one after the other, in an order in which none makes a cycle. Raises Refusal."""
    path, groups = file_of(repo, str(request["module"])), request["groups"]
    assert isinstance(groups, Mapping)
    waiting = {str(target): tuple(map(str, names)) for target, names in groups.items()}
    now, changes = repo, list[Change]()
    while waiting:
        target, change = _next(path, waiting, now, bool(request.get("reexport")))
        del waiting[target]
        changes.append(change)
        now = after(now, change)
    return together(repo, now, changes)


def _next(path: str, waiting: Mapping[str, tuple[str, ...]], repo: Repository, reexport: bool) -> tuple[str, Change]:
    """A group that can go now. Raises Refusal, with the reason of the first one, where none can."""
    refused: list[Refusal] = []
    for target, names in waiting.items():
        home = World(repo).source(path)
        if home is None:
            raise Refusal(f"{path} cannot be read")
        try:
            symbols = [f"{path}:{name}" for name in with_helpers(home, names, repo)]
            return target, move.move({"symbols": symbols, "to": target, "reexport": reexport}, repo)
        except Refusal as error:
            refused.append(error)
    raise refused[0]


def with_helpers(home: Source, names: tuple[str, ...], repo: Repository) -> tuple[str, ...]:
    """Definitions with the private ones of their module that nobody else uses, in the order of the module."""
    found = [name for name in names if any(one.kind != "import" for one in home.scope.bindings.get(name, ()))]
    if len(found) < len(names):
        return names  # the move says what is missing
    while True:
        segments = [one for name in found for one in segments_of(home, name)]
        needs = needs_of(home, segments, found)
        needed = (name for name in (*needs.local, *needs.typed) if name.startswith("_"))
        helper = next((name for name in needed if _is_theirs(home, name, found, repo)), None)
        if helper is None:
            return tuple(found)
        found.append(helper)


def _is_theirs(home: Source, name: str, users: list[str], repo: Repository) -> bool:
    """Whether only some definitions of a module use a name of it."""
    taken = any(one.item.name in (name, "*") for one in repo.importers(home.path)) or name in listed_in(home)
    segments = [one for user in (*users, name) for one in segments_of(home, user)]
    uses = (word for word in home.words.get(name, ()) if is_looked_up(word) and word.scope.owner(name) is home.scope)
    return not taken and all(is_inside(word.start, segments) for word in uses)
