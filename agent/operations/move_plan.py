"""What moving definitions takes: what they need, who imports them, and whether modules would import each other."""

import ast
from collections.abc import Iterator, Sequence

from agent.operations.change import LeftAlone
from agent.operations.edits import Name, NewImport, Repoint
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.import_texts import Wanted
from agent.operations.names.needs import Imported, is_inside, needs_of
from agent.operations.names.order import needed_early
from agent.operations.names.places import Removal, relative, stem_of
from agent.operations.names.replaced import replaced_by
from agent.operations.names.scoping import Word
from agent.operations.names.segments import segments_of
from agent.operations.names.world import Thing, World, listed_in, written_module
from agent.operations.repository import Imported as Imports
from repo_scan.paths import folder_of


class MovePlan:
    """Everything that is found out before anything is changed. Raises Refusal."""

    def __init__(
        self, world: World, home: Source, names: Sequence[str], target: str, there: Source | None, keep: bool = False
    ) -> None:
        self._world, self._repo = world, world.repo
        self.home, self.target, self.there = home, target, there
        self.names = tuple(dict.fromkeys(names))
        self.left: list[LeftAlone] = []
        self.segments = sorted(one for name in self.names for one in segments_of(home, name))
        self._removal = Removal(world.repo, stem_of(home.path), stem_of(target))
        self._needs = needs_of(home, self.segments, self.names)
        self._check_relative()
        self.from_home: list[Name] = []  # imports of the target that its own definitions replace
        self.importers: dict[str, list[Repoint]] = {}
        self._find_importers()
        self.used_at_home = {name for name in self.names if self._is_used_at_home(name)}
        self.back = tuple(name for name in self.names if self._must_stay(name) or keep)
        self.futures = self._futures()
        self.wanted = self._wanted()
        self.unused = self._unused()
        self._check_clashes()
        self._check_set_from_elsewhere()
        self._check_cycles()

    @property
    def early(self) -> set[str]:
        """Names that what moves needs while the module is loaded."""
        start = self.home.positions.start
        return needed_early(
            self.home.tree, (one for one in self.home.tree.body if is_inside(start(one), self.segments))
        )

    @property
    def dotted(self) -> str:
        """What the target is called in full."""
        for name in self._repo.map.names_of(self.home.path):
            return self._removal.dotted(name, self._removal.old)
        return ""

    def spelled(self, path: str) -> str:
        """How a file writes the target in an import, alike to how it, or its neighbours, write theirs."""
        dotted = next((one.item.module.startswith(".") for one in self._imports_inside(path)), None)
        if dotted is None:
            package = folder_of(path)
            near = [one for one in self._repo.python if folder_of(one) == package and one != path]
            dotted = next(
                (one.item.module.startswith(".") for other in near for one in self._imports_inside(other)), False
            )
        if dotted and folder_of(path).split("/")[0] == folder_of(self.target).split("/")[0] != "":
            return relative(folder_of(path), stem_of(self.target), path)
        return self.dotted

    def _imports_inside(self, path: str) -> list[Imports]:
        top = path.split("/")[0]
        return [one for one in self._repo.imports(path) if one.target is not None and one.target.split("/")[0] == top]

    def _check_relative(self) -> None:
        if folder_of(self.home.path) == folder_of(self.target):
            return
        relatives = (node for node in ast.walk(self.home.tree) if isinstance(node, ast.ImportFrom) and node.level)
        for node in relatives:
            if is_inside(self.home.positions.start(node), self.segments):
                raise Refusal(f"{self.home.path}:{node.lineno} imports by dots inside of what would move")

    def _find_importers(self) -> None:
        for one in self._repo.importers(self.home.path):
            item = one.item
            if item.name not in self.names or one.whole:
                continue
            old = Name(item.line, item.name, item.alias)
            if one.importer == self.target:
                if item.alias not in (None, item.name):
                    raise Refusal(f"{self.target}:{item.line} imports `{item.name}` as `{item.alias}`")
                self.from_home.append(old)
                continue
            module = self._removal.written(one.importer, item.module)
            if module == item.module:
                module = self.spelled(one.importer)
            new = NewImport(module, item.name, item.alias)
            self.importers.setdefault(one.importer, []).append(Repoint(old, new))

    def _is_used_at_home(self, name: str) -> bool:
        return any(
            is_looked_up(word)
            and not is_inside(word.start, self.segments)
            and word.scope.owner(name) is self.home.scope
            for word in self.home.words.get(name, ())
        )

    def _must_stay(self, name: str) -> bool:
        """Whether the home has to import the name back: it uses it, lists it, or others get it through the module."""
        if name in self.used_at_home or name in listed_in(self.home):
            return True
        importers = self._repo.importers(self.home.path)
        if any(one.item.name == "*" and name in self._repo.texts[one.importer] for one in importers):
            return True
        spots = list(self._gotten(name))
        for source, word in spots:
            reason = f"`{ast.unparse(word.node)}` goes on getting it by way of {self.home.path}"
            self.left.append(LeftAlone(source.path, source.line(word), reason))
        return bool(spots)

    def _gotten(self, name: str) -> Iterator[tuple[Source, Word]]:
        """Where others get at a name of the home as an attribute of it."""
        here = Thing(self.home.path, "")
        for source in self._world.holding(name):
            for word in source.words.get(name, ()):
                node = word.node
                if not isinstance(node, ast.Attribute) or word.kind != "attribute":
                    continue
                if self._world.resolve(source, node.value, word.scope) == here:
                    yield source, word

    def _futures(self) -> list[str]:
        """Features that the home asks for; a target that is there must ask for the same where that matters."""
        wanted = _futures_of(self.home)
        if self.there is not None and set(wanted) != set(_futures_of(self.there)):
            raise Refusal(f"{self.home.path} and {self.target} differ in what they import from `__future__`")
        return wanted

    def _wanted(self) -> list[Wanted]:
        """Imports that the target needs and has not."""
        found = [self._of(one) for one in self._needs.imports if not self._has(one)]
        if self._needs.local:
            module = self._removal_back(self.target)
            found += [Wanted(module, name, inside=True) for name in self._needs.local if not self._has_local(name)]
        if self.there is not None and (typed := next((one for one in found if one.type_only), None)):
            raise Refusal(f"`{typed.name}` is imported for type checkers alone; import it in {self.target} first")
        return found

    def _of(self, one: Imported) -> Wanted:
        if isinstance(one.statement, ast.Import):
            inside = self._repo.map.is_internal(self.home.path, one.alias.name)
            return Wanted(one.alias.name, None, one.alias.asname, one.type_only, inside)
        module = written_module(one.statement)
        inside = self._repo.map.is_internal(self.home.path, module)
        if one.statement.level:
            folder = folder_of(self.home.path)
            for _ in range(one.statement.level - 1):
                folder = folder_of(folder)
            stem = "/".join(filter(None, (folder, (one.statement.module or "").replace(".", "/"))))
            module = relative(folder_of(self.target), stem, module)
        return Wanted(module, one.alias.name, one.alias.asname, one.type_only, inside)

    def _removal_back(self, path: str) -> str:
        """How the target writes the home."""
        dotted = next((one.item.module.startswith(".") for one in self._imports_inside(self.home.path)), False)
        if dotted and folder_of(path).split("/")[0] == folder_of(self.home.path).split("/")[0] != "":
            return relative(folder_of(path), stem_of(self.home.path), path)
        return next(iter(self._repo.map.names_of(self.home.path)), "")

    def _has(self, one: Imported) -> bool:
        """Whether the target has the same import. Raises Refusal where it means something else by the name."""
        if self.there is None or one.name not in self.there.scope.bindings:
            return False
        mine = self._world.name(self.home, one.name, self.home.scope)
        theirs = self._world.name(self.there, one.name, self.there.scope)
        if mine is None or mine != theirs:
            raise Refusal(f"{self.target} means something else by `{one.name}`")
        return True

    def _has_local(self, name: str) -> bool:
        if self.there is None or name not in self.there.scope.bindings:
            return False
        if self._world.lookup(self.target, name) != Thing(self.home.path, name):
            raise Refusal(f"{self.target} means something else by `{name}`")
        return True

    def _unused(self) -> list[Name]:
        """Imports at home that only what moves has used."""
        found = []
        for one in self._needs.imports:
            words = [word for word in self.home.words[one.name] if is_looked_up(word) and word.kind != "import"]
            rest = [word for word in words if not is_inside(word.start, self.segments)]
            plain = not one.type_only and one.alias.asname != one.alias.name
            if plain and not rest and not self._is_taken(one.name):
                found.append(Name(one.statement.lineno, one.alias.name, one.alias.asname))
        return found

    def _is_taken(self, name: str) -> bool:
        """Whether others take a name from the home: by an import, as an attribute, or by a string."""
        if any(one.item.name == name for one in self._repo.importers(self.home.path)) or name in listed_in(self.home):
            return True
        dotted = [f"{module}.{name}" for module in self._repo.map.names_of(self.home.path)]
        texts = self._repo.texts.values()
        return any(each in text for each in dotted for text in texts) or any(True for _ in self._gotten(name))

    def _check_clashes(self) -> None:
        if self.there is None:
            return
        for name in self.names:
            bindings = self.there.scope.bindings.get(name, ())
            if [one for one in bindings if self._world.lookup(self.target, name) != Thing(self.home.path, name)]:
                raise Refusal(f"{self.target} has a `{name}` already")
        fresh = {*self.names, *(one.alias or one.name or one.module for one in self.wanted)}
        for name in fresh - set(self.there.scope.bindings):
            for word in self.there.words.get(name, ()):
                if is_looked_up(word) and word.scope.owner(name) is None:
                    raise Refusal(f"{self.target}:{self.there.line(word)} uses another `{name}`")
        for name in self._needs.plain & set(self.there.scope.bindings):
            raise Refusal(f"{self.target} means something else by `{name}`")

    def _check_set_from_elsewhere(self) -> None:
        """Raises Refusal where others put something else in place of what the moved code uses, as tests do.

        They set it in the old module, and the moved code would have the one of the new module.
        """
        for name in (*self._needs.local, *(one.name for one in self._needs.imports)):
            if why := replaced_by(self._world, self.home.path, name):
                raise Refusal(why)

    def _check_cycles(self) -> None:
        """Raises Refusal where modules would import each other."""
        goes_back = any(one.inside and one.name in self._needs.local for one in self.wanted)
        if goes_back and self.back:
            need, back = self._needs.local[0], self.back[0]
            raise Refusal(
                f"{self.target} would need `{need}` of {self.home.path}, which needs `{back}`: a cycle; move both"
            )
        if goes_back and (way := self._way(self.home.path, self.target)):
            raise Refusal(f"{self.target} would import {self.home.path}, which imports it by way of {way}: a cycle")
        inside = [self._file_of(one) for one in self.wanted if one.inside and not one.type_only]
        for path in filter(None, inside):
            known = path == self.home.path or self._way(self.target, path)  # then it is no new circle
            if not known and (way := self._way(path, self.target)):
                raise Refusal(f"{self.target} would import {path}, which imports it by way of {way}: a cycle")
        for path in (*((self.home.path,) if self.back else ()), *self.importers):
            for start in (self.target, *filter(None, inside)):
                if path != start and (way := self._way(start, path)):
                    raise Refusal(f"{path} would import {self.target}, which imports it by way of {way}: a cycle")

    def _file_of(self, one: Wanted) -> str | None:
        if one.name in self._needs.local and one.module == self._removal_back(self.target):
            return self.home.path
        called = one.alias or one.name or one.module.split(".")[0]
        bound = next((each for each in self._needs.imports if each.name == called), None)
        meaning = self._world.name(self.home, bound.name, self.home.scope) if bound is not None else None
        return meaning.path if isinstance(meaning, Thing) else None

    def _way(self, start: str, goal: str) -> str:
        """The last file on a way of imports from one file to another; "" if there is none."""
        edges: dict[str, list[str]] = {}
        for edge in self._repo.scan.graph.edges:
            if edge.kind == "runtime":
                edges.setdefault(edge.importer, []).append(edge.imported)
        if start == self.target and self.from_home:
            edges[start] = [one for one in edges.get(start, []) if one != self.home.path]
        seen, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for there in edges.get(here, ()):
                if there == goal:
                    return here
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return ""


def _futures_of(source: Source) -> list[str]:
    return [
        alias.name
        for node in source.tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    ]
