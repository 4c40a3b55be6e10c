"""Gate 5 for words: what explains code that is still there is not lost."""

import pytest

from applier.gates.remarks import check_remarks
from applier.scope import Problem
from tests.gating import judge


def asked(before: str, after: str, path: str = "a.py") -> list[Problem]:
    return judge(check_remarks, {path: before}, {path: after})


WHY = "# Servers of this vendor drop the second request\n# unless a tenth of a second lies between the two.\n"
CODE = "def f(a):\n    return a\n"
GONE = {
    "two lines": (WHY + CODE, CODE + "x = 1\n", "a.py", "Servers of this vendor"),
    "a long line": (
        "# Never raise this beyond sixty, since the proxies in front of us close the connection then.\nLIMIT = 60\n",
        "LIMIT = 60\n",
        "a.py",
        "beyond sixty",
    ),
    "inside a function": (
        "def f(a):\n    b = 1\n    # The order matters here: whoever is written\n"
        "    # first is read first by all other clients.\n"
        "    g(a)\n    return b\n",
        "def f(a):\n    g(a)\n    return 1\n",
        "a.py",
        "The order matters",
    ),
    "a licence": (
        "# Copyright 2014 Erika Muster\n# Licensed under the MIT license.\n\n" + CODE,
        CODE,
        "a.py",
        "Copyright",
    ),
    "one of another language": (
        "// Servers of this vendor drop the second request\n// unless some time lies between both.\n"
        "export const a = f();\n",
        "export const a = f();\n",
        "a.ts",
        "Servers of this vendor",
    ),
    "a block": (
        "/* Servers of this vendor drop the second request,\n   unless some time lies between both. */\n"
        "export const a = f();\n",
        "export const a = f();\n",
        "a.ts",
        "Servers of this vendor",
    ),
}


@pytest.mark.parametrize(("before", "after", "path", "words"), GONE.values(), ids=GONE)
def test_a_comment_that_is_gone_from_its_code_is_asked_about(before: str, after: str, path: str, words: str) -> None:
    [problem] = asked(before, after, path)
    assert (problem.gate, problem.severity, problem.path) == ("loss", "ask", path)
    assert words in problem.message


FINE = {
    "nothing changed": (WHY + CODE, WHY + CODE),
    "reworded": (WHY + CODE, "# This vendor drops a second request unless a tenth of a second lies between.\n" + CODE),
    "moved along": (WHY + CODE, "x = 1\n\n\n" + WHY + CODE),
    "wrapped anew": (WHY + CODE, WHY.replace("\n# unless", " unless") + CODE),
    "moved into the docstring": (
        WHY + CODE,
        'def f(a):\n    """Servers of this vendor drop the second request\n\n'
        '    unless a tenth of a second lies between."""\n'
        "    return a\n",
    ),
    "gone with its code": (WHY + "x = 1\n" + CODE, CODE),
    "its code was rewritten": (WHY + CODE, "def f(b):\n    return b\n"),
    "a short one": ("# Too short.\n" + CODE, CODE),
    "two short ones": ("# Helpers\n# -------\n" + CODE, CODE),
    "code in comments": ("# x = g(1)\n# y = h(x)\n# return x + y\n" + CODE, CODE),
    "what steers tools": (
        "# pylint: disable=too-many-arguments,missing-function-docstring\n# mypy: ignore-errors\n" + CODE,
        CODE,
    ),
    "behind code": (
        "x = 1  # Servers of this vendor drop the second request unless a tenth of a second lies between\n" + CODE,
        CODE,
    ),
    "a new comment": (CODE, WHY + CODE),
    "one of two copies": (WHY + "x = 1\n" + WHY + CODE, "x = 1\n" + WHY + CODE),
}


@pytest.mark.parametrize(("before", "after"), FINE.values(), ids=FINE)
def test_nothing_is_said_of_words_that_stand_elsewhere_or_went_with_their_code(before: str, after: str) -> None:
    assert asked(before, after) == []


def test_what_documents_a_definition_is_told_with_the_definition() -> None:
    before = "/**\n * Servers of this vendor drop the second request,\n * unless some time lies between both.\n"
    " */\nexport const a = 1;\n"
    assert asked(before, "export const a = 1;\n", "a.ts") == []


DOC = '"""Statistics without any package, for machines on which nothing can be installed."""\n\n'
MODULES = [
    (DOC + CODE, CODE, 1),
    (DOC + CODE, '"""Something else."""\n\n' + CODE, 0),
    (DOC + CODE, DOC + CODE.replace("a", "b"), 0),
    (CODE, DOC + CODE, 0),
    (DOC + CODE, DOC.replace('"""', "# ", 1).replace('"""', "") + CODE, 0),
]


@pytest.mark.parametrize(("before", "after", "count"), MODULES)
def test_the_docstring_of_a_module_is_asked_about(before: str, after: str, count: int) -> None:
    problems = asked(before, after)
    assert len(problems) == count
    assert all("docstring of the module" in problem.message for problem in problems)
