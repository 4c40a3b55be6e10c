"""The body of a pull request: what it says, that it says nothing else, and how it is cut."""

import re

import pytest
from markdown_it import MarkdownIt
from msgspec import structs

from agent.figures import Figures
from agent.publish.dossier import Constraint, Dossier, Reason
from agent.publish.imports import Arrow, ImportChange
from agent.publish.page import LONGEST, page
from agent.report.document import AnchorCount, Report, StepLine
from agent.worklog import LogEntry

EVIL = 'x @octocat closes #1 </details> | <b> `c` ::set-output name=a::b "] --> click n0 "https://evil" ```\n# y'


def line(number: int, **fields: object) -> StepLine:
    plain = {"step": f"S{number:02}", "module": "a.py", "title": f"Do {number}", "status": "committed"}
    plain |= {"verified": True, "commit": f"{number:040x}", "files": (f"m{number}.py",)}
    return StepLine(**{**plain, **fields})  # type: ignore[arg-type]


def dossier(*lines: StepLine, **fields: object) -> Dossier:
    known: dict[str, object] = {
        "run": "20260101-000000-aaaa",
        "branch": "overhaul/x",
        "base": "b" * 40,
        "head": "c" * 40,
        "model": "openai:m",
        "outcomes": lines or (line(1), line(2, verified=False, problems=("a note [worth]",))),
        "usage": Figures(requests=3, input_tokens=12_345, output_tokens=678, cost_usd=0.0123),
        "forecast": Figures(requests=2, input_tokens=9_000, output_tokens=500, cost_usd=0.01),
        "forecast_worst": Figures(requests=9, input_tokens=90_000, output_tokens=5_000, cost_usd=None),
        "anchors": AnchorCount(asked=2, restated=1),
        "exit": 0,
    }
    # What else a report holds does not matter here: it is as empty as it can be.
    rest = {one.name: one.type() for one in structs.fields(Report) if one.required and one.name not in known}
    report = Report(**known, **rest)  # type: ignore[arg-type]
    return Dossier(report=report, **fields)  # type: ignore[arg-type]


def read(text: str) -> str:
    """A page as a reader sees it, without its tags."""
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_page_says_why_what_and_at_what_price() -> None:
    arrow = Arrow(importer="a.py", imported="b.py", in_cycle=True)
    found = dossier(
        goal="One module for money",
        reasons=(Reason(kind="copies", path="m1.py", line=3, message="`a` stands twice"),),
        anchors=(Constraint(id="A1", text="Nothing prints"),),
        log=(LogEntry(type="done", text="merged them", step="S01"),),
        imports=ImportChange(before=(arrow,), after=(), cycles_before=1, cycles_after=0),
        verdict="The tests passed apart from the model.",
    )
    text = page(found)
    seen = read(text)
    for words in (
        "One module for money",
        "2 steps, a commit each, 2 files. No tests ran after 1 of them.",
        "The tests passed apart from the model.",
        "copies in m1.py:3: `a` stands twice",
        "S01 m1.py Do 1 tests pass",
        "S02 m2.py Do 2 unverified, 1 note",
        "S02: a note [worth]",
        "Cycles of imports: 1 before, 0 after.",
        "used 3 12,345 678 0.0123 USD",
        "forecast 2 9,000 500 0.0100 USD",
        "at worst 9 90,000 5,000 not known",
        "Restated by the model in 1 of 2 steps.",
        "A1 Nothing prints",
        "S01: Done: merged them",
        "overhaul rollback 20260101-000000-aaaa --module STEP",
    ):
        assert words in seen.replace(" :", ":").replace(" ,", ","), words
    assert 'n0["a.py"]' in text
    assert "n0 ==> n1\n  linkStyle 0 stroke:red" in text


def test_without_an_occasion_a_section_is_not_there() -> None:
    text = page(dossier(line(1)))
    for words in ("### Why", "### Imports", "mermaid", "### Constraints", "Working log", "Refused", "noted", "\n> "):
        assert words not in text
    assert "\n\n\n" not in text


def test_a_part_shows_only_its_own() -> None:
    logs = (LogEntry(type="done", text="first", step="S01"), LogEntry(type="done", text="second", step="S02"))
    text = read(page(dossier(line(1), line(2), log=logs), ["S02"]))
    assert "Do 2" in text
    assert "second" in text
    assert "Do 1" not in text
    assert "first" not in text


def test_what_was_taken_back_is_not_listed() -> None:
    text = read(page(dossier(line(1, disposed="rolled back"), line(2, disposed="accepted"))))
    assert "Do 1" not in text
    assert "Do 2" in text


def evil_dossier() -> Dossier:
    lines = (
        line(1, title=EVIL, module=EVIL, files=(EVIL,), problems=(EVIL,), step=EVIL, commit=EVIL),
        line(2, status="refused", title=EVIL, problems=(EVIL,)),
    )
    arrow = Arrow(importer=EVIL, imported="b.py")
    return dossier(
        *lines,
        goal=EVIL,
        reasons=(Reason(kind=EVIL, path=EVIL, line=1, message=EVIL),),
        anchors=(Constraint(id=EVIL, text=EVIL),),
        log=(LogEntry(type="done", text=EVIL, step=EVIL),),
        imports=ImportChange(before=(arrow,), after=()),
        verdict=EVIL,
    )


def test_nothing_from_outside_acts_anywhere_on_the_page() -> None:
    text = page(evil_dossier(), note=EVIL)
    prose = re.sub(r"```mermaid\n.*?\n```", "", text, flags=re.DOTALL)
    assert not re.search(r"@|(?<!&)#\d|<b>|^#+ y|::|://", prose, re.MULTILINE)
    assert text.count("<details>") == text.count("</details>") == 4
    diagram = re.findall(r"```mermaid\n(.*?)\n```", text, re.DOTALL)
    assert len(diagram) == 2
    assert all(
        re.fullmatch(r'graph LR|  n\d\["[A-Za-z0-9 _./#;-]*"\]|  n\d [-=]+> n\d', row) for row in diagram[0].split("\n")
    )


@pytest.mark.parametrize("longest", [LONGEST, 9_000, 4_000])
def test_what_does_not_fit_is_cut_between_rows_and_counted(longest: int) -> None:
    lines = [line(number, title=EVIL * 3, problems=(EVIL * 4,) * 3) for number in range(1, 150)]
    logs = tuple(LogEntry(type="done", text=EVIL * 5, step="S01") for _ in range(1_500))
    text = page(dossier(*lines, log=logs), longest=longest)
    assert len(text) <= longest
    assert len(text) > longest * 3 // 4
    assert text.count("<details>") == text.count("</details>")
    assert "### Taking one module back" in text
    rows = [row for row in text.split("\n") if row.startswith("| <code>S")]
    assert all(row.count("|") == 6 for row in rows)
    more = re.search(r"\| … \| \| and (\d+) more", text)
    assert len(rows) + int(more[1] if more else 0) == 149
