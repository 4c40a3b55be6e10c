"""Code that gets at names as attributes of their module, `cart.tax`: written for another module that will have them."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from agent.operations.edits import Name, NewImport, Repoint
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.exchange import Edit
from agent.operations.names.needs import is_inside
from agent.operations.names.places import stem_of
from agent.operations.names.scoping import Binding, Scope, Word
from agent.operations.names.segments import Segment
from agent.operations.names.world import Thing, World, written_module
from repo_scan.paths import folder_of, name_of


@dataclass(frozen=True, slots=True)
class Spot:
    """One place in which somebody gets at a name of the module by a dot."""

    source: Source
    word: Word
    node: ast.Attribute

    @property
    def place(self) -> str:
        """Where a person finds it."""
        return f"{self.source.path}:{self.source.line(self.word)}"


@dataclass(slots=True)
class Followed:
    """What becomes of one file."""

    edits: list[Edit] = field(default_factory=list)
    added: list[NewImport] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)  # lines of the imports that `added` belongs to
    plain: list[str] = field(default_factory=list)  # modules to be imported whole
    repoints: list[Repoint] = field(default_factory=list)
    unused: list[Name] = field(default_factory=list)  # imports that nothing in the file uses any more


def spots_of(world: World, home: str, names: Collection[str]) -> Iterator[Spot]:
    """Every place outside of the module that gets at one of its names by a dot."""
    here = Thing(home, "")
    for source in _candidates(world, home, names):
        for name in names:
            for word in source.words.get(name, ()) if source.path != home else ():
                node = word.node
                if not isinstance(node, ast.Attribute) or word.kind != "attribute":
                    continue
                if world.resolve(source, node.value, word.scope) == here:
                    yield Spot(source, word, node)


def _candidates(world: World, home: str, names: Collection[str]) -> Iterator[Source]:
    """Files in which one of the names stands behind a dot, and before that a name that the module has somewhere.

    Told by the texts, since most files that hold a word need not be read.
    """
    bases = {name_of(stem_of(home)), *(one.item.binds for one in world.repo.importers(home) if one.whole)}
    spot = re.compile(rf"\b(?:{_any_of(bases)})[\s\\]*\.[\s\\]*(?:{_any_of(names)})(?!\w)")
    for path in world.repo.python:
        text = world.repo.texts.get(path, "")
        if any(name in text for name in names) and spot.search(text) and (source := world.source(path)) is not None:
            yield source


def _any_of(words: Collection[str]) -> str:
    return "|".join(sorted(map(re.escape, words)))


def check_not_exchanged(world: World, home: str, spots: Collection[Spot], names: Collection[str]) -> None:
    """Raises Refusal where somebody puts something else in place of a name of the module, by way of the module."""
    for spot in spots:
        if not isinstance(spot.node.ctx, ast.Load):
            raise Refusal(f"{spot.place} sets `{ast.unparse(spot.node)}`")
    quoted = [f"{mark}{name}{mark}" for name in names for mark in "\"'"]
    for source in world.holding(*quoted):
        for node, scope in source.within.items():
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            first, second = node.args[:2]
            name = second.value if isinstance(second, ast.Constant) else None
            if isinstance(name, str) and name in names and world.resolve(source, first, scope) == Thing(home, ""):
                raise Refusal(f"{source.path}:{node.lineno} names `{name}` of `{ast.unparse(first)}` in a string")


def bared(world: World, source: Source, target: str, segments: Collection[Segment]) -> dict[str, list[Edit]]:
    """What is said of a module, `cart.tax`, in pieces that go to it: `tax`, by the names under which it is imported.

    Raises Refusal where that cannot be written.
    """
    found: dict[str, list[Edit]] = {}
    for name, bindings in source.scope.bindings.items():
        if not bindings or any(one.kind != "import" for one in bindings):
            continue
        if world.name(source, name, source.scope) != Thing(target, ""):
            continue
        words = [one for one in source.owned(source.scope, name) if one.kind != "import"]
        for word in (one for one in words if is_inside(one.start, segments)):
            node = source.parents.get(word.node)
            end = word.start + len(name) + 1
            attribute = node.attr if isinstance(node, ast.Attribute) else ""
            means_it = word.scope.owner(attribute) in (None, source.scope)
            if not attribute or not means_it or source.text[end - 1 : end + len(attribute)] != f".{attribute}":
                raise Refusal(f"{source.path}:{source.line(word)} uses {target}, where it would go, as a whole")
            found.setdefault(name, []).append(Edit(word.start, end, ""))
    return found


class Follower:
    """Finds for each file how it can get at the names in their new module."""

    def __init__(self, world: World, home: str, target: str, dotted: tuple[str, str]) -> None:
        self._world, self._home, self._target = world, home, target
        self._old, self._new = dotted  # the two modules in full

    def follow(self, source: Source, spots: Sequence[Spot], spelled: str) -> Followed | None:
        """What the file has to change for all of these places; None where it cannot be told, or would clash.

        `spelled` is how the file writes the new module in an import.
        """
        found = Followed()
        by_base: dict[str, list[Spot]] = {}
        for spot in spots:
            by_base.setdefault(ast.unparse(spot.node.value), []).append(spot)
        for base, group in by_base.items():
            if not self._follow_base(source, base, group, spelled, found):
                return None
        return found

    def _follow_base(self, source: Source, base: str, spots: list[Spot], spelled: str, found: Followed) -> bool:
        if "." in base:
            written = self._by_chain(source, base, found)
        else:
            owner = spots[0].word.scope.owner(base)
            binding = _only_import(owner, base)
            if owner is None or binding is None or any(one.word.scope.owner(base) is not owner for one in spots):
                return False
            written = self._by_name(source, owner, base, binding, spots, spelled, found)
        if written is None:
            return False
        for spot in spots:
            edit = _edit(spot, written)
            if edit is None or (not written and not self._is_free(source, spot)):
                return False
            found.edits.append(edit)
        return True

    def _by_chain(self, source: Source, base: str, found: Followed) -> str | None:
        """`shop.cart.tax` of `import shop.cart`."""
        imported = {
            one.name
            for node in source.tree.body
            if isinstance(node, ast.Import)
            for one in node.names
            if one.asname is None
        }
        same_root = self._old.split(".")[0] == self._new.split(".")[0]
        if base != self._old or base not in imported or not same_root or source.path == self._target:
            return None
        if self._new not in imported and self._new not in found.plain:
            found.plain.append(self._new)
        return f"{self._new}."

    def _by_name(
        self,
        source: Source,
        owner: Scope,
        base: str,
        binding: Binding,
        spots: list[Spot],
        spelled: str,
        found: Followed,
    ) -> str | None:
        """`cart.tax` of `from shop import cart`, or of `import shop.cart as cart`. How the place is written now."""
        alias, statement = binding.node, binding.statement
        assert isinstance(alias, ast.alias)
        assert isinstance(statement, ast.Import | ast.ImportFrom)
        old = Name(statement.lineno, alias.name, alias.asname)
        goes = self._is_all(source, owner, base, spots)
        at_top = owner is source.scope and statement in source.tree.body
        if source.path == self._target:
            found.unused += [old] if goes and at_top else []
            return "" if at_top else None
        if at_top and (known := self._known(source)):
            found.unused += [old] if goes else []
            return f"{known}."
        new = self._new_import(source, statement)
        if new is None or _is_word(source, new.name):
            names = sorted({one.word.name for one in spots})
            if not at_top or any(_is_word(source, name) for name in names):
                return None
            found.added += [NewImport(spelled, name) for name in names]
            found.beside.append(statement.lineno)
            found.unused += [old] if goes else []
            return ""
        if goes:
            found.repoints.append(Repoint(old, new))
        elif at_top:
            found.added.append(new)
            found.beside.append(statement.lineno)
        else:
            return None
        return f"{new.name}."

    def _is_all(self, source: Source, owner: Scope, base: str, spots: list[Spot]) -> bool:
        """Whether nothing but these places uses an import, and nobody takes it from the file."""
        words = [one for one in source.owned(owner, base) if one.kind != "import"]
        bases = {id(one.node.value) for one in spots}
        if any(id(word.node) not in bases for word in words):
            return False
        if owner is not source.scope:
            return True
        taken = any(one.item.name in (base, "*") for one in self._world.repo.importers(source.path))
        return not taken and not any(True for _ in spots_of(self._world, source.path, [base]))

    def _known(self, source: Source) -> str:
        """What the file calls the new module already; "" if it does not."""
        for name in source.scope.bindings:
            one = _only_import(source.scope, name)
            at_top = one is not None and one.statement in source.tree.body
            if at_top and self._world.name(source, name, source.scope) == Thing(self._target, ""):
                return name
        return ""

    def _new_import(self, source: Source, statement: ast.Import | ast.ImportFrom) -> NewImport | None:
        """The new module, imported as the old one is."""
        package, _, stem = self._new.rpartition(".")
        if isinstance(statement, ast.ImportFrom) and folder_of(self._home) == folder_of(self._target):
            return NewImport(written_module(statement), stem)
        return NewImport(package, stem) if package else None

    def _is_free(self, source: Source, spot: Spot) -> bool:
        """Whether the bare name means the new thing where it would stand."""
        owner = spot.word.scope.owner(spot.word.name)
        return owner is None or (owner is source.scope and source.path == self._target)


def _only_import(owner: Scope | None, name: str) -> Binding | None:
    bindings = owner.bindings.get(name, ()) if owner is not None else ()
    return bindings[0] if len(bindings) == 1 and bindings[0].kind == "import" else None


def _is_word(source: Source, name: str) -> bool:
    """Whether a file uses or binds a name for something."""
    return any(is_looked_up(word) or word.kind == "imported" for word in source.words.get(name, ()))


def _edit(spot: Spot, written: str) -> Edit | None:
    """The place with another base; None where its text does not look like that."""
    base = f"{ast.unparse(spot.node.value)}."
    start, end = spot.word.start - len(base), spot.word.start
    return Edit(start, end, written) if start >= 0 and spot.source.text[start:end] == base else None
