"""Gate 4 for comments: code is not turned into comments."""

import pytest

from applier.gates.commented import check_commented
from applier.scope import Problem
from tests.gating import judge

LOAD = "def load(path):\n    text = read(path)\n    cache[path] = text\n    return json.loads(text)\n"
WEB = (
    "export function load(path) {\n  const text = read(path);\n  cache.set(path, text);\n"
    "  return JSON.parse(text);\n}\n"
)


def told(before: str, after: str, path: str = "a.py") -> list[Problem]:
    return judge(check_commented, {path: before}, {path: after})


COMMENTED = [
    (LOAD, "def load(path):\n    # text = read(path)\n    # cache[path] = text\n    return None\n", "a.py", 2),
    (LOAD, "".join(f"# {line}\n" for line in LOAD.split("\n")[:-1]), "a.py", 1),
    (LOAD, "".join(f"#{line}\n" for line in LOAD.split("\n")[:-1]), "a.py", 1),
    (WEB, WEB.replace("  const", "  // const").replace("  cache", "  // cache"), "a.ts", 2),
    (WEB, WEB.replace("  const", "  /* const").replace("text);\n  return", "text);\n*/\n  return"), "a.js", 2),
    (WEB, "/*\n" + WEB + "*/\n", "a.js", 2),
]


@pytest.mark.parametrize(("before", "after", "path", "line"), COMMENTED)
def test_several_lines_of_code_in_comments_are_refused(before: str, after: str, path: str, line: int) -> None:
    [problem] = told(before, after, path)
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("elision", "refuse", path, line)


def test_a_single_line_is_asked_about() -> None:
    [problem] = told(LOAD, LOAD.replace("    cache", "    # cache"))
    assert (problem.severity, problem.line) == ("ask", 3)
    assert "`cache[path] = text`" in problem.message


OLD = "# text = read(path)\n# cache[path] = text\n"
FINE = [
    (LOAD, LOAD),
    (LOAD, "# Reads a file.\n" + LOAD),
    (LOAD, LOAD + "\n# text = read(path)\n"),  # the code stands as well
    (OLD + LOAD, OLD + "def load(path):\n    return json.loads(read(path))\n"),  # it was a comment before
    (OLD + LOAD, LOAD),
    (LOAD, "def load(path):\n    # Where it is: cache[path] = text of the file\n    return json.loads(read(path))\n"),
    (LOAD, "# return\n# text\ndef load(path):\n    return json.loads(read(path))\n"),
    (LOAD, ""),
    ("x = 1  # one\ny = 2\n", "x = 1\ny = 2  # one\n"),
    ("else_ = 1\nif x:\n    pass\nelse:\n    y()\n", "# else:\nelse_ = 1\nif x:\n    pass\nelse:\n    y()\n"),
]


@pytest.mark.parametrize(("before", "after"), FINE)
def test_nothing_is_said_of_other_comments(before: str, after: str) -> None:
    assert told(before, after) == []


def test_code_that_moved_and_is_quoted_is_fine() -> None:
    after = {"a.py": "from b import load\n", "b.py": "# text = read(path)\n# cache[path] = text\n" + LOAD}
    assert judge(check_commented, {"a.py": LOAD}, after) == []
