"""Rows that only hand values on, and those that decide something."""

import pytest

from repo_scan.detectors.mapping import is_mapping

ROW = "if {0} is not None:\n    params['{0}'] = {0}\n"
SHORT = "if {0}: self.{0} = {0}\n"
CALL = "if args.{0}:\n    command.add('--{0}',\n        args.{0})\n"


def rows(row: str, times: int = 3) -> str:
    return "".join(row.format(name) for name in "abcdefgh"[:times])


@pytest.mark.parametrize(
    "block",
    [
        rows(ROW),
        rows(SHORT),
        rows(CALL),
        "params = {}\n" + rows(ROW) + "return send(\n    params)\n",
        rows(ROW, 2) + "if d is not None:\n    params['d'] = str(d).lower()\n",
        rows(ROW) + "x = 1\ny = 2\nfor z in x:\n    y += z\nif y:\n    raise y\n",
        "for x in y:\n" + "".join(f"    {line}\n" for line in rows(ROW).splitlines()),
    ],
)
def test_the_same_guarded_assignment_or_call_again_and_again_is_mapping(block: str) -> None:
    assert is_mapping(block)


@pytest.mark.parametrize(
    "block",
    [
        "",
        "x = 1\n",
        "params['a'] = a\nparams['b'] = b\nparams['c'] = c\n",
        rows(ROW, 2),
        ROW.format("a") + SHORT.format("a") + CALL.format("a"),  # three of three shapes
        rows(ROW) + "x = 1\n" * 7,
        rows("if {0} is None:\n    {0} = default('{0}')\n"),  # fills in what is missing
        rows("if not {0}:\n    raise ValueError('{0}')\n"),
        rows("if not {0}:\n    return\n"),
        rows("if {0}:\n    total += {0}\n"),
        rows("if {0}:\n    p['{0}'] = {0}\nelse:\n    p['{0}'] = 0\n"),
        rows("if {0}:\n    p['{0}'] = {0}\nelif x:\n    p['{0}'] = 0\n"),
        rows("if {0}:\n    p['{0}'] = {0}\n    count(p)\n"),
        rows("for x in {0}:\n    p['{0}'] = x\n"),
        rows("if {0}:\n    totals['{0}'] += {0}\n"),
        rows("if {0}:\n    low, high = {0}\n"),
        "if a:\n" * 3,  # cut off
        "if a",
    ],
)
def test_what_decides_or_differs_is_none(block: str) -> None:
    assert not is_mapping(block)
