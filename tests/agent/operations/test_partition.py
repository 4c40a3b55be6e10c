"""A module that holds too much is taken apart along the headings that its authors put into it."""

from collections.abc import Mapping

import pytest

from agent.operations.partition import partition
from agent.operations.sequence import after
from tests.agent.operations.cases import repository_of, tree


def rule(title: str) -> str:
    return f"# --- {title} ---\n\n"


def part(title: str, name: str, body: str = "return x") -> str:
    return f"{rule(title)}\ndef {name}(x):\n    {body}\n\n\n"


PARTS = [part("tax", "tax"), part("mail", "letter"), part("time sheets", "sheet")]


def groups_of(text: str, others: Mapping[str, str] = {}) -> dict[str, list[str]] | None:
    repo = repository_of({"shop/__init__.py": "", **others, "shop/box.py": f'"""All."""\n\n{text}'})
    found = partition(repo, "shop/box.py", lambda path: True)
    return None if found is None else dict(found[0]["groups"])  # type: ignore[arg-type]


def test_each_part_goes_to_a_module_of_its_heading_and_the_module_hands_all_on() -> None:
    files = tree(f'== shop/box.py\n"""All."""\n\n{"".join(PARTS)}== main.py\nfrom shop.box import tax\n\ntax(1)\n')
    repo = repository_of(files)
    found = partition(repo, "shop/box.py", lambda path: True)
    assert found is not None
    request, change = found
    assert request["groups"] == {
        "shop/tax.py": ["tax"],
        "shop/mail.py": ["letter"],
        "shop/time_sheets.py": ["sheet"],
    }
    now = after(repo, change).texts
    assert now["shop/tax.py"] == "# --- tax ---\n\n\ndef tax(x):\n    return x\n"
    assert now["main.py"] == "from shop.tax import tax\n\ntax(1)\n"
    assert "---" not in now["shop/box.py"]
    for name in ("tax", "letter", "sheet"):
        assert f"import {name} as {name}" in now["shop/box.py"]


SPLIT: dict[str, tuple[str, list[str]]] = {
    "rules above and below": (
        "".join(f"# =====\n# {title}\n# =====\n\n\ndef {title}(x):\n    return x\n\n\n" for title in ("a", "b", "c")),
        ["shop/a.py", "shop/b.py", "shop/c.py"],
    ),
    "parts that need each other": (
        "".join([part("tax", "tax"), part("mail", "letter", "return tax(x)"), part("stock", "stock")]),
        ["shop/tax.py", "shop/mail.py", "shop/stock.py"],
    ),
    "what a part needs comes first": (
        "".join([part("mail", "letter", "return tax(x)"), part("tax", "tax"), part("stock", "stock")]),
        ["shop/tax.py", "shop/stock.py", "shop/mail.py"],
    ),
    "one that cannot go stays": (
        "".join([*PARTS, part("state", "state", "global n; n = x")]),
        ["shop/tax.py", "shop/mail.py", "shop/time_sheets.py"],
    ),
    "one whose module is there stays": (
        "".join([*PARTS, part("other", "other")]),
        ["shop/tax.py", "shop/mail.py", "shop/time_sheets.py"],
    ),
    "one that says a sentence stays": (
        "".join([*PARTS, part("what nobody else wanted to have", "other")]),
        ["shop/tax.py", "shop/mail.py", "shop/time_sheets.py"],
    ),
}


@pytest.mark.parametrize(("text", "targets"), SPLIT.values(), ids=SPLIT)
def test_parts_go_in_an_order_in_which_they_can(text: str, targets: list[str]) -> None:
    found = groups_of(text, {"shop/other.py": "X = 1\n"})
    assert found is not None
    assert list(found) == targets


WHOLE = {
    "no headings": "def a(x): ...\n\n\ndef b(x): ...\n",
    "too few": "".join(PARTS[:2]),
    "comments without rules": "".join(PARTS).replace("---", ""),
    "comments above definitions": "".join(PARTS).replace("---\n\n\n", "---\n"),
    "headings inside of functions": "def f(x):\n" + "".join(f"\n    # --- {t} ---\n\n    x += 1\n" for t in "abc"),
    "numbers": "".join(part(f"{n}", f"f{n}") for n in range(3)),
    "keywords": "".join(part(one, f"f{one}") for one in ("class", "def", "import")),
    "what needs each other in a circle": "".join(
        [part("a", "f", "return g(x)"), part("b", "g", "return h(x)"), part("c", "h", "return f(x)")]
    ),
    "names that the package has": "".join(part(one, f"f{one}") for one in ("first", "second", "third")),
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_module_stays_whole(text: str) -> None:
    assert groups_of(text, {"shop/__init__.py": "first = second = third = 1\n"}) is None


def test_a_module_of_pythons_own_is_not_hidden() -> None:
    text = "".join(part(one, f"f{one}") for one in ("numbers", "calendar", "string"))
    assert partition(repository_of({"box.py": f'"""All."""\n\n{text}'}), "box.py", lambda path: True) is None
    assert groups_of(text) is not None


def test_nothing_outside_what_may_be_touched_is_changed() -> None:
    files = tree(f"== shop/box.py\nX = 1\n\n{''.join(PARTS)}== main.py\nfrom shop.box import tax\n\ntax(1)\n")
    assert partition(repository_of(files), "shop/box.py", lambda path: path.startswith("shop/")) is None
