"""What became of a public definition: what it is, its decorators, its signature, its bases and its fields."""

import builtins
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from applier.facts import FileFacts, SymbolFact
from applier.gates.offers import State
from applier.gates.parameters import Parameter, Signature, read_signature, split
from applier.gates.signatures import Difference, differences
from applier.gates.types import compare_types
from applier.scope import Severity

_PROPERTIES = frozenset({"property", "cached_property", "get", "hybrid_property", "abstractproperty", "classproperty"})
_ROLES = frozenset({"setter", "deleter", "getter", "overload", "set", "register"})
_IDLE = frozenset(
    {
        *("override", "final", "no_type_check", "deprecated", "public", "declare", "typechecked", "runtime_checkable"),
        *("unique", "get", "set", "override_modifier", "beartype"),
    }
)
#: What they change is plain to see, so that one that came is as grave as one that went.
_GRAVE = frozenset(
    {
        *("staticmethod", "classmethod", "contextmanager", "asynccontextmanager", "cache", "lru_cache", "static"),
        *("abstractmethod", "abstract", "private", "protected", "dataclass", "singledispatch", "cached"),
    }
)
_CALLED_BY_NAME = frozenset({"__init__", "__new__", "__call__"})
_FIELDED = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "attributes", "s", "NamedTuple"})
#: Classes above which nothing is to be looked for.
_TOPMOST = frozenset({"object", "Generic", "Protocol", "ABC", "Enum", "IntEnum", "StrEnum", "TypedDict", "NamedTuple"})
_BARE = frozenset({"object", "Generic"})  # bases that a class does not need
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_FARTHEST = 20  # classes above one


@dataclass(frozen=True, slots=True)
class Side:
    """A definition on one side of a step; several where a name is defined more than once."""

    file: FileFacts
    symbols: tuple[SymbolFact, ...]
    text: str
    state: State

    @property
    def main(self) -> SymbolFact:
        """The definition that counts: not an overload, not a setter."""
        plain = [symbol for symbol in self.symbols if not _role(symbol)]
        return (plain or self.symbols)[-1]

    def of_role(self, role: str) -> list[SymbolFact]:
        """Its setters, its overloads."""
        return [symbol for symbol in self.symbols if _role(symbol) == role]


def compare(old: Side, new: Side, texts: Sequence[str]) -> Iterator[Difference]:
    """Every difference that those who use a definition may notice."""
    one, other = old.main, new.main
    if _several(old) or _several(new):  # of which one is chosen where it is loaded
        if Counter(map(_whole, old.symbols)) != Counter(map(_whole, new.symbols)):
            yield Difference("ask", "has other signatures now")
        return
    yield from _of_kind(one, other)
    yield from _of_decorators(one, other)
    if old.of_role("setter") and not new.of_role("setter"):
        yield Difference("refuse", "cannot be set any more")
    if _kind(one) != _kind(other):
        return
    if one.kind in ("function", "method"):
        yield from _of_function(old, new, texts)
    elif one.kind == "class":
        yield from lost_bases(old, new)
        yield from _of_fields(old, new, texts)
    elif one.signature and other.signature and old.file.language == new.file.language:
        verdict = compare_types(one.signature, other.signature, str(old.file.language), given_back=True)
        if verdict in ("unclear", "broken"):
            yield Difference("ask", f"has the type `{other.signature}` now, not `{one.signature}`")


def _several(side: Side) -> bool:
    return sum(not _role(symbol) for symbol in side.symbols) > 1


def _whole(symbol: SymbolFact) -> tuple[str, str]:
    return symbol.kind, symbol.signature


def signature_of(symbol: SymbolFact, language: str) -> Signature | None:
    """As it is called: without what a method is called on."""
    read = read_signature(symbol.signature, language)
    if read is None or language != "python" or symbol.kind != "method" or "staticmethod" in _names(symbol):
        return read
    return read.without_self()


def _role(symbol: SymbolFact) -> str:
    return (
        next((name for name in _names(symbol) if name in _ROLES), "").replace("set", "setter").replace("terter", "ter")
    )


