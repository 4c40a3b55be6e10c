"""Whether a repository speaks of a name."""

import pytest

from repo_scan.detectors.mentions import is_complete, may_be_composed, mentions
from tests.repo_scan.diseased import scan_of


def test_a_scan_is_complete_only_with_every_text_of_the_inventory() -> None:
    texts = {"a.py": "x = 1\n", "README.md": "words\n"}
    assert is_complete(scan_of(texts), texts)
    assert not is_complete(scan_of(texts), {"a.py": "x = 1\n"})


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("_total", 1),
        ("a._total()", 1),
        ("'_total' # _total", 2),
        ("my_total _totals _total2", 0),
        ("_total " * 9, 3),
    ],
)
def test_whole_words_are_counted_up_to_a_few(text: str, count: int) -> None:
    assert mentions("_total", {"a.py": text}, 2) == count


def test_a_text_can_be_left_out() -> None:
    assert mentions("total", {"a.py": "total", "b.py": "total"}, 5, besides="a.py") == 1


@pytest.mark.parametrize("text", ["getattr(x, '_check_' + kind)", "f'_check_{kind}'", "'%s_total' % kind"])
def test_a_name_may_be_put_together_from_parts(text: str) -> None:
    assert may_be_composed("_check_total", {"a.py": text})


@pytest.mark.parametrize("text", ["", "_check_total", "_check_sum", "check total", "_"])
def test_other_words_are_no_parts_of_it(text: str) -> None:
    assert not may_be_composed("_check_total", {"a.py": text})
