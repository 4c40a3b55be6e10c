"""The class that holds a function's parameters: its fields, and whether they can be what the parameters were."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.scoping import Scope
from agent.operations.names.world import Outside, World
from agent.operations.shapes import docstring_node, literal_of

_UNCHANGING = frozenset({"decimal.Decimal", "fractions.Fraction", "datetime.timedelta", "pathlib.Path"})


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter that goes into the class."""

    name: str
    annotation: ast.expr | None
    default: ast.expr | None
    by_keyword: bool


def fields_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[Field, ...]:
    """The parameters of a function, in order. Raises Refusal where they are of more kinds than two."""
    arguments = node.args
    if arguments.vararg is not None or arguments.kwarg is not None:
        raise Refusal(f"`{node.name}` takes any number of arguments")
    if arguments.posonlyargs:
        raise Refusal(f"`{node.name}` takes parameters that have no names for callers, before a `/`")
    missing: list[ast.expr | None] = [None] * (len(arguments.args) - len(arguments.defaults))
    plain = zip(arguments.args, [*missing, *arguments.defaults], strict=True)
    keyed = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found = [Field(one.arg, one.annotation, default, by_keyword=False) for one, default in plain]
    return (*found, *(Field(one.arg, one.annotation, default, by_keyword=True) for one, default in keyed))


class Holder:
    """A frozen dataclass with some of a function's parameters. Raises Refusal."""

    def __init__(self, world: World, source: Source, scope: Scope, fields: Sequence[Field], name: str) -> None:
        self._world, self._source, self._scope, self.fields, self.name = world, source, scope, fields, name
        assert isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef)
        self._node = scope.node
        self.is_annotated = self._node.returns is not None or any(
            one.annotation for one in ast.walk(self._node.args) if isinstance(one, ast.arg)
        )
        self._check()

    @property
    def is_optional(self) -> bool:
        """Whether every field has a default."""
        return all(one.default is not None for one in self.fields)

    def imports(self) -> Iterator[tuple[str, str]]:
        """What the class needs that the file has not: module and name. Raises Refusal where a name is taken."""
        wanted = [] if self._dataclasses() else [("dataclasses", "dataclass")]
        if self._blank == "Any":
            wanted.append(("typing", "Any"))
        for module, name in wanted:
            meaning = self._world.lookup(self._source.path, name)
            if name not in self._source.scope.bindings:
                yield module, name
            elif meaning != Outside(f"{module}.{name}"):
                raise Refusal(f"{self._source.path} means something else by `{name}`")

    def text(self) -> str:
        """The class, as it stands above the function."""
        decorator = f"{self._dataclasses()}dataclass"
        lines = [f"@{decorator}(frozen=True)", f"class {self.name}:"]
        if docstring_node(self._node.body) is not None:
            lines += [f'    """The parameters of `{self._node.name}`."""', ""]
        lines += [f"    {self._field(one)}" for one in self.fields]
        return "\n".join(lines) + "\n\n\n"

    @property
    def _blank(self) -> str:
        """What a field is said to be whose parameter says nothing; "" if there is none."""
        if all(one.annotation for one in self.fields):
            return ""
        return "Any" if self.is_annotated else "object"

    def _field(self, one: Field) -> str:
        annotation = self._written(one.annotation) if one.annotation is not None else self._blank
        return f"{one.name}: {annotation}" + (f" = {self._written(one.default)}" if one.default is not None else "")

    def _written(self, node: ast.expr) -> str:
        at = self._source.positions
        text = self._source.text[at.start(node) : at.end(node)]
        if "\n" in text:
            raise Refusal(f"{self._source.path}:{node.lineno} goes over more than one line")
        return text

    def _dataclasses(self) -> str:
        """How the file calls the module, with a dot, where it imports it whole; "" where it does not."""
        for name in ("dataclasses", "dc"):
            if self._world.lookup(self._source.path, name) == Outside("dataclasses"):
                return f"{name}."
        return ""

    def _check(self) -> None:
        names = {one.name for one in self.fields}
        optional = False
        for one in self.fields:
            if optional and one.default is None:
                raise Refusal(f"`{one.name}` has no default and stands behind one that has; leave one of them out")
            optional = optional or one.default is not None
            parts = [node for part in (one.annotation, one.default) if part is not None for node in ast.walk(part)]
            used = {node.id for node in parts if isinstance(node, ast.Name)}
            if optional and (same := sorted(names & used)):
                raise Refusal(f"`{same[0]}` is the name of a parameter, and of something that the parameters use")
            if one.name.startswith("__"):
                raise Refusal(f"`{one.name}` would be private to the class")
            if one.default is not None and not self._is_unchanging(one.default):
                what = ast.unparse(one.default)
                raise Refusal(f"the default `{what}` of `{one.name}` may be one that can be changed in place")

    def _is_unchanging(self, node: ast.expr) -> bool:
        if literal_of(node):
            return True
        if isinstance(node, ast.Call):
            plain = all(literal_of(one) for one in node.args) and not node.keywords
            meaning = self._world.resolve(self._source, node.func, self._source.scope)
            return plain and isinstance(meaning, Outside) and meaning.dotted in _UNCHANGING
        bindings = self._source.scope.bindings.get(node.id, ()) if isinstance(node, ast.Name) else ()
        return len(bindings) == 1 and (bindings[0].kind == "def" or bool(literal_of(bindings[0].value)))


def snake(name: str) -> str:
    """A class's name as that of a variable: "PriceRange" gives "price_range"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower().lstrip("_")
