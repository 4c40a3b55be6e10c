"""extract-function: what is taken along and handed back, in the layout that there is, and what is refused."""

import re

import pytest

from agent.operations.registry import check_request
from tests.agent.operations.cases import operate

#: name, text before in which `>` marks the lines (and is taken away), text after.
EXTRACTED: list[tuple[str, str, str]] = [
    (
        "names in and out",
        "def f(a, b):\n    x = a + 1\n>    y = x * b\n>    z = y - a\n    return y, z\n",
        "def f(a, b):\n    x = a + 1\n    y, z = new(a, b, x)\n    return y, z\n\n\n"
        "def new(a, b, x):\n    y = x * b\n    z = y - a\n    return y, z\n",
    ),
    (
        "nothing in, nothing out",
        "def f():\n>    print(1)\n>    print(2)\n    return 3\n",
        "def f():\n    new()\n    return 3\n\n\ndef new():\n    print(1)\n    print(2)\n",
    ),
    (
        "comments and odd spacing",
        "def f( a ):\n>    # about x\n>    x=( a,\n>  1 )   # odd\n>\n>    print( x ) ;  print(a)\n    return a\n",
        "def f( a ):\n    # about x\n    new(a)\n    return a\n\n\n"
        "def new(a):\n    x=( a,\n  1 )   # odd\n\n    print( x ) ;  print(a)\n",
    ),
    (
        "comments between statements",
        "def f(a):\n>    x = a\n>    # and then\n>    print(x)\n    return a\n",
        "def f(a):\n    new(a)\n    return a\n\n\ndef new(a):\n    x = a\n    # and then\n    print(x)\n",
    ),
    (
        "annotations",
        "def f(a: int, *more: str, b: 'list[int]' = []) -> bool:\n>    if a:\n>        return bool(b)\n"
        ">    return bool(more)\n",
        "def f(a: int, *more: str, b: 'list[int]' = []) -> bool:\n    return new(a, more, b)\n\n\n"
        "def new(a: int, more, b: 'list[int]') -> bool:\n    if a:\n        return bool(b)\n    return bool(more)\n",
    ),
    (
        "no result of an annotated function",
        "def f(a: int) -> int:\n>    print(a)\n    return a\n",
        "def f(a: int) -> int:\n    new(a)\n    return a\n\n\ndef new(a: int) -> None:\n    print(a)\n",
    ),
    (
        "a parameter that was set again loses its annotation",
        "def f(a: int):\n    a = str(a)\n>    print(a)\n    return a\n",
        "def f(a: int):\n    a = str(a)\n    new(a)\n    return a\n\n\ndef new(a):\n    print(a)\n",
    ),
    (
        "a loop that adds up",
        "def f(rows):\n    total = 0\n    for row in rows:\n>        total += row\n    return total\n",
        "def f(rows):\n    total = 0\n    for row in rows:\n        total = new(total, row)\n    return total\n\n\n"
        "def new(total, row):\n    total += row\n    return total\n",
    ),
    (
        "what the next turn of a loop reads",
        "def f(rows):\n    last = None\n    for row in rows:\n        print(last)\n>        last = row\n",
        "def f(rows):\n    last = None\n    for row in rows:\n        print(last)\n        last = new(row)\n\n\n"
        "def new(row):\n    last = row\n    return last\n",
    ),
    (
        "a whole loop with a break of its own",
        "def f(rows):\n>    for row in rows:\n>        if row:\n>            break\n    return rows\n",
        "def f(rows):\n    new(rows)\n    return rows\n\n\ndef new(rows):\n    for row in rows:\n        if row:\n"
        "            break\n",
    ),
    (
        "a string of several lines stays byte for byte",
        'def f(a):\n    if a:\n>        print("""one\n>   two\n>""", a)\n    return a\n',
        'def f(a):\n    if a:\n        new(a)\n    return a\n\n\ndef new(a):\n    print("""one\n   two\n""", a)\n',
    ),
    (
        "tabs",
        "def f(a):\n\tif a:\n>\t\tprint(a)\n\treturn a\n",
        "def f(a):\n\tif a:\n\t\tnew(a)\n\treturn a\n\n\ndef new(a):\n\tprint(a)\n",
    ),
    (
        "two spaces, and other line ends",
        "def f(a):\r\n  if a:\r\n>    print(a)\r\n  return a\r\n",
        "def f(a):\r\n  if a:\r\n    new(a)\r\n  return a\r\n\r\n\r\ndef new(a):\r\n  print(a)\r\n",
    ),
    (
        "a method",
        "class A:\n    def f(self, n: int):\n>        self.n = n\n>        m = self.n + 1\n        return m\n\n"
        "    x = 1\n",
        "class A:\n    def f(self, n: int):\n        m = self.new(n)\n        return m\n\n"
        "    def new(self, n: int):\n        self.n = n\n        m = self.n + 1\n        return m\n\n    x = 1\n",
    ),
    (
        "a method's lines without its object",
        "x = 1\n\n\n# about A\nclass A:\n    def f(self, n):\n>        m = n + 1\n        self.m = m\n",
        "x = 1\n\n\ndef new(n):\n    m = n + 1\n    return m\n\n\n# about A\nclass A:\n    def f(self, n):\n"
        "        m = new(n)\n        self.m = m\n",
    ),
    (
        "a class method's class is a parameter like others",
        "class A:\n    @classmethod\n    def f(cls, n):\n>        cls.n = n\n        return n\n",
        "def new(cls, n):\n    cls.n = n\n\n\nclass A:\n    @classmethod\n    def f(cls, n):\n        new(cls, n)\n"
        "        return n\n",
    ),
    (
        "before a function that is decorated with what may call it",
        "import web\n\n\n@web.route('/')\ndef f(a):\n>    print(a)\n    return a\n",
        "import web\n\n\ndef new(a):\n    print(a)\n\n\n@web.route('/')\ndef f(a):\n    new(a)\n    return a\n",
    ),
    (
        "waiting",
        "async def f(a):\n>    b = await a\n    return b\n",
        "async def f(a):\n    b = await new(a)\n    return b\n\n\nasync def new(a):\n    b = await a\n    return b\n",
    ),
    (
        "not waiting, in one that does",
        "async def f(a):\n>    b = a + 1\n    return await b\n",
        "async def f(a):\n    b = new(a)\n    return await b\n\n\ndef new(a):\n    b = a + 1\n    return b\n",
    ),
    (
        "the program's part",
        "import sys\n\nN = 1\n\nif __name__ == '__main__':\n>    arg = sys.argv[N]\n>    print(arg)\n",
        "import sys\n\nN = 1\n\n\ndef new():\n    arg = sys.argv[N]\n    print(arg)\n\n\n"
        "if __name__ == '__main__':\n    new()\n",
    ),
    (
        "the module's own body",
        "A = 1\n>B = A + 1\n>C = B * 2\nprint(C)\n",
        "A = 1\n\n\ndef new():\n    B = A + 1\n    C = B * 2\n    return B, C\n\n\nB, C = new()\nprint(C)\n",
    ),
    (
        "an assignment in an expression",
        "def f(a):\n>    if (n := len(a)) > 1:\n>        print(n)\n    return n\n",
        "def f(a):\n    n = new(a)\n    return n\n\n\n"
        "def new(a):\n    if (n := len(a)) > 1:\n        print(n)\n    return n\n",
    ),
    (
        "names of comprehensions are their own",
        "def f(a, x):\n>    b = [x for x in a]\n    return b, x\n",
        "def f(a, x):\n    b = new(a)\n    return b, x\n\n\ndef new(a):\n    b = [x for x in a]\n    return b\n",
    ),
    (
        "the last assignment of a `try`",
        "def f(a):\n    x = 0\n    try:\n>        x = a()\n    except ValueError:\n        pass\n    return x\n",
        "def f(a):\n    x = 0\n    try:\n        x = new(a)\n    except ValueError:\n        pass\n    return x\n\n\n"
        "def new(a):\n    x = a()\n    return x\n",
    ),
    (
        "a value that is kept where only some ways set another",
        "def f(a, b):\n>    if a:\n>        b = 1\n    return b\n",
        "def f(a, b):\n    b = new(a, b)\n    return b\n\n\ndef new(a, b):\n    if a:\n        b = 1\n    return b\n",
    ),
    (
        "a parameter of the function around the function",
        "def g(a):\n    def f(b):\n>        c = a + b\n        return c\n    return f\n",
        "def g(a):\n    def f(b):\n        c = new(b, a)\n        return c\n    return f\n\n\n"
        "def new(b, a):\n    c = a + b\n    return c\n",
    ),
    (
        "a lambda over what stays",
        "def f(a):\n>    k = lambda x: x + a\n    return k\n",
        "def f(a):\n    k = new(a)\n    return k\n\n\ndef new(a):\n    k = lambda x: x + a\n    return k\n",
    ),
    (
        "no line end at the end of the file",
        "def f(a):\n>    print(a)",
        "def f(a):\n    new(a)\n\n\ndef new(a):\n    print(a)\n",
    ),
]


