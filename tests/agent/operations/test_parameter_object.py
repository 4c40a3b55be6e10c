"""parameter-object: a class for parameters, where they were used, and where the function is called."""

import pytest

from tests.agent.operations.cases import operate, tree

DATACLASS = "from dataclasses import dataclass\n\n\n"
MADE = "@dataclass(frozen=True)\nclass P:\n"
#: name, parameters (all if none), files before and after; the function is `f` of m.py, the class P, its object `p`.
CHANGED: list[tuple[str, str, str, str]] = [
    (
        "annotated, with a default",
        "",
        "== m.py\ndef f(a: int, b: str = 'x') -> str:\n    return b * a\n",
        f"== m.py\n{DATACLASS}{MADE}    a: int\n    b: str = 'x'\n\n\ndef f(p: P) -> str:\n    return p.b * p.a\n",
    ),
    (
        "without annotations",
        "",
        f"== m.py\n{DATACLASS}def f(a, b):\n    return a+b  # odd\n\n\nf( 1,b = 2 )\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n    b: object\n\n\n"
        "def f(p):\n    return p.a+p.b  # odd\n\n\nf( P(1,b = 2) )\n",
    ),
    (
        "partly annotated",
        "",
        f"== m.py\nfrom typing import Any\n{DATACLASS}def f(a: int, b): return a, b\n",
        f"== m.py\nfrom typing import Any\n{DATACLASS}{MADE}    a: int\n    b: Any\n\n\ndef f(p: P): return p.a, p.b\n",
    ),
    (
        "all have defaults, so that a call may pass none",
        "",
        f"== m.py\n{DATACLASS}def f(a=1, b=None): return a\n\n\nf(), f(2), f(b=3)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object = 1\n    b: object = None\n\n\n"
        "def f(p=P()): return p.a\n\n\nf(), f(P(2)), f(P(b=3))\n",
    ),
    (
        "some of them, behind others",
        "b c",
        f"== m.py\n{DATACLASS}def f(a, b, c=0): return a, b, c\n\n\nf(1, 2), f(1, 2, 3), f(1, b=2), f(b=2, c=3, a=1)\n",
        f"== m.py\n{DATACLASS}{MADE}    b: object\n    c: object = 0\n\n\n"
        "def f(a, p): return a, p.b, p.c\n\n\nf(1, P(2)), f(1, P(2, 3)), f(1, P(b=2)), f(p=P(b=2, c=3), a=1)\n",
    ),
    (
        "with another in between",
        "a c",
        f"== m.py\n{DATACLASS}def f(a, b, c): return a, b, c\n\n\nf(1,  2, 3)\nf(\n    1,\n    b=2,\n    c=3,\n)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n    c: object\n\n\n"
        "def f(p, b): return p.a, b, p.c\n\n\nf(P(1, 3),  2)\nf(\n    P(1, c=3),\n    b=2,\n)\n",
    ),
    (
        "that go by name alone",
        "",
        f"== m.py\n{DATACLASS}def f(*, a, b=1): return a, b\n\n\nf(a=1), f(b=1, a=2)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n    b: object = 1\n\n\n"
        "def f(*, p): return p.a, p.b\n\n\nf(p=P(a=1)), f(p=P(b=1, a=2))\n",
    ),
    (
        "of both kinds, so that the star goes",
        "",
        f"== m.py\n{DATACLASS}def f(a, *, b): return a, b\n\n\nf(1, b=2)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n    b: object\n\n\ndef f(p): return p.a, p.b\n\n\nf(P(1, b=2))\n",
    ),
    (
        "the star stays for others",
        "a",
        f"== m.py\n{DATACLASS}def f(a, *, b): return a, b\n\n\nf(1, b=2)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p, *, b): return p.a, b\n\n\nf(P(1), b=2)\n",
    ),
    (
        "calls of several lines, with comments",
        "",
        f"== m.py\n{DATACLASS}def f(a, b): return a\n\n\nf(\n    1,  # one\n    # two\n    b=(2),\n)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n    b: object\n\n\n"
        "def f(p): return p.a\n\n\nf(\n    P(1,  # one\n    # two\n    b=(2)),\n)\n",
    ),
    (
        "recursion, calls in calls, inner functions",
        "",
        f"== m.py\n{DATACLASS}def f(a, b):\n    g = lambda: [a for _ in b]\n    return f(a, f(a - 1, b))\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n    b: object\n\n\n"
        "def f(p):\n    g = lambda: [p.a for _ in p.b]\n    return f(P(p.a, f(P(p.a - 1, p.b))))\n",
    ),
    (
        "comments, decorators and a docstring stay with the function",
        "",
        "== m.py\nimport dataclasses\nimport functools\n\n# About f.\n@functools.cache\ndef f(a):\n"
        "    '''Say it.'''\n    return a\n",
        "== m.py\nimport dataclasses\nimport functools\n\n@dataclasses.dataclass(frozen=True)\nclass P:\n"
        '    """The parameters of `f`."""\n\n    a: object\n\n\n'
        "# About f.\n@functools.cache\ndef f(p):\n    '''Say it.'''\n    return p.a\n",
    ),
    (
        "imports of all forms",
        "",
        f"== m.py\n{DATACLASS}def f(a): return a\n"
        "== one.py\nfrom m import f\nf(1)\n== two.py\nimport m\nimport m as n\nm.f(1), n.f(a=2)\n"
        "== three.py\ndef g():\n    from m import (\n        E,\n        f as h,  # it\n    )\n    return h(1)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n"
        "== one.py\nfrom m import P, f\nf(P(1))\n== two.py\nimport m\nimport m as n\nm.f(m.P(1)), n.f(n.P(a=2))\n"
        "== three.py\ndef g():\n    from m import (\n        E,\n        P,\n        f as h,  # it\n    )\n"
        "    return h(P(1))\n",
    ),
    (
        "handed on by a package",
        "",
        "== shop/__init__.py\nfrom .m import f\n== m.py\nfrom shop.m import f\n"
        f"== shop/m.py\n{DATACLASS}def f(a): return a\n== main.py\nimport shop\nfrom shop import f as g\n"
        "g(1), shop.f(2)\n",
        "== shop/__init__.py\nfrom .m import P, f\n== m.py\nfrom shop.m import f\n"
        f"== shop/m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n"
        "== main.py\nimport shop\nfrom shop import P, f as g\ng(P(1)), shop.f(shop.P(2))\n",
    ),
    (
        "listed in __all__",
        "",
        f"== m.py\n__all__ = ['f']\n{DATACLASS}def f(a): return a\n",
        f"== m.py\n__all__ = ['P', 'f']\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n",
    ),
    (
        "calls in formatted strings",
        "",
        f"== m.py\n{DATACLASS}def f(a): return f'{{a:>3}} {{a!r}}'\n\n\nx = f'{{f(1)}}' f\"{{f(a=2)}}\"\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return f'{{p.a:>3}} {{p.a!r}}'\n\n\n"
        "x = f'{f(P(1))}' f\"{f(P(a=2))}\"\n",
    ),
    (
        "another f, and a local of the same name, stay",
        "",
        f"== m.py\n{DATACLASS}def f(a): return a\n\n\ndef g(f, a): return f(a)\n"
        "== n.py\ndef f(a): return a\n\n\nclass K:\n    def f(self, a): return self.f(a)\n\n\nf(1), K().f(2)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n\n\ndef g(f, a): return f(a)\n"
        "== n.py\ndef f(a): return a\n\n\nclass K:\n    def f(self, a): return self.f(a)\n\n\nf(1), K().f(2)\n",
    ),
    (
        "a coroutine",
        "",
        f"== m.py\n{DATACLASS}async  def  f ( a ) : return a\nasync def g(): await f (1)\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\nasync  def  f ( p ) : return p.a\n"
        "async def g(): await f (P(1))\n",
    ),
    (
        "defaults that are names and values that do not change",
        "",
        f"== m.py\nfrom decimal import Decimal\n{DATACLASS}N = 3\n\n\n"
        "def f(a=N, b=-1, c=(1, 2), d=Decimal('0')): return a\n",
        f"== m.py\nfrom decimal import Decimal\n{DATACLASS}N = 3\n\n\n{MADE}    a: object = N\n    b: object = -1\n"
        "    c: object = (1, 2)\n    d: object = Decimal('0')\n\n\ndef f(p=P()): return p.a\n",
    ),
    (
        "a generator as the only argument",
        "",
        f"== m.py\n{DATACLASS}def f(a): return a\n\n\nf(x for x in ())\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n\n\nf(P(x for x in ()))\n",
    ),
    (
        "a file that does not parse, and does not call it",
        "",
        f"== m.py\n{DATACLASS}def f(a): return a\n== n.py\nf = (\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n== n.py\nf = (\n",
    ),
    (
        "patched in a test",
        "",
        f"== m.py\n{DATACLASS}def f(a): return a\n== tests/test_m.py\nfrom unittest.mock import patch\n"
        "with patch('m.f'): pass\n",
        f"== m.py\n{DATACLASS}{MADE}    a: object\n\n\ndef f(p): return p.a\n== tests/test_m.py\n"
        "from unittest.mock import patch\nwith patch('m.f'): pass\n",
    ),
]


