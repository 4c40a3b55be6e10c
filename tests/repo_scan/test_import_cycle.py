"""Import cycles, and what is none."""

import pytest

from repo_scan.detectors.import_cycle import import_cycle
from tests.repo_scan.diseased import found_by


@pytest.mark.parametrize(
    ("texts", "places"),
    [
        ({"a.py": "import b\n", "b.py": "x = 1\nimport a\n"}, [("a.py", 1), ("b.py", 2)]),
        ({"a.py": "import b\n", "b.py": "import c\n", "c.py": "\nimport a\n"}, [("a.py", 1), ("b.py", 1), ("c.py", 2)]),
        (
            {
                "p/__init__.py": "from .a import x\n",
                "p/a.py": "from . import b\n",
                "p/b.py": "import os\nfrom p import x\n",
            },
            [("p/a.py", 1), ("p/b.py", 2)],
        ),
        (
            {
                "p/__init__.py": "from .q import y as x\n",
                "p/q/__init__.py": "from .a import z as y\n",
                "p/q/a.py": "from . import b\n",
                "p/q/b.py": "from ... import other\nfrom p import x\n",
            },
            [("p/q/a.py", 1), ("p/q/b.py", 2)],
        ),
        ({"p/__init__.py": "import q\n", "q.py": "from p import x\n"}, [("p/__init__.py", 1), ("q.py", 1)]),
        ({"a.py": "import c\nimport b\n", "b.py": "import a\n", "c.py": ""}, [("a.py", 2), ("b.py", 1)]),
        (
            {"a.py": "import b\nif x:\n    import c\n", "b.py": "import a\n", "c.py": "import a\n"},
            [("a.py", 1), ("b.py", 1)],
        ),
        ({"a.py": "import tests.b\n", "tests/b.py": "import a\n"}, [("a.py", 1), ("tests/b.py", 1)]),
    ],
)
def test_files_that_need_each_other_are_found_each_at_its_import(
    texts: dict[str, str], places: list[tuple[str, int]]
) -> None:
    (finding,) = found_by(import_cycle, texts)
    assert [(place.path, place.line) for place in finding.places] == places


@pytest.mark.parametrize(
    "texts",
    [
        {"a.py": "import b\n", "b.py": ""},
        {"a.py": "import a\n"},
        {"a.py": "import b\n", "b.py": "if TYPE_CHECKING:\n    import a\n"},
        {"a.py": "import b\n", "b.py": "def f():\n    import a\n"},
        {"a.py": "import b\n", "b.py": "if __name__ == '__main__':\n    import a\n"},
        {"a.py": "import b\n", "b.py": "import_module('a')\n"},
        {"a.py": "import b\n", "b.pyi": "import a\n"},
        {"p/__init__.py": "from .a import x\n", "p/a.py": "from . import b\n", "p/b.py": ""},
        {"p/__init__.py": "from .a import x\n", "p/a.py": "from p import y\n"},
        {"p/__init__.py": "x = 1\nfrom .a import y\n", "p/a.py": "import p\nfrom . import x\n"},
        {"p/__init__.py": "from .a import x\n", "p/a.py": "from p import x\n"},
        {"p/__init__.py": "from .q import a\n", "p/q/__init__.py": "", "p/q/a.py": "from p import version\n"},
        {"p/__init__.py": "from .a import x\nfrom .b import y\n", "p/a.py": "", "p/b.py": "from p import x\n"},
        {
            "p/__init__.py": "try:\n    from .a import x\nexcept ImportError:\n    x = None\n",
            "p/a.py": "from . import b\n",
            "p/b.py": "from p import x\n",
        },
        {"p/__init__.py": "from p import x\nfrom p import y as x\n", "p/a.py": "from p import x\n"},
        {"tests/data/a.py": "from . import b\n", "tests/data/b.py": "from . import a\n"},
        {"_vendor/a.py": "from . import b\n", "_vendor/b.py": "from . import a\n"},
        {"a.py": "# import b\n", "b.py": "import a\n"},
        {"a.py": "import b\n", "b.py": "if sys.platform == 'win32':\n    import a\n"},
        {"a.py": "import b\n", "b.py": "try:\n    import a\nexcept ImportError:\n    a = None\n"},
    ],
)
def test_what_does_not_come_back_at_load_time_is_no_cycle(texts: dict[str, str]) -> None:
    assert found_by(import_cycle, texts) == ()


def test_the_message_shows_the_shortest_way_round() -> None:
    texts = {"a.py": "import b\nimport c\n", "b.py": "import c\n", "c.py": "import d\n", "d.py": "import a\n"}
    (finding,) = found_by(import_cycle, texts)
    assert finding.message.startswith("4 files import each other; the shortest way round is a.py → c.py → d.py → a.py.")


def test_a_long_way_is_shortened() -> None:
    names = "abcdefghij"
    texts = {f"{name}.py": f"import {names[(place + 1) % 10]}\n" for place, name in enumerate(names)}
    (finding,) = found_by(import_cycle, texts)
    assert "e.py → f.py → … → a.py" in finding.message
    assert len(finding.places) == 10
