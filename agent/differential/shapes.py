"""What values a parameter takes, as far as its annotation says it in plain types."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from agent.differential.source import Defined, Module, Outside, Sources


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of value. Values are written as Python expressions, so that they can be shown and passed on."""

    kind: str  # int, str, list, … ; either (of its parts), one (of its texts), any; unknown: any, for want of a hint
    parts: tuple["Shape", ...] = ()
    texts: tuple[str, ...] = ()  # expressions

    @property
    def known(self) -> bool:
        """Whether it says everything of the values."""
        return self.kind != "unknown" and all(part.known for part in self.parts)


ANY, UNKNOWN, NONE = Shape("any"), Shape("unknown"), Shape("one", (), ("None",))
PLAIN = ("int", "float", "bool", "str", "bytes", "complex")
_LISTS = (
    "list",
    "List",
    "Sequence",
    "Iterable",
    "Collection",
    "MutableSequence",
    "Reversible",
    "Iterator",
    "Generator",
    "deque",
)
_SETS = ("set", "Set", "frozenset", "FrozenSet", "AbstractSet", "MutableSet")
_MAPS = ("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict")
_POOLS = {
    "decimal.Decimal": ("Decimal('0')", "Decimal('1.50')", "Decimal('-2')", "Decimal('99.995')", "Decimal('1000')"),
    "fractions.Fraction": ("Fraction(1, 3)", "Fraction(0, 1)", "Fraction(-5, 2)", "Fraction(7, 1)"),
    "datetime.date": ("date(2024, 2, 29)", "date(2023, 12, 31)", "date(2024, 1, 1)", "date(1999, 7, 15)"),
    "datetime.datetime": (
        "datetime(2024, 2, 29, 12, 30)",
        "datetime(2023, 12, 31, 23, 59, 59)",
        "datetime(2024, 1, 1)",
    ),
    "datetime.time": ("time(0, 0)", "time(12, 30)", "time(23, 59, 59)"),
    "datetime.timedelta": ("timedelta(0)", "timedelta(days=1)", "timedelta(seconds=-90)", "timedelta(days=3, hours=5)"),
    "uuid.UUID": ("UUID(int=0)", "UUID(int=2**127)"),
    "pathlib.Path": ("Path('a/b.txt')", "Path('.')", "Path('/x/y.tar.gz')", "Path('c')"),
    "pathlib.PurePath": ("PurePath('a/b.txt')", "PurePath('.')", "PurePath('/x/y.tar.gz')"),
}
_POOLS["pathlib.PurePosixPath"] = _POOLS["pathlib.PurePath"]
_DEEPEST = 8


def either(shapes: Sequence[Shape]) -> Shape:
    """One of several."""
    parts = tuple(dict.fromkeys(part for one in shapes for part in (one.parts if one.kind == "either" else (one,))))
    return parts[0] if len(parts) == 1 else Shape("either", parts)


