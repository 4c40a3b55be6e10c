"""What moving definitions takes: what they need, who imports them, and whether modules would import each other."""

import ast
from collections.abc import Sequence

from agent.operations.change import LeftAlone
from agent.operations.edits import Name, NewImport, Repoint
from agent.operations.errors import Refusal
from agent.operations.move_cycles import Traffic, check_cycles, leads_to
from agent.operations.names.annotated import reader_of_annotations
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.by_attribute import Followed, Follower, Spot, bared, check_not_exchanged, spots_of
from agent.operations.names.clashes import check_arrivals
from agent.operations.names.import_texts import Wanted
from agent.operations.names.loose import why_left
from agent.operations.names.needs import Imported, is_inside, needs_of
from agent.operations.names.order import needed_early
from agent.operations.names.places import Removal, relative, stem_of
from agent.operations.names.replaced import replaced_by
from agent.operations.names.segments import pieces_of
from agent.operations.names.world import Thing, World, listed_in, written_module
from agent.operations.repository import Imported as Imports
from repo_scan.paths import folder_of


class MovePlan:
    """Everything that is found out before anything is changed. Raises Refusal."""

    def __init__(
        self,
        world: World,
        home: Source,
        names: Sequence[str],
        target: str,
        there: Source | None,
        *,
        keep: bool = False,
        follow: bool = True,
    ) -> None:
        self._world, self._repo = world, world.repo
        self.home, self.target, self.there = home, target, there
        self.names = tuple(dict.fromkeys(names))
        self.left: list[LeftAlone] = []
        self.segments = pieces_of(home, self.names)
        self._removal = Removal(world.repo, stem_of(home.path), stem_of(target))
        self._needs = needs_of(home, self.segments, self.names)
        self.bared = bared(world, home, target, self.segments)
        self._check_relative()
        self.from_home: list[Name] = []  # imports of the target that its own definitions replace
        self.importers: dict[str, list[Repoint]] = {}
        self._find_importers()
        self.followed: dict[str, Followed] = {}  # files that get at a name as an attribute of the home
        self._unfollowed: list[Spot] = []
        self._follow(follow)
        self.used_at_home = {name for name in self.names if self._is_used_at_home(name)}
        self.back = tuple(name for name in self.names if self._must_stay(name) or keep)
        self.futures = self._futures()
        self._typed, self._local = self._sorted_local()
        self.wanted = self._wanted()
        self.unused = self._unused()
        if there is not None:
            fresh = {one.alias or one.name or one.module for one in self.wanted}
            check_arrivals(world, there, home.path, self.names, fresh, self._needs.plain)
        self._check_set_from_elsewhere()
        check_cycles(self._repo, self._traffic())

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
        at_top = {one.lineno for one in self.there.tree.body} if self.there is not None else set()
        for one in self._repo.importers(self.home.path):
            item = one.item
            if item.name not in self.names or one.whole:
                continue
            old = Name(item.line, item.name, item.alias)
            if one.importer == self.target and item.line in at_top:
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
        spots = [one for one in self._unfollowed if one.word.name == name]
        for one in spots:
            reason = f"`{ast.unparse(one.node)}` goes on getting it by way of {self.home.path}"
            self.left.append(LeftAlone(one.source.path, one.source.line(one.word), reason))
        return bool(spots)

    def _follow(self, wanted: bool) -> None:
        """Sort out who can get at the names as attributes of the target, and who cannot, or shall not."""
        spots = list(spots_of(self._world, self.home.path, self.names))
        check_not_exchanged(self._world, self.home.path, spots, self.names)
        full = next(iter(self._repo.map.names_of(self.home.path)), "")
        follower = Follower(self._world, self.home.path, self.target, (full, self.dotted))
        by_path: dict[str, list[Spot]] = {}
        for spot in spots:
            by_path.setdefault(spot.source.path, []).append(spot)
        for path, found in by_path.items():
            fits = wanted and not why_left(path)
            followed = follower.follow(found[0].source, found, self.spelled(path)) if fits else None
            if followed is None:
                self._unfollowed += found
            else:
                self.followed[path] = followed

    def _futures(self) -> list[str]:
        """Features that the home asks for; a target that is there must ask for the same where that matters."""
        wanted = _futures_of(self.home)
        if self.there is not None and set(wanted) != set(_futures_of(self.there)):
            raise Refusal(f"{self.home.path} and {self.target} differ in what they import from `__future__`")
        return wanted

    def _wanted(self) -> list[Wanted]:
        """Imports that the target needs and has not."""
        found = [self._of(one) for one in self._needs.imports if one.name not in self.bared and not self._has(one)]
        for name in (*self._local, *self._typed):
            if not self._has_local(name):
                module = self._removal_back(self.target)
                found.append(Wanted(module, name, type_only=name in self._typed, inside=True))
        return found

    def _sorted_local(self) -> tuple[list[str], list[str]]:
        """What the target needs of the home: for type checkers alone, if more would be a circle; and the rest."""
        typed, local = self._needs.typed, self._needs.local
        circle = bool(self.back) or leads_to(self._repo, self.home.path, self.target)
        if typed and circle and not reader_of_annotations(self._repo):
            return typed, local
        return [], [*local, *typed]

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
        return any(each in text for each in dotted for text in texts) or any(
            True for _ in spots_of(self._world, self.home.path, [name])
        )

    def _check_set_from_elsewhere(self) -> None:
        """Raises Refusal where others put something else in place of what the moved code uses, as tests do.

        They set it in the old module, and the moved code would have the one of the new module.
        """
        for name in (*self._local, *(one.name for one in self._needs.imports)):
            if why := replaced_by(self._world, self.home.path, name):
                raise Refusal(why)

    def _traffic(self) -> Traffic:
        """Who would import whom. Names that only annotations need, below TYPE_CHECKING, import nothing."""
        real = [one for one in self.wanted if one.inside and not one.type_only]
        files = dict.fromkeys(filter(None, map(self._file_of, real)))
        return Traffic(
            home=self.home.path,
            target=self.target,
            taken=tuple(one.name or "" for one in real if self._file_of(one) == self.home.path),
            back=self.back,
            needed=tuple(files),
            users=tuple(path for path in {**self.importers, **self.followed} if self._loads_home(path)),
            is_cut=bool(self.from_home),
        )

    def _loads_home(self, path: str) -> bool:
        """Whether another file than the target imports the home as it is loaded itself, not in a function alone."""
        kinds = {one.item.kind for one in self._repo.imports(path) if one.target == self.home.path}
        return path != self.target and kinds != {"dynamic"}

    def _file_of(self, one: Wanted) -> str | None:
        if one.name in self._local and one.module == self._removal_back(self.target):
            return self.home.path
        called = one.alias or one.name or one.module.split(".")[0]
        bound = next((each for each in self._needs.imports if each.name == called), None)
        meaning = self._world.name(self.home, bound.name, self.home.scope) if bound is not None else None
        return meaning.path if isinstance(meaning, Thing) else None


def _futures_of(source: Source) -> list[str]:
    return [
        alias.name
        for node in source.tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    ]
