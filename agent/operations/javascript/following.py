"""What a file takes from a module that it imports, by one of the names that the module hands out."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.operations.errors import Refusal
from agent.operations.javascript.handing import is_exports, is_handed_object
from agent.operations.javascript.scoping import Scope
from agent.operations.javascript.source import Source

_IMPORT_TYPE = re.compile(r"import\(\s*[\"']([^\"'\\]+)[\"']\s*\)")  # a name, to a grammar that does not know it
_WRAPPERS = frozenset({"parenthesized_expression", "await_expression", "non_null_expression"})
_LOADERS = ("require", "module.require")
_ACTUAL = ("jest.requireActual", "vi.importActual", "vitest.importActual", "jest.requireMock", "vi.importMock")
_MOCKS = ("jest.mock", "vi.mock", "jest.doMock", "vi.doMock", "jest.setMock", "vi.hoisted", "jest.unmock", "vi.unmock")
_LAZY = ("lazy", "React.lazy", "loadable", "dynamic", "defineAsyncComponent")


@dataclass(slots=True)
class Found:
    """Where one file uses a name of a module."""

    words: list[int] = field(default_factory=list)  # words that are the name and nothing else
    texts: list[int] = field(default_factory=list)  # strings that are
    bindings: list[tuple[Scope, int]] = field(default_factory=list)  # declarations that take it under its own name
    hands_on: bool = False  # it hands out the name, too
    doubtful: list[tuple[int, str]] = field(default_factory=list)  # lines, and why nobody can tell


class Follower:
    """Looks through one file for the uses of one name of one module."""

    def __init__(self, source: Source, is_meant: Callable[[str], bool], name: str, is_common: bool) -> None:
        self._source, self._tree, self._is_meant, self._name = source, source.tree, is_meant, name
        self._is_common = is_common  # the module is CommonJS: its default is all of it
        self.found = Found()
        self._seen: set[tuple[int, str]] = set()

    def follow(self) -> Found:
        """Everything. Raises Refusal."""
        for node, kind in enumerate(self._tree.kinds):
            if kind in ("import_statement", "export_statement") and self._means(self._tree.child(node, "source")):
                self._import(node) if kind == "import_statement" else self._export(node)
            elif kind == "import_require_clause" and self._means(self._tree.child(node, "source")):
                self._namespace(node + 1)
            elif kind == "call_expression":
                self._call(node)
            elif kind == "identifier" and (older := _IMPORT_TYPE.fullmatch(self._tree.text(node))) is not None:
                self._whole(node) if self._is_meant(older[1]) else None
        return self.found

    def _means(self, node: int | None) -> bool:
        text = self._source.string(node)
        return text is not None and self._is_meant(text)

    def _import(self, statement: int) -> None:
        for node in range(statement, self._tree.stops[statement]):
            kind = self._tree.kinds[node]
            if kind == "import_specifier":
                self._specifier(node)
            elif kind == "namespace_import":
                self._namespace(self._tree.stops[node] - 1)
            elif kind == "import_clause" and self._is_common and self._tree.kinds[node + 1] == "identifier":
                self._namespace(node + 1)

    def _specifier(self, node: int) -> None:
        name, alias = self._tree.child(node, "name"), self._tree.child(node, "alias")
        if name is None or self._tree.text(name).strip("'\"") != self._name:
            return
        if self._tree.kinds[name] == "string":
            raise Refusal(f"{self._source.path} imports `{self._name}` by a string")
        self.found.words.append(name)
        if alias is None:
            self.found.bindings.append((self._source.module, name))

    def _export(self, statement: int) -> None:
        for node in range(statement, self._tree.stops[statement]):
            kind = self._tree.kinds[node]
            if kind == "export_specifier":
                name, alias = self._tree.child(node, "name"), self._tree.child(node, "alias")
                if name is not None and self._tree.text(name) == self._name:
                    self.found.words.append(name)
                    self.found.hands_on = self.found.hands_on or alias is None
            elif kind == "namespace_export":
                line = self._tree.line(node)
                raise Refusal(f"{self._source.path} hands the module on as a whole in line {line}")
            elif kind == "*" and self._source.parent(node) == statement:
                self.found.hands_on = True

    def _call(self, node: int) -> None:
        function, arguments = self._tree.child(node, "function"), self._tree.child(node, "arguments")
        if function is None or arguments is None or self._tree.ends[function] - self._tree.starts[function] > 30:
            return
        given = self._given(arguments)
        if not given or not self._means(given[0]):
            return
        called = self._tree.text(function)
        if self._tree.kinds[function] == "import" or called in _LOADERS or called in _ACTUAL:
            self._whole(node)
        elif called in _MOCKS and len(given) > 1 and self._mentions(given[1]):
            self._doubt(node, f"a mock may stand for `{self._name}`")

    def _given(self, arguments: int) -> list[int]:
        return [
            one for one in self._tree.children(arguments) if self._tree.kinds[one] not in ("(", ",", ")", "comment")
        ]

    def _mentions(self, node: int) -> bool:
        leaves = (one for one in range(node, self._tree.stops[node]) if self._tree.is_leaf(one))
        return any(self._tree.text(one) == self._name for one in leaves)

    def _namespace(self, declared: int) -> None:
        """All uses of a name that stands for the module."""
        name = next((one for one in self._source.names if one.node == declared and one.owner is not None), None)
        if name is None or name.owner is None or (name.owner.number, name.text) in self._seen:
            return
        self._seen.add((name.owner.number, name.text))
        for use in self._source.named(name.text, name.owner):
            if not use.declares:
                self._whole(use.node)

    def _whole(self, node: int) -> None:
        """One expression that is the module."""
        tree, source = self._tree, self._source
        parent, role = source.parent(node), tree.fields[node]
        kind = source.kind(parent)
        if kind in _WRAPPERS:
            self._whole(parent)
        elif kind in ("member_expression", "nested_identifier") and role == "object":
            self._member(node, parent, tree.child(parent, "property"))
        elif kind == "nested_type_identifier" and role == "module":
            self._member(node, parent, tree.child(parent, "name"))
        elif kind == "subscript_expression" and role == "object":
            self._subscript(parent, tree.child(parent, "index"))
        elif kind == "variable_declarator" and role == "value":
            self._bound(tree.child(parent, "name"))
        elif kind == "assignment_expression" and role == "right":
            self._assigned(parent, tree.child(parent, "left"))
        elif kind == "spread_element" and is_handed_object(source, source.parent(parent)):
            self.found.hands_on = True
        elif kind == "arguments":
            self._argument(node, parent)
        elif kind == "arrow_function" and self._is_lazy(parent):
            pass
        elif kind in ("export_specifier", "export_statement"):
            raise Refusal(f"{source.path} hands the module on as a whole in line {tree.line(node)}")
        elif kind == "type_query" and source.parent_kind(parent) == "type_arguments":
            pass
        elif kind != "expression_statement":
            self._doubt(node, f"the module is used as a whole, perhaps for `{self._name}`")

    def _member(self, node: int, parent: int, member: int | None) -> None:
        text = self._tree.text(member) if member is not None else ""
        if member is not None and text == self._name:
            self.found.words.append(member)
        elif text == "default" and self._is_common:
            self._whole(parent)
        elif text == "then" and self._source.parent_kind(parent) == "call_expression":
            self._then(self._source.parent(parent))

    def _then(self, call: int) -> None:
        """`import("x").then(({ a }) => …)`."""
        arguments = self._tree.child(call, "arguments")
        first = arguments + 2 if arguments is not None and not self._tree.is_leaf(arguments) else -1
        target: int | None = None
        if self._source.kind(first) in ("arrow_function", "function_expression"):
            parameters, target = self._tree.child(first, "parameters"), self._tree.child(first, "parameter")
            given = self._given(parameters) if parameters is not None else []
            if parameters is not None and not given:
                return
            target = (self._tree.child(given[0], "pattern") or given[0]) if given else target
        if target is None:
            self._doubt(call, f"the module is used as a whole, perhaps for `{self._name}`")
        self._bound(target)

    def _subscript(self, parent: int, index: int | None) -> None:
        text = self._source.string(index)
        if index is not None and text == self._name:
            self.found.texts.append(index)
        elif text is None:
            self._doubt(parent, f"what is taken from the module may be `{self._name}`")

    def _bound(self, target: int | None) -> None:
        if self._source.kind(-1 if target is None else target) == "identifier" and target is not None:
            self._namespace(target)
        elif target is not None and self._tree.kinds[target] == "object_pattern":
            self._pattern(target)
        elif target is not None:
            self._doubt(target, f"the module is used as a whole, perhaps for `{self._name}`")

    def _assigned(self, assignment: int, left: int | None) -> None:
        if is_exports(self._source, left):
            self.found.hands_on = True
        elif left is not None and self._tree.kinds[left] == "object_pattern":
            self._pattern(left)
        else:
            self._doubt(assignment, f"the module is used as a whole, perhaps for `{self._name}`")

    def _pattern(self, pattern: int) -> None:
        """`const { a, b: c, ...rest } = module`."""
        for child in self._tree.children(pattern):
            inner = self._tree.child(child, "left") if self._tree.kinds[child] == "object_assignment_pattern" else child
            kind = self._source.kind(inner) if inner is not None else ""
            if inner is not None and kind == "shorthand_property_identifier_pattern":
                self._shorthand(inner)
            elif kind == "pair_pattern":
                key = self._tree.child(child, "key")
                if key is not None and self._tree.text(key) == self._name:
                    self.found.words.append(key)
            elif kind == "rest_pattern":
                self._doubt(child, f"the rest of the module may hold `{self._name}`")

    def _shorthand(self, node: int) -> None:
        if self._tree.text(node) != self._name:
            return
        name = next(one for one in self._source.names if one.node == node)
        if not name.declares or name.owner is None:
            line = self._tree.line(node)
            raise Refusal(f"{self._source.path} assigns `{self._name}` to a variable of its own in line {line}")
        self.found.bindings.append((name.owner, node))

    def _argument(self, node: int, arguments: int) -> None:
        """`jest.spyOn(module, "a")` names it; other calls may do anything."""
        given = self._given(arguments)
        after = given[given.index(node) + 1 :]
        if after and self._source.string(after[0]) is not None:
            if self._source.string(after[0]) == self._name:
                self.found.texts.append(after[0])
        else:
            self._doubt(node, f"the module is handed to a call, perhaps for `{self._name}`")

    def _is_lazy(self, function: int) -> bool:
        call = self._source.parent(self._source.parent(function))
        called = self._tree.child(call, "function") if self._source.kind(call) == "call_expression" else None
        return called is not None and self._tree.text(called) in _LAZY

    def _doubt(self, node: int, reason: str) -> None:
        self.found.doubtful.append((self._tree.line(node), reason))
