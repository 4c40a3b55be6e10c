"""Shallow outlines: what a scan needs is in them, the same as in deep ones."""

import sysconfig
from pathlib import Path
from textwrap import dedent

import pytest

from repo_scan.languages.python import outline
from repo_scan.languages.python_surface import looks_old
from repo_scan.outline import Outline


def surface_of(one: Outline) -> tuple[object, ...]:
    """What both kinds of outline tell."""
    symbols = [
        (s.name, s.kind, s.signature, s.line, s.end_line, s.decorators, s.docstring, s.exported) for s in one.symbols
    ]
    return one.docstring, symbols, one.imports, one.exports, one.parsed


def both(text: str) -> tuple[Outline, Outline]:
    return outline("a.py", text, deep=False), outline("a.py", text)


@pytest.mark.parametrize(
    "path", sorted(Path(sysconfig.get_path("stdlib")).glob("[a-h]*.py")), ids=lambda path: path.name
)
def test_a_module_of_the_standard_library_looks_the_same_from_above(path: Path) -> None:
    shallow, deep = both(path.read_text("utf-8"))
    assert surface_of(shallow) == surface_of(deep)
    assert (shallow.deep, deep.deep) == (False, True)


TEXTS = {
    "a docstring of a function": 'def f():\n    # why\n    """What."""\n    return 1\n',
    "one that is not the first statement": 'def f():\n    x = 1\n    """No."""\n',
    "one in pieces": "def f():\n    \"a\" 'b'\n    return 1\n",
    "one that is computed": 'def f():\n    f"{x}"\n\n\ndef g():\n    b"x"\n',
    "an import in a function": "def f():\n    if x:\n        from a import b\n    return b\n",
    "an import in a lambda's neighbour": "f = lambda: __import__('a')\n",
    "one loaded by name at the top": "import importlib\nM = importlib.import_module('a.b')\n",
    "one loaded by name in a call": "import importlib\nuse(importlib.import_module('a.b'), 1)\n",
    "one loaded by name in a condition": "if __import__('a'):\n    pass\n",
    "a chain of assignments": "a = b = c = compute(lambda x: x)\n",
    "names in a tuple": "(a, [b, *c]) = d\nx.y = z[0] = 1\n",
    "exports in all their forms": "__all__ = ['a']\n__all__ += ['b']\n__all__.extend(['c'])\n__all__.append('d')\n",
    "exports that are computed": "__all__ = [name for name in dir()]\n",
    "classes in classes": "class A(B, metaclass=M(x=1)):\n    y: int = 1\n    class C:\n        z = {}\n",
    "decorators and defaults": "@a.b(c=[1, (2, 3)])\nasync def f(x={'a': lambda: 1}, *, y: 'T' = g(1)) -> 'R': ...\n",
    "parameters as we spell them": "def f(a, /, b: int, *c: d.E, f: G = 1.5, h=None, **i): ...\ndef g(*, b): ...\n",
    "bases as we spell them": "class A: ...\nclass B(): ...\nclass C(a.B, metaclass=M): ...\nclass D(*E, **F): ...\n",
    "parameters as others spell them": "def f( a,b = 1 , ): ...\ndef g(a,\n  b=-1, c='d', e=\"\"): ...\n",
    "bases as others spell them": "class A( B ): ...\nclass C(D,): ...\nclass E(F, metaclass = G): ...\n",
    "comments in brackets": "def f(a,  # why\n      b): ...\ndef g(\n    # why\n): ...\nclass C(  # why\n    D): ...\n",
    "names beyond ASCII": "def größe(länge, breite=höhe): ...\nclass Maß(Größe): ...\n",
    "decorators in many spellings": "@a\n@b.c\n@ d . e\n@(f)\n@g(h, i=j)\n@k()  # why\n@l('m').n(o)\nclass C: ...\n",
    "bodies without a docstring": "def f():\n    # why\n    x = 1\ndef g(): return 'x'\ndef h():\n    \\\n    'x'\n",
    "definitions under conditions": "try:\n    import a\nexcept E:\n    def f(): pass\nelse:\n    class B: x = 1\n",
    "type checking": "if TYPE_CHECKING and x:\n    from a import B\nelif y:\n    import c\nelse:\n    import d\n",
    "new syntax": "type A[T] = list[T]\ndef f[T](x: T) -> T: return x\n",
    "a broken text": "def f(:\n    import a\n\nclass B:\n    x = 1\n",
    "a function after a broken one": "x = (1,\n\ndef g():\n    pass\n",
    "an empty text": "",
    "nothing but a comment": "# x\n",
    "Python 2": "import a\nprint 'x'\n\n\ndef f():\n    raise E, 'x'\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_the_surface_of_a_text_is_the_same_shallow_and_deep(text: str) -> None:
    shallow, deep = both(text)
    assert surface_of(shallow) == surface_of(deep)
    assert shallow.parsed == (not shallow.faults)


def test_what_is_inside_of_functions_is_left_to_a_deep_outline() -> None:
    text = "def test_f(a, b):\n    # why\n    assert a and b, compute(a)\n    return [a, b, a, b, a, b]\n"
    shallow, deep = both(text)
    assert (shallow.references, shallow.comments, shallow.tests) == ((), (), ())
    assert (deep.references, len(deep.comments), len(deep.tests)) == (("a", "b", "compute"), 1, 1)
    [before], [after] = shallow.symbols, deep.symbols
    assert (before.fingerprint, before.size, before.complexity) == ("", 0, 0)
    assert after.fingerprint
    assert after.size > after.complexity > 0


OLD = {
    "print": 'print "x"',
    "print after a colon": 'if x: print "x"',
    "exec": 'exec "x"',
    "raise": "raise E, 'x'",
    "except": "try:\n    pass\nexcept E, e:\n    pass",
    "except of several": "try:\n    pass\nexcept (A, B), e:\n    pass",
    "unequal": "x <> y",
    "octal": "chmod(x, 0755)",
    "long": "x = 10L",
    "raw unicode": 'x = ur"\\d"',
}
OLD_AT_ONCE = {"print at the top of a file": "print 'x'\n", "exec at the top": "exec 'x'\n"}


@pytest.mark.parametrize("code", [*(f"import a\n{code}\n" for code in OLD.values()), *OLD_AT_ONCE.values()])
def test_what_may_be_python_2_is_put_before_python_itself(code: str) -> None:
    assert looks_old(code.encode())
    shallow, deep = both(code)
    assert (shallow.parsed, bool(shallow.faults)) == (deep.parsed, bool(deep.faults)) == (False, True)


NOT_OLD = [
    'print("x")',
    "printer = 1",
    "self.print  (x)",
    "raise E from e",
    "raise E('a, b')",
    "except (A, B) as e:",
    "x = 0o755, 0x0f, 0, 0.5",
    "d = '2001-01-01'",
    "class L: pass",
    "x = r'a', b'c', f'd'",
    "your = 'x'",
    "x < y > z",
]


@pytest.mark.parametrize("code", NOT_OLD)
def test_what_is_plainly_python_3_is_not_asked_about(code: str) -> None:
    assert not looks_old(f"import a\n{code}\n".encode())


@pytest.mark.parametrize("code", ["'''use print x'''\n", "x = '<>'\n", "# raise E, x\n", "HTML = 'a, 07, b'\n"])
def test_a_false_alarm_costs_time_alone(code: str) -> None:
    assert looks_old(code.encode())
    shallow, deep = both(code)
    assert surface_of(shallow) == surface_of(deep)
    assert shallow.parsed


def test_a_rule_beyond_syntax_is_pythons_to_know_and_a_deep_outline_asks() -> None:
    shallow, deep = both(dedent("def f(a=1, b):\n    return a\n"))
    assert (shallow.parsed, shallow.faults, deep.parsed) == (True, (), True)
    assert deep.faults
