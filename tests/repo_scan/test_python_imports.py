"""Import statements as written."""

import pytest

from repo_scan.outline import Import
from tests.repo_scan.outlines import outline_of


def written(text: str) -> list[tuple[str, str | None, str | None]]:
    return [(item.module, item.name, item.alias) for item in outline_of(text).imports]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a\n", [("a", None, None)]),
        ("import a.b.c\n", [("a.b.c", None, None)]),
        ("import a.b as c, d\n", [("a.b", None, "c"), ("d", None, None)]),
        ("from a import b\n", [("a", "b", None)]),
        ("from a.b import c as d, e\n", [("a.b", "c", "d"), ("a.b", "e", None)]),
        ("from a import (\n    b,  # why\n    c as d,\n)\n", [("a", "b", None), ("a", "c", "d")]),
        ("from a import *\n", [("a", "*", None)]),
        ("from . import a\n", [(".", "a", None)]),
        ("from .. import a as b\n", [("..", "a", "b")]),
        ("from ...a.b import c\n", [("...a.b", "c", None)]),
        ("from . a import b\n", [(".a", "b", None)]),
        ("from a \\\n  import b\n", [("a", "b", None)]),
        ("import a . b\n", [("a.b", None, None)]),
        (
            "from __future__ import annotations, division\n",
            [("__future__", n, None) for n in ("annotations", "division")],
        ),
        ("import importlib\nm = importlib.import_module('a.b')\n", [("importlib", None, None), ("a.b", None, None)]),
        ("m = import_module('a')\n", [("a", None, None)]),
        ("m = __import__('a')\n", [("a", None, None)]),
        ("m = import_module('.a', __package__)\n", [(".a", None, None)]),
        ("m = import_module('.a', package=__name__)\n", [(".a", None, None)]),
        ("from match import type\n", [("match", "type", None)]),
    ],
)
def test_every_imported_name_is_told(text: str, found: list[tuple[str, str | None, str | None]]) -> None:
    assert written(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "x = 'import a'\n",
        "# import a\n",
        "m = import_module(name)\n",
        "m = import_module(f'a.{b}')\n",
        "m = import_module('.a', package)\n",
        "m = import_module('a b')\n",
        "m = import_module()\n",
        "m = load('a')\n",
        "importlib.reload('a')\n",
    ],
)
def test_what_only_looks_like_an_import_is_none(text: str) -> None:
    assert written(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("import a\n", "runtime"),
        ("class A:\n    import a\n", "runtime"),
        ("if x:\n    import a\n", "runtime"),
        ("try:\n    import a\nexcept ImportError: pass\n", "runtime"),
        ("if TYPE_CHECKING:\n    import a\n", "type-only"),
        ("if typing.TYPE_CHECKING:\n    from a import b\n", "type-only"),
        ("if (TYPE_CHECKING):\n    import a\n", "type-only"),
        ("if not TYPE_CHECKING:\n    pass\nelse:\n    import a\n", "type-only"),
        ("if x:\n    pass\nelif TYPE_CHECKING:\n    import a\n", "type-only"),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import a\n", "runtime"),
        ("if not TYPE_CHECKING:\n    import a\n", "runtime"),
        ("def f():\n    import a\n", "dynamic"),
        ("class A:\n    def m(self):\n        if x:\n            import a\n", "dynamic"),
        ("async def f():\n    import a\n", "dynamic"),
        ("import_module('a')\n", "dynamic"),
        ("def f():\n    if TYPE_CHECKING:\n        import a\n", "type-only"),
        ("if TYPE_CHECKING:\n    def f():\n        import a\n", "type-only"),
        ("if __name__ == '__main__':\n    import a\n", "dynamic"),
        ("if __name__ == '__main__':\n    pass\nelse:\n    import a\n", "runtime"),
        ("if TYPE_CHECKING and x:\n    import a\n", "type-only"),
        ("if TYPE_CHECKING or x:\n    import a\n", "runtime"),
    ],
)
def test_the_kind_says_when_an_import_happens(text: str, kind: str) -> None:
    assert [item.kind for item in outline_of(text).imports] == [kind]


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("import a\n", False),
        ("if TYPE_CHECKING:\n    import a\n", False),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import a\n", False),
        ("if not TYPE_CHECKING:\n    import a\n", False),
        ("if __name__ == '__main__':\n    import a\n", False),
        ("def f():\n    import a\n", False),
        ("with x:\n    import a\n", False),
        ("try:\n    import a\nexcept ImportError:\n    pass\n", True),
        ("try:\n    pass\nexcept ImportError:\n    import a\n", True),
        ("try:\n    pass\nexcept ImportError:\n    pass\nelse:\n    import a\n", True),
        ("if sys.version_info >= (3, 12):\n    import a\n", True),
        ("if x:\n    pass\nelse:\n    import a\n", True),
        ("if __name__ == '__main__':\n    pass\nelse:\n    import a\n", True),
        ("if x:\n    pass\nelif y:\n    import a\n", True),
        ("def f():\n    try:\n        import a\n    except ImportError:\n        pass\n", True),
    ],
)
def test_an_import_under_a_choice_is_guarded(text: str, guarded: bool) -> None:
    assert [item.guarded for item in outline_of(text).imports] == [guarded]


def test_lines_are_those_of_the_statement() -> None:
    text = "\nfrom a import (\n    b,\n    c,\n)\nimport d\n"
    assert [(item.line, item.end_line) for item in outline_of("x = 1" + text).imports] == [(2, 5), (2, 5), (6, 6)]


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (Import("a.b", None, None, 1), "a"),
        (Import("a.b", None, "c", 1), "c"),
        (Import("a", "b", None, 1), "b"),
        (Import("a", "b", "c", 1), "c"),
        (Import("a", "*", None, 1), "*"),
    ],
)
def test_an_import_binds_its_alias_its_name_or_the_first_part_of_the_module(item: Import, name: str) -> None:
    assert item.binds == name
