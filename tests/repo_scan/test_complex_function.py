"""Functions that are mazes, and those that only have many cases."""

import pytest

from repo_scan.detectors.complex_function import complex_function
from tests.repo_scan.diseased import found_by

MAZE = """    for a in x:
        if a:
            while b:
                if c and d:
                    e()
"""


# Arms that do not need each other, each with a check of its own.
DISPATCH = "    for a in x:\n        if a == 0:\n            b\n" + "".join(
    f"        elif a == {number}:\n            if b is None:\n                raise ValueError(a)\n            c = b\n"
    for number in range(1, 20)
)
MATCH = (
    "    while a:\n        match x:\n"
    + "            case 1:\n                for b in c:\n                    d\n" * 20
)
GUARDS = (
    "    for a in x:\n        for b in a:\n"
    + (
        "            if b:\n                continue\n            if c: break\n            with d:\n"
        "                try:\n                    e()\n                except F:\n                    return None\n"
    )
    * 15
)


def function(times: int = 6, head: str = "def work(x):\n") -> str:
    return head + MAZE * times


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        (function(), 1, "work"),
        ("import os\n@once\n" + function(), 2, "work"),
        ("class A:\n" + indented(function()), 2, "A.work"),
    ],
)
def test_many_decisions_inside_each_other_are_found(text: str, line: int, name: str) -> None:
    (finding,) = found_by(complex_function, {"a.py": text})
    assert (finding.line, finding.places[0].symbol) == (line, name)
    assert finding.message == (
        f"`{name}` has 31 ways through it, in blocks nested 4 deep. To change what stands inside, the choices around "
        "it must be kept in mind."
    )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", ""),
        ("a.py", function(4)),
        ("a.py", "def work(x):\n" + "    if x:\n        y\n" * 60),
        ("a.py", function(1) + "    if x:\n        y\n" * 60),  # one deep corner
        ("a.py", "def work(x):\n    if x:\n        y\n" + "    elif x == 1:\n        y\n" * 60),
        ("a.py", function(1) + "    if x:\n        y\n" + "    elif x == 1:\n        y\n" * 60),
        ("a.py", "def work(x):\n    match x:\n" + "        case 1:\n            y\n" * 60),
        ("a.py", "def work(x):\n    return " + " or ".join("a" for _ in range(60)) + "\n"),
        ("a.py", "def work(x):\n" + DISPATCH),
        ("a.py", "def work(x):\n" + MATCH),
        ("a.py", "def work(x):\n" + GUARDS),
        ("a.py", "def make():\n" + indented(function()) + "    return work\n"),
        ("a.py", "def work(x):\n    class A:\n" + indented(indented("def m(self):\n" + MAZE * 6))),
        ("a.py", function(40)),  # left to long-function
        ("tests/helpers.py", function()),
        ("examples/a.py", function()),
        ("versions/a.py", function()),
        ("third_party/a.py", function()),
        ("a.py", "# DO NOT EDIT\n" + function()),
        ("a.py", "# It is not our code.\n" + function()),
        ("a.py", function() + "def broken(:\n"),
    ],
)
def test_flat_small_and_foreign_functions_are_left_alone(path: str, text: str) -> None:
    assert found_by(complex_function, {path: text}) == ()
