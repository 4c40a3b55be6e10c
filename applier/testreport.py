"""What a test command printed of its tests: which failed, how many passed, and whether it stopped before the last.

Names are those of pytest's summary or verbose lines and of unittest's headings. They serve for comparing two runs of
one command, so what changes from run to run (messages, addresses) is not in them.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

_LONGEST = 4000  # characters of a line that are looked at
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b")

_SUMMARY = re.compile(r"=+ short test summary info =+")
_SUMMARY_END = re.compile(r"=+ .* =+|\d+ (passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b.*")
# A parameter in brackets may itself hold " - ", which else begins the message.
_SUMMARY_LINES = (
    re.compile(r"(?:FAILED|ERROR) (?P<name>[^\[]*?(?:\[.*?\])?)(?: - .*)?"),
    re.compile(r"SUBFAIL(?:ED)? ?(?P<name>.+?::.+?)(?: - .*)?"),  # "SUBFAILED[title] (i=0) tests/test_a.py::test_b"
)
_VERBOSE_LINES = (
    re.compile(r"(?P<name>\S+::.+?) (?:FAILED|ERROR)(?: +\[ *\d+%\])?"),
    re.compile(r"\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR) (?P<name>\S+::.+)"),
)

_RULE = re.compile(r"={70}")
_HEADING = re.compile(r"(?:FAIL|ERROR): (?P<name>.+)")

_STOPPED = re.compile(r"!+ (?P<why>(?:[\w.]+\.)?(?:Interrupted|Exit|KeyboardInterrupt|stopping after)\b.*?) !+")
_BROKE = re.compile(r"INTERNALERROR> .*")
_COUNTED = r"\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests passed)"
_TOTALS = re.compile(rf"(?:=+ )?(?P<counts>{_COUNTED}(?:, {_COUNTED})*|no tests (?:ran|collected)) in [\d.:]+ ?s.*")
_PASSED = re.compile(r"(\d+) passed")
_RAN = re.compile(r"Ran (\d+) tests? in [\d.]+s")
_ENDED = re.compile(r"(?:OK|FAILED|NO TESTS RAN)(?: \((?P<counts>[^()]+)\))?")
_NOT_PASSED = re.compile(r"(?:failures|errors|skipped|expected failures)=(\d+)")


def failures(output: str) -> frozenset[str]:
    """Names of the tests that failed or broke; empty where none is named in a form known here."""
    lines = _lines(output)
    return frozenset(_ADDRESS.sub("0x…", name.strip()) for name in (*_of_pytest(lines), *_of_unittest(lines)))


def stopped(output: str) -> str:
    """What the runner says of why it ended before all its tests had run; empty where it ran them all."""
    for line in reversed(_lines(output)):
        if found := _STOPPED.fullmatch(line):
            return found["why"]
        if _BROKE.fullmatch(line):
            return line
    return ""


def passed(output: str) -> int | None:
    """How many tests passed, in all the runs that tell their totals; None where none does in a form known here."""
    lines = _lines(output)
    counts = [*_passed_in_pytest(lines), *_passed_in_unittest(lines)]
    return sum(counts) if counts else None


def _passed_in_pytest(lines: list[str]) -> Iterator[int]:
    for line in lines:
        if found := _TOTALS.fullmatch(line):
            told = _PASSED.search(found["counts"])
            yield int(told[1]) if told else 0


def _passed_in_unittest(lines: list[str]) -> Iterator[int]:
    ran = 0
    for line in lines:
        if found := _RAN.fullmatch(line):
            ran = int(found[1])
        elif (found := _ENDED.fullmatch(line)) and ran:
            yield max(ran - sum(int(number) for number in _NOT_PASSED.findall(found["counts"] or "")), 0)
            ran = 0


def _lines(output: str) -> list[str]:
    return [_COLOUR.sub("", line[:_LONGEST]).rstrip() for line in output.split("\n")]


def _of_pytest(lines: list[str]) -> Iterator[str]:
    in_summary = False
    for line in lines:
        if _SUMMARY.fullmatch(line):
            in_summary = True
        elif _SUMMARY_END.fullmatch(line):
            in_summary = False
        # Outside the summary a log record may begin with the same words.
        patterns = _SUMMARY_LINES if in_summary else _VERBOSE_LINES
        yield from (found["name"] for pattern in patterns if (found := pattern.fullmatch(line)))


def _of_unittest(lines: list[str]) -> Iterator[str]:
    for before, line in pairwise(lines):
        if _RULE.fullmatch(before) and (found := _HEADING.fullmatch(line)):
            yield found["name"]
