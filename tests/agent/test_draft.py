"""What a reply comes to: blocks that count, those that are lacking, and those that nobody asked for."""

from collections.abc import Sequence

import pytest

from agent.draft import Draft, expected_blocks, receive
from agent.plan import Step
from applier.blocks import Block, BrokenBlock, read_blocks
from applier.fence import Fence
from applier.scope import Problem

FENCE = Fence("k7f3q9w2")
STEP = Step(id="S01", title="A step", files=("a.py", "b.py"))


def block(name: str, body: str = "", number: int = 1) -> str:
    return f"<<<BLOCK:{number:02}:{name}:{FENCE.key}>>>\n{body}<<<END:{number:02}:{FENCE.key}>>>\n"


A, B, LOG = block("file:a.py", "x = 1\n"), block("file:b.py", "y = 1\n", 2), block("log", number=3)


def received(*blocks: str) -> tuple[Draft, Sequence[Problem]]:
    expected = expected_blocks(STEP, False)
    parts = tuple(read_blocks(["".join(blocks)], FENCE, expected))
    whole = [part for part in parts if isinstance(part, Block)]
    broken = [part for part in parts if isinstance(part, BrokenBlock)]
    return receive(Draft(), expected, whole, broken, {"a.py": "", "b.py": ""}, "S01", "the reply was over without it")


COMPLETE = [(A, B, LOG), (B, LOG, A), (A, "words\n", B, A, LOG), (A, B, LOG, B), (A, B, LOG, LOG)]


@pytest.mark.parametrize("blocks", COMPLETE)
def test_nothing_is_said_of_a_complete_reply_also_where_it_repeats_a_block(blocks: tuple[str, ...]) -> None:
    draft, said = received(*blocks)
    assert said == ()
    assert draft.texts == {"a.py": "x = 1\n", "b.py": "y = 1\n"}
    assert draft.logged


OTHER_A, OTHER_LOG = block("file:a.py", "x = 2\n"), block("log", '{"type": "done", "text": "x"}\n', 3)
LACKING = [
    ((A, LOG), "b.py", "The block for b.py is missing: the reply was over without it. Give it whole."),
    ((A, B), None, "The log block is missing: the reply was over without it. Give it whole."),
    ((A, OTHER_A, B, LOG), "a.py", "twice, and not alike"),
    ((A, OTHER_A, A, B, LOG), "a.py", "twice, and not alike"),
    ((A, B, LOG, OTHER_LOG), None, "twice, and not alike"),
    ((A, B[: B.index("<<<END")], LOG), "b.py", "has no END line"),
    ((A, B.replace(FENCE.key, "abc"), LOG), "b.py", "Block 02 (file b.py) was opened with the key abc instead of the"),
]


@pytest.mark.parametrize(("blocks", "path", "words"), LACKING)
def test_what_did_not_come_or_came_in_two_forms_is_lacking(
    blocks: tuple[str, ...], path: str | None, words: str
) -> None:
    draft, (problem,) = received(*blocks)
    assert (problem.gate, problem.severity, problem.path) == ("blocks", "refuse", path)
    assert words in problem.message
    assert path not in draft.texts
    assert path or not draft.logged


def test_a_block_for_another_path_is_named_where_one_is_lacking() -> None:
    _, said = received(A, B.replace("b.py", "src/b.py"), LOG)
    assert [problem.severity for problem in said] == ["refuse", "note"]
    assert "it holds a block of kind file for src/b.py, which nobody asked for. Give it whole." in said[0].message


@pytest.mark.parametrize("name", ["file:c.py", "new:a.py", "delete:b.py", "finding"])
def test_what_nobody_asked_for_is_left_out_and_told(name: str) -> None:
    draft, (problem,) = received(A, B, block(name, "z = 1\n", 4), LOG)
    assert (problem.gate, problem.severity) == ("blocks", "note")
    assert "was not asked for" in problem.message
    assert draft.texts == {"a.py": "x = 1\n", "b.py": "y = 1\n"}


ANCHOR = block("anchor", "A1: no name changes\n")
WITH_ANCHOR = expected_blocks(STEP, True)


def restated(*blocks: str) -> tuple[Draft, Sequence[Problem]]:
    parts = [part for part in read_blocks(["".join(blocks)], FENCE, WITH_ANCHOR) if isinstance(part, Block)]
    return receive(Draft(), WITH_ANCHOR, parts, (), {"a.py": "", "b.py": ""}, "S01", "it was over")


REST = (block("file:a.py", "x = 1\n", 2), block("file:b.py", "y = 1\n", 3), block("log", number=4))


def test_constraints_restated_first_are_counted_and_nothing_is_said() -> None:
    draft, said = restated(ANCHOR, *REST)
    assert (draft.anchors, said) == (frozenset({"A1"}), ())


def test_constraints_restated_after_the_files_are_counted_and_that_is_said() -> None:
    draft, (problem,) = restated(*REST, ANCHOR)
    assert draft.anchors == {"A1"}
    assert (problem.severity, problem.message) == (
        "note",
        "The constraints were restated after other blocks, not before them.",
    )


@pytest.mark.parametrize("body", ["A1:\n", "A1: ok\n", "A1\n", "I hold to all of them.\n", ""])
def test_a_line_that_says_nothing_restates_nothing(body: str) -> None:
    assert restated(block("anchor", body), *REST)[0].anchors == frozenset()
