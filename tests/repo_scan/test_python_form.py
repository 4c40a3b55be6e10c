"""Normal forms of Python: what a step may change is not in them, and everything else is."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repo_scan.forms.form import KINDS, Surroundings
from repo_scan.forms.make import forms_of
from repo_scan.forms.python import form
from tests.equivalence import said, verdict

Pair = tuple[str, str, str]  # kinds, before, after

SAME: dict[str, Pair] = {
    # formatting
    "quotes": ("formatting", "x = 'a'", 'x = "a"'),
    "a string in parts": ("formatting", "x = 'a' 'b'", "x = 'ab'"),
    "an f-string without placeholders": ("formatting", "x = f'a' 'b'", "x = 'ab'"),
    "a prefix of old": ("formatting", "x = u'a'", "x = 'a'"),
    "numbers": ("formatting", "x = 0XFF + 1_000 + 1E3", "x = 0xFF + 1000 + 1e3"),
    "parentheses": (
        "formatting",
        "x = (a) + (b * c)\nfor (i, j) in (k): pass",
        "x = a + b * c\nfor i, j in k:\n  pass",
    ),
    "an empty base list": ("formatting", "class A():\n  x = 1", "class A:\n    x = 1"),
    "trailing commas": ("formatting", "f(a, b,)\nx = [1, 2,]", "f(a, b)\nx = [\n    1,\n    2,\n]"),
    "a backslash": ("formatting", "x = a + \\\n  b", "x = (\n    a\n    + b\n)"),
    "semicolons": ("formatting", "a(); b()", "a()\nb()"),
    "deleted names in parentheses": ("formatting", "del (a, b)", "del a, b"),
    "elif": ("formatting", "if a:\n  b()\nelse:\n  if c:\n    d()", "if a:\n  b()\nelif c:\n  d()"),
    "the space after a hash": ("formatting", "#a\nx = 1  #b", "# a\nx = 1  # b"),
    "the layout of a docstring": (
        "formatting",
        "def f():\n  ''' a\n  b\n  '''\n  return 1",
        "def f():\n    '''a\n    b'''\n    return 1",
    ),
    "an idle pass": ("formatting", "def f():\n  pass\n  return 1", "def f():\n  return 1"),
    # docstrings
    "a docstring came": ("docstrings", "def f(): return 1", 'def f():\n  """One."""\n  return 1'),
    "a docstring changed": ("docstrings", 'class A:\n  "a"', 'class A:\n  "b"'),
    "a docstring went": ("docstrings", '"""a"""\nx = 1', "x = 1"),
    "a docstring in the place of pass": ("docstrings", "def f(): pass", 'def f():\n  "f"'),
    "a docstring in the place of dots": ("docstrings", "def f(): ...", 'def f():\n  "f"'),
    "a docstring before the future": (
        "docstrings",
        "from __future__ import annotations",
        '"""a"""\nfrom __future__ import annotations',
    ),
    "words after an attribute": ("docstrings", "x = 1", 'x = 1\n"""The x."""'),
    "an example came": ("docstrings", "def f(): 'a'", "def f():\n  '''a\n\n  >>> f()\n  '''"),
    "words around an example": (
        "docstrings",
        "def f():\n  '''a\n\n  >>> f()\n  '''",
        "def f():\n  '''b\n\n  >>> f()\n  '''",
    ),
    "a docstring beside one that is read": (
        "docstrings",
        "'a'\nprint(__doc__)\ndef f(): return 1",
        "'a'\nprint(__doc__)\ndef f():\n  'f'\n  return 1",
    ),
    # comments
    "comments": ("comments", "# a\nx = 1  # b", "x = 1  # c\n# d"),
    "words after a directive": ("comments", "x = 1  # type: ignore  # a", "x = 1  # type: ignore  # why it is so"),
    # annotations
    "a signature": (
        "annotations",
        "def f(a, *b, c=1, **d): return a",
        "def f(a: int, *b: str, c: int=1, **d: 'T') -> int: return a",
    ),
    "an annotated assignment": ("annotations", "x = 1\nclass A:\n  y = 2", "x: int = 1\nclass A:\n  y: int = 2"),
    "an attribute": ("annotations", "def f(self): self.x = 1", "def f(self): self.x: int = 1"),
    "a declaration in a plain class": (
        "annotations",
        "class A:\n  def f(self): pass",
        "class A:\n  x: int\n  def f(self): pass",
    ),
    "a declaration in a function": (
        "annotations",
        "def f(a):\n  if a: x = 1\n  else: x = 2\n  return x",
        "def f(a):\n  x: int\n  if a: x = 1\n  else: x = 2\n  return x",
    ),
    "an import for it": ("annotations", "def f(a): return a", "from typing import Any\ndef f(a: Any): return a"),
    "an import beside another": (
        "annotations",
        "from typing import cast\nx = cast(int, y)\ndef f(a): return a",
        "from typing import Any, cast\nx = cast(int, y)\ndef f(a: Any): return a",
    ),
    "an import that is not needed any more": (
        "annotations",
        "from typing import List\ndef f(a: List[int]): return a",
        "def f(a: list[int]): return a",
    ),
    "an import for a string": (
        "annotations",
        "def f(a): return a",
        "from typing import Any\ndef f(a: 'Any'): return a",
    ),
    "an import for type checkers": (
        "annotations",
        "def f(a): return a",
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n  from m import T\ndef f(a: T): return a",
    ),
    "an import that was not used": (
        "annotations",
        "from typing import Any\ndef f(a): return a",
        "from typing import Any\ndef f(a: Any): return a",
    ),
    "a star of which annotations use a name": (
        "annotations",
        "from shop.cart import *\ndef f(a): return total(a)",
        "from shop.cart import *\ndef f(a: Cart): return total(a)",
    ),
    "a type variable": (
        "annotations",
        "def f(a): return a",
        "from typing import TypeVar\nT = TypeVar('T')\ndef f(a: T) -> T: return a",
    ),
    "a type variable that was not used": (
        "annotations",
        "from typing import TypeVar\nT = TypeVar('T')\ndef f(a): return a",
        "from typing import TypeVar\nT = TypeVar('T')\ndef f(a: T): return a",
    ),
    "a union that was not used": (
        "annotations",
        "class Bee: pass\nA = Bee | None\ndef f(a): return a",
        "class Bee: pass\nA = Bee | None\ndef f(a: A): return a",
    ),
    "a protocol's annotations": (
        "annotations",
        "from typing import Protocol\nclass P(Protocol):\n  def b(self, c): ...",
        "from typing import Protocol\nclass P(Protocol):\n  def b(self, c: int) -> int: ...",
    ),
    "an alias of an alias": (
        "annotations",
        "def f(a): return a",
        "from typing import Union\nA = Union[int, str]\nB = list[A]\ndef f(a: B): return a",
    ),
    "a protocol": (
        "annotations",
        "def f(a): return a.b()",
        "from typing import Protocol\nclass P(Protocol):\n  def b(self) -> int: ...\ndef f(a: P) -> int: return a.b()",
    ),
    "overloads": (
        "annotations",
        "def f(a): return a",
        "from typing import overload\n@overload\ndef f(a: int) -> int: ...\n"
        "@overload\ndef f(a: str) -> str: ...\ndef f(a): return a",
    ),
    "a type comment became an annotation": ("annotations", "x = []  # type: List[int]", "x: list[int] = []"),
    "a subclass of something standard": (
        "annotations",
        "from enum import Enum\nclass A(Enum):\n  X = 1",
        "from enum import Enum\nclass A(Enum):\n  X: int = 1",
    ),
    "an own class in quotes": (
        "annotations",
        "class A:\n  def f(self): return self",
        "class A:\n  def f(self) -> 'A': return self",
    ),
    "a property": (
        "annotations",
        "class A:\n  @property\n  def f(self): return 1",
        "class A:\n  @property\n  def f(self) -> int: return 1",
    ),
    # imports
    "order": ("imports", "import b\nimport a\na.x(b.y)", "import a\nimport b\na.x(b.y)"),
    "merged": ("imports", "from m import a\nfrom m import b\nf(a, b)", "from m import a, b\nf(a, b)"),
    "told apart": ("imports", "import a, b\na(b)", "import a\nimport b\na(b)"),
    "another alias": ("imports", "import numpy as np\nnp.f()", "import numpy\nnumpy.f()"),
    "an unused one went": ("imports", "import os\nimport sys\nsys.exit()", "import sys\nsys.exit()"),
    "relative to absolute": ("imports", "from .cart import total\ntotal()", "from shop.cart import total\ntotal()"),
    "from where it stands": ("imports", "from shop import total\ntotal()", "from shop.cart import total\ntotal()"),
    "an import for a string beside another": (
        "imports",
        "from m import A\nimport b\ndef f(a: 'A'): return b.c",
        "import b\nfrom m import A\ndef f(a: 'A'): return b.c",
    ),
    "a star spelled out": ("imports", "from shop.cart import *\ntotal()", "from shop.cart import total\ntotal()"),
    "a submodule": ("imports", "import os.path\nos.path.join('a')", "import os.path as p\np.join('a')"),
    "order in a try": (
        "imports",
        "try:\n  import b\n  import a\nexcept ImportError:\n  a = b = None",
        "try:\n  import a\n  import b\nexcept ImportError:\n  a = b = None",
    ),
    # local names
    "a local": ("local names", "def f(a):\n  x = a\n  return x", "def f(a):\n  y = a\n  return y"),
    "a loop and a with": (
        "local names",
        "def f(a):\n  for i in a:\n    with i as j: g(j)",
        "def f(a):\n  for item in a:\n    with item as file: g(file)",
    ),
    "an exception": (
        "local names",
        "def f():\n  try: g()\n  except E as e: h(e)",
        "def f():\n  try: g()\n  except E as error: h(error)",
    ),
    "a comprehension at the top": ("local names", "x = [i for i in y if i]", "x = [one for one in y if one]"),
    "a closure": (
        "local names",
        "def f():\n  n = 0\n  def g():\n    nonlocal n\n    n += 1\n  return g",
        "def f():\n  count = 0\n  def g():\n    nonlocal count\n    count += 1\n  return g",
    ),
    "two that change their names": (
        "local names",
        "def f():\n  a = 1\n  b = 2\n  return a - b",
        "def f():\n  b = 1\n  a = 2\n  return b - a",
    ),
    "a keyword keeps its name": ("local names", "def f():\n  n = 1\n  g(n=n)", "def f():\n  m = 1\n  g(n=m)"),
    "a walrus": (
        "local names",
        "def f(a):\n  return [y for x in a if (y := x)]",
        "def f(a):\n  return [w for v in a if (w := v)]",
    ),
    "patterns": (
        "local names",
        "def f(a):\n  match a:\n    case [x, *r]: g(x, r)\n"
        "    case {'k': v, **o}: g(v, o)\n    case P(n=w) as q: g(w, q)",
        "def f(a):\n  match a:\n    case [x1, *r1]: g(x1, r1)\n"
        "    case {'k': v1, **o1}: g(v1, o1)\n    case P(n=w1) as q1: g(w1, q1)",
    ),
    "a name of a builtin that is not used": (
        "local names",
        "def f(a):\n  l = a\n  return l",
        "def f(a):\n  list = a\n  return list",
    ),
}

REFUSED: dict[str, Pair] = {
    "a directive came": ("comments", "x = 1", "x = 1  # noqa: E501"),
    "a mere comment becomes a directive": ("comments", "x = 1  # TODO", "x = 1  # type: ignore"),
    "an ignored error": ("comments", "x = 1  # type: ignore", "x = 1  # a"),
    "another ignored error": ("comments", "x = 1  # noqa: E501", "x = 1  # noqa: F401"),
    "uncovered lines": ("comments", "x = 1  # pragma: no cover", "x = 1"),
    "a formatter that was off": ("comments", "# fmt: off\nx = 1", "x = 1"),
    "an encoding": ("comments", "# -*- coding: latin-1 -*-\nx = 1", "# a\nx = 1"),
    "an interpreter": ("comments", "#!/usr/bin/env python\nx = 1", "x = 1"),
    "a type comment": ("comments", "x = []  # type: list[int]", "x = []"),
    "an operator": ("formatting", "x = a < b", "x = a <= b"),
    "a number": ("formatting", "x = 1", "x = 1.0"),
    "a truth": ("formatting", "x = 1", "x = True"),
    "bytes": ("formatting", "x = 'a'", "x = b'a'"),
    "precedence": ("formatting", "x = (a + b) * c", "x = a + b * c"),
    "a tuple of one": ("formatting", "x = (a)", "x = (a,)"),
    "a missing comma joins strings": ("formatting", "x = ['a', 'b']", "x = ['a' 'b']"),
    "a statement left a block": ("formatting", "if a:\n  b()\n  c()", "if a:\n  b()\nc()"),
    "an else changed its if": ("formatting", "if a:\n  if b: c()\n  else: d()", "if a:\n  if b: c()\nelse: d()"),
    "order": ("formatting", "a()\nb()", "b()\na()"),
    "a word of a docstring": ("formatting", "def f():\n  'a'\n  return 1", "def f():\n  'b'\n  return 1"),
    "the layout of a docstring that is to stay": (
        "comments",
        "def f():\n  ' a'\n  return 1",
        "def f():\n  'a'\n  return 1",
    ),
    "a comment went": ("formatting", "x = 1  # a", "x = 1"),
    "comments changed places": ("formatting", "# a\nx = 1\n# b", "# b\nx = 1\n# a"),
    "a default": ("docstrings", "def f(a=1): return a", 'def f(a=2):\n  "f"\n  return a'),
    "a decorator": ("docstrings", "@c\ndef f(): return 1", "def f(): return 1"),
    "await": ("docstrings", "async def f(): await g()", "async def f(): g()"),
    "a for became async": (
        "docstrings",
        "async def f():\n  for x in y: pass",
        "async def f():\n  async for x in y: pass",
    ),
    "a docstring that is none": ("docstrings", '"""a"""\nimport b', 'import b\n"""a"""'),
    "a docstring behind the future": (
        "docstrings",
        '"""a"""\nfrom __future__ import annotations',
        'from __future__ import annotations\n"""a"""',
    ),
    "an f-string is no docstring": ("docstrings", "def f():\n  'a'\n  return 1", "def f():\n  f'{a}'\n  return 1"),
    "bytes are no docstring": ("docstrings", "def f():\n  'a'\n  return 1", "def f():\n  b'a'\n  return 1"),
    "a docstring with comments": ("docstrings", "def f():\n  # a\n  return 1", 'def f():\n  "a"\n  return 1'),
    "a docstring where comments were to change": ("comments", "def f(): return 1", "def f():\n  'f'\n  return 1"),
    "an annotation where docstrings were": ("docstrings", "def f(a): 'a'", "def f(a: int): 'b'"),
    "a field came": (
        "annotations",
        "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: int",
        "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: int\n  y: int",
    ),
    "fields changed places": (
        "annotations",
        "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass A:\n  x: int\n  y: int",
        "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass A:\n  y: int\n  x: int",
    ),
    "a field is none any more": (
        "annotations",
        "import attr\n@attr.define\nclass A:\n  x: int = 1",
        "import attr\nfrom typing import ClassVar\n@attr.define\nclass A:\n  x: ClassVar[int] = 1",
    ),
    "a declaration makes a name local": ("annotations", "def f():\n  return x", "def f():\n  x: int\n  return x"),
    "an import without use": ("annotations", "x = 1", "from typing import Any\nx = 1"),
    "flags that nothing here uses": ("annotations", "import re\nF = re.I | re.M", "import re\nF = re.I | re.X"),
    "a value that nothing here uses": ("annotations", "import c\nX = c.slow", "import c\nX = c.fast"),
    "an unused import went": ("annotations", "import os\nx = 1", "x: int = 1"),
    "an import that the program needs": (
        "annotations",
        "from m import T\ndef f(a): return isinstance(a, T)",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from m import T\ndef f(a: T): return isinstance(a, T)",
    ),
    "a cast of another thing": ("annotations", "x = y", "from typing import cast\nx = cast(int, z)"),
    "a cast of somebody": ("annotations", "x = y", "from m import cast\nx = cast(int, y)"),
    "an overload without its function": (
        "annotations",
        "x = 1",
        "from typing import overload\n@overload\ndef f(a: int) -> int: ...\nx = 1",
    ),
    "a type that the program uses": (
        "annotations",
        "def f(a): return a",
        "from typing import TypeVar\nT = TypeVar('T')\ndef f(a: T): return T",
    ),
    "a base": (
        "annotations",
        "class A:\n  x = 1",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A(Generic[T]):\n  x = 1",
    ),
    "a class by dispatch": (
        "annotations",
        "from functools import singledispatch\n@singledispatch\ndef f(a): pass\n@f.register\ndef _(a: int): g()",
        "from functools import singledispatch\n@singledispatch\ndef f(a): pass\n@f.register\ndef _(a: float): g()",
    ),
    "another thing by the same name": ("imports", "from a import f\nf()", "from b import f\nf()"),
    "another alias": ("imports", "import a as x\nx.f()", "import b as x\nx.f()"),
    "a name that is gone": ("imports", "from a import f\nf()", "f()"),
    "a new one without use": ("imports", "import a\na.f()", "import a\nimport b\na.f()"),
    "another star": ("imports", "from a import *\nf()", "from b import *\nf()"),
    "a future": ("imports", "import a\na.f()", "from __future__ import annotations\nimport a\na.f()"),
    "not only imports": ("imports", "import a\na.f(1)", "import a\na.f(2)"),
    "a try for an import": ("imports", "import a\na.f()", "try:\n  import a\nexcept ImportError:\n  a = None\na.f()"),
    "a parameter": ("local names", "def f(a): return a", "def f(b): return b"),
    "a parameter of a lambda": ("local names", "x = lambda a: a", "x = lambda b: b"),
    "a global": ("local names", "def f():\n  global x\n  x = 1", "def f():\n  global y\n  y = 1"),
    "a name of the module": ("local names", "x = 1", "y = 1"),
    "an attribute of a class": ("local names", "class A:\n  x = 1", "class A:\n  y = 1"),
    "a nested function": (
        "local names",
        "def f():\n  def g(): pass\n  return g",
        "def f():\n  def h(): pass\n  return h",
    ),
    "two became one": (
        "local names",
        "def f():\n  a = 1\n  b = 2\n  return a + b",
        "def f():\n  a = 1\n  a = 2\n  return a + a",
    ),
    "the names changed places in one line": (
        "local names",
        "def f():\n  a = 1\n  b = 2\n  return a - b",
        "def f():\n  a = 1\n  b = 2\n  return b - a",
    ),
    "a global is hidden": ("local names", "def f():\n  x = 1\n  return g(x)", "def f():\n  g = 1\n  return g(g)"),
    "a builtin is hidden": (
        "local names",
        "def f(a):\n  n = a\n  return len(n)",
        "def f(a):\n  len = a\n  return len(len)",
    ),
    "an outer name is hidden": (
        "local names",
        "def f():\n  a = 1\n  def g():\n    b = 2\n    return a + b\n  return g",
        "def f():\n  a = 1\n  def g():\n    a = 2\n    return a + a\n  return g",
    ),
    "a keyword": ("local names", "def f():\n  n = 1\n  g(n=n)", "def f():\n  m = 1\n  g(m=m)"),
    "what is printed": ("local names", "def f():\n  n = 1\n  return f'{n=}'", "def f():\n  m = 1\n  return f'{m=}'"),
}

ASKED: dict[str, Pair] = {
    "an example": ("docstrings", "def f():\n  '''\n  >>> f()\n  1\n  '''", "def f():\n  '''\n  >>> f()\n  2\n  '''"),
    "an example went": ("docstrings", "def f():\n  '''a\n  >>> f()\n  1\n  '''", "def f():\n  '''a'''"),
    "a module's docstring that is read": ("docstrings", "'a'\nprint(__doc__)", "'b'\nprint(__doc__)"),
    "a class's docstring that is read": (
        "docstrings",
        "class A:\n  'a'\n  def f(self): return self.__doc__",
        "class A:\n  'b'\n  def f(self): return self.__doc__",
    ),
    "a function's docstring that is read": ("docstrings", "def f(): 'a'\ng(f.__doc__)", "def f(): 'b'\ng(f.__doc__)"),
    "a docstring that is a grammar": (
        "docstrings",
        "import ply.yacc\ndef p_a(p): 'a : B'",
        "import ply.yacc\ndef p_a(p): 'a : C'",
    ),
    "the type of a field": (
        "annotations",
        "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: int",
        "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: float",
    ),
    "an annotation in an unknown class": (
        "annotations",
        "from m import B\nclass A(B):\n  x = 1",
        "from m import B\nclass A(B):\n  x: int = 1",
    ),
    "a declaration in an unknown class": (
        "annotations",
        "from m import B\nclass A(B):\n  x = 1",
        "from m import B\nclass A(B):\n  x = 1\n  y: int",
    ),
    "a route": (
        "annotations",
        "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/')\ndef f(a): return a",
        "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/')\ndef f(a: int): return a",
    ),
    "strings for a framework": (
        "annotations",
        "from pydantic import BaseModel\nclass A(BaseModel):\n  x: int",
        "from __future__ import annotations\nfrom pydantic import BaseModel\nclass A(BaseModel):\n  x: int",
    ),
    "a type that others may use": (
        "annotations",
        "from typing import Union\nT = Union[int, str]\ndef f(a: T): return a",
        "T = int | bytes\ndef f(a: T): return a",
    ),
    "another time of look-up": ("imports", "import a\ndef f(): return a.b()", "from a import b\ndef f(): return b()"),
    "into a function": ("imports", "import a\ndef f(): return a.b()", "def f():\n  import a\n  return a.b()"),
    "across a statement": ("imports", "import a\na.f()\nimport b\nb.g()", "import a\nimport b\na.f()\nb.g()"),
    "a fixture": ("imports", "from m import db\ndef test_a(db): db.f()", "def test_a(db): db.f()"),
    "for type checkers": (
        "imports",
        "from m import T\ndef f(a: T): return a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from m import T\ndef f(a: T): return a",
    ),
    "locals": ("local names", "def f():\n  a = 1\n  return g(**locals())", "def f():\n  b = 1\n  return g(**locals())"),
    "eval": ("local names", "def f():\n  a = 1\n  return eval('a')", "def f():\n  b = 1\n  return eval('a')"),
    "a query": (
        "local names",
        "def f(d):\n  a = 1\n  return d.query('x > @a')",
        "def f(d):\n  b = 1\n  return d.query('x > @a')",
    ),
}


@pytest.mark.parametrize("pair", SAME.values(), ids=SAME.keys())
def test_nothing_is_said_of_what_may_change(pair: Pair) -> None:
    kind, before, after = pair
    assert said(before, after, kind) == []


@pytest.mark.parametrize("pair", REFUSED.values(), ids=REFUSED.keys())
def test_what_may_not_change_is_refused(pair: Pair) -> None:
    kind, before, after = pair
    assert verdict(before, after, kind) == "refuse"


@pytest.mark.parametrize("pair", ASKED.values(), ids=ASKED.keys())
def test_what_may_change_and_means_something_is_asked_about(pair: Pair) -> None:
    kind, before, after = pair
    assert verdict(before, after, kind) == "ask"


def test_a_cast_is_noted() -> None:
    assert verdict("x = y", "from typing import cast\nx = cast('int', y)", "annotations") == "note"


def test_a_directive_may_go_with_what_it_is_about_and_is_asked_about() -> None:
    assert verdict("import a  # noqa\nx = 1", "x = 1", "comments", "imports") == "ask"


WORDS: dict[str, tuple[Pair, str]] = {
    "an import that is gone": (("imports", "import os\nx = os.name", "x = os.name"), "uses `os.name`, which nothing"),
    "another import": (
        ("imports", "from a import f\nf()", "from b import f\nf()"), "`f` in `f()` means `b.f` now, and meant `a.f`"
    ),
    "a docstring": (
        ("local names", "def f():\n  'a'", "def f():\n  'b'"), "the docstring of `f` `'a'` became `'b'`"
    ),
    "the docstring of the module": (("comments", "'a'\nx = 1", "x = 1"), "the docstring of the module `'a'` is gone"),
    "a string that is no docstring": (
        ("local names", "def f():\n  return 'a'", "def f():\n  return 'b'"), "in `f` `return 'a'` became `return 'b'`"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("pair", "words"), WORDS.values(), ids=WORDS)
def test_a_refusal_says_what_is_changed(pair: Pair, words: str) -> None:
    kind, before, after = pair
    [problem] = said(before, after, kind)
    assert words in problem


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = (", "not valid Python"),
        ("x = " + "(" * 500 + ")" * 500, "not valid"),
        ("x = " + "-" * 5000 + "1", "deeply"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, reason: str) -> None:
    assert reason in form(text, frozenset(KINDS), Surroundings()).reason


def test_a_text_that_its_parser_dies_of_is_lost_alone() -> None:
    texts = {"deep.py": "x = " + "[" * 100_000, "b.py": "x = 1\n", "c.md": "words"}
    made = forms_of(texts, ["formatting"], {})
    assert sorted(made) == ["b.py", "deep.py"]
    assert made["deep.py"].reason
    assert [piece.shown for piece in made["b.py"].code] == ["x = 1"]


SOURCE = '''
"""Words."""
import os
from m import a as b


class A(b):
    """An A."""

    x = [i * 2 for i in range(10) if i % 3 != 1]

    def f(self, n=1, *rest, key="k", **more):
        total = 0
        for index, item in enumerate(rest):
            if not item and index >= n or index in (3, 4):
                continue
            total += item ** 2 - len(more) // 7
        else:
            total = -total
        try:
            return os.path.join(f"{total:>5}", key)
        except (OSError, ValueError) as error:
            raise KeyError("no key") from error
        finally:
            self.x[0] = lambda v, w=2: v if v > w else None
'''
DOCSTRINGS = ("Words.", "An A.")
SWAPS = {
    **{ast.Add: ast.Sub, ast.Mult: ast.Add, ast.Sub: ast.Add, ast.NotEq: ast.Eq, ast.GtE: ast.Gt, ast.Gt: ast.GtE},
    **{ast.Or: ast.And, ast.And: ast.Or, ast.In: ast.NotIn, ast.Pow: ast.Mult, ast.FloorDiv: ast.Div, ast.Mod: ast.Div},
}


def _mutated(number: int) -> str:
    """The source with one of its operators, constants or statements changed."""
    tree = ast.parse(SOURCE)
    places: list[tuple[ast.AST, str, int]] = []
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if type(value) in SWAPS or (name == "value" and isinstance(node, ast.Constant) and value not in DOCSTRINGS):
                places.append((node, name, -1))
            elif isinstance(value, list):
                places += [(node, name, at) for at, one in enumerate(value) if type(one) in SWAPS]
                places += [(node, "remove", at) for at in range(len(value)) if name == "body" and len(value) > 1]
    node, name, at = places[number % len(places)]
    if name == "remove":
        del node.body[at]  # type: ignore[attr-defined]
    elif at >= 0:
        getattr(node, name)[at] = SWAPS[type(getattr(node, name)[at])]()
    elif isinstance(node, ast.Constant):
        node.value = f"{node.value}!" if isinstance(node.value, str) else 99
    else:
        setattr(node, name, SWAPS[type(getattr(node, name))]())
    return ast.unparse(ast.fix_missing_locations(tree))


@settings(deadline=None)
@given(st.lists(st.sampled_from(["\n", "  # words\n", "\n\n"]), min_size=40, max_size=40), st.booleans())
def test_every_layout_of_a_program_is_the_same(ends: list[str], unparsed: bool) -> None:
    text = ast.unparse(ast.parse(SOURCE)) if unparsed else SOURCE
    lines = text.strip().split("\n")
    other = "".join(line + end for line, end in zip(lines, ends, strict=False))
    assert said(SOURCE, other, "formatting", "comments") == []


@settings(deadline=None)
@given(st.integers(0, 200))
def test_every_mutation_of_a_program_is_another(number: int) -> None:
    other = _mutated(number)
    docstring = any(words not in other for words in DOCSTRINGS)
    assert verdict(SOURCE, other, "formatting", "local names") == "refuse"
    assert docstring or verdict(SOURCE, other, *(kind for kind in KINDS if kind != "imports")) == "refuse"