class Annotations:
    """Reads the annotations of one file."""

    def __init__(self, sources: Sources, module: Module) -> None:
        self._sources, self._module = sources, module

    def shape(self, node: ast.expr | None, depth: int = 0) -> Shape | None:
        """The shape that an annotation names; None where it is no plain one."""
        if depth > _DEEPEST:
            return None
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Constant(value=str(text)):
                return self._quoted(text, depth)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self._either((left, right), depth)
            case ast.Subscript(value=value, slice=inner):
                parts = tuple(inner.elts) if isinstance(inner, ast.Tuple) else (inner,)
                return self._generic(self._name(value), parts, depth)
            case ast.Name() | ast.Attribute():
                return self._named(node, depth)
            case _:
                return None

    def _quoted(self, text: str, depth: int) -> Shape | None:
        try:
            return self.shape(ast.parse(text.strip(), mode="eval").body, depth + 1)
        except (SyntaxError, ValueError):
            return None

    def _either(self, nodes: Sequence[ast.expr], depth: int) -> Shape | None:
        """One of those that are plain: values of the others are not tried."""
        found = [shape for node in nodes if (shape := self.shape(node, depth + 1))]
        return either(found) if any(shape != NONE for shape in found) else None

    def _name(self, node: ast.expr) -> str:
        """The last part of what a name means outside, "" where it means something else."""
        meaning = self._meaning(node)
        return meaning.name.rpartition(".")[2] if isinstance(meaning, Outside) else ""

    def _meaning(self, node: ast.expr) -> Defined | Outside | None:
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        return self._sources.meaning(self._module, (node.id, *reversed(names))) if isinstance(node, ast.Name) else None

    def _generic(self, name: str, parts: tuple[ast.expr, ...], depth: int) -> Shape | None:
        if name == "Literal":
            return Shape("one", (), tuple(ast.unparse(part) for part in parts))
        if name == "Union":
            return self._either(parts, depth)
        if name == "Optional":
            return self._either((*parts, ast.Constant(None)), depth)
        if name in ("Annotated", "Final", "Required", "NotRequired"):
            return self.shape(parts[0], depth + 1)
        if name in ("tuple", "Tuple") and len(parts) == 2 and isinstance(parts[1], ast.Constant):
            inner = self.shape(parts[0], depth + 1)
            return Shape("tuples", (inner,)) if inner else None
        kind = _kind(name)
        shapes = [shape for part in parts if (shape := self.shape(part, depth + 1))]
        if not kind or (len(shapes) < len(parts) and name not in ("Generator", "Iterator")):
            return None
        return (
            Shape(kind, tuple(shapes)) if kind == "tuple" else Shape(kind, tuple(shapes[: 2 if kind == "dict" else 1]))
        )

    def _named(self, node: ast.expr, depth: int) -> Shape | None:
        match self._meaning(node):
            case Outside(name):
                return _outside(name)
            case Defined(path, name, ()) if module := self._sources.module(path):
                meant = module.definitions[name][-1]
                return Annotations(self._sources, module)._definition(ast.unparse(node), meant, depth)
            case _:
                return None

    def _definition(self, name: str, node: ast.stmt, depth: int) -> Shape | None:
        """An enumeration, a type variable, a new type or another name for a type; `name` is how it was written."""
        match node:
            case ast.ClassDef(bases=bases, body=body) if any(self._name(base).endswith(_ENUMS) for base in bases):
                targets = [one.targets[0] for one in body if isinstance(one, ast.Assign)]
                members = [one.id for one in targets if isinstance(one, ast.Name) and not one.id.startswith("_")]
                return Shape("one", (), tuple(f"{name}.{member}" for member in members)) if members else None
            case ast.Assign(value=ast.Call(func=function, args=arguments)):
                made = self._name(function)
                if made == "TypeVar":
                    return self._either(arguments[1:], depth) if len(arguments) > 1 else ANY
                return self.shape(arguments[1], depth + 1) if made == "NewType" and len(arguments) == 2 else None
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                return self.shape(value, depth + 1)
            case _:
                return None


_ENUMS = ("Enum", "Flag")


def _outside(name: str) -> Shape | None:
    last = name.rpartition(".")[2]
    if last in PLAIN:
        return Shape(last)
    if last in ("Any", "object", "Hashable", "AnyStr"):
        return Shape("str") if last == "AnyStr" else ANY
    if last in ("Text", "LiteralString", "SupportsInt", "SupportsFloat", "Number", "Real"):
        return Shape("str") if last in ("Text", "LiteralString") else Shape("float")
    if name in _POOLS:
        return Shape("one", (), _POOLS[name])
    kind = _kind(last)
    return Shape(kind, (ANY, ANY) if kind == "dict" else (ANY,)) if kind and kind != "tuple" else None


def _kind(name: str) -> str:
    if name in ("tuple", "Tuple"):
        return "tuple"
    if name in ("frozenset", "FrozenSet"):
        return "frozenset"
    return "list" if name in _LISTS else "set" if name in _SETS else "dict" if name in _MAPS else ""
