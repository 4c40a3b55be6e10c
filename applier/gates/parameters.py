"""Parameters, read from a signature that is spelled the same for every layout: "async (a, *, b: int = 2) -> str"."""

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, cast

from applier.facts import UseFact

#: positional: by position alone. either: or by name. rest: `*args`. keyword: by name alone. options: `**kw`.
ParameterKind = Literal["positional", "either", "rest", "keyword", "options"]

_OPEN, _CLOSE, _QUOTES = "([{", ")]}", "\"'`"
_LEAD = re.compile(r"(async )?(\*)?")
_THIS = re.compile(r"this\s*(:|$)")
_MODIFIERS = re.compile(r"(?:@[\w.]+(?:\([^()]*\))?\s+|public |private |protected |readonly |override )*")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter."""

    name: str
    kind: ParameterKind = "either"
    annotation: str = ""
    default: str | None = None
    optional: bool = False  # has a default, or may be left out

    @property
    def is_counted(self) -> bool:
        """Whether it takes one argument, by position."""
        return self.kind in ("positional", "either")


@dataclass(frozen=True, slots=True)
class Signature:
    """What is to be given to a function, and what it gives back."""

    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    is_async: bool = False
    is_generator: bool = False

    @property
    def counted(self) -> tuple[Parameter, ...]:
        """Parameters that take one argument each, by position, in order."""
        return tuple(each for each in self.parameters if each.is_counted)

    def has(self, kind: ParameterKind) -> bool:
        """Whether there is a parameter of a kind."""
        return any(each.kind == kind for each in self.parameters)

    def without_self(self) -> "Signature":
        """As it is called on an instance, or on the class."""
        first = self.parameters[:1]
        return replace(self, parameters=self.parameters[1:]) if first and first[0].is_counted else self

    def without_types(self) -> "Signature":
        """What is left of it when the program runs."""
        bare = tuple(replace(each, annotation="") for each in self.parameters)
        return replace(self, parameters=bare, returns="")

    def misfit(self, call: UseFact, by_name: bool) -> str:
        """Why a call does not fit, in words; "" if it does or that cannot be told."""
        if call.more or call.positional < 0:
            return ""
        counted = self.counted
        if call.positional > len(counted) and not self.has("rest"):
            return f"gives {call.positional} arguments by position, where {len(counted)} are taken"
        names = {each.name for each in self.parameters if each.kind in ("either", "keyword")}
        strange = [name for name in call.keywords if name not in names]
        if strange and by_name and not self.has("options"):
            return f"gives `{strange[0]}`, which is no parameter"
        given = {each.name for each in counted[: call.positional]} | set(call.keywords)
        lacking = [
            each.name
            for each in self.parameters
            if not each.optional and each.name not in given and (each.is_counted or each.kind == "keyword")
        ]
        return f"does not give `{lacking[0]}`" if lacking else ""


def read_signature(text: str, language: str) -> Signature | None:
    """The parts of a signature; None where it cannot be understood."""
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead is not None else text
    if rest.startswith(("[", "<")):
        rest = rest[closing(rest) + 1 :]
    end = closing(rest) if rest.startswith("(") else 0
    if not end or lead is None:
        return None
    parameters = _of_python(rest[1:end]) if language == "python" else tuple(_of_script(rest[1:end]))
    returns = rest[end + 1 :].strip().removeprefix("->").removeprefix(":").strip()
    return Signature(parameters, returns, bool(lead[1]), bool(lead[2])) if parameters is not None else None


def _depths(text: str) -> Iterator[tuple[int, str, int]]:
    """Every sign outside of strings, with the depth of brackets that it stands in; a bracket is inside of itself."""
    depth, index = 0, 0
    while index < len(text):
        sign = text[index]
        if sign in _QUOTES:
            index = _after_string(text, index)
            continue
        # Comparisons and arrows have blanks beside them, brackets of types have none.
        depth += sign in _OPEN or (sign == "<" and text[index + 1 : index + 2] not in (" ", "="))
        yield index, sign, depth
        depth -= sign in _CLOSE or (sign == ">" and text[index - 1 : index] not in (" ", "=", "-"))
        index += 1


def _after_string(text: str, start: int) -> int:
    quote = text[start : start + 3] if text.startswith(text[start] * 3, start) else text[start]
    index = start + len(quote)
    while index < len(text) and not text.startswith(quote, index):
        index += 2 if text[index] == "\\" else 1
    return index + len(quote)


def closing(text: str) -> int:
    """Where the bracket closes that a text begins with; 0 if it does not."""
    ends = (index for index, sign, depth in _depths(text) if depth == 1 and index and sign in _CLOSE + ">")
    return next((index for index in ends if text[index - 1 : index + 1] not in ("=>", "->", " >")), 0)


def split(text: str, sign: str, most: int = -1) -> list[str]:
    """The parts between signs that stand in no brackets and no string; at most so many cuts."""
    cuts = [index for index, found, depth in _depths(text) if depth == 0 and found == sign]
    cuts = cuts if most < 0 else cuts[:most]
    parts = [text[start + 1 : end] for start, end in zip([-1, *cuts], [*cuts, len(text)], strict=True)]
    return [part.strip() for part in parts]


def _of_python(inner: str) -> tuple[Parameter, ...] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in strings that are none
            function = ast.parse(f"def f({inner}): pass").body[0]
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    counted = [*((one, "positional") for one in given.posonlyargs), *((one, "either") for one in given.args)]
    defaults = [*[None] * (len(counted) - len(given.defaults)), *given.defaults]
    found = [_parameter(one, kind, default) for (one, kind), default in zip(counted, defaults, strict=True)]
    found += [_parameter(given.vararg, "rest", None)] if given.vararg is not None else []
    found += [_parameter(one, "keyword", value) for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    found += [_parameter(given.kwarg, "options", None)] if given.kwarg is not None else []
    return tuple(found)


def _parameter(one: ast.arg, kind: str, default: ast.expr | None) -> Parameter:
    return Parameter(
        name=one.arg,
        kind=cast(ParameterKind, kind),
        annotation=ast.unparse(one.annotation) if one.annotation is not None else "",
        default=ast.unparse(default) if default is not None else None,
        optional=default is not None or kind in ("rest", "options"),
    )


def _of_script(inner: str) -> Iterator[Parameter]:
    for part in split(inner, ","):
        lead = _MODIFIERS.match(part)
        plain = part[lead.end() :] if lead is not None else part
        if plain and not _THIS.match(plain):
            yield _script_parameter(plain)


def _script_parameter(part: str) -> Parameter:
    is_rest = part.startswith("...")
    head, *default = _at_equals(part.removeprefix("..."))
    name, *annotation = split(head, ":", 1)
    return Parameter(
        name=name.removesuffix("?").strip(),
        kind="rest" if is_rest else "positional",
        annotation=annotation[0] if annotation else "",
        default=default[0] if default else None,
        optional=is_rest or bool(default) or name.endswith("?"),
    )


def _at_equals(text: str) -> list[str]:
    """What stands before and behind the first `=` that is neither a part of a longer sign nor in brackets."""
    for index, sign, depth in _depths(text):
        if depth == 0 and sign == "=" and text[index - 1] == " " and text[index + 1 : index + 2] == " ":
            return [text[:index].strip(), text[index + 1 :].strip()]
    return [text]
