"""Definitions of a Python text, and what is told of each."""

import pytest

from tests.repo_scan.outlines import outline_of, signature, symbols


def names(text: str) -> list[str]:
    return [symbol.name for symbol in outline_of(text).symbols]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(): pass\n", {"f": "function"}),
        ("async def f(): pass\n", {"f": "function"}),
        ("class A:\n    def m(self): pass\n", {"A": "class", "A.m": "method"}),
        ("class A:\n    class B:\n        def m(self): pass\n", {"A": "class", "A.B": "class", "A.B.m": "method"}),
        ("class A:\n    x = 1\n    y: int\n", {"A": "class", "A.x": "attribute", "A.y": "attribute"}),
        ("x = 1\ny: int\n", {"x": "variable", "y": "variable"}),
        ("a, (b, *c) = d = e\n", dict.fromkeys("abcd", "variable")),
        ("a = b = 1\n", {"a": "variable", "b": "variable"}),
        ("type L[T] = list[T]\n", {"L": "variable"}),
        ("if x:\n    def f(): pass\nelse:\n    g = 1\n", {"f": "function", "g": "variable"}),
        (
            "try:\n    import a\nexcept ImportError:\n    a = None\nfinally:\n    b = 1\n",
            dict.fromkeys("ab", "variable"),
        ),
        ("with x:\n    class A: pass\n", {"A": "class"}),
        ("class A:\n    if x:\n        def m(self): pass\n", {"A": "class", "A.m": "method"}),
        ("@d\nclass A: pass\n", {"A": "class"}),
        ("match x:\n    case 1:\n        def f(): pass\n", {"f": "function"}),
    ],
)
def test_definitions_at_module_and_class_level_are_found(text: str, found: dict[str, str]) -> None:
    assert {symbol.name: symbol.kind for symbol in outline_of(text).symbols} == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import os\n",
        "def f():\n    x = 1\n    def g(): pass\n    class A: pass\n",
        "class A:\n    def m(self):\n        self.x = 1\n        y = 2\n",
        "x.y = 1\nx[0] = 2\nf().z = 3\n",
        "x += 1\n",
        "for x in y: pass\n",
        "f(x=1)\n",
        "lambda: (x := 1)\n",
        "print('def f(): pass')\n",
        "# def f(): pass\n",
    ],
)
def test_what_defines_nothing_at_these_levels_adds_no_symbol(text: str) -> None:
    expected = {"f", "A", "A.m"}
    assert set(names(text)) <= expected
    assert not {"x", "y", "z", "g", "A.x", "A.y", "f.g"} & set(names(text))


def test_symbols_stand_in_order_of_appearance_and_functions_may_recur() -> None:
    text = """
        b = 1
        class A:
            @property
            def x(self): ...
            @x.setter
            def x(self, value): ...
        def a(): ...
        b = 2
    """
    assert names(text) == ["b", "A", "A.x", "A.x", "a"]


def test_lines_count_from_the_decorators_to_the_last_line_of_the_body() -> None:
    text = '''
        import os

        @cache
        @other(
            1,
        )
        def f():
            """Doc."""
            return 1
        # after

        x = [
            1,
        ]
        class A: pass
    '''
    assert {name: (one.line, one.end_line) for name, one in symbols(text).items()} == {
        "f": (3, 9),
        "x": (12, 14),
        "A": (15, 15),
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("def f(): pass", "()"),
        ("def f(self, items, *, tax=0.2) -> float: pass", "(self, items, *, tax=0.2) -> float"),
        ("def f( a,b = 1,*args,c:int=2,** kw )->int:pass", "(a, b=1, *args, c: int = 2, **kw) -> int"),
        ("def f(a, /, b): pass", "(a, /, b)"),
        ("def f(\n    a,  # first\n    b=(1,),\n): pass", "(a, b=(1,))"),
        ("def f(a=-1, b=not x, c=1+2 , d=x if y else z): pass", "(a=-1, b=not x, c=1 + 2, d=x if y else z)"),
        ("def f(a: 'int|None' = None): pass", '(a: "int|None" = None)'),
        ("def f(a: int|None=None) -> dict[str,int]: pass", "(a: int | None = None) -> dict[str, int]"),
        ("def f(a=lambda x:x, b={1:2}, c=d[1:2]): pass", "(a=lambda x: x, b={1: 2}, c=d[1:2])"),
        ("def f(a=f'{x}'): pass", "(a=f'{x}')"),
        ("def f(a=x.y(z=1)): pass", "(a=x.y(z=1))"),
        ("def f[T: int](x: T) -> T: pass", "[T: int](x: T) -> T"),
        ("async def f(x) -> int: pass", "async (x) -> int"),
        ("def f(a=b is not c, d=e not in g, *, h=i and j): pass", "(a=b is not c, d=e not in g, *, h=i and j)"),
        ("def f(*args: *Ts): pass", "(*args: *Ts)"),
        ("def f(\\\n    a): pass", "(a)"),
    ],
)
def test_signatures_of_functions_have_one_spelling(text: str, wanted: str) -> None:
    assert signature(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("class f: pass", ""),
        ("class f(): pass", "()"),
        ("class f(Base,\n    metaclass = M): pass", "(Base, metaclass=M)"),
        ("class f[T](Base[T]): pass", "[T](Base[T])"),
        ("f = 1", ""),
        ("f: dict[str,int] = {}", "dict[str, int]"),
    ],
)
def test_classes_tell_their_bases_and_variables_their_annotation(text: str, wanted: str) -> None:
    assert signature(text) == wanted