def _marked(text: str) -> tuple[str, str]:
    """The text without its marks, and the range that they marked."""
    numbers = [number for number, line in enumerate(re.split(r"(?<=\n)", text), 1) if line.startswith(">")]
    return re.sub(r"^>", "", text, flags=re.MULTILINE), f"shop/a.py:{numbers[0]}-{numbers[-1]}"


@pytest.mark.parametrize(("marked", "after"), [case[1:] for case in EXTRACTED], ids=[case[0] for case in EXTRACTED])
def test_lines_become_a_function(marked: str, after: str) -> None:
    text, lines = _marked(marked)
    request = {"op": "extract-function", "lines": lines, "name": "new"}
    change, files = operate({"shop/__init__.py": "", "shop/a.py": text}, request)
    assert change.refused == ""
    assert files["shop/a.py"] == after
    again, _ = operate(files, request)
    assert "has a `new` already" in again.refused or "not whole statements" in again.refused


REFUSED: list[tuple[str, str]] = [
    ("def f(a):\n>    if a:\n        return 1\n    return 2\n", "not whole statements"),
    ("def f(a):\n    if a:\n>        print(a)\n>    print(2)\n", "not whole statements"),
    ("def f(a):\n    if a:\n        pass\n>    elif a > 1:\n>        print(2)\n", "a part of an `if`"),
    ("def f(a):\n>    x = a; y = [\n        a]\n    return x, y\n", "shares a line"),
    ("def f(a):\n    y = [\n>        a]; x = a\n    return x, y\n", "shares a line"),
    ("class A:\n>    x = 1\n", "body of the class `A`"),
    ('def f():\n>    """About."""\n    return 1\n', "is a docstring"),
    ("def f(a):\n>    if a:\n>        return 1\n    return 2\n", "return on some of their ways"),
    ("def f(a):\n    for x in a:\n>        if x:\n>            break\n", "leaves a loop"),
    (
        "def f(a):\n    for x in a:\n>        for y in x:\n>            pass\n>        else:\n>            continue\n",
        "leaves",
    ),
    ("def f(a):\n>    yield a\n", "yields"),
    ("def f(a):\n>    x = yield from a\n    return x\n", "yields"),
    ("def f(a):\n>    global X\n>    X = a\n", "declares a name `global`"),
    ("X = 1\ndef f(a):\n    global X\n>    X = a\n", "not the function's own"),
    (
        "def g():\n    n = 0\n    def f():\n        nonlocal n\n>        n += 1\n    return f\n",
        "not the function's own",
    ),
    ("def f(a):\n    b = 1\n>    del a\n    return b\n", "deletes `a`"),
    ("def f(a):\n    if a:\n        x = 1\n>    print(x)\n", "`x` may have no value yet"),
    ("def f(a):\n>    if a:\n>        x = 1\n    return x\n", "`x` may have no value yet"),
    ("def f(a):\n>    while a:\n>        x = a.pop()\n    return x\n", "`x` may have no value yet"),
    ("class B(A):\n    def f(self):\n>        super().f()\n        return 1\n", "uses `super`"),
    ("class B(A):\n    def f(self):\n>        print(__class__)\n        return 1\n", "uses `__class__`"),
    ("class A:\n    def f(self, o):\n>        o.__x = 1\n        return self\n", "`__x` means another name"),
    ("def f(a):\n>    print(a)\n    return locals()\n", "knows names by their letters"),
    ("def f(a):\n>    eval(a)\n    return 1\n", "knows names by their letters"),
    ("import sys\ndef f(a):\n>    sys._getframe(1)\n    return 1\n", "looks at its callers"),
    ("def f(a):\n>    a.warn(1, stacklevel=2)\n    return 1\n", "counts callers"),
    ("def f(a):\n>    def g(): return a\n    return g\n", "defines `g`"),
    ("def f(a):\n    g = lambda: a\n>    a = 2\n    return g\n", "a function outside of these lines reads `a`"),
    ("def f(a):\n>    g = lambda: a\n    a = 2\n    return g\n", "which changes after them"),
    ("def f(r):\n    k = []\n    for a in r:\n>        k.append(lambda: a)\n    return k\n", "changes after them"),
    (
        "def f(a):\n    def g():\n        nonlocal a\n        a = 1\n>    g(); print(a)\n",
        "a function inside changes `a`",
    ),
    (
        "def f(a):\n    x = 0\n    try:\n>        x = 1\n>        a()\n    except E:\n        pass\n    return x\n",
        "caught",
    ),
    ("def f(a):\n    x = 0\n    try:\n>        x = 1\n>        a()\n    finally:\n        print(x)\n", "caught"),
    ("def f(a):\n    x = 0\n    with a:\n>        x = 1\n>        a()\n    return x\n", "caught"),
    (
        "def f(a):\n    x = 0\n    for b in a:\n        try:\n>            x += 1\n>            b()\n"
        "        except E:\n            pass\n",
        "caught",
    ),
    (
        "def f(a):\n>    try:\n>        a()\n>    except E as e:\n>        pass\n    return e\n",
        "no value|name of an error",
    ),
    ("def g():\n    a = 1\n    def f():\n>        print(a)\n    return f\n", "belongs to `g` around the function"),
    ("def f(a):\n    while True:\n        pass\n>    print(a)\n", "no run comes to these lines"),
    ("def f(a):\n>    print(a)\n\nnew = 1\n", "has a `new` already"),
    ("def f(a, new):\n>    print(a)\n", "has a `new` already"),
    (">import os\nprint(os)\n", "imports into the module"),
    (">X: int = 1\nprint(X)\n", "annotates a name of the module"),
    (">X = 1\n\ndef f(): return X\n", "a function outside of these lines reads `X`"),
    (">__all__ = ['f']\n", "has a meaning for Python itself"),
    (">def f(): pass\n", "defines `f`"),
    ("class A:\n    def f(self):\n>        self.x = 1\n        return self.new\n", "has a member `new` already"),
]


