"""Doubles are one finding, and what costs most to leave comes first."""

from typing import Any

import pytest
from msgspec.structs import replace

from agent.diagnosis import Diagnosis, Finding, Place
from agent.ranking import family, merge, weigher, weight
from repo_scan import scan_repository
from tests.conftest import MakeRepo


def finding(**fields: Any) -> Finding:
    values = {"kind": "smell", "path": "shop/cart.py", "line": 30, "quote": "x", "message": "m", "by": "model"}
    return Finding(**{**values, **fields})


def detected(**fields: Any) -> Finding:
    return finding(**{"kind": "copies", "by": "detector", **fields})


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("duplicated-logic", "copies"),
        ("Duplicate_Code", "copies"),
        ("clone", "copies"),
        ("circular import", "cycle"),
        ("dead-code", "unused"),
        ("god-class", "large"),
        ("swallowed-error", "swallowed-error"),
    ],
)
def test_kinds_of_one_thing_are_of_one_family(kind: str, name: str) -> None:
    assert family(kind) == name


@pytest.mark.parametrize(
    "other",
    [
        finding(kind="copies"),
        finding(kind="duplicated-logic"),
        finding(kind="duplicated-logic", line=31),
        finding(kind="duplicated-logic", path="shop/invoice.py", line=8),
    ],
    ids=["alike", "in other words", "a line further", "at another place of it"],
)
def test_what_a_model_finds_again_is_merged_and_adds_its_proposal(other: Finding) -> None:
    known = detected(places=(Place("shop/cart.py", 30), Place("shop/invoice.py", 8)))
    (found,) = merge([known], Diagnosis(findings=(replace(other, proposal="one home"),))).findings
    assert (found.kind, found.by, found.proposal) == ("copies", "both", "one home")


@pytest.mark.parametrize(
    "other",
    [
        finding(kind="long-function"),
        finding(kind="copies", line=40),
        finding(kind="copies", path="shop/other.py"),
        detected(message="another pair at the same line"),
    ],
    ids=["another matter", "further away", "another file", "a detector's own"],
)
def test_what_is_another_thing_stays(other: Finding) -> None:
    assert len(merge([detected()], Diagnosis(findings=(other,))).findings) == 2


def test_a_model_that_says_a_thing_twice_is_heard_once() -> None:
    twice = (finding(kind="duplication"), finding(kind="duplicated-code", line=32))
    assert [one.by for one in merge([], Diagnosis(findings=twice)).findings] == ["model"]


def test_findings_are_numbered_by_weight() -> None:
    low, used, high = (
        finding(kind="a", severity="low"),
        finding(kind="b", used_by=40),
        finding(kind="c", severity="high"),
    )
    assert [one.kind for one in merge([], Diagnosis(findings=(low, high, used))).findings] == ["b", "c", "a"]
    assert [one.id for one in merge([low, high], Diagnosis()).findings] == ["F01", "F02"]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"severity": "high"}, {"severity": "medium"}),
        ({"used_by": 3}, {"used_by": 2}),
        ({"places": (Place("a.py", 1), Place("b.py", 1))}, {"places": (Place("a.py", 1),)}),
    ],
)
def test_weight_grows_with_severity_users_and_places(more: dict[str, Any], less: dict[str, Any]) -> None:
    assert weight(finding(**more)) > weight(finding(**less))


def test_users_and_size_are_counted_from_the_scan(make_repo: MakeRepo) -> None:
    users = {f"u{number}.py": "from a import f, g\n\nf()\n" for number in range(3)}
    scan = scan_repository(make_repo({"a.py": "def f():\n    return 1\n\n\ndef g():\n    return 2\n", **users}))
    counted = weigher(scan)(finding(path="a.py", line=1))
    assert counted.used_by == 3
    assert counted.tokens == next(file.tokens for file in scan.inventory.files if file.path == "a.py")
    assert weigher(scan)(finding(path="u1.py", line=1)).used_by == 0
