"""Names of failing tests in what a test command printed: pytest's summary or verbose lines, unittest's headings.

Names serve for comparing two runs of one command, so what changes from run to run (messages, addresses) is not in them.
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


def failures(output: str) -> frozenset[str]:
    """Names of the tests that failed or broke; empty where none is named in a form known here."""
    lines = [_COLOUR.sub("", line[:_LONGEST]).rstrip() for line in output.split("\n")]
    return frozenset(_ADDRESS.sub("0x…", name.strip()) for name in (*_of_pytest(lines), *_of_unittest(lines)))


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
