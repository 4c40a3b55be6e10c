"""Copied functions, and those that are alike for a reason."""

from collections.abc import Mapping

import pytest

from repo_scan.detectors.copies import copies
from tests.repo_scan.diseased import found_by

SLUG = """
def slug(title, limit=40):
    words = [word.lower() for word in title.split() if word.isalnum()]
    return "-".join(words)[:limit]
"""
LIMITED = "LIMIT = 40\n" + SLUG.replace("=40", "=LIMIT")
SPLIT = "import re\n" + SLUG.replace("title.split()", "re.split(title)")
DOCUMENTED = SLUG.replace(":\n", ':\n    """Words."""\n', 1)
OTHER = """
def other(numbers):
    mean = sum(numbers) / len(numbers)
    return sum((number - mean) ** 2 for number in numbers) / len(numbers)
"""
LARGE = "def large(x, y):\n" + "".join(f"    x += y * {n}\n" for n in range(8)) + "    return x\n\n\n"
SHORT = "def short(data, start):\n    return unpack('<H', data[start : start + 2])[0]\n"


def groups(texts: Mapping[str, str]) -> list[list[tuple[str, str]]]:
    return [[(place.path, place.symbol) for place in one.places] for one in found_by(copies, texts)]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({"a.py": SLUG, "b.py": SLUG}, [[("a.py", "slug"), ("b.py", "slug")]]),
        ({"a.py": LARGE + LARGE.replace("large", "big")}, [[("a.py", "large"), ("a.py", "big")]]),
        (
            {"a.py": SLUG + SLUG.replace("slug", "_slug"), "b.py": SLUG},
            [[("a.py", "slug"), ("a.py", "_slug"), ("b.py", "slug")]],
        ),
        ({"a.py": SLUG, "b.py": "\n# Makes words.\n" + SLUG.strip() + "\n"}, [[("a.py", "slug"), ("b.py", "slug")]]),
        ({"a.py": SLUG, "b.py": "# Same as in a.\n\n" + SLUG}, [[("a.py", "slug"), ("b.py", "slug")]]),
        (
            {"a.py": SLUG.replace("slug", "open"), "b.py": SLUG.replace("slug", "close")},
            [[("a.py", "open"), ("b.py", "close")]],
        ),
        ({"a.py": SLUG, "b.py": SLUG.replace("slug", "name")}, [[("a.py", "slug"), ("b.py", "name")]]),
        ({"a.py": SLUG, "b.py": SLUG, "c.py": SLUG}, [[("a.py", "slug"), ("b.py", "slug"), ("c.py", "slug")]]),
        (
            {"a.py": SLUG + OTHER, "b.py": OTHER, "c.py": SLUG},
            [[("a.py", "slug"), ("c.py", "slug")], [("a.py", "other"), ("b.py", "other")]],
        ),
        ({"a.py": SLUG, "b.py": DOCUMENTED}, [[("a.py", "slug"), ("b.py", "slug")]]),
        ({"a.py": "@cache" + SLUG, "b.py": "@cache" + SLUG}, [[("a.py", "slug"), ("b.py", "slug")]]),
        ({"a.py": LIMITED, "b.py": LIMITED}, [[("a.py", "slug"), ("b.py", "slug")]]),
        ({"a.py": SPLIT, "b.py": SPLIT}, [[("a.py", "slug"), ("b.py", "slug")]]),
    ],
)  # fmt: skip
def test_a_function_that_stands_twice_is_found_with_all_its_places(
    texts: dict[str, str], found: list[list[tuple[str, str]]]
) -> None:
    assert groups(texts) == found


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"a.py": SLUG},
        {"a.py": SLUG, "b.py": OTHER},
        {"a.py": SLUG, "b.py": SLUG.replace("40", "50")},
        {"a.py": SLUG, "b.py": SLUG.replace("-", "_")},
        {"a.py": "def f(x):\n    return x\n", "b.py": "def f(x):\n    return x\n"},
        {"a.py": "def f(): ...\n", "b.py": "def f(): ...\n"},
        {"a.py": SHORT, "b.py": SHORT},
        {"a.py": SLUG, "tests/b.py": SLUG},
        {"a.py": SLUG, "test_b.py": SLUG},
        {"a.py": SLUG, "app/migrations/b.py": SLUG},
        {"a.py": SLUG, "app/_vendor/b.py": SLUG},
        {"a.py": SLUG, "third_party/b.py": SLUG},
        {"a.py": SLUG, "examples/b.py": SLUG},
        {"a.py": SLUG, "docs/conf.py": SLUG},
        {"share/templates/plain/a.py": SLUG, "share/templates/full/a.py": SLUG},
        {"a.py": SLUG, "b.py": SLUG + "def broken(:\n"},
        {"a.py": f"if x:{SLUG}else:{SLUG}".replace("\n", "\n    ").replace("    else", "else")},
        {"a.py": f"class A:{SLUG}class B:{SLUG}".replace("\n", "\n    ").replace("    class", "class")},
        {"a.py": SLUG + SLUG.replace("slug", "_slug")},  # small, and in sight of each other
        {"a.py": LARGE.replace("large", "lock_all") + LARGE.replace("large", "unlock_all")},
        {"a.py": LARGE.replace("large", "onStart") + LARGE.replace("large", "onStop")},
        {"a.py": SLUG, "b.py": "# The same way as in a.\n" + SLUG.strip() + "\n"},
        {"a.py": SLUG, "b.py": SLUG.replace(":\n", ':\n    """Copied from a, to stand alone."""\n', 1)},
        {"a.py": SLUG, "b.py": SLUG.replace(":\n", ":\n    # on purpose: nothing is imported here\n", 1)},
        {"a.py": "@app.route('/')" + SLUG, "b.py": "@app.route('/')" + SLUG},
        {"a.py": "@Special" + SLUG + "@Special" + SLUG.replace("slug", "name")},
        {"a.py": SLUG.replace("slug", "__getattr__"), "b.py": SLUG.replace("slug", "__getattr__")},
        {"a.py": "title = 1\n" + SLUG, "b.py": "title = 1\n" + SLUG},  # state of each module
        {
            "a.py": "LIMIT = 40\n" + SLUG.replace("=40", "=LIMIT"),
            "b.py": "LIMIT = 50\n" + SLUG.replace("=40", "=LIMIT"),
        },
        {"a.py": "from x import words\n" + SLUG, "b.py": "from y import words\n" + SLUG},
        {"a.py": "from .x import words\n" + SLUG, "p/b.py": "from .x import words\n" + SLUG, "x.py": "", "p/x.py": ""},
        {"a.py": "def words(): return 1\n" + SLUG, "b.py": "def words(): return 2\n" + SLUG},
    ],
)
def test_functions_that_differ_or_are_alike_on_purpose_are_left_alone(texts: dict[str, str]) -> None:
    assert groups(texts) == []


def test_the_message_names_functions_and_places() -> None:
    (finding,) = found_by(copies, {f"{name}.py": SLUG for name in "abcdef"})
    assert "`slug`: the same function stands 6 times, at a.py:2, b.py:2, c.py:2, d.py:2 and 2 more." in finding.message
