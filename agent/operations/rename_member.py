"""Renaming a method or attribute: in the class, in all that share it by inheritance, and where objects are known."""

import ast
import re
from collections.abc import Iterator

from agent.operations.change import Change
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.calls import Calls
from agent.operations.names.clashes import clash
from agent.operations.names.classes import decorators_of
from agent.operations.names.collected import Collected
from agent.operations.names.doctests import role_spots
from agent.operations.names.receivers import Kind
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.world import Outside, Thing, World

_FIELDS = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "attr", "s"})
_ENUMERATIONS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_SHOWN = 3  # doubtful places in a refusal
_BY_NAME = frozenset({"getattr", "setattr", "hasattr", "delattr", "attrgetter", "methodcaller", "object", "patch"})


class Member:
    """One renaming."""

    def __init__(self, world: World, cls: Thing, old: str, new: str, doubtful: bool, leave: bool = False) -> None:
        self._world = world
        self._cls, self._old, self._new, self._doubtful, self._leave = cls, old, new, doubtful, leave
        self._calls = Calls(world)
        self._classes = self._calls.classes
        self._mangled = old.startswith("__")
        self._family = (cls,) if self._mangled else self._classes.family(cls, old)
        self._found = Collected(world, old, new)

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        for one in self._family:
            self._check(one)
        self._check_mangled()
        self._check_built()
        self._check_looked_up()
        self._doubtful = self._doubtful and not self._has_namesakes()
        for one in self._family:
            self._edit_class(one)
        for source in self._world.holding(self._old):
            self._edit_uses(source)
        self._check_doubtful()
        self._found.loose(set(self._owners()))
        for one in self._family:
            if one.path in self._found.edits:
                self._found.removed.setdefault(one.path, {})[f"{one.name}.{self._old}"] = None
        return self._found.finish(f"Renamed `{self._cls.name}.{self._old}` of {self._cls.path} to `{self._new}`.")

    def _check(self, one: Thing) -> None:
        if self._classes.has(one, self._new):
            raise Refusal(f"{one} has a `{self._new}` already")
        if not self._mangled and (why := self._classes.stranger(one, self._old)):
            raise Refusal(why)
        for base in self._classes.bases(one):
            if isinstance(base, Outside) and base.dotted.endswith(".TypedDict"):
                raise Refusal(f"{one} describes dictionaries, whose keys are strings")
        source, scope = self._world.source(one.path), self._classes.scope(one)
        if source is not None and scope is not None and (why := clash(source, scope, self._old, self._new)):
            raise Refusal(why)

    def _check_mangled(self) -> None:
        """A name that Python mangles must stay one, and nobody may write it out."""
        if self._mangled != self._new.startswith("__"):
            raise Refusal(f"only one of `{self._old}` and `{self._new}` is private to its class")
        spelled = f"_{self._cls.name.rpartition('.')[2].lstrip('_')}{self._old}"
        if self._mangled and (found := next(self._world.holding(spelled), None)):
            raise Refusal(f"{found.path} gets at it as `{spelled}`")

    def _check_built(self) -> None:
        """Raises Refusal where a class of the family puts such names together: f"visit_{kind}"."""
        paths = {up.path for one in self._family for up in self._classes.above(one)}
        for source in filter(None, map(self._world.source, sorted(paths))):
            for node in ast.walk(source.tree):
                first = node.values[0] if isinstance(node, ast.JoinedStr) and len(node.values) > 1 else None
                first = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else first
                start = first.value if isinstance(first, ast.Constant) else None
                if isinstance(start, str) and len(start) > 1 and self._old.startswith(start):
                    line = getattr(node, "lineno", 0)
                    raise Refusal(f"{source.path}:{line} puts names together that begin with `{start}`")

    def _check_looked_up(self) -> None:
        """Raises Refusal where members of an enumeration are looked up by names that are known at run time alone."""
        bases = {base for one in self._family for up in self._classes.above(one) for base in self._classes.bases(up)}
        if not any(isinstance(base, Outside) and base.dotted.rpartition(".")[2] in _ENUMERATIONS for base in bases):
            return
        for name in {one.name.rpartition(".")[2] for one in self._family}:
            for source in self._world.holding(name):
                for node, scope in list(source.within.items()):
                    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant):
                        kind = self._calls.receivers.kind(source, node.value, scope)
                        if isinstance(kind, Kind) and kind.role == "class" and kind.cls in self._family:
                            what = f"{source.path}:{node.lineno} looks members up by name: `{ast.unparse(node)}`"
                            raise Refusal(what)

    def _check_doubtful(self) -> None:
        """Raises Refusal where places would be left that may mean the member, unless that is wanted."""
        left = self._found.left
        if left and not self._leave:
            shown = "; ".join(f"{one.path}:{one.line} {one.reason}" for one in left[:_SHOWN])
            more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
            raise Refusal(
                f"nobody can tell what some places mean: {shown}{more}; `doubtful` changes them too, "
                "where no other class has such a member, and `leave_doubtful` leaves them"
            )

    def _has_namesakes(self) -> bool:
        """Whether some other class of the repository has a member of this name."""
        mine = {(one.path, f"{one.name}.{self._old}") for one in self._family}
        outlines = self._world.repo.scan.outlines
        return any(
            symbol.name.endswith(f".{self._old}") and (path, symbol.name) not in mine
            for path, outline in outlines.items()
            for symbol in outline.symbols
        )

    def _edit_class(self, one: Thing) -> None:
        source, scope = self._world.source(one.path), self._classes.scope(one)
        if source is None or scope is None:
            return
        for word in source.owned(scope, self._old):
            self._found.word(source, word)
        self._found.enclose(source, scope)
        start, end = source.positions.start(scope.node), source.positions.end(scope.node)
        for spot in role_spots(source, self._old):
            if start <= spot.start < end:
                self._found.put(source.path, spot.start, spot.end, self._new, "docstring")
        for statement in getattr(scope.node, "body", ()):
            for target in getattr(statement, "targets", ()):
                if getattr(target, "id", "") in ("__slots__", "__match_args__"):
                    for part in ast.walk(statement):
                        if isinstance(part, ast.Constant) and part.value == self._old:
                            self._edit_string(source, part)

    def _edit_uses(self, source: Source) -> None:
        for word in source.words.get(self._old, ()):
            if word.kind == "attribute":
                self._edit_attribute(source, word)
            elif word.kind == "keyword" and self._has_fields():
                self._edit_keyword(source, word)
        for node, scope in list(source.within.items()):
            if isinstance(node, ast.Constant) and node.value == self._old:
                self._edit_named(source, node, scope)
        for node in ast.walk(source.tree):
            if isinstance(node, ast.MatchClass) and self._old in node.kwd_attrs:
                self._edit_pattern(source, node)

    def _edit_attribute(self, source: Source, word: Word) -> None:
        node = word.node
        assert isinstance(node, ast.Attribute)
        if self._mangled:
            scope = self._classes.scope(self._cls)
            if scope is not None and scope in word.scope.chain():
                self._found.word(source, word)
            return
        match self._judge(source, node.value, word.scope):
            case True:
                self._found.word(source, word)
            case None if self._doubtful:
                self._found.word(source, word)
            case None:
                what = ast.unparse(node)
                self._found.leave(source.path, source.line(word), f"`{what}` may be the one renamed, or another")

    def _judge(self, source: Source, node: ast.expr, scope: Scope) -> bool | None:
        """Whether an expression is an object of the family, or a class of it; None where that cannot be told."""
        kind = self._calls.receivers.kind(source, node, scope)
        if isinstance(kind, Kind):
            if kind.role == "items":
                return False
            if kind.cls in self._family:
                return True
            return None if any(one in self._family for one in self._classes.below(kind.cls)) else False
        if isinstance(kind, Outside):
            return False
        meaning = self._world.resolve(source, node, scope)
        return False if (isinstance(meaning, Thing) and not meaning.name) or isinstance(meaning, Outside) else None

    def _has_fields(self) -> bool:
        """Whether objects of the family are made by the names of their attributes."""
        for one in self._family:
            scope = self._classes.scope(one)
            bases = [base.dotted for base in self._classes.bases(one) if isinstance(base, Outside)]
            if scope is not None and (_FIELDS & set(decorators_of(scope.node)) or "typing.NamedTuple" in bases):
                return True
        return False

    def _edit_keyword(self, source: Source, word: Word) -> None:
        call = source.parents.get(word.node)
        if not isinstance(call, ast.Call):
            return
        last = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if last == "replace" and call.args:
            ours = self._judge(source, call.args[0], word.scope)
        elif last == "_replace" and isinstance(call.func, ast.Attribute):
            ours = self._judge(source, call.func.value, word.scope)
        else:
            kind = self._calls.receivers.kind(source, call.func, word.scope)
            ours = isinstance(kind, Kind) and kind.role == "class" and kind.cls in self._family
        if ours:
            self._found.word(source, word)
        elif ours is None:
            what = f"`{ast.unparse(call.func)}` may set the one renamed, or another"
            self._found.leave(source.path, source.line(word), what)

    def _edit_named(self, source: Source, node: ast.Constant, scope: Scope) -> None:
        """A string that names the member in a call, or in brackets behind an enumeration."""
        parent = source.parents.get(node)
        if isinstance(parent, ast.Subscript) and parent.slice is node:
            kind = self._calls.receivers.kind(source, parent.value, scope)
            if isinstance(kind, Kind) and kind.role == "class" and kind.cls in self._family:
                self._edit_string(source, node)
        elif isinstance(parent, ast.Call) and node in parent.args:
            before = parent.args[: parent.args.index(node)]
            ours = self._judge(source, before[-1], scope) if before else None
            last = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
            if ours and last in _BY_NAME:
                self._edit_string(source, node)
            elif ours is None and last in _BY_NAME:
                self._found.leave(source.path, node.lineno, f'the string "{self._old}" may mean it, or another')

    def _edit_pattern(self, source: Source, node: ast.MatchClass) -> None:
        scope = next((one for part, one in source.within.items() if part is node.cls), source.scope)
        kind = self._calls.receivers.kind(source, node.cls, scope)
        if not (isinstance(kind, Kind) and kind.cls in self._family):
            return
        start, end = source.positions.start(node), source.positions.end(node)
        places = list(re.finditer(rf"(?<![\w.]){self._old}(?=\s*=)", source.text[start:end]))
        if len(places) != 1:
            raise Refusal(f"{source.path}:{node.lineno} holds a pattern in which `{self._old}` stands more than once")
        place = start + places[0].start()
        self._found.put(source.path, place, place + len(self._old), self._new, "name")

    def _edit_string(self, source: Source, node: ast.Constant) -> None:
        start, end = source.positions.start(node), source.positions.end(node)
        place = source.text.find(self._old, start, end)
        if place < 0:
            raise Refusal(f"{source.path}:{node.lineno} spells `{self._old}` in pieces")
        self._found.put(source.path, place, place + len(self._old), self._new, "string")

    def _owners(self) -> Iterator[str]:
        """How strings may name the classes of the family: in full, and alone where only one is called so."""
        repo = self._world.repo
        symbols = [symbol.name for outline in repo.scan.outlines.values() for symbol in outline.symbols]
        for one in self._family:
            top = one.name.split(".")[0]
            places = [one.path, *(path for path in repo.packages_above(one.path) if self._hands_on(path, one, top))]
            for path in places:
                yield from (f"{name}.{one.name}" for name in repo.map.names_of(path))
            if symbols.count(one.name) == 1:
                yield one.name

    def _hands_on(self, path: str, one: Thing, top: str) -> bool:
        return self._world.lookup(path, top) == Thing(one.path, top)
