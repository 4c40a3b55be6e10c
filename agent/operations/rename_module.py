"""The operation rename-module: a file or package gets another name or place, with every import and mention of it."""

from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.names.collected import Collected
from agent.operations.names.loose import why_left
from agent.operations.names.module_imports import ModuleImports
from agent.operations.names.module_mentions import ModuleMentions
from agent.operations.names.places import Removal, stem_of
from agent.operations.names.world import World
from agent.operations.repository import Repository
from agent.operations.symbols import is_module
from agent.worklog import count
from repo_scan.paths import folder_of, name_of

EXAMPLE = '{"op": "rename-module", "module": "shop/money.py", "to": "shop/prices.py"}'
MEANING = (
    "gives a module or package (a folder) another name or place, with every import, dotted string and document; "
    "`to` is a path like `module`"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    return tuple(
        f'rename-module: `{name}` must be a file, a folder or a dotted module, for example "shop/{example}.py".'
        for name, example in (("module", "money"), ("to", "prices"))
        if not is_module(request.get(name))
    )


def rename_module(request: Request, repo: Repository) -> Change:
    """Move a module. Raises Refusal."""
    old, new = _stems(repo, str(request["module"]), str(request["to"]))
    if old == new or (not _is_there(repo, old) and _is_there(repo, new)):
        return Change({}, ())
    if not _is_there(repo, old):
        raise Refusal(f"there is no module {request['module']}")
    return _Moving(World(repo), Removal(repo, old, new)).change()


class _Moving:
    """One move."""

    def __init__(self, world: World, removal: Removal) -> None:
        self._world, self._repo, self._removal = world, world.repo, removal
        self._old, self._new = name_of(removal.old), name_of(removal.new)
        in_place = removal.old.count("/") == removal.new.count("/")
        self._found = Collected(world, self._old, self._new, same_shape=in_place)
        self._paths = [path for path in sorted(world.repo.texts) if removal.path(path) != path]

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        self._check()
        imports = ModuleImports(self._world, self._removal, self._found)
        mentions = ModuleMentions(self._world, self._removal, self._found, self._paths)
        words = {self._old, *(name.split(".")[0] for name in mentions.names)}
        for path in self._repo.python:
            if path in self._paths or any(word in self._repo.texts.get(path, "") for word in words):
                source = self._world.source(path)
                if source is not None:
                    imports.edit(source)
                    mentions.edit_strings(source)
        mentions.edit_loose()
        change = self._found.finish(f"Moved {self._removal.old} to {self._removal.new}.")
        texts = dict(change.texts)
        removed = dict(change.removed)
        for path in self._paths:
            texts[self._removal.path(path)] = texts.get(path, self._repo.texts[path])
            texts[path] = None
            outline = self._repo.scan.outlines.get(path)
            removed[path] = tuple(dict.fromkeys(symbol.name for symbol in outline.symbols)) if outline else ()
        sentence = f"Moved {self._removal.old} to {self._removal.new}: {count(len(self._paths), 'file')}."
        done = (sentence, *change.done[1:])
        return Change(texts, done, change.left, removed, change.changed, change.allow)

    def _check(self) -> None:
        if name_of(self._removal.old) in ("__init__", "__main__", "conftest") or not self._new.isidentifier():
            raise Refusal(f"{self._removal.old} cannot become {self._removal.new}")
        taken = [path for path in self._repo.texts if self._removal.holds_new(path)]
        if taken:
            raise Refusal(f"{taken[0]} is there already")
        inside = [skip for skip in self._repo.scan.inventory.skipped if self._removal.path(skip.path) != skip.path]
        if inside:
            raise Refusal(f"{inside[0].path} cannot be moved with it ({inside[0].reason})")
        for path in self._paths:
            if reason := why_left(path):
                raise Refusal(f"{path} would have to move, but {reason}")
        folder = folder_of(self._removal.new)
        was_in_package = f"{folder_of(self._removal.old)}/__init__.py" in self._repo.map.modules
        if folder and was_in_package and f"{folder}/__init__.py" not in self._repo.map.modules:
            raise Refusal(f"there is no package {folder}; make it first, with an `__init__.py`")


def _is_there(repo: Repository, stem: str) -> bool:
    return any(path in (f"{stem}.py", f"{stem}.pyi") or path.startswith(f"{stem}/") for path in repo.texts)


def _stems(repo: Repository, module: str, to: str) -> tuple[str, str]:
    """Both places, by stems; a dotted name or a bare one stands for where such a module lies. Raises Refusal."""
    old = (
        module.rstrip("/").removesuffix(".py") if "/" in module or module.endswith(".py") else _named(repo, module, to)
    )
    if "/" in to or to.endswith(".py"):
        return old, to.rstrip("/").removesuffix(".py")
    if "." in module and "/" not in module and not module.endswith(".py"):
        tail = module.replace(".", "/")
        root = old.removesuffix(tail)
        return old, root + to.replace(".", "/")
    folder = folder_of(old)
    return old, f"{folder}/{to}" if folder and "." not in to else to.replace(".", "/")


def _named(repo: Repository, module: str, to: str) -> str:
    for name in (module, to):
        found = [path for path in repo.python if name in repo.map.names_of(path)]
        if len(found) > 1 and len({stem_of(path) for path in found}) > 1:
            raise Refusal(f"{' and '.join(found)} are both called {name}; give the path")
        if found and name == module:
            return stem_of(found[0])
        if found:
            return stem_of(found[0]).removesuffix(to.replace(".", "/")) + module.replace(".", "/")
    raise Refusal(f"there is no module {module}")