def _request(before: dict[str, str], parameters: str) -> dict[str, object]:
    home = "shop/m.py" if "shop/m.py" in before else "m.py"
    request: dict[str, object] = {"op": "parameter-object", "function": f"{home}:f", "class": "P"}
    return request | ({"parameters": parameters.split()} if parameters else {})


@pytest.mark.parametrize(
    ("parameters", "before", "after"), [one[1:] for one in CHANGED], ids=[one[0] for one in CHANGED]
)
def test_parameters_become_fields(parameters: str, before: str, after: str) -> None:
    request = _request(tree(before), parameters)
    change, result = operate(tree(before), request)
    assert change.refused == ""
    assert result == tree(after)
    assert operate(result, request)[0].texts == {}


F = f"== m.py\n{DATACLASS}def f(a, b=1): return a, b\n"
REFUSED: list[tuple[str, str, str, str]] = [
    ("no such function", "", "== m.py\nx = 1\n", "there is no function f in m.py"),
    ("no such parameter", "z", F, "has no parameter `z`"),
    ("no parameters", "", "== m.py\ndef f(): ...\n", "has no parameters"),
    ("any number", "", "== m.py\ndef f(a, *args): ...\n", "takes any number of arguments"),
    ("any names", "", "== m.py\ndef f(a, **more): ...\n", "takes any number of arguments"),
    ("no names for callers", "", "== m.py\ndef f(a, /): ...\n", "before a `/`"),
    ("set in the body", "", "== m.py\ndef f(a):\n    a += 1\n    return a\n", "m.py:2 sets `a`"),
    ("deleted in the body", "", "== m.py\ndef f(a):\n    del a\n", "m.py:2 sets `a`"),
    ("shown by its name", "", "== m.py\ndef f(a): return f'{a=}'\n", "would say something else"),
    ("read by locals", "", "== m.py\ndef f(a): return locals()\n", "calls `locals`"),
    ("stars in a call", "", F + "f(*x)\n", "m.py:5 passes arguments that cannot be counted"),
    ("computed names in a call", "", F + "f(**x)\n", "passes arguments that cannot be counted"),
    ("too many arguments", "", F + "f(1, 2, 3)\n", "passes more than the function takes"),
    ("handed on", "", F + "g = f\n", "m.py:5 uses `f` without calling it"),
    ("handed on elsewhere", "", F + "== n.py\nimport m\nmap(m.f, ())\n", "n.py:2 uses `f` without calling it"),
    ("used as a decorator", "", F + "@f\ndef g(): ...\n", "without calling it"),
    ("prepared by partial", "", F + "from functools import partial\npartial(f, 1)\n", "without calling it"),
    ("decorated", "", "== m.py\n@app.route('/')\ndef f(a): ...\n", "is decorated with `route`"),
    ("a fixture", "", "== m.py\n@pytest.fixture\ndef f(a): ...\n", "is decorated with `fixture`"),
    ("defined twice", "", "== m.py\ndef f(a): ...\ndef f(a): ...\n", "more than once"),
    (
        "bound in two ways",
        "",
        F + "== n.py\ntry:\n    from m import f\nexcept ImportError:\n    f = None\n",
        "more than one way",
    ),
    ("looked up by a string", "", F + "== n.py\nimport m\ngetattr(m, 'f')(1)\n", "n.py:2 names `f` in a string"),
    ("a dotted string", "", F + "== n.py\nrun('m.f', 1)\n", "n.py:1 names `f` in a string"),
    ("an example", "", "== m.py\ndef f(a):\n    '''\n    >>> f(1)\n    1\n    '''\n", "in an example that is run"),
    ("a file that does not parse", "", F + "== n.py\nfrom m import f\nf(1\n", "n.py cannot be read, and may call `f`"),
    ("a star import", "", F + "== n.py\nfrom m import *\nf(1)\n", "by a star import"),
    ("the class is there", "", F + "class P: ...\n", "m.py:5 has another `P`"),
    ("another class at a call", "", F + "== n.py\nfrom m import f\nfrom x import P\nf(1)\n", "n.py:2 has another `P`"),
    ("the name is there", "", "== m.py\ndef f(a):\n    p = 1\n    return a\n", "give another `name`"),
    ("a default that can change", "", "== m.py\ndef f(a=[]): ...\n", "may be one that can be changed in place"),
    ("a default by a name that can change", "", "== m.py\nD = {}\ndef f(a=D): ...\n", "changed in place"),
    ("comments in the signature", "", "== m.py\ndef f(\n    a,  # it\n): ...\n", "which would be lost"),
    ("required behind optional", "", "== m.py\ndef f(a=1, *, b): ...\n", "stands behind one that has"),
    ("required in the place of optional", "b c", "== m.py\ndef f(a=1, b=2, *, c): ...\n", "stands behind one that has"),
    ("another order", "a c", "== m.py\ndef f(a, b, c): ...\nf(x(), y(), z())\n", "in another order"),
    ("a stub", "", F + "== m.pyi\ndef f(a, b=...): ...\n", "m.pyi describes `f` of m.py, too"),
    (
        "another dataclass",
        "",
        "== m.py\nfrom attr import dataclass\ndef f(a): ...\n",
        "means something else by `dataclass`",
    ),
    (
        "a field called like a type",
        "",
        "== m.py\nimport date\ndef f(date: date = None): ...\n",
        "is the name of a parameter",
    ),
]


@pytest.mark.parametrize(
    ("parameters", "files", "reason"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED]
)
def test_what_would_be_guessed_is_refused(parameters: str, files: str, reason: str) -> None:
    before = tree(files)
    change, result = operate(before, _request(before, parameters))
    assert reason in change.refused
    assert result == before


def test_methods_and_tests_are_refused() -> None:
    files = tree("== m.py\nclass K:\n    def f(self, a): ...\n== tests/test_m.py\ndef test_f(tmp_path): ...\n")
    for function, reason in (("m.py:K.f", "no function of the module"), ("tests/test_m.py:test_f", "is a test")):
        change, _ = operate(files, {"op": "parameter-object", "function": function, "class": "P"})
        assert reason in change.refused


def test_the_parameter_has_the_name_that_is_given() -> None:
    files = tree(f"== m.py\n{DATACLASS}def f(p): return p\n")
    change, result = operate(files, {"op": "parameter-object", "function": "m.py:f", "class": "P", "name": "q"})
    assert change.refused == ""
    assert "def f(q): return q.p\n" in result["m.py"]
