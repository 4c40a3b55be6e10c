"""Strings and attributes that may mean a name of a module."""

import pytest

from agent.operations.facts import Facts
from agent.operations.reading import read_facts

FOUND = [
    ("spoken", "x: 'list[A]' = 1\n", {"list", "A"}),
    ("spoken", "def f(x: 'dict[str, \"B\"]'): pass\n", {"dict", "str", "B"}),
    ("spoken", "from typing import List\nX = List['A']\n", {"A"}),
    ("spoken", "import typing\nX = typing.cast('A', 1)\n", {"A"}),
    ("spoken", "X = []  # type: A\n", {"A"}),
    ("spoken", "def f():\n    '''\n    >>> g(1)\n    '''\n", {"g"}),
    ("spoken", "X = {'A': 1}['A']\n", set()),
    ("spoken", "def f():\n    '''Calls g.'''\n", set()),
    ("spoken", "X = []  # type: ignore\n", set()),
    ("dotted_strings", "patch('a.b.c')\n", {"a.b.c"}),
    ("dotted_strings", "patch(f'{m}.c')\n", {".c"}),
    ("dotted_strings", "X = 'a:c'\n", {"a:c"}),
    ("dotted_strings", "X = 'End of it. c'\n", set()),
    ("named_strings", "setattr(m, 'a', 1)\n", {"a"}),
    ("named_strings", "mock.patch.object(m, 'a')\n", {"a"}),
    ("named_strings", "mock.patch.multiple('m', a=1)\n", {"m", "a"}),
    ("named_strings", "f('a')\n", set()),
    ("file_strings", "run(['python', 'src/a.py'])\n", {"a.py"}),
    ("file_strings", "X = 'see a.py there'\n", set()),
    ("attributes_set", "import m\nm.a = 1\n", {"a"}),
    ("attributes_set", "import m\ndel m.n.a\n", {"a"}),
    ("attributes_set", "class A:\n    def f(self): self.a = 1\n", set()),
    ("attributes_set_somewhere", "def f(m): m.a = 1\n", {"a"}),
    ("attributes_read", "import m\nX = m.a\n", {"a"}),
    ("attributes_read", "import m\nX = m.a()\n", set()),
    ("attributes_read", "import m\nX = sorted(y, key=m.a)\n", set()),
    ("attributes_read", "def f(m): return m.a\n", set()),
    ("words", "X = eval('a')\n", {"eval()"}),
    ("words", "def f(): return locals()\n", set()),
    ("words", "X = df.eval('a')\n", set()),
    ("words", "import sys\nX = sys.modules['a']\n", {"sys.modules"}),
    ("parameters", "def f(a, /, *b, c, **d): pass\n", {"a", "b", "c", "d"}),
    ("exports", "__all__ = ['a']\nif x:\n    __all__.append('b')\n", {"a", "b"}),
    ("exports", "X = ['a']\n", set()),
]


@pytest.mark.parametrize(("field", "text", "names"), FOUND)
def test_what_may_mean_a_name_is_found(field: str, text: str, names: set[str]) -> None:
    facts: Facts = read_facts(text)
    assert set(getattr(facts, field)) == names


CALLED = [
    ("f(1)\n", True),
    ("x = map(f, y)\n", True),
    ("x = max(y, key=f)\n", True),
    ("x = f\n", False),
    ("g(f)\n", False),
    ("f.x = 1\n", False),
    ("x = f.__name__\n", False),
    ("@f\ndef g(): pass\n", False),
    ("x = [f]\n", False),
    ("x = map(y, f)\n", False),
    ("def g(h=f): pass\n", False),
]


@pytest.mark.parametrize(("text", "called"), CALLED)
def test_calling_a_function_is_told_from_doing_more_with_it(text: str, called: bool) -> None:
    assert [use.called for use in read_facts(text).uses if use.name == "f"] == [called]


PROGRAMS = [
    ("if __name__ == '__main__':\n    f()\n", True),
    ("#!/usr/bin/python\nX = 1\n", True),
    ("main()\n", True),
    ("for x in y:\n    f(x)\n", True),
    ("X = f()\n", False),
    ("def f(): main()\n", False),
]


@pytest.mark.parametrize(("text", "program"), PROGRAMS)
def test_what_looks_like_a_program_is_told_from_a_module(text: str, program: bool) -> None:
    assert read_facts(text).script is program
