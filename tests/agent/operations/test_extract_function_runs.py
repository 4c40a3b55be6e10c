"""extract-function on random functions: what it does not refuse computes and does the same as before."""

import ast
from contextlib import nullcontext, suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.agent.operations.cases import operate

_NAMES = st.sampled_from(["a", "b", "c", "d"])


@st.composite
def expressions(draw: DrawFn, depth: int = 2) -> str:
    """Something that reads names, may set one, may fail, and says that it was looked at."""
    plain = st.one_of(_NAMES, st.sampled_from(["0", "1", "2"]))
    if depth == 0:
        return draw(plain)
    part = expressions(depth - 1)
    return draw(
        st.one_of(
            plain,
            st.builds("say({})".format, part),
            st.builds("say({} + {})".format, part, part),
            st.builds("({} and {})".format, part, part),
            st.builds("({} if {} else {})".format, part, part, part),
            st.builds("({} := {})".format, _NAMES, part),
            st.builds("len([{0} for {1} in range(2)])".format, part, _NAMES),
            st.builds("sum({0} for {1} in [1, 2] if {2})".format, _NAMES, _NAMES, _NAMES),
            st.builds("fail({})".format, part),
        )
    )


@st.composite
def statements(draw: DrawFn, depth: int, loop: bool) -> list[str]:
    """One statement as lines."""
    name, value, other = draw(_NAMES), draw(expressions()), draw(expressions(depth=1))
    choices = ["set", "add", "say", "two", "keep", "call", "del", "return", "raise", "def"]
    choices += ["set", "add", "say"] * 2 + (["break", "continue"] if loop else [])
    choices += ["if", "for", "while", "with", "null", "try", "final", "match", "else"] * 2 if depth else []
    match draw(st.sampled_from(choices)):
        case "set":
            return [f"{name} = {value}"]
        case "two":
            return [f"{name}, {draw(_NAMES)} = {value}, {other}"]
        case "add":
            return [f"{name} += {value}"]
        case "say":
            return [f"say({value})"]
        case "keep":
            return [f"later.append(lambda: {name})"]
        case "call":
            return ["say([one() for one in list(later)])"]
        case "del":
            return [f"del {name}"]
        case "def":
            declared = draw(st.sampled_from(["pass", f"nonlocal {name}"]))
            return ["def inner():", f"    {declared}", f"    {name} = 5", f"    return {name}", "later.append(inner)"]
        case "return":
            return [f"return {value}"]
        case "raise":
            return [f"raise ValueError({other})"]
        case "break" | "continue" as word:
            return [word]
        case "if":
            return [f"if {value}:", *draw(blocks(depth - 1, loop))]
        case "else":
            return [f"if {other}:", *draw(blocks(depth - 1, loop)), "else:", *draw(blocks(depth - 1, loop))]
        case "for":
            orelse = ["else:", *draw(blocks(depth - 1, loop))] if draw(st.booleans()) else []
            return [f"for {name} in range(2):", *draw(blocks(depth - 1, True)), *orelse]
        case "while":
            test = draw(st.sampled_from([f"next(fuel) and {value}", "True"]))
            return [f"while {test}:", "    if not next(fuel):", "        break", *draw(blocks(depth - 1, True))]
        case "with":
            return ["with suppress(ValueError):", *draw(blocks(depth - 1, loop))]
        case "null":
            return [f"with nullcontext({value}) as {name}:", *draw(blocks(depth - 1, loop))]
        case "try":
            orelse = ["else:", *draw(blocks(depth - 1, loop))] if draw(st.booleans()) else []
            handler = [f"except ValueError as {name}:", f"    {name} = 7" if draw(st.booleans()) else "    say(0)"]
            return ["try:", *draw(blocks(depth - 1, loop)), *handler, *draw(blocks(depth - 1, loop)), *orelse]
        case "final":
            return ["try:", *draw(blocks(depth - 1, loop)), "finally:", *draw(blocks(depth - 1, False))]
        case _:
            cases = ["    case 1:", *_deeper(draw(blocks(depth - 1, loop))), f"    case {name}:"]
            return [f"match {value}:", *cases, *_deeper(draw(blocks(depth - 1, loop)))]


@st.composite
def blocks(draw: DrawFn, depth: int, loop: bool) -> list[str]:
    """A body, indented."""
    found = draw(st.lists(statements(depth, loop), min_size=1, max_size=3))
    return _deeper([line for one in found for line in one])


def _deeper(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


@st.composite
def functions(draw: DrawFn) -> str:
    """A function of two parameters that ends by telling what it knows."""
    found = draw(st.lists(statements(3, False), min_size=2, max_size=6))
    body = [line for one in found for line in one]
    ending = draw(st.sampled_from(["return a, b", "return a", "say(c)", "return [one() for one in later]"]))
    head = draw(st.sampled_from(["def work(a, b):", "def work(a, b, c=3):"]))
    return "\n".join([head, "    later = []", *_deeper(body), f"    {ending}", ""])


class Halt(BaseException):
    """The function says too much: it may never end."""


def _run(text: str, a: object, b: object) -> tuple[object, list[object]]:
    """What the function comes to, and what it said on the way."""
    said: list[object] = []
    budget = iter([True] * 12 + [False] * 40)

    def say(value: Any = 0) -> Any:
        said.append(repr(value).split(" at ")[0])
        if len(said) > 400:
            raise Halt
        return value

    def fail(value: Any = 0) -> Any:
        if value:
            raise ValueError(value)
        return value

    names = {"say": say, "fail": fail, "suppress": suppress, "nullcontext": nullcontext, "fuel": budget}
    exec(compile(text, "work.py", "exec"), names)
    try:
        end: object = repr(names["work"](a, b)).split(" at ")[0]  # type: ignore[operator]
    except (ValueError, NameError, TypeError, StopIteration, RuntimeError, Halt) as error:
        end = (type(error).__name__, str(error).replace("extracted", "work"))
    return end, said


def _ranges(text: str) -> list[tuple[int, int]]:
    """Whole statements of every block of the function, as lines."""
    found = []
    for node in ast.walk(ast.parse(text).body[0]):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                spans = [(one.lineno, one.end_lineno) for one in block]
                found += [(spans[i][0], spans[j][1]) for i in range(len(spans)) for j in range(i, len(spans))]
    return found


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(functions(), st.data())
def test_an_extracted_function_does_what_its_lines_did(text: str, data: st.DataObject) -> None:
    try:
        compile(text, "work.py", "exec")
    except SyntaxError:  # a nonlocal name that the function never binds
        return
    first, last = data.draw(st.sampled_from(_ranges(text)))
    request = {"op": "extract-function", "lines": f"work.py:{first}-{last}", "name": "extracted"}
    change, after = operate({"work.py": text}, request)
    if change.refused:
        return
    for a, b in ((0, 1), (1, 0), (2, 2)):
        assert _run(text, a, b) == _run(after["work.py"], a, b)
