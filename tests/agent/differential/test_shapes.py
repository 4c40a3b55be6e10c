"""Annotations as kinds of value."""

import ast

import pytest

from agent.differential.shapes import ANY, NONE, Annotations, Shape, either
from tests.differing_sources import module_of, sources_of

INT, STR, FLOAT = Shape("int"), Shape("str"), Shape("float")
HEAD = (
    "import collections.abc\nimport enum\nimport typing as t\nfrom datetime import date\nfrom decimal import Decimal\n"
    "from typing import *\nfrom typing import Any, Callable, Dict, List, Literal, NewType, Optional, TypeVar, Union\n"
    "from colours import Colour\nimport colours\nimport numpy as np\n"
    "T = TypeVar('T')\nN = TypeVar('N', int, float)\nId = NewType('Id', int)\nVector = list[float]\n"
    "Loop = 'list[Loop]'\nclass Thing: ...\n"
)
COLOURS = "from enum import Enum\n\n\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2\n    _ignore_ = 3\n"


def shape(annotation: str) -> Shape | None:
    sources = sources_of({"a.py": HEAD, "colours.py": COLOURS})
    return Annotations(sources, module_of(sources)).shape(ast.parse(annotation, mode="eval").body)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int", INT),
        ("'int'", INT),
        ("str | None", either((STR, NONE))),
        ("Optional[str]", either((STR, NONE))),
        ("Union[int, 'str']", either((INT, STR))),
        ("int | Thing", INT),  # values of the other kind are not tried
        ("list[int]", Shape("list", (INT,))),
        ("t.List[List[str]]", Shape("list", (Shape("list", (STR,)),))),
        ("collections.abc.Iterable[int]", Shape("list", (INT,))),
        ("Dict[str, int]", Shape("dict", (STR, INT))),
        ("tuple[int, str]", Shape("tuple", (INT, STR))),
        ("tuple[int, ...]", Shape("tuples", (INT,))),
        ("set[int]", Shape("set", (INT,))),
        ("frozenset[int]", Shape("frozenset", (INT,))),
        ("list", Shape("list", (ANY,))),
        ("Any", ANY),
        ("T", ANY),
        ("N", either((INT, FLOAT))),
        ("Id", INT),
        ("Vector", Shape("list", (FLOAT,))),
        ("Literal['a', 1]", Shape("one", (), ("'a'", "1"))),
        ("t.Annotated[int, 'more']", INT),
        ("Colour", Shape("one", (), ("Colour.RED", "Colour.BLUE"))),
        ("colours.Colour", Shape("one", (), ("colours.Colour.RED", "colours.Colour.BLUE"))),
    ],
)
def test_plain_annotations_are_understood(annotation: str, expected: Shape) -> None:
    assert shape(annotation) == expected


@pytest.mark.parametrize("annotation", ["date", "Decimal", "Optional[date]"])
def test_values_of_the_standard_library_are_written_as_calls(annotation: str) -> None:
    found = shape(annotation)
    assert found
    assert "(" in str(found)


@pytest.mark.parametrize(
    "annotation",
    [
        *("Thing", "'Thing'", "Callable[[int], str]", "np.ndarray", "list[Thing]", "dict[str, Thing]", "Nothing"),
        *("Loop", "None | Thing", "Optional[Thing]", "'not an annotation'", "type[int]", "f(x)", "tuple[int, Thing]"),
    ],
)  # fmt: skip
def test_others_are_not(annotation: str) -> None:
    assert shape(annotation) is None
