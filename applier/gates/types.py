"""Whether one type annotation still keeps the promise of another. In doubt: nobody can tell."""

import ast
import re
from typing import Literal

from applier.gates.parameters import closing, split

#: same: spelled otherwise at most. kept: who relied on the old one can rely on the new one. unclear. broken.
Verdict = Literal["same", "kept", "unclear", "broken"]

_ALIASES = {
    **{name.capitalize(): name for name in ("list", "dict", "set", "tuple", "type")},
    **{"FrozenSet": "frozenset", "AbstractSet": "Set", "Text": "str", "NoneType": "None", "MutableSet": "Set"},
}
_ANY = frozenset({"Any", "object", "any", "unknown"})
_ITERABLE = ("Iterable", "Collection", "Sized", "Container")
#: By the head of a type, what it is a kind of.
_WIDER = {
    "list": ("Sequence", "MutableSequence", *_ITERABLE, "Reversible"),
    "tuple": ("Sequence", *_ITERABLE, "Hashable", "Reversible"),
    "str": ("Sequence", *_ITERABLE, "Hashable", "string"),
    "bytes": ("Sequence", *_ITERABLE, "Hashable", "Buffer", "ReadableBuffer"),
    "dict": ("Mapping", "MutableMapping", *_ITERABLE),
    "OrderedDict": ("dict", "Mapping", "MutableMapping", *_ITERABLE),
    "defaultdict": ("dict", "Mapping", "MutableMapping", *_ITERABLE),
    "set": ("Set", *_ITERABLE),
    "frozenset": ("Set", *_ITERABLE, "Hashable"),
    "Sequence": ("Collection", *_ITERABLE, "Reversible"),
    "Mapping": ("Collection", *_ITERABLE),
    "MutableMapping": ("Mapping", *_ITERABLE),
    "Collection": _ITERABLE,
    "Iterator": ("Iterable",),
    "Generator": ("Iterator", "Iterable"),
    "AsyncIterator": ("AsyncIterable",),
    "AsyncGenerator": ("AsyncIterator", "AsyncIterable"),
    "Coroutine": ("Awaitable",),
    "bool": ("int", "float", "complex"),
    "int": ("float", "complex"),
    "float": ("complex",),
    "Array": ("ReadonlyArray", "Iterable"),
    "Promise": ("PromiseLike",),
    "undefined": ("void",),
}
_KNOWN = frozenset(
    {
        *_WIDER,
        *(wider for row in _WIDER.values() for wider in row),
        *("None", "complex", "bytearray", "type", "string", "number", "boolean", "bigint", "symbol", "void", "null"),
        *("Map", "Record", "Callable", "Path", "Decimal", "datetime", "date", "Date", "RegExp", "Function", "Enum"),
    }
)
_HEAD = re.compile(r"[\w.]+")


def compare_types(old: str, new: str, language: str, *, given_back: bool) -> Verdict:
    """Of a result the new type has to be a kind of the old one; of a parameter the old a kind of the new."""
    olds, news = _members(old, language), _members(new, language)
    if olds == news:
        return "same"
    if given_back and olds <= {"None", "void"}:
        return "kept"  # nobody used the result
    promised, kept = (olds, news) if given_back else (news, olds)
    open_ones = [one for one in kept if not any(_is_kind_of(one, wider) for wider in promised)]
    if not open_ones:
        return "kept"
    if language != "python" and any(one.startswith("{") for one in olds ^ news):
        return "kept"  # a name may well stand for it: the compiler knows
    heads = {_head(one) for one in promised}
    apart = all(_head(one) not in heads for one in open_ones)
    return "broken" if apart and all(_head(one) in _KNOWN for one in (*olds, *news)) else "unclear"


def _is_kind_of(narrow: str, wide: str) -> bool:
    head, other = _head(narrow), _head(wide)
    if narrow == wide or other in _ANY or narrow == "never":
        return True
    is_bare = wide == other or narrow == head
    return (head == other and is_bare) or other in _WIDER.get(head, ())


def _head(member: str) -> str:
    """ "list" of "list[int]", "Array" of "string[]" and "readonly X[]", "str" of a string."""
    if member.endswith("[]"):
        return "ReadonlyArray" if member.startswith("readonly ") else "Array"
    if member[:1] in "\"'`":
        return "string"
    match = _HEAD.match(member)
    return match[0] if match is not None else member


def _members(text: str, language: str) -> frozenset[str]:
    """The types of a union."""
    if language != "python":
        return frozenset(_without_brackets(part) for part in split(text, "|") if part)
    try:
        return frozenset(_of_python(ast.parse(text, mode="eval").body))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return frozenset({text})


def _without_brackets(text: str) -> str:
    """A type without the brackets around it as a whole, which only hold it together."""
    while text.startswith("(") and closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _of_python(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return _of_python(ast.parse(text, mode="eval").body)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _of_python(left) + _of_python(right)
        case ast.Subscript(value=value, slice=inner):
            head = _of_python(value)[0]
            parts = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
            if head == "Union":
                return [one for part in parts for one in _of_python(part)]
            if head == "Optional":
                return [*_of_python(inner), "None"]
            if head == "Annotated":
                return _of_python(parts[0])
            return [f"{head}[{', '.join(' | '.join(sorted(_of_python(part))) for part in parts)}]"]
        case ast.List(elts=inner):  # the arguments of a Callable
            return [f"[{', '.join(' | '.join(sorted(_of_python(part))) for part in inner)}]"]
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return [_ALIASES.get(name, name)]
        case _:
            return [ast.unparse(node)]
