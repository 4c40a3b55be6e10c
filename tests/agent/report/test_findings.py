"""The page of a diagnosis, as a person reads it."""

from agent.diagnosis import Diagnosis, Finding, Place
from agent.report.findings import diagnosis_lines

CYCLE = Finding(
    id="F01",
    kind="import-cycle",
    severity="high",
    path="a.py",
    line=1,
    quote="import b",
    message="a.py and b.py import each other.",
    places=(Place("a.py", 1), Place("b.py", 2)),
    by="both",
    used_by=12,
    tokens=700,
)
SMELL = Finding(
    id="F02",
    kind="swallowed-error",
    path="c.py",
    line=9,
    quote="except Exception:",
    message="Errors vanish.",
    proposal="Name the error.",
    by="model",
    used_by=1,
    tokens=9000,
)


def test_a_finding_says_what_where_why_and_how_large() -> None:
    assert list(diagnosis_lines(Diagnosis(findings=(CYCLE, SMELL), dropped=("x.py:1: no such file",)))) == [
        "2 findings in 3 files, what costs most to leave first",
        "begin with F01, F02: much is gained there for what it takes",
        "",
        "F01  high    import-cycle    a.py:1",
        "     a.py and b.py import each other.",
        "     | import b",
        "     also: b.py:2",
        "     why it matters: 12 other files use it; seen by detector and model",
        "     what to do: move what both sides need into a file that imports neither",
        "     how large: small, 2 files of 700 tokens",
        "",
        "F02  medium  swallowed-error  c.py:9",
        "     Errors vanish.",
        "     | except Exception:",
        "     why it matters: 1 other file uses it; seen by the model",
        "     what to do: Name the error.",
        "     how large: large, 1 file of 9,000 tokens",
        "dropped, since its evidence does not hold: x.py:1: no such file",
    ]


def test_where_nothing_is_wrong_that_is_said_alone() -> None:
    assert list(diagnosis_lines(Diagnosis())) == ["no findings: nothing to do"]
