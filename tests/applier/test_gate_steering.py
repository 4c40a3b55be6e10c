"""Gate 5 for comments that steer a tool: one that came or went is noted."""

import pytest

from applier.gates.steering import check_steering
from applier.scope import Scope
from tests.gating import Files, judge

TOLD: dict[str, tuple[Files, Files, int, str]] = {
    "one came": ({"a.py": "x = 1\n"}, {"a.py": "x = 1  # type: ignore\n"}, 1, "`type: ignore`, which steers"),
    "a mere comment became one": ({"a.py": "x = 1  # TODO\n"}, {"a.py": "x = 1  # noqa\n"}, 1, "`noqa`"),
    "one of two went": (
        {"a.py": "x = 1  # noqa\ny = 1  # noqa\n"}, {"a.py": "x = 1  # noqa\ny = 1\n"}, 0, "is gone"
    ),
    "two came": ({"a.py": "x = 1\n"}, {"a.py": "\nx = 1  # noqa\ny = 1  # noqa\n"}, 2, "`noqa` (2 times)"),
    "coverage": ({"a.py": "x = 1\n"}, {"a.py": "x = 1  # pragma: no cover\n"}, 1, "`pragma: no cover`"),
    "of TypeScript": ({"a.ts": "f();\n"}, {"a.ts": "// @ts-ignore\nf();\n"}, 1, "`@ts-ignore`"),
    "of a linter of scripts": (
        {"a.js": "f(); // eslint-disable-line\n"}, {"a.js": "f();\n"}, 0, "`eslint-disable-line`"
    ),
    "the first line of a program": ({"a.py": "#!/usr/bin/env python\nx = 1\n"}, {"a.py": "x = 1\n"}, 0, "#!/usr"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "line", "words"), TOLD.values(), ids=TOLD)
def test_a_comment_for_a_tool_that_came_or_went_is_noted(before: Files, after: Files, line: int, words: str) -> None:
    [problem] = judge(check_steering, before, after)
    assert (problem.severity, problem.path, problem.line) == ("note", next(iter(before)), line)
    assert words in problem.message


SILENT: dict[str, tuple[Files, Files]] = {
    "as it was": ({"a.py": "x = 1  # noqa\n"}, {"a.py": "x = 2  # noqa\n"}),
    "other words behind it": (
        {"a.py": "x = 1  # type: ignore  # a\n"}, {"a.py": "x = 1  # type: ignore  # b\n"}
    ),
    "it moved": ({"a.py": "x = 1  # noqa\n", "b.py": "\n"}, {"a.py": "\n", "b.py": "x = 1  # noqa\n"}),
    "it moved to a new file": ({"a.py": "x = 1  # noqa\n"}, {"b.py": "x = 1  # noqa\n"}),
    "mere comments": ({"a.py": "# a\nx = 1\n"}, {"a.py": "# b\nx = 1  # no quality\n"}),
    "words in a string": ({"a.py": "x = 1\n"}, {"a.py": "x = '# noqa'\n"}),
    "a type that is told": ({"a.py": "# the type is ignored\n"}, {"a.py": "# the type: it is ignored\n"}),
    "no known language": ({"a.txt": "x\n"}, {"a.txt": "x # noqa\n"}),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), SILENT.values(), ids=SILENT)
def test_nothing_is_said_of_other_comments(before: Files, after: Files) -> None:
    assert judge(check_steering, before, after) == []


def test_where_only_some_kinds_may_change_that_is_for_another_gate() -> None:
    assert (
        judge(check_steering, {"a.py": "x = 1\n"}, {"a.py": "x = 1  # noqa\n"}, scope=Scope((), only=("comments",)))
        == []
    )
