"""References and comments of a Python text."""

import pytest

from repo_scan.outline import Comment
from tests.repo_scan.outlines import outline_of


def references(text: str) -> set[str]:
    return set(outline_of(text).references)


@pytest.mark.parametrize(
    "text",
    [
        "os\n",
        "x = os\n",
        "os.path\n",
        "a.os\n",
        "os()\n",
        "f(os=1)\n",
        "def f(os): pass\n",
        "def f(a: os): pass\n",
        "def f(a: 'os.PathLike'): pass\n",
        "def f() -> 'list[os.PathLike]': pass\n",
        "x: 'os'\n",
        "x: list['os']\n",
        "X = Dict[str, 'os']\n",
        "x = cast('os.PathLike', y)\n",
        "T = typing.TypeVar('T', bound='os.PathLike')\n",
        "x = []  # type: list[os.PathLike]\n",
        '"""Doc.\n\n>>> os.getcwd()\n"""\n',
        'def f():\n    """Doc.\n\n    >>> for x in y:\n    ...     os.getcwd()\n    """\n',
        "f'{os}'\n",
        "f'{x:{os}}'\n",
        "@os\ndef f(): pass\n",
        "class A(os): pass\n",
        "os += 1\n",
        "os[0] = 1\n",
        "os.x = 1\n",
        "del os\n",
        "def f():\n    global os\n",
        "with x as os: pass\n",
        "for os in x: pass\n",
        "match x:\n    case os.X: pass\n",
        "type X = os\n",
        "lambda os: 1\n",
        "print >> os\n",
    ],
)
def test_a_name_is_referred_to_in_any_dress(text: str) -> None:
    assert "os" in references(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import os\n",
        "from a import os\n",
        "import a as os\n",
        "def os(): pass\n",
        "class os: pass\n",
        "os = 1\n",
        "os: int\n",
        "x = 'os'\n",
        "f('os')\n",
        "'''Mentions os.'''\n",
        "# os\n",
        "x = 1  # type: ignore[os]\n",
        "osx\n",
        "x.append('os')\n",
    ],
)
def test_a_name_that_is_only_bound_or_mentioned_is_not(text: str) -> None:
    assert "os" not in references(text)


def test_references_are_sorted_and_told_once() -> None:
    assert outline_of("b(a, b, c)\na\n").references == ("a", "b", "c")


def test_comments_are_told_with_their_lines_and_words() -> None:
    text = "#!/usr/bin/python\nx = 1  # why\n# TODO: é\ny = '# no'\nf(  # in\n)\n"
    assert outline_of(text).comments == (
        Comment(1, "#!/usr/bin/python"),
        Comment(2, "# why"),
        Comment(3, "# TODO: é"),
        Comment(5, "# in"),
    )


@pytest.mark.parametrize("text", ["", "x = '# no'\n", '"""\n# no\n"""\n', "x = f'{a}# no'\n"])
def test_a_sharp_inside_a_string_is_no_comment(text: str) -> None:
    assert outline_of(text).comments == ()
