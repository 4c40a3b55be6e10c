"""What counts as a syntax error, and what must not."""

import ast
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan import outline_texts
from tests.repo_scan.outlines import outline_of


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def f(a,\n", 1),
        ("x = 1\nif x\n    pass\n", 2),
        ("x = (1,\ny = 2\n", 1),
        ("class A:\npass\n", 2),
        ("x = 1\n    y = 2\n", 2),
        ("print 'hello'\n", 1),
        ("x = 1\nexec 'code'\n", 2),
        ("try:\n    pass\nexcept A, e:\n    pass\n", 3),
        ("x = `1`\n", 1),
        ("if a <> b: pass\n", 1),
        ("x = 0777\n", 1),
        ("raise A, 'x'\n", 1),
        ("f(a=1, 2)\n", 1),
        ("None = 1\n", 1),
        ("if x:\n\ty\n        z\n", 3),
        ("x = 'unfinished\n", 1),
        ("x = 1\ny = '''unfinished\n", 2),
        ("x = 1;; y\n", 1),
        ("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> side\n", 1),
        ("x = €\n", 1),
    ],
)
def test_invalid_text_is_a_fault_at_its_line(text: str, line: int) -> None:
    faults = outline_of(text).faults
    assert faults
    assert faults[0].line == line
    assert faults[0].message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "# only words\n",
        "x = 1",
        "x = '\\d'\n",  # a warning, no error
        "match = case = type = 1\nprint(match, case, type)\n",
        "match x:\n    case {'a': [1, *_], **rest} if rest: pass\n    case Point(x=0) | None: pass\n",
        "if (n := 10) > 5: print(f'{n=!r:>{w}}')\n",
        "try: ...\nexcept* ValueError: ...\n",
        "a[*b] = 1\ndef f(*args: *Ts): ...\n",
        "with (a as b, c as d,): pass\n",
        "@(lambda f: f)\ndef f(): ...\n",
        "async def f():\n    return [x async for x in y if await x]\n",
        "x = 1\n\x0c\ny = 2\n",
        "print >>sys.stderr, 'x'\n",
        "return 1\n",  # a matter of where it stands, which no parser judges
        # newer than the oldest Python that runs us
        "type A[T] = list[T]\n",
        "def f[T: (int, str), *P, **Q](x: T) -> T:\n    return x\nclass C[T]:\n    pass\n",
        'x = f"{d["a"]} and {f\'{e}\'}"\n',
        "x = f'{\"\\n\".join(y)}'\n",
        "x = f'''{\n  y  # why\n}'''\n",
    ],
)
def test_valid_text_has_no_fault_even_if_it_is_newer_than_this_python(text: str) -> None:
    assert outline_of(text).faults == ()


COMPILED = [
    "def f():\n    return 1\n",
    "async def f():\n    await g()\n    return [await x for x in y]\n",
    "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    return g\n",
    "for x in y:\n    break\nelse:\n    pass\n",
    "class A:\n    def f(self):\n        return __class__\n",
    "x = 1 is 1\nassert (x, 'y')\n'\\d'\n",  # warnings
    "from __future__ import annotations\nx: int = 1\n",
    "type A[T] = list[T]\ndef f[T](x: T) -> T:\n    return x\n",
    "raise SystemExit\n1 / 0\n",  # nothing is run
]


@pytest.mark.parametrize("text", COMPILED)
def test_nothing_is_forbidden_in_a_text_that_compiles(text: str) -> None:
    outline = outline_of(text)
    assert (outline.faults, outline.forbidden) == ((), ())


FORBIDDEN = [
    ("x = 1\nreturn x\n", 2, "outside function"),
    ("class A:\n    yield 1\n", 2, "outside function"),
    ("def f():\n    await g()\n", 2, "await"),
    ("def f():\n    async with g(): pass\n", 2, "async"),
    ("def f(a, a): pass\n", 1, "duplicate argument"),
    ("nonlocal x\n", 1, "nonlocal"),
    ("def f():\n    nonlocal x\n", 2, "nonlocal"),
    ("def f():\n    print(x)\n    global x\n", 3, "global"),
    ("if x:\n    break\n", 2, "outside loop"),
    ("continue\n", 1, "not properly in loop"),
    ("x = 1\nfrom __future__ import annotations\n", 2, "__future__"),
    ("def f():\n    from a import *\n", 2, "import *"),
    ("type A = int\nreturn 1\n", 2, "outside function"),  # newer syntax hides nothing
]


