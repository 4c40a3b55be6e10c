"""Star imports that hide where names come from, and those that only hand names on."""

from collections.abc import Mapping

import pytest

from repo_scan.detectors.wildcard_import import wildcard_import
from tests.repo_scan.diseased import found_by

SOURCE = "def total(x): return x\nLIMIT = 3\n"
USER = "from shop.prices import *\ndef main(): return total(3)\n"
UTIL = "import re\nfrom os import sep as _sep, linesep\ndef words(x): return re.split(linesep, x)\n"
READER = "from util import *\ndef read(x): return re.sub('', '', words(x))\n"
TWO = "from a import *\nfrom b import *\ndef main(): return total(3)\n"
NAMING = {f"by_name_{n}.py": "from shop.prices import total\nprint(total(1))\n" for n in range(9)}
BY_STAR = {f"by_star_{n}.py": USER for n in range(5)}


def stars(texts: Mapping[str, str]) -> list[tuple[str, int]]:
    return [(one.path, one.line) for one in found_by(wildcard_import, texts)]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({"util.py": UTIL, "a.py": READER}, [("a.py", 1)]),
        ({"util.py": UTIL, "a.py": READER} | {f"r{n}.py": READER.replace("re.sub", "str") for n in range(9)},
         [("a.py", 1)]),
        ({"util.py": UTIL, "a.py": "import sys\n" + READER.replace("re.sub('', ", "print(linesep, ")},
         [("a.py", 2)]),
        ({"util.py": UTIL, "a.py": "class A:\n    re = 1\n" + READER}, [("a.py", 3)]),
        ({"p/__init__.py": "", "p/util.py": UTIL, "p/api.py": "from .util import *\nx = 1\n",
          "p/a.py": "from .api import *\n" + READER.replace("util", ".util")}, [("p/a.py", 2)]),
        ({"a.py": SOURCE, "b.py": SOURCE, "c.py": TWO}, [("c.py", 2)]),
        ({"a.py": SOURCE, "b.py": "from other import total\n", "c.py": TWO}, [("c.py", 2)]),
        ({"a.py": SOURCE, "b.py": "__all__ = ['total']\n" + SOURCE, "c.py": TWO}, [("c.py", 2)]),
        ({"a.py": SOURCE, "d.py": SOURCE, "b.py": "from d import *\n", "c.py": TWO}, [("c.py", 2)]),
        ({"shop/prices.py": SOURCE, "shop/cli.py": USER} | NAMING, [("shop/cli.py", 1)]),
        ({"shop/prices.py": "__all__ = ['total']\n" + SOURCE, "shop/cli.py": USER} | NAMING, [("shop/cli.py", 1)]),
        ({"shop/prices.py": SOURCE, "shop/cli.py": USER.replace("shop.prices", ".prices")} | NAMING,
         [("shop/cli.py", 1)]),
        ({"a.py": USER} | NAMING, [("a.py", 1)]),  # from a package that is not here
    ],
)  # fmt: skip
def test_a_star_import_that_misleads_is_found(texts: dict[str, str], found: list[tuple[str, int]]) -> None:
    assert stars(texts) == found