@pytest.mark.parametrize(("marked", "reason"), REFUSED)
def test_lines_that_would_mean_something_else_stay(marked: str, reason: str) -> None:
    text, lines = _marked(marked)
    change, _ = operate({"shop/a.py": text}, {"op": "extract-function", "lines": lines, "name": "new"})
    assert re.search(reason, change.refused), change.refused
    assert change.texts == {}


def test_other_files_can_keep_a_name_from_being_used() -> None:
    text = "def f(a):\n    print(a)\n"
    starred = {"shop/__init__.py": "", "shop/a.py": text, "b.py": "from shop.a import *\nnew = 1\n"}
    request = {"op": "extract-function", "lines": "shop/a.py:2-2", "name": "new"}
    assert "b.py takes every name" in operate(starred, request)[0].refused
    beside = {"shop/__init__.py": text, "shop/new.py": ""}
    request = {"op": "extract-function", "lines": "shop/__init__.py:2-2", "name": "new"}
    assert "`new` is a module" in operate(beside, request)[0].refused
    assert "is built in" in operate(beside, {**request, "name": "print"})[0].refused


@pytest.mark.parametrize(
    "options",
    [{}, {"lines": "a.py:1"}, {"lines": "a.py:3-2", "name": "f"}, {"lines": "a.py:1-2", "name": "__f"}, {"lines": 1}],
)
def test_options_are_checked(options: dict[str, object]) -> None:
    assert check_request({"op": "extract-function", **options}) != ()
