"""Classes of a repository: who derives from whom, and who shares a member with whom."""

import ast
import builtins
from collections.abc import Iterator

from agent.operations.names.binding import Source
from agent.operations.names.scoping import Binding, Scope
from agent.operations.names.world import Meaning, Outside, Thing, World

#: Bases from outside that have no members of their own which a repository's classes might share by chance.
_PLAIN = frozenset(
    {
        "abc.ABC",
        "builtins.object",
        "builtins.type",
        "enum.Enum",
        "enum.IntEnum",
        "enum.StrEnum",
        "enum.Flag",
        "enum.IntFlag",
        "typing.Generic",
        "typing.NamedTuple",
        "typing.Protocol",
        "typing_extensions.Protocol",
        "typing_extensions.NamedTuple",
    }
)
_ENUMS = frozenset({"name", "value", "auto"})


class Classes:
    """Answers about classes, for one repository."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._below: dict[Thing, tuple[Thing, ...]] = {}

    def scope(self, one: Thing) -> Scope | None:
        """The body of a class; None if the thing is no class."""
        scope = self._world.scope_of(one)
        return scope if scope is not None and isinstance(scope.node, ast.ClassDef) else None

    def bases(self, one: Thing) -> list[Meaning]:
        """What a class derives from."""
        scope, source = self.scope(one), self._world.source(one.path)
        if scope is None or source is None or scope.parent is None:
            return [None]
        node = scope.node
        assert isinstance(node, ast.ClassDef)
        heads = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        return [self._world.resolve(source, head, scope.parent) for head in heads]

    def above(self, one: Thing) -> list[Thing]:
        """A class and all of the repository that it derives from, itself first."""
        found = [one]
        for each in found:
            found += [base for base in self.bases(each) if isinstance(base, Thing) and base not in found]
        return found

    def below(self, one: Thing) -> tuple[Thing, ...]:
        """A class and all of the repository that derive from it, itself first."""
        if one not in self._below:
            found = [one]
            for each in found:
                found += [sub for sub in self._children(each) if sub not in found]
            self._below[one] = tuple(found)
        return self._below[one]

    def family(self, one: Thing, name: str) -> tuple[Thing, ...]:
        """Every class whose member of this name might be that of `one`: all below the highest that have it."""
        found: dict[Thing, None] = {}
        waiting = [one]
        while waiting:
            each = waiting.pop()
            if each in found:
                continue
            found[each] = None
            holders = [up for up in self.above(each) if up not in found and self.has(up, name)]
            waiting += holders
            if self.has(each, name) or each == one:
                waiting += [down for down in self.below(each) if down not in found]
        return tuple(found)

    def has(self, one: Thing, name: str) -> bool:
        """Whether a class gives itself or its objects a member of this name."""
        return next(self.bindings(one, name), None) is not None

    def bindings(self, one: Thing, name: str) -> Iterator[tuple[Source, Scope, Binding]]:
        """Where a class gives itself or its objects a member, with the namespace to look things up in."""
        scope, source = self.scope(one), self._world.source(one.path)
        if scope is None or source is None:
            return
        yield from ((source, scope, binding) for binding in scope.bindings.get(name, ()))
        for word in source.words.get(name, ()):
            node = word.node
            if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
                continue
            if class_of_self(node.value, word.scope) is scope:
                yield source, word.scope, _assigned(source, node)

    def stranger(self, one: Thing, name: str) -> str:
        """A base from outside that might know a member of this name, in words; "" if there is none."""
        for up in self.above(one):
            for base in self.bases(up):
                if base is None:
                    return f"{up} derives from something that cannot be followed"
                if isinstance(base, Outside) and _may_have(base.dotted, name):
                    return f"{up} derives from `{base.dotted.removeprefix('builtins.')}`, which may use `{name}` itself"
        return ""

    def _children(self, one: Thing) -> Iterator[Thing]:
        simple = one.name.rpartition(".")[2]
        for source in self._world.holding(simple):
            for node, scope in source.scopes.items():
                if isinstance(node, ast.ClassDef) and node.bases:
                    thing = Thing(source.path, scope.name)
                    if thing != one and one in self.bases(thing):
                        yield thing


def class_of_self(node: ast.expr, scope: Scope) -> Scope | None:
    """The class whose object (or which itself) a name stands for by being a method's first parameter."""
    if not isinstance(node, ast.Name):
        return None
    owner = scope.owner(node.id)
    if owner is None or not isinstance(owner.node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    parameters = [*owner.node.args.posonlyargs, *owner.node.args.args]
    around = owner.parent.around if owner.parent is not None else None
    if around is None or around.kind != "class" or not parameters or parameters[0].arg != node.id:
        return None
    plain = len(owner.bindings[node.id]) == 1 and "staticmethod" not in decorators_of(owner.node)
    return around if plain else None


def decorators_of(node: ast.AST) -> list[str]:
    """The last names of a definition's decorators."""
    found = []
    for one in getattr(node, "decorator_list", ()):
        head = one.func if isinstance(one, ast.Call) else one
        found.append(head.attr if isinstance(head, ast.Attribute) else getattr(head, "id", ""))
    return found


def _assigned(source: Source, node: ast.Attribute) -> Binding:
    parent = source.parents.get(node)
    annotation = parent.annotation if isinstance(parent, ast.AnnAssign) else None
    value = parent.value if isinstance(parent, ast.Assign | ast.AnnAssign) else None
    return Binding(node, parent if isinstance(parent, ast.stmt) else None, annotation, value)


def _may_have(dotted: str, name: str) -> bool:
    if dotted in _PLAIN:
        return dotted.startswith("enum.") and name in _ENUMS
    known = getattr(builtins, dotted.removeprefix("builtins."), None) if dotted.startswith("builtins.") else None
    return not isinstance(known, type) or hasattr(known, name)