def _names(symbol: SymbolFact) -> list[str]:
    """What its decorators are called: "lru_cache" of `@functools.lru_cache(maxsize=None)`."""
    return [decorator.partition("(")[0].strip().rpartition(".")[2] for decorator in symbol.decorators]


def _kind(symbol: SymbolFact) -> str:
    if symbol.kind in ("function", "method"):
        return "property" if not _PROPERTIES.isdisjoint(_names(symbol)) else "function"
    return "class" if symbol.kind == "class" else "value"


def _of_kind(one: SymbolFact, other: SymbolFact) -> Iterator[Difference]:
    pair = _kind(one), _kind(other)
    if pair[0] == pair[1] or pair == ("value", "function"):
        return
    words = {
        "function": "a method" if one.kind == "method" or other.kind == "method" else "a function",
        **{"property": "a property", "class": "a class", "value": "a value"},
    }
    yield Difference("ask" if "value" in pair else "refuse", f"is {words[pair[1]]} now, not {words[pair[0]]}")


def _of_decorators(one: SymbolFact, other: SymbolFact) -> Iterator[Difference]:
    olds, news = _decorators(one), _decorators(other)
    for name, arguments in olds.items():
        if name == "coroutine" and other.signature.startswith("async"):
            continue  # the same, as it is written today
        if name not in news and not (name in _PROPERTIES and _kind(other) != "property"):
            kind: Severity = "ask" if name in ("readonly", "abstract", "abstractmethod") else "refuse"
            yield Difference(
                kind, f"is not decorated with `{name}` any more" if _is_call(name) else f"is not {name} now"
            )
        elif name in news and news[name] != arguments:
            yield Difference("ask", f"is decorated with `{name}{news[name]}`, not `{name}{arguments}`")
    for name in news.keys() - olds.keys():
        if not (name in _PROPERTIES and _kind(one) != "property"):
            grave: Severity = "refuse" if name in _GRAVE else "ask"
            yield Difference(grave, f"is decorated with `{name}` now" if _is_call(name) else f"is {name} now")


def _decorators(symbol: SymbolFact) -> dict[str, str]:
    """Name and arguments, in one spelling for what means the same."""
    found: dict[str, str] = {}
    for decorator, name in zip(symbol.decorators, _names(symbol), strict=True):
        if name not in _IDLE | _ROLES:
            arguments = decorator[decorator.index("(") :] if "(" in decorator else ""
            if (name, arguments) == ("cache", ""):
                name, arguments = "lru_cache", "(maxsize=None)"
            found[name] = "" if arguments == "()" else arguments
    return found


def _is_call(name: str) -> bool:
    return name not in ("static", "abstract", "readonly", "private", "protected", "accessor")


def _of_function(old: Side, new: Side, texts: Sequence[str]) -> Iterator[Difference]:
    one, other, language = old.main, new.main, str(new.file.language)
    overloads = [sorted(symbol.signature for symbol in side.of_role("overload")) for side in (old, new)]
    if overloads[0]:  # then nobody sees the signature of the function itself
        if overloads[0] != overloads[1]:
            yield Difference("ask", "has other overloads now")
        return
    was, now = signature_of(one, str(old.file.language)), signature_of(other, language)
    if was is None or now is None:
        if one.signature != other.signature:
            yield Difference("ask", f"has the signature `{other.signature}` now, not `{one.signature}`")
        return
    if was_coroutine := "coroutine" in _names(one):
        was = replace(was, is_async=was.is_async or now.is_async)
    name = other.name.rpartition(".")[2]
    special = name.startswith("__") and name.endswith("__") and name not in _CALLED_BY_NAME
    found = [*differences(was, now, language, texts, by_name=not special)]
    if overloads[1]:  # these tell the types now, in more detail, and one of them may be what it was
        shapes = [now, *filter(None, (signature_of(each, language) for each in new.of_role("overload")))]
        bare = [
            [*differences(was.without_types(), shape.without_types(), language, texts, by_name=not special)]
            for shape in shapes
        ]
        found = [each if all(each in side for side in bare) else Difference("ask", each.words) for each in found]
    yield from found
    if one.yields != other.yields and not one.signature.startswith("async") and not was_coroutine:
        yield Difference("ask", "is a generator now" if other.yields else "is no generator any more")


