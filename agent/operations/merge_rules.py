"""When a copy of a function can give way to another one without anybody noticing."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.operations.facts import Facts, Function
from agent.operations.loading import Loading, new_outside
from agent.operations.meaning import Meanings
from agent.operations.patching import patched_in
from agent.operations.repository import Imported, Repository
from agent.operations.spelling import in_package, is_own_import, package_of, spelled_from
from repo_scan.paths import is_shown, is_test, name_of


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A function of a file."""

    path: str
    name: str

    @classmethod
    def of(cls, text: str) -> "Spot":
        """From "shop/money.py:format_price"."""
        path, _, name = text.rpartition(":")
        return cls(path, name)

    def __str__(self) -> str:
        return f"{self.path}:{self.name}"


class MergeRules:
    """Judges merges in one repository."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._loading = Loading(repo)
        self._meanings = Meanings(repo)

    def place_objection(self, spot: Spot) -> str:
        """Why a function cannot take part at all; "" if it can."""
        return next(self._place_objections(spot), "")

    def copy_objection(self, home: Spot, copy: Spot) -> str:
        """Why a function that can take part cannot give way to the one at home."""
        return next(self._copy_objections(home, copy), "")

    def comes_last(self, home: Spot, copy: Spot) -> bool:
        """Whether the import of the home must stand behind all others, since it loads files that do something."""
        return bool(self._loading.deed(self._newly_loaded(home.path, copy.path, 0)))

    def _place_objections(self, spot: Spot) -> Iterator[str]:
        path = spot.path
        if reason := self._kind_objection(path):
            yield reason
        facts = self._repo.facts(path)
        if facts is None:
            yield self._repo.trouble(path)
            return
        bound = facts.bound(spot.name)
        function = facts.function(spot.name)
        if function is None:
            yield f"there is no function `{spot.name}` of the module's own here"
        elif len(bound) != 1 or not bound[0].plain:
            yield f"`{spot.name}` is bound more than once"
        elif function.obstacles:
            yield function.obstacles[0]
        if any(binding.member == "*" for binding in facts.bindings):
            yield "the file has a star import, so nobody knows which names it holds"
        if any(one.item.name == "*" for one in self._repo.importers(path)):
            yield "another file imports everything from it"

    def _kind_objection(self, path: str) -> str:
        if reason := self._repo.untouchable(path):
            return reason
        if is_test(path) or name_of(path) in ("conftest.py", "setup.py", "__main__.py"):
            return "functions of tests, settings and programs stay where they are"
        if self._repo.is_borrowed(path) or is_shown(path):
            return "functions of migrations, examples, generated and borrowed code stay where they are"
        return "" if path.endswith(".py") else "it is no module"

    def _copy_objections(self, home: Spot, copy: Spot) -> Iterator[str]:
        repo = self._repo
        ours, theirs = repo.facts(home.path), repo.facts(copy.path)
        function = ours.function(home.name) if ours is not None else None
        twin = theirs.function(copy.name) if theirs is not None else None
        if ours is None or theirs is None or function is None or twin is None:
            yield "there is no such function"
            return
        if home.path == copy.path:
            yield "both stand in the same file"
        here, there = ((package_of(repo, path), in_package(repo, path)) for path in (copy.path, home.path))
        if here != there:
            yield f"it does not belong to the same package as {home.path}"
        if why := self._meanings.difference(home.path, function, copy.path, twin):
            yield f"it does not do the same as {home}: {why}"
        if ours.bound("__getattr__") or theirs.bound("__getattr__"):
            yield "one of the two modules makes up names in a `__getattr__` of its own"
        yield from self._used_as_value(copy)
        package = package_of(repo, copy.path)
        looking = (path for path in repo.mentioning("getmembers") if package_of(repo, path) == package)
        if path := next(looking, ""):
            yield f"{path} looks through modules for functions"
        yield from self._cannot_import(home, copy, theirs, twin.line)
        names = {home.name, copy.name} | self._names_used(home.path, function, set())
        if patched := patched_in(repo, (home.path, copy.path), names):
            yield patched

    def _names_used(self, path: str, function: Function, seen: set[str]) -> set[str]:
        """Names that the function looks up, and the functions of its module that it calls."""
        facts = self._repo.facts(path)
        for name in {*function.body_names, *function.header_names} - seen:
            seen.add(name)
            inner = facts.function(name) if facts is not None else None
            if inner is not None:
                self._names_used(path, inner, seen)
        return seen

    def _used_as_value(self, copy: Spot) -> Iterator[str]:
        """A function that is stored or compared is known by its name, its module and which object it is."""
        spots = [copy]
        seen: set[Spot] = set()
        while spots:
            spot = spots.pop()
            seen.add(spot)
            facts = self._repo.facts(spot.path)
            uses = facts.uses if facts is not None else ()
            use = next((use for use in uses if use.name == spot.name and not use.called), None)
            if use is not None:
                yield f"{spot.path} does more than call it, in line {use.line}"
            yield from self._read_from_module(spot)
            importers = (one for one in self._repo.importers(spot.path) if one.item.name == spot.name and not one.whole)
            handed_on = {Spot(one.importer, one.item.binds) for one in importers}
            spots += sorted(handed_on - seen)

    def _read_from_module(self, spot: Spot) -> Iterator[str]:
        """Files that hold the module, or a package it is in, and do more than call its function."""
        modules = (spot.path, *self._repo.packages_above(spot.path))
        holders = {one.importer for module in modules for one in self._repo.importers(module) if one.whole}
        for holder in sorted(holders.intersection(self._repo.mentioning(spot.name))):
            facts = self._repo.facts(holder)
            if facts is None or spot.name in facts.attributes_read:
                yield f"{holder} does more than call it"

    def _cannot_import(self, home: Spot, copy: Spot, facts: Facts, line: int) -> Iterator[str]:
        repo, loading = self._repo, self._loading
        if way := loading.leads_back(home.path, copy.path):
            yield f"{home.path} needs {copy.path}{'' if way == home.path else f' by way of {way}'} itself"
        if not spelled_from(repo, copy.path, home.path):
            yield f"no import shows how to reach {home.path} from there"
        imports = [one for one in repo.imports(copy.path) if is_own_import(repo, copy.path, one)]
        if in_package(repo, copy.path) and not imports and self._may_be_a_program(copy.path, facts):
            yield "its file may be run as a program, where imports from its package would fail"
        if deed := loading.deed(self._newly_loaded(home.path, copy.path, line)):
            yield f"importing {home.path} there would do more than before: {deed}"
        known = loading.outside(loading.loaded_by(copy.path, surely=True), surely=True)
        if strange := new_outside(loading.outside(loading.loaded_from(copy.path, home.path)), known):
            yield f"importing {home.path} there would load `{strange}`, which it did without"

    def _newly_loaded(self, home: str, path: str, line: int) -> set[str]:
        """Files that importing the home loads, beside those that are loaded before that line of the importing file."""
        loaded = self._loading.loaded_from(path, home)
        for one in self._repo.imports(path):
            if one.target is not None and one.item.line < line and one.item.kind == "runtime" and not one.item.guarded:
                loaded -= self._loading.loaded_from(path, one.target, surely=True)
        return loaded

    def _may_be_a_program(self, path: str, facts: Facts) -> bool:
        if facts.script:
            return True
        named = name_of(path)
        others = [other for other, text in self._repo.texts.items() if named in text and self._repo.outline(other)]
        self._repo.read(others)
        return any(named in known.file_strings for other in others if (known := self._repo.facts(other)) is not None)


def direct_importers(repo: Repository, copy: Spot) -> list[Imported]:
    """Imports of the function by name."""
    return [one for one in repo.importers(copy.path) if not one.whole and one.item.name == copy.name]
