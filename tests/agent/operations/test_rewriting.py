"""Edits on a text: what they say happens, and every other byte stays."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.operations.edits import Edits, Name, NewImport, Repoint
from agent.operations.errors import CannotRewrite
from agent.operations.rewriting import rewrite


def gone(*names: str, line: int = 1) -> Edits:
    return Edits(imports=tuple(Name(line, *name.split(" as ")) for name in names))


REMOVED = [
    ("import os\nimport re\n", gone("os"), "import re\n"),
    ("import os, re\n", gone("os"), "import re\n"),
    ("import os, re\n", gone("re"), "import os\n"),
    ("import os as o, re\n", gone("os as o"), "import re\n"),
    ("import os.path, re\n", gone("os.path"), "import re\n"),
    ("import os; import re\n", gone("os"), "import re\n"),
    ("import os; import re\n", gone("re"), "import os\n"),
    ("import os; x = 1  # one\n", gone("os"), "x = 1  # one\n"),
    ("from m import a, b, c\n", gone("b"), "from m import a, c\n"),
    ("from m import a, \\\n    b, c\n", gone("a"), "from m import b, c\n"),
    ("from m import a, \\\n    b, c\n", gone("b", "c"), "from m import a\n"),
    ("from m import (a, b)\n", gone("a"), "from m import (b)\n"),
    ("from m import (a,\n               b,\n               c)\n", gone("a"), "from m import (b,\n               c)\n"),
    ("from m import (a,\n               b,\n               c)\n", gone("c"), "from m import (a,\n               b)\n"),
    ("from m import (\n    a,\n    b,\n)\n", gone("a"), "from m import (\n    b,\n)\n"),
    ("from m import (\n    a,\n    b,\n)\n", gone("b"), "from m import (\n    a,\n)\n"),
    ("from m import (\n    a,\n    b\n)\n", gone("b"), "from m import (\n    a\n)\n"),
    ("from m import (\n    a, b,\n    c,\n)\n", gone("b"), "from m import (\n    a,\n    c,\n)\n"),
    ("from m import (\n    a,  # A\n    # B\n    b,\n    c,\n)\n", gone("b"),
     "from m import (\n    a,  # A\n    # B\n    c,\n)\n"),
    ("from m import (\n    a,  # A\n    b,\n)\n", gone("b"), "from m import (\n    a,  # A\n)\n"),
    ('"""Doc."""\n\nimport os\nimport re\n', gone("os", line=3), '"""Doc."""\n\nimport re\n'),
    ('"""Doc."""\n\nimport os\n\nimport x\n', gone("os", line=3), '"""Doc."""\n\nimport x\n'),
    ("import os\n\n\ndef f(): pass\n", gone("os"), "def f(): pass\n"),
    ("#!/bin/x\n# licence\n\nimport os\n\n\nx = 1\n", gone("os", line=4), "#!/bin/x\n# licence\n\n\nx = 1\n"),
    ("import re\n\n# group\nimport os\nimport sys\n", gone("os", line=4), "import re\n\n# group\nimport sys\n"),
    ("import re\n# last\nimport os\n", gone("os", line=3), "import re\n# last\n"),
    ("import os", gone("os"), ""),
]  # fmt: skip


@pytest.mark.parametrize(("before", "edits", "after"), REMOVED)
def test_removed_names_leave_the_layout_of_the_others(before: str, edits: Edits, after: str) -> None:
    assert rewrite(before, edits) == after


ADDED = [
    ("import os\n\nx = 1\n", (), "import os\n\nfrom .m import f\n\nx = 1\n"),
    ("x = 1\n", (), "from .m import f\n\nx = 1\n"),
    ("class A: pass\n", (), "from .m import f\n\n\nclass A: pass\n"),
    ('"""Doc."""\nx = 1\n', (), '"""Doc."""\n\nfrom .m import f\n\nx = 1\n'),
    ("from __future__ import annotations\nx = 1\n", (),
     "from __future__ import annotations\n\nfrom .m import f\n\nx = 1\n"),
    ("from .a import x\nfrom .z import y\n", (1, 2), "from .a import x\nfrom .m import f\nfrom .z import y\n"),
    ("from .z import y\nfrom .a import x\n", (1, 2), "from .z import y\nfrom .a import x\nfrom .m import f\n"),
    ("import os\n\nfrom .z import y\n", (3,), "import os\n\nfrom .m import f\nfrom .z import y\n"),
    ("import os\n\n# why z\nfrom .z import y\n", (4,), "import os\n\n# why z\nfrom .z import y\nfrom .m import f\n"),
    ("from ..up import y\nfrom .z import y\n", (1, 2), "from ..up import y\nfrom .m import f\nfrom .z import y\n"),
    ("from .m import a, z\n", (1,), "from .m import a, f, z\n"),
    ("from .m import z, a\n", (1,), "from .m import z, a, f\n"),
    ("from .m import A, Z, e, g\n", (1,), "from .m import A, Z, e, f, g\n"),
    ("from .m import (\n    a,\n    z,\n)\n", (1,), "from .m import (\n    a,\n    f,\n    z,\n)\n"),
    ("from .m import (\n    a,\n    b\n)\n", (1,), "from .m import (\n    a,\n    b,\n    f\n)\n"),
    ("from .m import a  # noqa\n", (1,), "from .m import a  # noqa\nfrom .m import f\n"),
    ("from .m import a as b\n", (1,), "from .m import a as b\nfrom .m import f\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "beside", "after"), ADDED)
def test_a_new_import_stands_where_the_files_own_imports_stand(
    before: str, beside: tuple[int, ...], after: str
) -> None:
    assert rewrite(before, Edits(added=(NewImport(".m", "f"),), beside=beside)) == after


def test_an_import_that_must_come_last_does() -> None:
    edits = Edits(added=(NewImport(".m", "f"),), beside=(1, 2), after=True)
    assert rewrite("from .a import x\nfrom .z import y\nz = 1\n", edits) == (
        "from .a import x\nfrom .z import y\nfrom .m import f\nz = 1\n"
    )


def test_a_new_import_that_would_be_too_long_is_wrapped() -> None:
    new = NewImport("package.with_a_long_name.module_with_a_long_name", "a_function_with_a_long_name", "another_name")
    assert rewrite("x = 1\n", Edits(added=(new,))) == (
        "from package.with_a_long_name.module_with_a_long_name import (\n"
        "    a_function_with_a_long_name as another_name,\n)\n\nx = 1\n"
    )


MOVED = [
    ("from .m import f\n", "f", "from .q import g as f\n"),
    ("from .m import f  # noqa: F401\n", "f", "from .q import g as f  # noqa: F401\n"),
    ("from .m import a, f  # noqa\n", "f", "from .m import a  # noqa\nfrom .q import g as f  # noqa\n"),
    ("from .m import a, f  # why\n", "f", "from .m import a  # why\nfrom .q import g as f\n"),
    ("from .m import f  # why\nx = 1\n", "f", "from .q import g as f  # why\nx = 1\n"),
    ("from .m import a, f\nfrom .z import z\n", "f", "from .m import a\nfrom .q import g as f\nfrom .z import z\n"),
    ("from .m import a, f\nfrom .p import z\n", "f", "from .m import a\nfrom .p import z\nfrom .q import g as f\n"),
    ("from .m import f\nfrom .p import z\n", "f", "from .p import z\nfrom .q import g as f\n"),
    ("from .m import f\n\nfrom x import z\n", "f", "from .q import g as f\n\nfrom x import z\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "name", "after"), MOVED)
def test_a_name_that_comes_from_elsewhere_now_gets_a_sorted_place(before: str, name: str, after: str) -> None:
    assert rewrite(before, Edits(repoints=(Repoint(Name(1, name), NewImport(".q", "g", "f")),))) == after


def test_an_import_inside_a_function_is_changed_where_it_stands() -> None:
    before = "def h():\n    # now\n    from .m import a, f\n    return a + f\n"
    edits = Edits(repoints=(Repoint(Name(3, "f"), NewImport(".q", "f")),))
    assert rewrite(before, edits) == (
        "def h():\n    # now\n    from .m import a\n    from .q import f\n    return a + f\n"
    )


FUNCTIONS = [
    ("def f(): pass\n\n\ndef g(): pass\n", "def g(): pass\n"),
    ("x = 1\n\n\ndef f(): pass\n", "x = 1\n"),
    ("x = 1\n\n\n# about f\ndef f(): pass\n\n\n# about g\ndef g(): pass\n", "x = 1\n\n\n# about g\ndef g(): pass\n"),
    ("x = 1\n\n# section\n\n# about f\ndef f(): pass\n\n\ny = 1\n", "x = 1\n\n# section\n\n\ny = 1\n"),
    ("x = 1\ndef f():\n    pass\n    # inner\n# outer\ny = 1\n", "x = 1\n# outer\ny = 1\n"),
    ("x = 1\nasync def f(): pass\ny = 1\n", "x = 1\ny = 1\n"),
    ("x = 1\n\n# section\n\ndef f(): pass\n", "x = 1\n\n# section\n"),
    ("class f:\n    def f(self): pass\n\ndef f(): pass\n", "class f:\n    def f(self): pass\n"),
]


@pytest.mark.parametrize(("before", "after"), FUNCTIONS)
def test_a_removed_function_takes_the_comment_above_it_along(before: str, after: str) -> None:
    assert rewrite(before, Edits(functions=("f",))) == after


def test_a_removed_constant_takes_nothing_else_along() -> None:
    before = "_A = 1\n_B: int = 2\nC = _A\n\ndef f():\n    _A = 3\n    return _A\n"
    after = "C = _A\n\ndef f():\n    _A = 3\n    return _A\n"
    assert rewrite(before, Edits(constants=("_A", "_B"))) == after


REFUSED = [
    ("if x: from .m import f\n", Edits(repoints=(Repoint(Name(1, "f"), NewImport(".q", "f")),)), "shares its line"),
    ("from .m import f; x = 1\n", Edits(repoints=(Repoint(Name(1, "f"), NewImport(".q", "f")),)), "shares its line"),
    ("import os\n", gone("re"), "`re`"),
    ("x = 1\n", Edits(functions=("f",)), "`f`"),
    ("x = (\n", gone("os"), "libcst cannot read it"),
    ("import os\ndef f(:\n", gone("os"), "libcst cannot read it"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "edits", "reason"), REFUSED)
def test_edits_that_cannot_all_be_done_are_refused(text: str, edits: Edits, reason: str) -> None:
    with pytest.raises(CannotRewrite, match=reason):
        rewrite(text, edits)


@pytest.mark.parametrize(
    "text",
    [
        "x=1",
        "x = 1\n\n\n",
        "\n\nx = 1  \n",
        "def  f( a,b ) :\n\treturn(a\n+b)\n",
        "# only\n",
        "",
        "x = '''\n  a\n'''\n",
    ],
)
def test_no_edits_change_nothing(text: str) -> None:
    assert rewrite(text, Edits()) == text


NAMES = ["a", "b", "c", "d", "e"]


@st.composite
def import_statements(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A statement in some layout, with comments in places, and some of its names."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    out = draw(st.lists(st.sampled_from(names), unique=True))
    gaps = [draw(st.sampled_from([" ", "  ", "\n    ", "  # x\n    ", "\n    # y\n    "])) for _ in names]
    end = draw(st.sampled_from(["", ",", ",\n", "\n", ",  # z\n"]))
    start = draw(st.sampled_from(["", "\n    ", "  # w\n    "]))
    inner = "".join(f"{name},{gap}" for name, gap in zip(names[:-1], gaps, strict=False)) + names[-1]
    return f"from m import ({start}{inner}{end})\n", out


@given(import_statements(), st.sampled_from(["", "import sys\n", "# top\n\n", '"""Doc."""\n\n']))
@settings(max_examples=150, deadline=None)
def test_whatever_the_layout_the_right_names_are_left(statement: tuple[str, list[str]], head: str) -> None:
    text, out = statement
    line = head.count("\n") + 1
    after = rewrite(f"{head}{text}x = 1\n", gone(*out, line=line))
    imported = [node for node in ast.parse(after).body if isinstance(node, ast.ImportFrom)]
    left = [name for name in ast.unparse(ast.parse(text)).replace("from m import ", "").split(", ") if name not in out]
    assert [alias.name for node in imported for alias in node.names] == left
    assert after.endswith("x = 1\n")
    assert after.startswith(head.rstrip("\n"))