def lost_bases(old: Side, new: Side) -> Iterator[Difference]:
    """Base classes that are lost, by which others catch it, check it or get its methods."""
    language = str(old.file.language)
    lost = [base for base in bases_of(old.main, language) if base not in bases_of(new.main, language)]
    if not lost:
        return
    above, whole = _ancestors(new)
    for base in lost:
        passed_on = above - {"Protocol"}  # a class that derives from a protocol is none itself
        if base in passed_on | _BARE or _is_gone(base, old, new) or (base in _ENUMS and above & _ENUMS):
            continue
        grave = whole and not base.startswith("_") and base not in _TOPMOST
        yield Difference("refuse" if grave else "ask", f"has no base class `{base}` any more")


def bases_of(symbol: SymbolFact, language: str) -> list[str]:
    """The last parts of the names of a class's bases."""
    text = symbol.signature
    if language == "python":
        inner = text[text.index("(") + 1 : -1] if text.endswith(")") else ""
        parts = [part for part in split(inner, ",") if part and not re.match(r"\w+=", part)]
    else:
        parts = split(text.partition(" extends ")[2].partition(" implements ")[0], ",") if " extends " in text else []
    return [
        part.partition("[")[0].partition("<")[0].partition("(")[0].strip().rpartition(".")[2] for part in parts if part
    ]


def _ancestors(side: Side) -> tuple[set[str], bool]:
    """Names of the classes above one, and whether these are all."""
    found: set[str] = set()
    whole = True
    waiting = [(side.file.path, side.main)]
    for path, symbol in waiting:
        for base in bases_of(symbol, str(side.file.language)):
            if base in found:
                continue
            found.add(base)
            known = getattr(builtins, base, None)
            home = side.state.home(path, base)
            if home is not None and any(above.kind != "class" for above in home[1]):
                whole = False  # another name for a class that nobody can tell
            elif home is not None and len(waiting) < _FARTHEST:
                waiting += [(home[0], above) for above in home[1]]
            elif isinstance(known, type):
                found |= {above.__name__ for above in known.__mro__}
            elif base not in _TOPMOST:
                whole = False
    return found, whole


def _is_gone(base: str, old: Side, new: Side) -> bool:
    """Whether a base is defined nowhere any more: what became of it is another question."""
    home = old.state.home(old.file.path, base)
    return home is not None and new.state.home(*(home[0], home[1][0].name)) is None


def _of_fields(old: Side, new: Side, texts: Sequence[str]) -> Iterator[Difference]:
    """Fields that a class is made from, in order, as the parameters that they are."""
    was, now = _fields(old), _fields(new)
    if was is not None and now is not None:
        yield from differences(was, now, "python", texts)


def _fields(side: Side) -> Signature | None:
    symbol = side.main
    marks = {*_names(symbol), *bases_of(symbol, "python")}
    if side.file.language != "python" or marks.isdisjoint(_FIELDED):
        return None
    if any("kw_only=True" in mark or "init=False" in mark for mark in symbol.decorators):
        return None
    inside = {each.name: each for each in side.file.symbols}
    if f"{symbol.name}.__init__" in inside:
        return None
    lines = side.text.split("\n")
    found = []
    for name, each in inside.items():
        owner, _, own = name.rpartition(".")
        if owner == symbol.name and each.kind == "attribute" and each.signature and "ClassVar" not in each.signature:
            source = " ".join(lines[each.line - 1 : max(each.end_line, each.line)])
            if "KW_ONLY" in each.signature:
                return None
            if "init=False" not in source:
                found.append(_field(own, each.signature, source))
    return Signature(tuple(found))


def _field(name: str, annotation: str, source: str) -> Parameter:
    value = source.partition("#")[0].rpartition(" = ")[2].strip() if " = " in source.partition("#")[0] else None
    is_call = value is not None and re.match(r"[\w.]+\(", value) is not None
    required = value is None or (
        is_call and "field(" in str(value) and "default" not in str(value) and "factory" not in str(value)
    )
    return Parameter(name, annotation=annotation, default=None if required or is_call else value, optional=not required)
