"""The operation inline-reexport: who takes a name from a module that only hands it on takes it from its home."""

import ast

from agent.operations.change import Change, LeftAlone, Request
from agent.operations.edits import Edits, Name, NewImport, Repoint
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.loose import is_configuration, why_left
from agent.operations.names.places import relative, stem_of
from agent.operations.names.scoping import Binding
from agent.operations.names.world import Thing, World, listed_in
from agent.operations.repository import Imported, Repository
from agent.operations.symbols import is_symbol, located
from repo_scan.paths import folder_of

EXAMPLE = '{"op": "inline-reexport", "symbol": "shop/__init__.py:price"}'
MEANING = (
    "lets everybody who imports a name from a module that itself only imports it import it from where it is defined, "
    "and takes it out of that module, unless that uses or lists it"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    symbol = request.get("symbol")
    if not is_symbol(symbol) or "." in str(symbol).rpartition(":")[2]:
        return ('inline-reexport: `symbol` must name what a module hands on, for example "shop/__init__.py:price".',)
    return ()


def inline_reexport(request: Request, repo: Repository) -> Change:
    """Do without a name that is handed on. Raises Refusal."""
    return _Inlining(World(repo), located(repo, str(request["symbol"]))).change()


class _Inlining:
    """One name."""

    def __init__(self, world: World, thing: Thing) -> None:
        self._world, self._repo = world, world.repo
        self._path, self._name = thing.path, thing.name
        self._left: list[LeftAlone] = []

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        source = self._world.source(self._path)
        if source is None:
            raise Refusal(f"{self._path} cannot be read")
        bindings = source.scope.bindings.get(self._name, [])
        if not bindings:
            return Change({}, ())
        home = self._world.lookup(self._path, self._name)
        if not isinstance(home, Thing) or not home.name or home.path == self._path:
            raise Refusal(f"{self._path} does not import `{self._name}` from a module of the repository alone")
        edits = self._importers(home)
        if not self._has_reason_to_stay(source):
            edits[self._path] = Edits(imports=(self._import(source, bindings),))
        for path in edits:
            if reason := why_left(path):
                raise Refusal(f"{path} would have to change, but {reason}")
        texts, failed = self._repo.write(edits)
        for path, reason in sorted(failed.items()):
            raise Refusal(f"{path}: {reason}")
        told = f"Sent who imports `{self._name}` from {self._path} to {home.path}."
        return Change(
            texts,
            (told,) if texts else (),
            tuple(self._left),
            removed={self._path: (self._name,)},
            allow=tuple(path for path in texts if is_configuration(path)),
        )

    def _importers(self, home: Thing) -> dict[str, Edits]:
        found: dict[str, list[Repoint]] = {}
        for one in self._repo.importers(self._path):
            item = one.item
            if item.name == "*" and self._name in self._repo.texts[one.importer]:
                self._stay(one.importer, item.line, "takes everything from it")
            if item.name != self._name or one.whole:
                continue
            if one.importer == home.path:
                raise Refusal(f"{home.path} imports its own `{self._name}` by way of {self._path}")
            alias = item.alias
            if home.name != self._name and alias is None:
                alias = self._name
            new = NewImport(self._spelled(one, home), home.name, alias)
            found.setdefault(one.importer, []).append(Repoint(Name(item.line, self._name, item.alias), new))
        return {path: Edits(repoints=tuple(repoints)) for path, repoints in found.items()}

    def _spelled(self, one: Imported, home: Thing) -> str:
        """How an importer writes the home: by dots where it wrote the other module by dots."""
        if one.item.module.startswith("."):
            return relative(folder_of(one.importer), stem_of(home.path), one.item.module)
        names = self._repo.map.names_of(home.path)
        top = one.item.module.split(".")[0]
        fitting = [name for name in names if name.split(".")[0] == top]
        return next(iter((*fitting, *names)))

    def _has_reason_to_stay(self, source: Source) -> bool:
        """Whether the module has to go on importing the name; the reasons are listed."""
        words = source.words.get(self._name, ())
        used = [word for word in words if is_looked_up(word) and word.kind != "import"]
        if any(word.scope.owner(self._name) is source.scope for word in used):
            self._stay(self._path, source.line(used[0]), "uses it")
        if self._name in listed_in(source):
            self._stay(self._path, 1, "lists it in `__all__`")
        here = Thing(self._path, "")
        for other in self._world.holding(self._name):
            for word in other.words.get(self._name, ()):
                node = word.node
                if not isinstance(node, ast.Attribute) or word.kind != "attribute":
                    continue
                if self._world.resolve(other, node.value, word.scope) == here:
                    self._stay(other.path, other.line(word), f"gets it as `{ast.unparse(node)}`")
        dotted = [f"{module}.{self._name}" for module in self._repo.map.names_of(self._path)]
        for path, text in sorted(self._repo.texts.items()):
            for each in dotted:
                if f'"{each}' in text or f"'{each}" in text:
                    self._stay(path, 1, f'says "{each}"')
        return bool(self._left)

    def _stay(self, path: str, line: int, why: str) -> None:
        self._left.append(LeftAlone(path, line, f"`{self._name}` stays in {self._path}, since {path} {why}"))

    def _import(self, source: Source, bindings: list[Binding]) -> Name:
        one = bindings[0]
        if len(bindings) > 1 or one.statement not in source.tree.body or not isinstance(one.node, ast.alias):
            raise Refusal(f"{self._path} imports `{self._name}` under a condition, or more than once")
        return Name(one.node.lineno if one.statement is None else one.statement.lineno, one.node.name, one.node.asname)
