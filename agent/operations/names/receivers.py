"""What kind of object an expression is, where its text says so: by `self`, an annotation, or the call that makes it."""

import ast
from dataclasses import dataclass
from typing import Literal

from agent.operations.names.binding import Source
from agent.operations.names.classes import Classes, class_of_self, decorators_of
from agent.operations.names.narrowing import checked_as
from agent.operations.names.scoping import Binding, Scope
from agent.operations.names.world import Meaning, Outside, Thing, World

Role = Literal["object", "class", "items", "super"]  # items: something that holds objects of it
_DEEPEST = 12
_LISTS = frozenset({"list", "set", "frozenset", "tuple", "deque", "List", "Set", "FrozenSet", "Tuple", "Deque"})
_STREAMS = frozenset({"Iterable", "Iterator", "Generator", "AsyncIterable", "AsyncIterator"})
_HOLDERS = _LISTS | _STREAMS | {"Collection", "Sequence", "MutableSequence", "AbstractSet"}
_TRANSPARENT = frozenset({"Optional", "Final", "ClassVar", "Annotated", "Awaitable"})


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of the repository, and what of it an expression is."""

    cls: Thing
    role: Role = "object"


#: Something whose class is known, and is none of the repository.
FOREIGN = Outside("")
Known = Kind | Outside | None


class Receivers:
    """Tells kinds of expressions, for one repository."""

    def __init__(self, world: World, classes: Classes) -> None:
        self._world = world
        self._classes = classes
        self._depth = 0

    def kind(self, source: Source, node: ast.expr, scope: Scope) -> Known:
        """The kind of an expression; None where it cannot be told."""
        if self._depth > _DEEPEST:
            return None
        self._depth += 1
        try:
            return self._kind(source, node, scope)
        finally:
            self._depth -= 1

    def _kind(self, source: Source, node: ast.expr, scope: Scope) -> Known:
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.List() | ast.Dict() | ast.Set() | ast.Tuple() | ast.Compare():
                return FOREIGN
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() | ast.Lambda():
                return FOREIGN
            case ast.Await(value=inner) | ast.NamedExpr(value=inner):
                return self.kind(source, inner, scope)
            case ast.Name():
                return self._of_name(source, node, scope)
            case ast.Attribute():
                return self._of_attribute(source, node, scope)
            case ast.Call():
                return self._of_call(source, node, scope)
            case ast.Subscript(value=inner):
                held = self.kind(source, inner, scope)
                return Kind(held.cls) if isinstance(held, Kind) and held.role == "items" else None
        return None

    def _of_name(self, source: Source, node: ast.Name, scope: Scope) -> Known:
        around = class_of_self(node, scope)
        if around is not None:
            owner = scope.owner(node.id)
            assert owner is not None
            made_of_class = "classmethod" in decorators_of(owner.node) or getattr(owner.node, "name", "") in (
                "__new__",
                "__init_subclass__",
                "__class_getitem__",
            )
            return Kind(Thing(source.path, around.name), "class" if made_of_class else "object")
        owner = scope.owner(node.id)
        if owner is not None and len(owner.bindings[node.id]) == 1 and owner.kind == "function":
            for cls in checked_as(node, node.id, source.parents):
                meaning = self._world.resolve(source, cls, scope)
                if isinstance(meaning, Thing) and self._classes.scope(meaning) is not None:
                    return Kind(meaning)
        if owner is not None and owner.kind == "function":
            local = self._agreed([(source, owner, one) for one in owner.bindings[node.id]])
            if local is not None:
                return local
        return self._of_meaning(self._world.resolve(source, node, scope))

    def _of_meaning(self, meaning: Meaning) -> Known:
        if isinstance(meaning, Outside):
            return FOREIGN if meaning.dotted.startswith("builtins.") else Outside(meaning.dotted)
        if not isinstance(meaning, Thing) or not meaning.name:
            return None
        if self._classes.scope(meaning) is not None:
            return Kind(meaning, "class")
        source = self._world.source(meaning.path)
        if source is None or "." in meaning.name:
            return None
        return self._agreed([(source, source.scope, one) for one in source.scope.bindings.get(meaning.name, ())])

    def _agreed(self, bindings: list[tuple[Source, Scope, Binding]]) -> Known:
        """The kind that all bindings of a name give it; a None that is assigned says nothing."""
        kinds: set[Known] = set()
        for source, scope, one in bindings:
            if isinstance(one.value, ast.Constant) and one.value.value is None and one.annotation is None:
                continue
            kinds.add(self._of_binding(source, scope, one))
        return kinds.pop() if len(kinds) == 1 else None

    def _of_binding(self, source: Source, scope: Scope, one: Binding) -> Known:
        if one.kind == "def":
            return self._of_member_definition(source, scope, one.node)
        if one.annotation is not None:
            if isinstance(one.node, ast.arg) and _is_starred(scope, one.node):
                return None
            return self.annotated(source, one.annotation, scope)
        if one.value is None or one.kind == "import":
            return None
        made = self.kind(source, one.value, scope)
        if one.kind == "for":
            return Kind(made.cls) if isinstance(made, Kind) and made.role == "items" else None
        if one.kind == "with":
            return made if isinstance(made, Kind) and self._enters_itself(made.cls) else None
        return made

    def _of_member_definition(self, source: Source, scope: Scope, node: ast.AST) -> Known:
        if isinstance(node, ast.ClassDef):
            return Kind(Thing(source.path, f"{scope.name}.{node.name}" if scope.name else node.name), "class")
        getter = {"property", "cached_property"} & set(decorators_of(node))
        if getter and isinstance(node, ast.FunctionDef) and node.returns is not None:
            return self.annotated(source, node.returns, scope)
        return None

    def _enters_itself(self, cls: Thing) -> bool:
        for up in self._classes.above(cls):
            entry = self._world.scope_of(Thing(up.path, f"{up.name}.__enter__"))
            if entry is not None and isinstance(entry.node, ast.FunctionDef):
                last = entry.node.body[-1]
                return isinstance(last, ast.Return) and isinstance(last.value, ast.Name) and last.value.id == "self"
        return False

    def _of_attribute(self, source: Source, node: ast.Attribute, scope: Scope) -> Known:
        meaning = self._world.resolve(source, node, scope)
        if isinstance(meaning, Thing) and "." not in meaning.name:
            return self._of_meaning(meaning)
        base = self.kind(source, node.value, scope)
        if not isinstance(base, Kind) or base.role == "items":
            return None
        for up in self._looked_through(base):
            if found := list(self._classes.bindings(up, node.attr)):
                typed = [one for one in found if one[2].annotation is not None]
                return self._agreed(typed or found)
        return None

    def _of_call(self, source: Source, node: ast.Call, scope: Scope) -> Known:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            holder = next((one for one in scope.chain() if one.kind == "class"), None)
            return Kind(Thing(source.path, holder.name), "super") if holder is not None else None
        made = self.function(source, node.func, scope)
        if made is None:
            called = self.kind(source, node.func, scope)
            if isinstance(called, Kind) and called.role == "class":
                return Kind(called.cls)
            return FOREIGN if isinstance(called, Outside) and called is not FOREIGN else None
        where, function = made
        returns = getattr(function.node, "returns", None)
        around = function.parent
        return self.annotated(where, returns, around) if returns is not None and around is not None else None

    def function(self, source: Source, node: ast.expr, scope: Scope) -> tuple[Source, Scope] | None:
        """The function or method that an expression calls, where it is one of the repository."""
        meaning = self._world.resolve(source, node, scope)
        if meaning is None and isinstance(node, ast.Attribute):
            base = self.kind(source, node.value, scope)
            if isinstance(base, Kind) and base.role != "items":
                holders = (up for up in self._looked_through(base) if self._classes.has(up, node.attr))
                holder = next(holders, None)
                meaning = Thing(holder.path, f"{holder.name}.{node.attr}") if holder is not None else None
        found = self._world.scope_of(meaning) if isinstance(meaning, Thing) and meaning.name else None
        where = self._world.source(meaning.path) if isinstance(meaning, Thing) else None
        if found is None or where is None or isinstance(found.node, ast.ClassDef):
            return None
        return where, found

    def _looked_through(self, kind: Kind) -> list[Thing]:
        """The classes in which a member is looked up, in order."""
        return self._classes.above(kind.cls)[1 if kind.role == "super" else 0 :]

    def annotated(self, source: Source, node: ast.expr, scope: Scope) -> Known:
        """The kind that an annotation gives."""
        if isinstance(node, ast.Constant):
            return self._quoted(source, node, scope)
        if isinstance(node, ast.BinOp):
            sides = [side for side in (node.left, node.right) if not _is_none(side)]
            kinds = {self.annotated(source, side, scope) for side in sides}
            return kinds.pop() if len(kinds) == 1 else None
        if isinstance(node, ast.Subscript):
            return self._subscripted(source, node, scope)
        if _last(node) == "Self":
            holder = next((one for one in scope.chain() if one.kind == "class"), None)
            return Kind(Thing(source.path, holder.name)) if holder is not None else None
        meaning = self._world.resolve(source, node, scope)
        if isinstance(meaning, Outside):
            return FOREIGN if meaning.dotted not in ("builtins.object", "typing.Any") else None
        kind = self._of_meaning(meaning)
        return Kind(kind.cls) if isinstance(kind, Kind) and kind.role == "class" else None

    def _quoted(self, source: Source, node: ast.Constant, scope: Scope) -> Known:
        if not isinstance(node.value, str):
            return None
        try:
            return self.annotated(source, ast.parse(node.value.strip(), mode="eval").body, scope)
        except SyntaxError:
            return None

    def _subscripted(self, source: Source, node: ast.Subscript, scope: Scope) -> Known:
        head = _last(node.value)
        first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
        if head in _TRANSPARENT:
            return self.annotated(source, first, scope)
        if head == "Union" and isinstance(node.slice, ast.Tuple):
            kinds = {self.annotated(source, one, scope) for one in node.slice.elts if not _is_none(one)}
            return kinds.pop() if len(kinds) == 1 else None
        inner = self.annotated(source, first, scope)
        if head in _HOLDERS:
            return Kind(inner.cls, "items") if isinstance(inner, Kind) and inner.role == "object" else None
        if head in ("type", "Type"):
            return Kind(inner.cls, "class") if isinstance(inner, Kind) else None
        return self.annotated(source, node.value, scope)


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_starred(scope: Scope, node: ast.arg) -> bool:
    arguments = getattr(scope.node, "args", None)
    return arguments is not None and node in (arguments.vararg, arguments.kwarg)