@pytest.mark.parametrize(
    "texts",
    [
        {"a.py": ""},
        {"a.py": "import os\nfrom os import sep\ndef f(): return sep\n"},
        # the only star of a file, or the way in which the project writes
        {"a.py": "from os import *\ndef f(): return getcwd()\n"},
        {"shop/prices.py": SOURCE, "shop/cli.py": USER},
        {"shop/prices.py": SOURCE} | BY_STAR,
        {"shop/prices.py": SOURCE} | BY_STAR | NAMING,
        {"shop/prices.py": "__all__ = ['total']\n" + SOURCE} | BY_STAR,
        {"shop/prices.py": SOURCE, "shop/cli.py": USER} | dict(list(NAMING.items())[:8]),
        {"shop/prices.py": SOURCE, "shop/cli.py": USER.replace("total(3)", "3")} | NAMING,
        # names that do not come from another file's imports, or are meant to
        {"util.py": UTIL, "a.py": "from util import *\nimport re\ndef read(x): return re.sub('', '', words(x))\n"},
        {"util.py": UTIL, "a.py": READER.replace("re.sub", "x.re.sub")},
        {"util.py": UTIL, "a.py": READER.replace("re.sub('', '', ", "dict(re=")},
        {"util.py": UTIL, "a.py": READER.replace("read(x)", "read(x, re)")},
        {"util.py": UTIL, "a.py": READER.replace("re.sub('', '', ", "repr(_sep, ")},
        {"util.py": "__all__ = ['re', 'words']\n" + UTIL, "a.py": READER},
        {"util.py": "__all__ = made()\n" + UTIL, "a.py": READER},
        {"util.py": UTIL.replace("re.split", "str.split"), "a.py": READER},  # brought for others
        {"util.py": "import re\nfrom words import words\n", "a.py": READER},  # a shelf
        {"util/__init__.py": UTIL, "a.py": READER},
        {"util.py": UTIL.replace("import re", "try:\n    import re\nfinally:\n    import os", 1), "a.py": READER},
        {"util.py": UTIL, "b.py": "import re\ndef f(): re.x()\n", "a.py": "from b import *\n" + READER},
        {"util.py": UTIL, "a.py": "from elsewhere import *\n" + READER},
        # several stars, but one meaning for each name that is used
        {"a.py": SOURCE, "b.py": "def count(): ...\n", "c.py": TWO},
        {"a.py": SOURCE, "b.py": "from a import *\n", "c.py": TWO},
        {"a.py": SOURCE, "b.py": "from a import total\n", "c.py": TWO},
        {"a.py": "from other import total\n", "b.py": "from other import total\n", "c.py": TWO},
        {"a.py": SOURCE, "b.py": SOURCE, "c.py": TWO.replace("total(3)", "x.total(3)")},
        {"a.py": SOURCE, "b.py": SOURCE, "c.py": TWO + "def total(x): return x\n"},
        {"a.py": SOURCE, "b.py": "__all__ = ['LIMIT']\n" + SOURCE, "c.py": TWO},
        {"a.py": "from b import *\n" + SOURCE, "b.py": "from a import *\n" + SOURCE, "c.py": TWO},  # a knot
        # handed on, meant so, or no code of the project's own
        {"shop/__init__.py": USER, "shop/prices.py": SOURCE} | NAMING,
        {"shop/api.py": "from shop.prices import *\n", "shop/prices.py": SOURCE} | NAMING,
        {"shop/api.py": "from shop.prices import *\ndef extra(): return 1\n", "shop/prices.py": SOURCE} | NAMING,
        {"settings.py": "from util import *\nDEBUG = re\n", "util.py": UTIL},
        {"util.py": UTIL, "a.py": READER.replace("*", "*  # noqa: F403")},
        {"util.py": UTIL, "a.py": "# ruff: noqa\n" + READER},
        {"util.py": UTIL, "a.py": READER.replace("*", "*  # pylint: disable=wildcard-import")},
        {"util.py": UTIL, "a.py": "try:\n    from util import *\nfinally:\n    x = 1\n" + READER.partition("\n")[2]},
        {"_util.py": UTIL, "a.py": READER.replace("util", "_util")},
        {"util.py": UTIL, "a.pyi": READER},
        {"util.py": UTIL, "tests/test_a.py": READER},
        {"util.py": UTIL, "examples/a.py": READER},
        {"util.py": UTIL, "_vendor/a.py": READER},
        {"util.py": UTIL, "a.py": "# Generated by a tool. Do not edit.\n" + READER},
        {"util.py": UTIL, "a.py": READER + "def broken(:\n"},
        {"util.py": UTIL + "def broken(:\n", "a.py": READER},
    ],
)  # fmt: skip
def test_a_way_of_writing_and_what_is_meant_so_are_left_alone(texts: dict[str, str]) -> None:
    assert stars(texts) == []


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            {"util.py": UTIL, "a.py": READER.replace("words(x)", "linesep")},
            "`linesep` and `re`: used here but not imported; the star hands on what util.py imports for itself "
            "(lines 1 and 2). Tidying the imports there breaks this file.",
        ),
        (
            {"a.py": SOURCE, "b.py": SOURCE, "c.py": TWO},
            "`total` comes with this star, from b.py, and another `total` with the star of line 1, from a.py. The "
            "order of the two lines decides which one this file uses.",
        ),
        (
            {"shop/prices.py": SOURCE, "shop/cli.py": USER} | NAMING,
            "9 other files name what they take from `shop.prices`; this one takes everything and needs `total`.",
        ),
    ],
)
def test_the_message_says_what_holds_for_the_case(texts: dict[str, str], message: str) -> None:
    assert [finding.message for finding in found_by(wildcard_import, texts)] == [message]
