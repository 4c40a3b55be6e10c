"""Our part of a body is found again, and what people wrote around it stays."""

import pytest

from agent.publish.marker import Marker, digest, read_marker, renewed

MARK = Marker("20260101-000000-aaaa", "c" * 40, digest("diff"), digest("title"))


def test_a_mark_is_read_back() -> None:
    assert read_marker(f"before\n{MARK.wrap('page')}\nafter") == MARK


@pytest.mark.parametrize("body", [None, "", "text", "<!-- overhaul run=x -->", "<!-- overhaul run=a b head=- -->"])
def test_what_is_no_mark_is_none(body: str | None) -> None:
    assert read_marker(body) is None


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        (None, "NEW"),
        ("  ", "NEW"),
        ("By hand.", "By hand.\n\nNEW"),
        (MARK.wrap("old"), "NEW"),
        (f"A\n{MARK.wrap('old')}\nB", "A\nNEW\nB"),
        (MARK.wrap("old").replace("<!-- /overhaul -->", "torn"), None),
    ],
)
def test_only_our_part_is_renewed(body: str | None, whole: str | None) -> None:
    assert renewed(body, "NEW", 1000) == (whole if whole is not None else f"{body}\n\nNEW")


def test_where_both_do_not_fit_ours_counts() -> None:
    assert renewed("x" * 990, "NEW" * 10, 1000) == "NEW" * 10
