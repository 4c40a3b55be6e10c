"""A repository's names across its files: what an expression means, followed through imports."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.operations.errors import Unreadable
from agent.operations.names.binding import Source
from agent.operations.names.scoping import Binding, Scope
from agent.operations.repository import Repository
from repo_scan import Import
from repo_scan.imports import is_init
from repo_scan.paths import folder_of


@dataclass(frozen=True, slots=True)
class Thing:
    """A definition of the repository, or a module of it, whose name is ""."""

    path: str
    name: str  # qualified: "Cart.total"

    def __str__(self) -> str:
        return f"{self.path}:{self.name}" if self.name else self.path


@dataclass(frozen=True, slots=True)
class Outside:
    """Something that the repository does not hold."""

    dotted: str  # "builtins.len", "decimal.Decimal"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder without an `__init__` on the way to a module, as a file names it."""

    dotted: str


Meaning = Thing | Outside | Folder | None  # None: it cannot be told


class World:
    """Sources, read when they are wanted."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        self.troubles: dict[str, str] = {}  # files that cannot be read, and why
        self._sources: dict[str, Source | None] = {}
        self._looking: set[tuple[str, str]] = set()

    def source(self, path: str) -> Source | None:
        """A Python file's tree; None if it has none."""
        if path not in self._sources:
            self._sources[path] = self._read(path)
        return self._sources[path]

    def holding(self, *words: str) -> Iterator[Source]:
        """Every Python file in which one of the words stands, whatever it means there, in order."""
        for path in self.repo.python:
            text = self.repo.texts.get(path, "")
            if any(word in text for word in words) and (source := self.source(path)) is not None:
                yield source

    def lookup(self, path: str, name: str) -> Meaning:
        """What a module's name means."""
        source = self.source(path)
        if source is None or (path, name) in self._looking:
            return None
        self._looking.add((path, name))
        try:
            return self._looked_up(source, name)
        finally:
            self._looking.discard((path, name))

    def resolve(self, source: Source, node: ast.expr, scope: Scope) -> Meaning:
        """What an expression means that is a name, or names joined by dots."""
        if isinstance(node, ast.Name):
            return self.name(source, node.id, scope)
        if not isinstance(node, ast.Attribute):
            return None
        return self.member(source, self.resolve(source, node.value, scope), node.attr)

    def name(self, source: Source, name: str, scope: Scope) -> Meaning:
        """What a name means where it is looked up."""
        owner = scope.owner(name)
        if owner is None or owner.kind == "module":
            return self.lookup(source.path, name)
        bindings = owner.bindings[name]
        if all(one.kind == "import" for one in bindings):
            return self._agreed(source, bindings)
        if owner.kind == "class" or all(one.kind == "def" for one in bindings):
            return Thing(source.path, f"{owner.name}.{name}" if owner.name else name)
        return None

    def member(self, source: Source, base: Meaning, name: str) -> Meaning:
        """What `base.name` means."""
        match base:
            case Thing(path, ""):
                return self.lookup(path, name)
            case Thing(path, outer):
                holder = self.scope_of(base)
                bound = holder is not None and holder.kind == "class" and name in holder.bindings
                return Thing(path, f"{outer}.{name}") if bound else None
            case Outside(dotted):
                return Outside(f"{dotted}.{name}")
            case Folder(dotted):
                return self.module(source.path, f"{dotted}.{name}")
        return None

    def module(self, importer: str, dotted: str) -> Meaning:
        """What a dotted name of a module means in a file."""
        found = self.repo.map.find(importer, dotted)
        if found is not None:
            return Thing(found, "")
        if dotted.startswith(".") or self.repo.map.is_internal(importer, dotted):
            return None
        is_folder = any(f"/{dotted.replace('.', '/')}/" in f"/{path}" for path in self.repo.map.modules)
        return Folder(dotted) if is_folder else Outside(dotted)

    def imported(self, source: Source, binding: Binding) -> Meaning:
        """What an import brings in under the name that it binds."""
        alias, statement = binding.node, binding.statement
        assert isinstance(alias, ast.alias)
        if isinstance(statement, ast.ImportFrom):
            return self.taken(source.path, written_module(statement), alias.name)
        return self.module(source.path, alias.name if alias.asname else alias.name.split(".")[0])

    def taken(self, path: str, module: str, name: str) -> Meaning:
        """What `from module import name` means in a file."""
        base = self.repo.map.find(path, module)
        found = self.repo.map.resolve(path, Import(module, name, None, 0))
        if found is not None and found != base:
            return Thing(found, "")
        if base is not None:
            return self.lookup(base, name)
        return None if self.repo.map.is_internal(path, module) else Outside(f"{module}.{name}")

    def scope_of(self, thing: Thing) -> Scope | None:
        """The namespace that a class or function opens; of several definitions the last."""
        source = self.source(thing.path)
        if source is None:
            return None
        return source.defined.get(thing.name)

    def stars(self, source: Source) -> Iterator[str | None]:
        """Files that a module takes everything from; None for one of elsewhere."""
        for binding in source.scope.bindings.get("*", ()):
            if isinstance(binding.statement, ast.ImportFrom):
                yield self.repo.map.find(source.path, written_module(binding.statement))

    def offers_all(self, path: str) -> set[str]:
        """Names that a star takes from a module, as far as they can be told."""
        source = self.source(path)
        if source is None:
            return set()
        if "__all__" in source.scope.bindings:
            return set(listed_in(source))
        own = {name for name in source.scope.bindings if not name.startswith("_") and name != "*"}
        for star in self.stars(source):
            own |= self.offers_all(star) if star is not None and star != path else set()
        return own

    def _read(self, path: str) -> Source | None:
        if self.repo.outline(path) is None:
            if path in self.repo.texts and path.endswith((".py", ".pyi")):
                self.troubles[path] = "it does not parse"
            return None
        try:
            return Source(path, self.repo.texts[path])
        except (Unreadable, RecursionError) as error:
            self.troubles[path] = f"its syntax tree cannot be read ({error})"
            return None

    def _looked_up(self, source: Source, name: str) -> Meaning:
        bindings = source.scope.bindings.get(name)
        if bindings is None:
            return self._starred(source, name)
        imports = [one for one in bindings if one.kind == "import"]
        return self._agreed(source, imports) if imports and len(imports) == len(bindings) else Thing(source.path, name)

    def _starred(self, source: Source, name: str) -> Meaning:
        for star in self.stars(source):
            if star is not None and name in self.offers_all(star):
                return self.lookup(star, name)
        if is_init(source.path):
            found = self.repo.map.find(source.path, f".{name}")
            if found is not None and folder_of(found).startswith(folder_of(source.path)):
                return Thing(found, "")
        return None if any(star is None for star in self.stars(source)) else Outside(f"builtins.{name}")

    def _agreed(self, source: Source, bindings: Iterable[Binding]) -> Meaning:
        meanings = {self.imported(source, one) for one in bindings}
        return meanings.pop() if len(meanings) == 1 else None


def written_module(statement: ast.ImportFrom) -> str:
    """Where a statement imports from, as written: "..prices"."""
    return "." * statement.level + (statement.module or "")


def listing_strings(source: Source) -> Iterator[ast.Constant]:
    """Every string of a statement that is about `__all__`."""
    for statement in source.tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
            parts = list(ast.walk(statement))
            if any(isinstance(part, ast.Name) and part.id == "__all__" for part in parts):
                yield from (part for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def listed_in(source: Source) -> list[str]:
    """What `__all__` lists, as far as it is written out."""
    return [str(one.value) for one in listing_strings(source)]
