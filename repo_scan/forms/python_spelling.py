"""One spelling for all layouts of a Python statement, without what a step may change."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from repo_scan.forms.python_names import Names
from repo_scan.forms.python_scopes import FunctionNode, Scope
from repo_scan.forms.python_types import Types

BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")
_LAYOUT = frozenset({"ctx", "kind", "type_comment", "type_ignores", "simple"})
_ENDS, _NOTHING = "]", "-"

Part = object  # a node, a list of parts, or what is spelled as it is


@dataclass(slots=True)
class Spelling:
    """Spells the nodes of one text; what it spelled otherwise than it stood is counted."""

    names: Names
    types: Types
    only: frozenset[str]
    looked_up: dict[str, tuple[str, int]] = field(
        default_factory=dict
    )  # by what is used: the import that it comes from
    _places: dict[tuple[Scope, str], int] = field(default_factory=dict)
    _counts: dict[Scope, int] = field(default_factory=dict)

    def of(self, *nodes: Part) -> str:
        """The nodes in one line, equal for equal meanings."""
        words: list[str] = []
        stack: list[Part] = [*reversed(nodes)]
        while stack:
            part = stack.pop()
            if isinstance(part, ast.AST):
                stack.extend(reversed([*self._parts(part)]))
            elif isinstance(part, list):
                stack += [_ENDS, *reversed(part)]
                words.append("[")
            else:
                words.append(part if isinstance(part, str) else _NOTHING if part is None else repr(part))
        return " ".join(words)

    def head(self, node: ast.AST) -> str:
        """A statement without the blocks in it."""
        if isinstance(node, ast.AnnAssign) and "annotations" in self.only:
            return self.of("Assign", [node.target], node.value)
        return self.of(node)

    def token(self, name: str, scope: Scope) -> str:
        """A name by what it means: a local one by its place, where it may be called otherwise."""
        owner = scope.owner(name)
        if "local names" not in self.only or owner is None or not is_local(owner, name):
            return f"={name}"
        up, between = 0, scope
        while between is not owner and between.outer is not None:
            up, between = up + 1, between.outer
        if (owner, name) not in self._places:
            self._places[owner, name] = self._counts[owner] = self._counts.get(owner, 0) + 1
        return f"%{up}.{self._places[owner, name]}"

    def _parts(self, node: ast.AST) -> Iterator[Part]:
        match node:
            case ast.Name():
                yield self._name(node)
            case ast.Attribute():
                yield from self._attribute(node)
            case ast.Constant(value=value):
                yield constant(value)
            case ast.JoinedStr(values=values) if all(isinstance(value, ast.Constant) for value in values):
                yield constant("".join(str(value.value) for value in values))  # type: ignore[attr-defined]
            case ast.Call() if node in self.types.casts and "annotations" in self.only:
                yield node.args[1]
            case ast.arg(arg=name, annotation=annotation):
                yield f"={name}"
                yield None if "annotations" in self.only else annotation
            case ast.Assign(targets=targets, value=value):
                yield from ("Assign", targets, value)
            case ast.Delete(targets=[ast.Tuple(elts=targets)]):
                yield from ("Delete", targets)
            case ast.Global(names=words) | ast.Nonlocal(names=words):
                yield type(node).__name__
                yield [self.token(word, self.names.scopes[node]) for word in words]
            case ast.ExceptHandler(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield from self._naming(node, name)
            case ast.MatchAs(name=str(name)):
                yield from self._naming(node, name)
            case _:
                yield from self._fields(node)

    def _fields(self, node: ast.AST, without: tuple[str, ...] = ()) -> Iterator[Part]:
        yield type(node).__name__
        skipped = {*_LAYOUT, *without}
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            skipped |= {*BLOCKS}
        if isinstance(node, FunctionNode) and "annotations" in self.only:
            skipped |= {"returns", "type_params"}
        for name in node._fields:
            if name not in skipped:
                yield getattr(node, name, None)

    def _naming(self, node: ast.AST, name: str) -> Iterator[Part]:
        yield from self._fields(node, ("name", "rest"))
        yield self.token(name, self.names.scopes[node])

    def _name(self, node: ast.Name) -> str:
        target = self.names.target_of(node) if "imports" in self.only else ""
        if not target:
            return self.token(node.id, self.names.scopes[node])
        self._look_up(target, target, node)
        return f"@{target}"

    def _attribute(self, node: ast.Attribute) -> Iterator[Part]:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        target = self.names.target_of(root) if isinstance(root, ast.Name) and "imports" in self.only else ""
        if target:
            dotted = self.names.dotted(node)
            self._look_up(dotted, target, node)
            yield f"@{dotted}"
        else:
            yield from ("Attribute", node.value, f".{node.attr}")

    def _look_up(self, dotted: str, target: str, node: ast.expr) -> None:
        """Note at which part of a dotted name the look-up in a module begins."""
        modules = [name for name in self.names.modules if dotted == name or dotted.startswith(f"{name}.")]
        self.looked_up.setdefault(dotted, (max([target, *modules], key=len), node.lineno))


def is_local(owner: Scope, name: str) -> bool:
    """Whether a name belongs to one function alone, and nobody from outside can call it by its name."""
    return owner.kind in ("function", "comprehension") and owner.kinds(name) == {"store"}


def constant(value: object) -> str:
    """A literal; equal for all ways to write the same one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"int {value:#x}"
    return f"{type(value).__name__} {value!r}"