@pytest.mark.parametrize(
    "layout",
    [
        'def f(a: int, b: str = "x", *, c: tuple[int, ...] = (1,)) -> bool:\n    return a\n',
        "def f(\n    a: int,\n    b: str = 'x',\n    *,\n    c: tuple[int, ...] = (1,),\n) -> bool:\n    return a\n",
        "def f(a :int , b: str='x', # note\n      *, c: tuple[ int,... ]=( 1, ))->bool:\n    return a\n",
    ],
)
def test_a_signature_is_the_same_for_every_layout(layout: str) -> None:
    assert signature(layout) == '(a: int, b: str = "x", *, c: tuple[int, ...] = (1,)) -> bool'


def test_decorators_are_told_without_the_sign_and_in_order() -> None:
    text = "@ app.route( '/x',methods=['GET'] )\n@cache # why\n@(yes or no)\ndef f(): pass\n"
    assert symbols(text)["f"].decorators == ('app.route("/x", methods=["GET"])', "cache", "(yes or no)")


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ('def f():\n    """One."""\n', "One."),
        ("def f():\n    'One.'\n    return 1\n", "One."),
        ('def f():\n    # note\n    """One.\n\n    Two.\n      Three.\n    """\n', "One.\n\nTwo.\n  Three."),
        ('def f():\n    r"""a\\d"""\n', "a\\d"),
        ('def f():\n    "One " "two."\n', "One two."),
        ('def f(): "One."\n', "One."),
        ('def f():\n    """\\ud800"""\n', "?"),
    ],
)
def test_docstrings_are_read_without_their_indentation(text: str, docstring: str) -> None:
    assert symbols(text)["f"].docstring == docstring


@pytest.mark.parametrize(
    "text",
    [
        "def f(): pass\n",
        'def f():\n    f"{x}"\n',
        'def f():\n    b"bytes"\n',
        'def f():\n    x = "value"\n',
        'def f():\n    pass\n    "late"\n',
        'def f():\n    "a" + "b"\n',
        'def f():\n    "a", "b"\n',
        'def f():\n    ("a").upper()\n',
        "f = 1\n'not documentation to Python'\n",
    ],
)
def test_other_strings_are_no_docstrings(text: str) -> None:
    assert symbols(text)["f"].docstring is None


def test_modules_and_classes_have_docstrings_too() -> None:
    outline = outline_of('"""The module."""\nclass A:\n    """The class."""\n')
    assert (outline.docstring, outline.symbols[0].docstring) == ("The module.", "The class.")


@pytest.mark.parametrize(
    ("name", "exported"),
    [("f", True), ("_f", False), ("__version__", False), ("A", True), ("A.m", True), ("A._m", False)]
    + [("A.__init__", True), ("A.__mangled", False), ("_B", False), ("_B.m", False), ("_B.__init__", False)],
)
def test_by_convention_an_underscore_hides_a_name_and_all_below_it(name: str, exported: bool) -> None:
    body = "def m(self): ...\n    def _m(self): ...\n    def __init__(self): ...\n    def __mangled(self): ...\n"
    text = f"def f(): ...\ndef _f(): ...\n__version__ = '1'\nclass A:\n    {body}class _B:\n    {body}"
    assert {symbol.name: symbol.exported for symbol in outline_of(text).symbols}[name] is exported


@pytest.mark.parametrize(
    ("name", "exported"), [("f", False), ("_f", True), ("A", True), ("A.m", True), ("A._m", False), ("__all__", False)]
)
def test_where_all_is_given_it_decides_on_the_first_part_of_a_name(name: str, exported: bool) -> None:
    text = "__all__ = ['_f', 'A']\ndef f(): ...\ndef _f(): ...\nclass A:\n    def m(self): ...\n    def _m(self): ...\n"
    assert {symbol.name: symbol.exported for symbol in outline_of(text).symbols}[name] is exported
