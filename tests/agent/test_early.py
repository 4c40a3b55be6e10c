"""A block that cannot be accepted is seen when it closes; one that only may not be is left to the gates."""

from pathlib import Path

import pytest

from agent.early import Lookout
from applier.blocks import Block
from applier.scope import Scope
from repo_scan import OutlineCache

LONG = "".join(f"def work_{n}(items):\n    return compute(items, {n})\n\n\n" for n in range(40))
BEFORE = {"a.py": LONG, "b.md": "# Title\n", "broken.py": "def f(:\n", "holds.py": "# ... rest unchanged ...\nx = 1\n"}


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    for path, text in BEFORE.items():
        (tmp_path / path).write_text(text)
    scope = Scope(files=tuple(BEFORE), new=("new.py", ".git/hooks/pre-commit"))
    return Lookout(BEFORE, "S01", scope, tmp_path, OutlineCache())


@pytest.mark.parametrize(
    ("block", "gate"),
    [
        (Block(1, "file", "a.py", "def f(:\n"), "parse"),
        (Block(1, "file", "a.py", "def work_0(items):\n    # ... existing code ...\n    return 0\n"), "elision"),
        (Block(1, "new", ".git/hooks/pre-commit", "exit 1\n"), "paths"),
    ],
)
def test_these_end_the_reply(lookout: Lookout, block: Block, gate: str) -> None:
    assert lookout.watch(block)
    assert {problem.gate for problem in lookout.problems} == {gate}
    assert lookout.watch(Block(2, "file", "b.md", "# Other\n")) == ""


@pytest.mark.parametrize(
    "block",
    [
        Block(1, "file", "a.py", LONG),  # as it was
        Block(1, "file", "a.py", LONG.replace("compute", "reckon")),
        Block(1, "file", "a.py", "from new import *\n"),  # its code may be in a file to come
        Block(1, "file", "b.md", "# ...\n"),
        Block(1, "file", "broken.py", "def g(:\n"),  # as broken as it was
        Block(1, "file", "holds.py", "# ... rest unchanged ...\nx = 2\n"),
        Block(1, "new", "new.py", "x = 1\n"),
        Block(1, "log", None, "no json\n"),
        Block(1, "anchor", None, "\n"),
    ],
)
def test_these_do_not(lookout: Lookout, block: Block) -> None:
    assert lookout.watch(block) == ""
    assert lookout.problems == ()
