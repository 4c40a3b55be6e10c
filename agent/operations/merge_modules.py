"""The operation merge-modules: all of a module goes into another, and everybody who named the one names the other."""

import ast
from dataclasses import replace

from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.merge_modules_rules import Pair, check_after, check_before
from agent.operations.move import move
from agent.operations.names.collected import Collected
from agent.operations.names.module_imports import ModuleImports
from agent.operations.names.module_mentions import ModuleMentions
from agent.operations.names.places import Removal, stem_of
from agent.operations.names.world import World
from agent.operations.repository import Repository
from agent.operations.sequence import after, new_cycle, together
from agent.operations.symbols import file_of, is_module
from agent.worklog import count
from repo_scan.paths import folder_of, name_of

EXAMPLE = '{"op": "merge-modules", "module": "shop/tax.py", "into": "shop/money.py"}'
MEANING = (
    "puts all of a module into another and removes it; imports, dotted strings and documents follow; "
    "it refuses where names clash or loading would do something else"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    return tuple(
        f'merge-modules: `{name}` must be a file or a dotted module, for example "shop/{example}.py".'
        for name, example in (("module", "tax"), ("into", "money"))
        if not is_module(request.get(name)) or str(request.get(name)).endswith("/")
    )


def merge_modules(request: Request, repo: Repository) -> Change:
    """Put a module into another. Raises Refusal."""
    target = file_of(repo, str(request["into"]))
    try:
        home = file_of(repo, str(request["module"]))
    except Refusal:  # it was merged before
        return Change({}, ())
    if home == target:
        raise Refusal(f"{home} cannot go into itself")
    pair = check_before(World(repo), home, target)
    moved = _definitions(pair, repo)
    now = after(repo, moved)
    check_after(pair, now)
    left_over = _the_rest(pair, now)
    final = after(now, left_over)
    if cycle := new_cycle(repo.scan.graph, final.scan.graph, {home: target}):
        raise Refusal(f"{' and '.join(cycle)} would import each other: a cycle")
    change = together(repo, final, [moved, left_over])
    sentence = f"Merged {home} into {target}: {count(len(pair.names), 'definition')}."
    lost = ast.get_docstring(ast.parse(repo.texts[home]))
    told = [f'The docstring of {home} went with it: "{lost.splitlines()[0]}".'] if lost else []
    return replace(change, done=(sentence, *told, *change.done), left=left_over.left)


def _definitions(pair: Pair, repo: Repository) -> Change:
    """What the module defines goes, and the imports of it by name follow."""
    if not pair.names:
        return Change({}, ())
    request = {"symbols": [f"{pair.home}:{name}" for name in pair.names], "to": pair.target}
    return move(request, repo, follow=False)


def _the_rest(pair: Pair, repo: Repository) -> Change:
    """The module itself goes; what names it as a whole, in code or in words, names the other."""
    world = World(repo)
    removal = Removal(repo, stem_of(pair.home), stem_of(pair.target))
    old, new = name_of(removal.old), name_of(removal.new)
    in_place = folder_of(removal.old) == folder_of(removal.new)
    found = Collected(world, old, new, same_shape=in_place)
    imports = ModuleImports(world, removal, found)
    mentions = ModuleMentions(world, removal, found, [pair.home])
    for path in repo.python:
        source = world.source(path) if path != pair.home and old in repo.texts.get(path, "") else None
        if source is not None:
            imports.edit(source)
            mentions.edit_strings(source)
    mentions.edit_loose()
    found.edits.pop(pair.home, None)
    found.kinds.pop(pair.home, None)
    change = found.finish("")
    return replace(
        change,
        texts={**change.texts, pair.home: None},
        done=change.done[1:],
        removed={pair.home: pair.names},
    )
