"""remove-unused: private definitions that nothing mentions go, with what only they used."""

import pytest

from tests.agent.operations.cases import operate, tree

REQUEST = {"op": "remove-unused"}
REST = "def kept(x):\n    return x\n"
GOES: dict[str, tuple[str, str]] = {
    "a function": (f"def _old(x):\n    return x\n\n\n{REST}", REST),
    "with what stands above it": (
        f"X = 1\n\n\n# old\n@lru_cache\ndef _old(x):\n    return x\n\n\n{REST}",
        f"X = 1\n\n\n{REST}",
    ),
    "a class": (f"class _Old:\n    x = 1\n\n\n{REST}", REST),
    "a constant": (f"X = 1\n_RATE = 3\nY = X\n\n\n{REST}", f"X = 1\nY = X\n\n\n{REST}"),
    "what only it used": (
        "import os\n\n_SEP = 'q'\n\n\ndef _older(x):\n    return os, _SEP\n\n\n"
        f"def _old(x):\n    return _older(x)\n\n\n{REST}",
        REST,
    ),
    "with the heading of it": (f"X = 1\n\n# --- old ---\n\n\ndef _old(x):\n    return X\n\n\n# --- new ---\n\n\n{REST}",
        f"X = 1\n\n\n# --- new ---\n\n\n{REST}"),
}  # fmt: skip
STAYS = {
    "a public one": f"def old(x):\n    return x\n\n\n{REST}",
    "one that is used": f"def _old(x):\n    return x\n\n\n{REST}\n\n_old(1)\n",
    "one that a string names": f"def _old(x):\n    return x\n\n\n{REST}\n\nX = '_old'\n",
    "one that a document names": f"def _old(x):\n    return x\n\n\n{REST}== README.md\nThere is `_old`.\n",
    "one that names are put together for": f"def _do_old(x):\n    return x\n\n\n{REST}\n\nX = '_do_' + kept('y')\n",
    "one that is registered": f"@register\ndef _old(x):\n    return x\n\n\n{REST}",
    "one of a list": f"_A_ONE = 1\n_A_TWO = 2\n_A_THREE = 3\n\n\n{REST}",
    "one that does something": f"_OLD = print(1)\n\n\n{REST}",
    "one that is said to be kept": f"# kept for pickles\ndef _old(x):\n    return x\n\n\n{REST}",
    "together with others": f"_a, _b = 1, 2\n\n\n{REST}",
}


@pytest.mark.parametrize(("before", "after"), GOES.values(), ids=GOES)
def test_what_nothing_mentions_goes(before: str, after: str) -> None:
    change, result = operate(tree(f"== shop/a.py\n{before}"), REQUEST)
    assert change.refused == ""
    assert result["shop/a.py"] == after
    assert change.removed["shop/a.py"]
    assert operate(result, REQUEST)[0].texts == {}


@pytest.mark.parametrize("before", STAYS.values(), ids=STAYS)
def test_what_may_be_needed_stays(before: str) -> None:
    files = tree(f"== shop/a.py\n{before}")
    change, after = operate(files, REQUEST)
    assert change.refused == ""
    assert after == files


def test_only_the_files_that_are_asked_for_change() -> None:
    text = f"def _old(x):\n    return x\n\n\n{REST}"
    files = tree(f"== shop/a.py\n{text}== shop/b.py\n{text.replace('_old', '_older')}")
    _, after = operate(files, {**REQUEST, "paths": ["shop/b.py"]})
    assert after == {**files, "shop/b.py": REST}


def test_why_one_stays_is_told() -> None:
    files = tree(f"== shop/__init__.py\ndef _old(x):\n    return x\n\n\n{REST}")
    change, after = operate(files, REQUEST)
    assert after == files
    assert [(one.path, one.line) for one in change.left] == [("shop/__init__.py", 1)]
    assert "hands names on" in change.left[0].reason
