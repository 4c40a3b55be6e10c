"""What a module-level name stands for, so that two modules can be compared; and when two functions do the same."""

import builtins
from collections.abc import Iterator

from agent.operations.facts import Binding, Function
from agent.operations.repository import Repository
from repo_scan import Import

#: What a name stands for: a kind, and what tells two of that kind apart.
Meaning = tuple[str, str]


class Meanings:
    """Compares names and functions of one repository's modules."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo

    def difference(self, one: str, function: Function, other: str, twin: Function) -> str:
        """Why `twin` in `other` does not do what `function` in `one` does; "" if it does the same."""
        return next(self._differences(one, function, other, twin, frozenset()), "")

    def _differences(
        self, one: str, function: Function, other: str, twin: Function, assumed: frozenset[tuple[str, str]]
    ) -> Iterator[str]:
        if function.shape != twin.shape:
            yield "its code is not the same"
            return
        assumed |= {(function.name, twin.name)}
        if function.relative and one.rpartition("/")[0] != other.rpartition("/")[0]:
            yield "it imports something relative to its own package"
        yield from self._futures_differ(one, function, other)
        types = self._lazy(one) and self._lazy(other)
        for name in dict.fromkeys((*function.body_names, *twin.body_names)):
            yield from self._name_differs(one, other, name, assumed, types=False)
        for name in dict.fromkeys((*function.header_names, *twin.header_names)):
            yield from self._name_differs(one, other, name, assumed, types=types)

    def _futures_differ(self, one: str, function: Function, other: str) -> Iterator[str]:
        ours, theirs = self._futures(one), self._futures(other)
        if not function.annotated:
            ours, theirs = ours - {"annotations"}, theirs - {"annotations"}
        if ours != theirs:
            yield "the two files differ in their `from __future__` imports"

    def _name_differs(
        self, one: str, other: str, name: str, assumed: frozenset[tuple[str, str]], *, types: bool
    ) -> Iterator[str]:
        ours, theirs = self.meaning(one, name, types=types), self.meaning(other, name, types=types)
        if ours is None or theirs is None:
            where = one if ours is None else other
            yield f"`{name}` in {where} is state, or is not bound once and for all"
        elif ours != theirs and (name, name) not in assumed:
            mine, twin = self._function(one, name), self._function(other, name)
            if mine is None or twin is None or mine.obstacles or twin.obstacles:
                yield f"`{name}` is not the same in {one} and {other}"
            else:
                for why in self._differences(one, mine, other, twin, assumed):
                    yield f"it uses `{name}`, and that differs: {why}"

    def meaning(self, path: str, name: str, *, types: bool = False) -> Meaning | None:
        """What a name stands for whenever code of the module runs; None if that cannot be told.

        `types`: it is only read by type checkers, so imports under TYPE_CHECKING count.
        """
        facts = self._repo.facts(path)
        bound = facts.bound(name) if facts is not None else ()
        if facts is None or any(binding.member == "*" for binding in facts.bindings):
            return None
        if not bound:
            return ("built in", name) if hasattr(builtins, name) else None
        if len(bound) > 1:
            return self._modules(path, bound)
        only = bound[0]
        if not only.plain and not (types and only.type_only):
            return None
        match only.kind:
            case "import":
                return self._imported(path, only)
            case "constant":
                return "constant", only.literal
            case "function" | "class":
                return "member", f"{path} {name}"
        return None

    def _modules(self, path: str, bound: tuple[Binding, ...]) -> Meaning | None:
        """`import os` and `import os.path` bind the same name to the same thing."""
        whole = all(one.kind == "import" and one.member is None and one.alias is None and one.plain for one in bound)
        return ("modules", " ".join(sorted({one.module for one in bound}))) if whole else None

    def _imported(self, path: str, binding: Binding) -> Meaning | None:
        item = Import(binding.module, binding.member, binding.alias, binding.line)
        target = self._repo.map.resolve(path, item)
        if target is None:
            outside = self._repo.is_outside(path, binding.module)
            if outside and binding.member is None and binding.alias is None:
                return "modules", binding.module
            return ("outside", binding.dotted) if outside else None
        if binding.member is None and binding.alias is None and "." in binding.module:
            return "modules", f"{binding.module} {target}"
        if binding.member is None or target != self._repo.map.find(path, binding.module):
            return "module", target
        return ("member", f"{target} {binding.member}") if self._is_settled(target, binding.member) else None

    def _is_settled(self, path: str, name: str) -> bool:
        """Whether a name of a module stays what it is once the module is loaded, so that all importers get the same."""
        facts = self._repo.facts(path)
        bound = facts.bound(name) if facts is not None else ()
        return bool(bound) and all(binding.line for binding in bound)

    def _function(self, path: str, name: str) -> Function | None:
        """The function a name stands for, if the module defines it once and for all."""
        facts = self._repo.facts(path)
        bound = facts.bound(name) if facts is not None else ()
        known = len(bound) == 1 and bound[0].kind == "function" and bound[0].plain
        return facts.function(name) if facts is not None and known else None

    def _futures(self, path: str) -> frozenset[str]:
        facts = self._repo.facts(path)
        return frozenset(facts.futures if facts is not None else ())

    def _lazy(self, path: str) -> bool:
        return "annotations" in self._futures(path)