@pytest.mark.parametrize(("text", "line", "words"), FORBIDDEN)
def test_what_can_be_parsed_and_not_compiled_is_told_apart_from_faults(text: str, line: int, words: str) -> None:
    outline = outline_of(text)
    [fault] = outline.forbidden
    assert (outline.parsed, outline.faults, fault.line) == (True, (), line)
    assert words in fault.message


def test_newer_syntax_does_not_hide_an_error_elsewhere() -> None:
    assert outline_of("type A = int\nprint 'hello'\n").faults


def test_whatever_can_be_told_of_a_broken_file_is_told() -> None:
    outline = outline_of(
        "import os\n\ndef good():\n    return os.name\n\ndef bad(:\n    pass\n\ndef also_good(): pass\n"
    )
    assert not outline.parsed
    assert [item.module for item in outline.imports] == ["os"]
    assert {"good", "also_good"} <= {symbol.name for symbol in outline.symbols}


BEYOND_ANY_PYTHON = {
    "parentheses": "x = " + "(" * 2000 + "1" + ")" * 2000,
    "brackets": "x = " + "[" * 100_000 + "]" * 100_000,
    "open": "x = " + "[" * 100_000,
    "blocks": "".join(" " * n + "if x:\n" for n in range(150)) + " " * 150 + "pass\n",
}
BEYOND_SOME_PYTHONS = {
    "sum": "x = " + " + ".join(["1"] * 20_000),
    "attributes": "x = a" + ".b" * 20_000,
    "calls": "x = a" + "()" * 20_000,
    "signs": "x = " + "-" * 20_000 + "1",
    "lambdas": "x = " + "lambda: " * 3000 + "1",
    "elifs": "if a:\n    pass\n" + "".join(f"elif b{n}:\n    pass\n" for n in range(3000)),
}


def test_what_is_nested_too_deeply_is_a_fault_of_that_file_and_of_no_other() -> None:
    texts = {f"{name}.py": text for name, text in (BEYOND_ANY_PYTHON | BEYOND_SOME_PYTHONS).items()}
    outlines = outline_texts(texts | {"fine.py": "def f(): pass\n"})
    assert outlines.keys() == texts.keys() | {"fine.py"}
    assert all(outlines[f"{name}.py"].faults for name in BEYOND_ANY_PYTHON)
    assert outlines["fine.py"].parsed
    assert [symbol.name for symbol in outlines["fine.py"].symbols] == ["f"]


def test_long_but_shallow_text_is_fine() -> None:
    text = "x = [\n" + "    (1, 'a', {2: 3}),\n" * 10_000 + "]\n" + "y = f(1)\n" * 2000
    assert outline_of(text).parsed


def test_nul_characters_and_lone_surrogates_are_faults() -> None:
    assert outline_of("x = 1\0\ny = 2\n").faults
    assert outline_of("x = '\ud800'\n").faults


STANDARD_LIBRARY = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[::12]


@pytest.mark.parametrize("path", STANDARD_LIBRARY, ids=lambda path: path.name)
def test_real_files_have_no_fault_and_the_definitions_that_python_sees(path: Path) -> None:
    text = path.read_text("utf-8")
    outline = outline_of(text)
    seen = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert outline.faults == ()
    assert seen <= {symbol.name for symbol in outline.symbols}


PIECES = [
    "def f",
    "(",
    ")",
    ":",
    "\n",
    "    ",
    "x",
    " = ",
    "'",
    '"""',
    "#",
    "import ",
    "@",
    "class ",
    "[",
    "{",
    "}",
    "\\",
    "é",
    "f'{",
    "0",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_text_breaks_the_outline_and_faults_agree_with_python(text: str) -> None:
    outline = outline_of(text)
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return
    assert outline.faults == ()
