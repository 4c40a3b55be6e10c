"""Which function a call runs, and which functions stand for each other by being overridden."""

import ast
from collections.abc import Iterator

from agent.operations.names.binding import Source
from agent.operations.names.classes import Classes, decorators_of
from agent.operations.names.receivers import Kind, Receivers
from agent.operations.names.scoping import Scope
from agent.operations.names.world import Outside, Thing, World


class Calls:
    """Answers about calls, for one repository."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.classes = Classes(world)
        self.receivers = Receivers(world, self.classes)

    def relatives(self, source: Source, scope: Scope) -> list[tuple[Source, Scope]]:
        """A function with all its definitions, its stub, and all methods that override it or that it overrides."""
        holder = scope.parent.around if scope.parent is not None else None
        things = [Thing(source.path, scope.name)]
        if holder is not None and holder.kind == "class":
            method = scope.name.rpartition(".")[2]
            family = self.classes.family(Thing(source.path, holder.name), method)
            if method in ("__init__", "__new__"):
                family = (Thing(source.path, holder.name),)
            things += [Thing(one.path, f"{one.name}.{method}") for one in family]
        things += [Thing(f"{one.path}i", one.name) for one in things if f"{one.path}i" in self._world.repo.texts]
        found: dict[Scope, Source] = {}
        for thing in things:
            where = self._world.source(thing.path)
            scopes = where.scopes.values() if where is not None else ()
            found |= {one: where for one in scopes if where is not None and _defines(one, thing.name)}
        return [(where, one) for one, where in found.items()]

    def target(self, source: Source, call: ast.Call, scope: Scope) -> Scope | None:
        """The function that a call runs, or that it prepares for later; None where it is not known."""
        function = call.func
        if _last(function) in ("partial", "partialmethod") and call.args:
            function = call.args[0]
        found = self.receivers.function(source, function, scope)
        if found is not None:
            return found[1]
        made = self.receivers.kind(source, function, scope)
        if isinstance(made, Kind) and made.role == "class":
            return self._constructor(made.cls)
        return None

    def may_be(self, source: Source, call: ast.Call, scope: Scope) -> bool:
        """Whether a call whose function is not known may be one of the repository's."""
        if isinstance(self._world.resolve(source, call.func, scope), Outside):
            return False
        if isinstance(call.func, ast.Attribute):
            return self.receivers.kind(source, call.func.value, scope) is None
        return True

    def is_bound(self, source: Source, call: ast.Call, scope: Scope, target: Scope) -> bool:
        """Whether a call leaves out the first parameter, since an object or class fills it."""
        holder = target.parent.around if target.parent is not None else None
        if holder is None or holder.kind != "class" or "staticmethod" in decorators_of(target.node):
            return False
        if target.name.endswith(("__init__", "__new__")) and _last(call.func) not in ("__init__", "__new__"):
            return True
        base = call.func.value if isinstance(call.func, ast.Attribute) else None
        kind = self.receivers.kind(source, base, scope) if base is not None else None
        return not isinstance(kind, Kind) or kind.role != "class" or "classmethod" in decorators_of(target.node)

    def with_computed(self, source: Source) -> Iterator[tuple[ast.Call, Scope]]:
        """Calls that pass `**something`."""
        for node, scope in source.within.items():
            if isinstance(node, ast.Call) and any(one.arg is None for one in node.keywords):
                yield node, scope

    def _constructor(self, cls: Thing) -> Scope | None:
        for up in self.classes.above(cls):
            for name in ("__init__", "__new__"):
                found = self._world.scope_of(Thing(up.path, f"{up.name}.{name}"))
                if found is not None:
                    return found
        return None


def _defines(scope: Scope, name: str) -> bool:
    return scope.name == name and isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef)


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
