"""A finding counts only if its evidence really stands in the file."""

import json
from typing import Any

import pytest

from agent.diagnosis import Finding, Place, from_detectors, from_model, verify
from repo_scan import finding as scanned

TEXTS = {"shop/cart.py": "import os\n\ndef total(items):\n    return sum(items)\n\n\nx = 1\nx = 1\n"}


def claim(**fields: Any) -> Finding:
    values = {"kind": "smell", "path": "shop/cart.py", "line": 3, "quote": "def total(items):", "message": "m"}
    return Finding(**{**values, **fields})


def test_several_names_at_one_place_are_one_place() -> None:
    places = (scanned.Place("a.py", 1, "os"), scanned.Place("a.py", 1, "re"), scanned.Place("b.py", 1, "os"))
    (found,) = from_detectors([scanned.Finding("unused-import", "low", "a.py", 1, "import os, re", "m", places)])
    assert found.places == (Place("a.py", 1), Place("b.py", 1))


@pytest.mark.parametrize(
    ("claimed", "line"),
    [
        (claim(), 3),
        (claim(quote="    def total(items):  ".strip()), 3),
        (claim(line=1), 3),  # wrong line, but the quote stands once
        (claim(line=-4), 3),
        (claim(line=999), 3),
        (claim(quote="x = 1", line=8), 8),  # stands twice, and at the line named
    ],
)
def test_evidence_that_stands_is_kept_with_its_true_line(claimed: Finding, line: int) -> None:
    found = verify(claimed, TEXTS)
    assert isinstance(found, Finding)
    assert found.line == line


@pytest.mark.parametrize(
    "claimed",
    [
        claim(path="shop/other.py"),
        claim(path="../shop/cart.py"),
        claim(quote=""),
        claim(quote="   "),
        claim(quote="def total(things):"),
        claim(quote="total"),  # a part of a line proves little
        claim(quote="x = 1", line=3),  # stands twice: which one?
    ],
)
def test_invented_evidence_is_dropped_with_the_reason(claimed: Finding) -> None:
    assert isinstance(verify(claimed, TEXTS), str)


def test_one_bad_line_loses_one_finding() -> None:
    good = {"kind": "k", "severity": "low", "path": "shop/cart.py", "line": 1, "quote": "import os", "message": "m"}
    lines = [json.dumps(good), "{not json", json.dumps({**good, "severity": "awful"}), "", json.dumps({"kind": "k"})]
    diagnosis = from_model(lines, TEXTS)
    assert [finding.line for finding in diagnosis.findings] == [1]
    assert len(diagnosis.dropped) == 3


def test_a_model_cannot_say_what_is_counted_and_names_no_place_that_is_not_there() -> None:
    places = [{"path": "shop/cart.py", "line": 7}, {"path": "shop/cart.py", "line": 99}, {"path": "no.py", "line": 1}]
    claimed = {"kind": "k", "path": "shop/cart.py", "line": 1, "quote": "import os", "message": "m", "id": "F99",
               "by": "detector", "used_by": 1000, "tokens": 1, "places": places}  # fmt: skip
    (found,) = from_model([json.dumps(claimed)], TEXTS).findings
    assert (found.id, found.by, found.used_by, found.tokens) == ("", "model", 0, 0)
    assert found.places == (Place("shop/cart.py", 7),)
    assert found.files == ("shop/cart.py",)
