"""The reply parser: which texts are blocks, which are broken, and that it does not matter how a reply is cut."""

import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from applier.blocks import Block, BlockReader, BrokenBlock, missing, read_blocks
from applier.fence import BlockKind, Expected, Fence

#: A slow machine is no failure.
PATIENT = settings(deadline=None, max_examples=300)

KEY = "k7f3q9w2"
FENCE = Fence(KEY)
ANCHOR, A, B, LOG = (
    Expected(1, "anchor"),
    Expected(2, "file", "src/a.py"),
    Expected(3, "file", "src/b.py"),
    Expected(4, "log"),
)
ASKED = (ANCHOR, A, B, LOG)


def marked(block: Expected, body: str, number: int | None = None) -> str:
    wanted = Expected(block.number if number is None else number, block.kind, block.path)
    return f"{FENCE.open_line(wanted)}\n{body}{FENCE.close_line(wanted.number)}\n"


def cut(text: str, step: int) -> Iterator[str]:
    return (text[start : start + step] for start in range(0, len(text), step))


def read(reply: str, asked: tuple[Expected, ...] = ASKED, step: int = 10_000_000) -> list[Block | BrokenBlock]:
    return list(read_blocks(cut(reply, step), FENCE, asked))


def whole(reply: str, asked: tuple[Expected, ...] = ASKED) -> list[tuple[int, str]]:
    """Numbers and bodies, where everything marked in the reply is whole."""
    found = read(reply, asked)
    assert all(isinstance(block, Block) for block in found), found
    return [(block.number, block.body) for block in found if isinstance(block, Block)]


REPLY = (
    "Sure, here it is.\n"
    + marked(ANCHOR, "A1: keep the names\n")
    + "Now the files:\n\n"
    + marked(A, "x = 1\n\n\ny = 2\n")
    + marked(B, "")
    + marked(LOG, '{"type": "done", "text": "é 漢 🙂"}\n')
    + "Done!"
)


def test_the_skeleton_of_the_request_answers_nothing_and_stands_in_nobodys_way() -> None:
    echo = "".join(marked(block, "[content]\n") for block in ASKED)
    assert all(isinstance(part, BrokenBlock) and "[content]" in part.reason for part in read(echo))
    assert [part.number for part in read(echo + REPLY) if isinstance(part, Block)] == [1, 2, 3, 4]


@pytest.mark.parametrize("body", ["", "content\n", "[content]\n[content]\n", " [content]\n", "x = [content]\n"])
def test_content_that_looks_like_the_skeleton_is_content(body: str) -> None:
    assert whole(marked(A, body)) == [(2, body)]


@pytest.mark.parametrize("step", [1, 2, 3, 5, 7, 16, 64, 1000])
def test_blocks_do_not_depend_on_how_the_reply_is_cut(step: int) -> None:
    assert read(REPLY, step=step) == [
        Block(1, "anchor", None, "A1: keep the names\n"),
        Block(2, "file", "src/a.py", "x = 1\n\n\ny = 2\n"),
        Block(3, "file", "src/b.py", ""),
        Block(4, "log", None, '{"type": "done", "text": "é 漢 🙂"}\n'),
    ]


def test_each_block_is_given_out_as_soon_as_it_closes() -> None:
    reader = BlockReader(FENCE, ASKED)
    assert reader.feed(f"{FENCE.open_line(ANCHOR)}\nA1: yes\n{FENCE.close_line(1)}") == ()
    assert reader.feed("\n") == (Block(1, "anchor", None, "A1: yes\n"),)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "\n",
        "\n\n\n",
        "x\n",
        "  indented\n\ttabbed\n",
        "trailing blanks   \n",
        "```python\nx = 1\n```\n",
        "````\n```sh\nls\n```\n````\n~~~\ntilde\n~~~\n",
        "a &amp;lt; b &nbsp; <![CDATA[ x ]]> &#10; \\n \\u0041\n",
        "<<<BLOCK:02:file:src/a.py:other123>>>\n<<<END:02:other123>>>\n",
        "<<<BLOCK:NN:kind[:path]:key>>>\n",
        "<<<<<<< HEAD\n=======\n>>>>>>> theirs\n",
        "one\u2028still one\u2029\x0b\x0c\x85\x1c\x1d\x1e\n",
        "<think>\nx\n</think>\n",
        "--- source src/a.py ---\n",
        "a lone \r inside a line\n",
        "\ufeffx\n",
    ],
)
def test_a_body_is_taken_as_it_stands(body: str) -> None:
    assert whole(marked(A, body)) == [(2, body)]


def test_carriage_returns_before_newlines_are_tolerated() -> None:
    assert whole(REPLY.replace("\n", "\r\n")) == whole(REPLY)


@pytest.mark.parametrize("end", ["", "\r", "\n", "\r\n", "\n\nmore words"])
def test_the_last_end_line_needs_no_newline(end: str) -> None:
    assert whole(marked(A, "x\n").removesuffix("\n") + end) == [(2, "x\n")]


@pytest.mark.parametrize(
    "path", ["a:b.py", "C:x", "a::b", ":a", "a:", "x:file:y", "with space.py", "[id].tsx", "a\\b.py"]
)
def test_any_declared_path_is_found_in_its_marker(path: str) -> None:
    assert whole(marked(Expected(1, "file", path), "x\n"), (Expected(1, "file", path),)) == [(1, "x\n")]


@pytest.mark.parametrize("written", ["./src/a.py", "././src/a.py", "src\\a.py", ".\\src\\a.py", "./src\\a.py"])
def test_a_path_may_be_dressed_up(written: str) -> None:
    found = read(marked(Expected(2, "file", written), "x\n"))
    assert found == [Block(2, "file", "src/a.py", "x\n")]


@pytest.mark.parametrize(
    "written",
    ["src/A.py", "src//a.py", "/src/a.py", "src/./a.py", "src/a.py/", "src/a.py ", " src/a.py", "a.py", "b/../src/a.py"]
    + ["`src/a.py`", "../src/a.py", "src/a.py (new file)", "php", "sql", "1. src/a.py", ""],
)
def test_any_other_path_is_refused_and_the_declared_ones_are_named(written: str) -> None:
    (found,) = read(marked(Expected(2, "file", written), "x\n"))
    assert isinstance(found, BrokenBlock)
    assert "was not asked for" in found.reason
    assert "src/a.py, src/b.py" in found.reason
    assert found.body == "x\n"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Just words.\n",
        "# src/a.py\n```python\nx = 1\n```\n",
        "1. `src/a.py` (new file)\n├── b.py\n",
        f"The line {FENCE.open_line(A)} opens a block.\nx\n{FENCE.close_line(2)}\n",
        f"> {FENCE.open_line(A)}\nx\n> {FENCE.close_line(2)}\n",
        f"{FENCE.open_line(A)} \nx\n{FENCE.close_line(2)}\n",
        f"{FENCE.close_line(2)}\n",
        "<<<END:02:other123>>>\n",
        "<<<BLOCK:NN:kind[:path]:key>>>\n",
        "say <<<BLOCK:02:file:src/a.py:other123>>>\n",
        f"<<<BLOCK:2:file:src/a.py:{KEY}>>>\nx\n<<<END:2:{KEY}>>>\n",
        f"one\u2028{FENCE.open_line(A)}\u2028x\u2028{FENCE.close_line(2)}\n",
        f"{FENCE.open_line(A)}\rx\r{FENCE.close_line(2)}\r",
        "x" * 100_000 + FENCE.open_line(A) + "\nx\n" + FENCE.close_line(2) + "\n",
        f"<<<BLOCK:02:file:{'p' * 9000}:{KEY}>>>\nx\n",
    ],
)
def test_text_that_no_marker_line_opens_is_ignored(reply: str) -> None:
    assert read(reply) == []


OTHER_KEY = {
    "another key": ("other123", "other123", "was opened with the key other123 instead of the one that was given"),
    "no key": ("", "", "was opened without the key"),
    "another one at its end": (KEY, "other123", "has an END line with the key other123 instead of the one that was"),
    "none at its end": (KEY, "", "has an END line without the key"),
}


@pytest.mark.parametrize("step", [1, 7, 1000])
@pytest.mark.parametrize(("start", "end", "words"), OTHER_KEY.values(), ids=OTHER_KEY)
def test_a_block_between_lines_with_another_key_is_broken(start: str, end: str, words: str, step: int) -> None:
    opening, closing = f"<<<BLOCK:02:file:src/a.py:{start}>>>", f"<<<END:02:{end}>>>"
    reply = f"{opening.replace(':>>>', '>>>')}\nx\n{closing.replace(':>>>', '>>>')}\n"
    last = marked(LOG, "")
    for text in (reply, f"{reply}{reply}", reply + last):
        broken = [block for block in read(text, step=step) if isinstance(block, BrokenBlock)]
        assert {(block.kind, block.path) for block in broken} == {("file", "src/a.py")}
        assert words in broken[0].reason
        assert KEY not in broken[0].reason
    assert [block.number for block in read(reply + last, step=step) if isinstance(block, Block)] == [4]


THOUGHT = "I would write\n" + marked(A, "wrong\n") + "and then\n"


@pytest.mark.parametrize("step", [1, 3, 1000])
@pytest.mark.parametrize(
    "passage",
    [
        f"<think>{THOUGHT}</think>\n",
        f"<think>\n{THOUGHT}</think>\n\n",
        f"\n \n<think>\n{THOUGHT}\n</think>\n",
        f"<think>\n{THOUGHT}\n</think>",
        "<think></think>\n",
        f" <think>{THOUGHT}</think>",
        "",
        " ",
        "\n\t",
        f"<think>{'long line ' * 2000}</think>\n",
    ],
)
def test_a_think_passage_at_the_start_is_no_part_of_the_reply(passage: str, step: int) -> None:
    assert read(passage + marked(A, "right\n"), step=step) == [Block(2, "file", "src/a.py", "right\n")]


@pytest.mark.parametrize(
    "start",
    ["<thinking aloud>\n", "Some <think>words</think>\n", "<thin", "<", "< think>\n", "\n\n  ", "<b>\n<think>\n"],
)
def test_a_reply_that_begins_with_no_think_passage_is_read_from_its_start(start: str) -> None:
    assert read(start + "\n" + marked(A, "x\n"), step=1) == [Block(2, "file", "src/a.py", "x\n")]


@pytest.mark.parametrize("reply", [f"<think>{THOUGHT}", f"<think>{THOUGHT}</thin", "<thin", "<think>"])
def test_a_think_passage_that_never_ends_holds_no_block(reply: str) -> None:
    assert read(reply, step=1) == []


def test_think_words_later_on_are_body_text() -> None:
    body = "<think>\n</think>\n<think>\n"
    assert whole(marked(ANCHOR, "A1: yes\n") + "<think>\n" + marked(A, body)) == [(1, "A1: yes\n"), (2, body)]


@pytest.mark.parametrize(
    "line",
    [
        KEY,
        f"# {KEY}",
        f"{FENCE.close_line(2)} ",
        f"    {FENCE.close_line(2)}",
        f"x = 1  {FENCE.close_line(2)}",
        FENCE.close_line(3),
        f"<<<END:2:{KEY}>>>",
        f"<<<BLOCK:NN:file:src/a.py:{KEY}>>>",
        "y" * 20_000 + KEY,
        f"<<<BLOCK:02:file:{'p' * 9000}:{KEY}>>>",
    ],
)
def test_a_body_line_that_holds_the_key_breaks_its_block(line: str) -> None:
    (first, second) = read(marked(A, f"x = 1\n{line}\nmore\n") + marked(B, "y\n"))
    assert isinstance(first, BrokenBlock)
    assert (first.number, first.path, first.body) == (2, "src/a.py", "x = 1\n")
    assert second == Block(3, "file", "src/b.py", "y\n")


def test_an_opening_line_closes_an_open_block_as_broken() -> None:
    (first, second) = read(FENCE.open_line(A) + "\nx = 1\n" + marked(B, "y = 2\n"))
    assert isinstance(first, BrokenBlock)
    assert "no END line" in first.reason
    assert first.body == "x = 1\n"
    assert second == Block(3, "file", "src/b.py", "y = 2\n")


@pytest.mark.parametrize(
    ("rest", "body"),
    [
        ("", ""),
        ("\n", ""),
        ("\nx = 1", "x = 1"),
        ("\nx = 1\n", "x = 1\n"),
        ("\nx = 1\n    ", "x = 1\n    "),
        ("\nx = 1\n<<<END:02", "x = 1\n<<<END:02"),
    ],
)
def test_a_block_that_the_reply_stops_in_is_broken_and_keeps_what_there_is(rest: str, body: str) -> None:
    (found,) = read(FENCE.open_line(A) + rest, step=3)
    assert isinstance(found, BrokenBlock)
    assert (found.number, found.kind, found.path, found.body) == (2, "file", "src/a.py", body)
    assert "stops inside it" in found.reason


def test_a_broken_block_may_be_given_again() -> None:
    found = read(FENCE.open_line(A) + "\nx = \n" + marked(A, "x = 1\n"))
    assert [type(block) for block in found] == [BrokenBlock, Block]


@pytest.mark.parametrize(("again", "doubled"), [("x = 2\n", True), ("", True), ("x = 1\n", False)])
def test_a_block_that_came_before_is_broken_and_doubled_unless_it_is_the_same(again: str, doubled: bool) -> None:
    first, second = read(marked(A, "x = 1\n") + marked(A, again))
    assert first == Block(2, "file", "src/a.py", "x = 1\n")
    assert isinstance(second, BrokenBlock)
    assert "twice" in second.reason
    assert second.doubled is doubled


def test_a_reply_that_goes_on_may_repeat_what_is_there() -> None:
    reader = BlockReader(FENCE, ASKED)
    reader.feed(marked(A, "x = 1\n"))
    reader.pause()
    reader.go_on()
    [second] = reader.feed(marked(A, "x = 2\n"))
    assert isinstance(second, BrokenBlock)
    assert not second.doubled


@pytest.mark.parametrize("number", [1, 3, 5, 99, 123456])
def test_a_wrong_number_is_taken_where_kind_and_path_leave_no_doubt(number: int) -> None:
    assert whole(marked(A, "x\n", number)) == [(2, "x\n")]
    assert whole(marked(LOG, "{}\n", number)) == [(4, "{}\n")]


def test_an_end_line_must_repeat_the_number_of_the_opening_line_not_the_right_one() -> None:
    (found,) = read(f"<<<BLOCK:07:file:src/a.py:{KEY}>>>\nx\n{FENCE.close_line(2)}\n")
    assert isinstance(found, BrokenBlock)


TWO_SUMMARIES = (Expected(1, "summary"), Expected(2, "summary"))


def test_a_wrong_number_is_refused_where_two_blocks_could_be_meant() -> None:
    (found,) = read(marked(TWO_SUMMARIES[0], "{}\n", 7), TWO_SUMMARIES)
    assert isinstance(found, BrokenBlock)
    assert "01, 02" in found.reason


def test_a_number_that_was_given_already_is_doubled_not_miscounted() -> None:
    summary = marked(TWO_SUMMARIES[0], "{}\n")
    first, second = read(summary + summary, TWO_SUMMARIES)
    assert isinstance(first, Block)
    assert isinstance(second, BrokenBlock)


def test_the_last_one_outstanding_may_have_any_number() -> None:
    reply = marked(TWO_SUMMARIES[1], "{}\n") + marked(TWO_SUMMARIES[0], "{}\n", 9)
    assert [number for number, _ in whole(reply, TWO_SUMMARIES)] == [2, 1]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (f"<<<BLOCK:05:symbol:src/a.py::f:{KEY}>>>", "symbol"),
        (f"<<<BLOCK:05:delete:src/a.py:{KEY}>>>", "delete"),
        (f"<<<BLOCK:05:new:src/c.py:{KEY}>>>", "new"),
        (f"<<<BLOCK:01:anchor:src/a.py:{KEY}>>>", "anchor"),
        (f"<<<BLOCK:02:file:{KEY}>>>", "file"),
    ],
)
def test_a_marked_block_of_another_kind_is_broken(line: str, kind: str) -> None:
    number = line[9:11]
    (found,) = read(f"{line}\nx\n<<<END:{number}:{KEY}>>>\n")
    assert isinstance(found, BrokenBlock)
    assert (found.number, found.kind) == (int(number), kind)


def test_no_reason_holds_the_key_since_it_goes_into_a_prompt() -> None:
    replies = [
        f"{FENCE.open_line(A)}\n{KEY}\n",
        f"{FENCE.open_line(A)}\n{FENCE.close_line(3)}\n",
        FENCE.open_line(A),
        FENCE.open_line(A) + "\n" + FENCE.open_line(B),
        marked(A, "") * 2,
        marked(Expected(1, "file", "nowhere.py"), ""),
    ]
    reasons = [block.reason for reply in replies for block in read(reply) if isinstance(block, BrokenBlock)]
    assert len(reasons) >= len(replies)
    assert not [reason for reason in reasons if KEY in reason]


@pytest.mark.parametrize(
    ("reply", "numbers"),
    [
        (REPLY, []),
        ("", [1, 2, 3, 4]),
        (marked(A, "x\n"), [1, 3, 4]),
        (marked(A, "x\n") + marked(A, "x\n"), [1, 3, 4]),
        (marked(LOG, "{}\n", 9), [1, 2, 3]),
        (FENCE.open_line(A), [1, 2, 3, 4]),
    ],
)
def test_what_was_not_given_whole_is_missing(reply: str, numbers: list[int]) -> None:
    assert [block.number for block in missing(ASKED, read(reply))] == numbers


# Lines of every sort that matters to the parser, and of those that only look so.
LINES = st.one_of(
    st.sampled_from(
        [FENCE.open_line(block) for block in ASKED]
        + [FENCE.close_line(number) for number in range(1, 6)]
        + [KEY, "<think>", "</think>", "```", "", "\r", "<<<", f"<<<BLOCK:09:log:{KEY}>>>", f"<<<END:09:{KEY}>>>"]
    ),
    st.text(max_size=12),
)
REPLIES = st.lists(LINES).map("\n".join)


@PATIENT
@given(reply=REPLIES, data=st.data())
def test_any_cut_of_any_text_gives_the_same_blocks(reply: str, data: st.DataObject) -> None:
    places = sorted(data.draw(st.lists(st.integers(0, len(reply)), max_size=20)))
    pieces = [reply[start:end] for start, end in zip([0, *places], [*places, len(reply)], strict=True)]
    assert list(read_blocks(pieces, FENCE, ASKED)) == read(reply) == read(reply, step=1)


@PATIENT
@given(reply=st.one_of(REPLIES, st.text()))
def test_no_text_gives_a_block_that_is_not_marked_in_it(reply: str) -> None:
    blocks = [block for block in read(reply) if isinstance(block, Block)]
    assert len({block.number for block in blocks}) == len(blocks)
    lines = reply.replace("\r\n", "\n").split("\n")
    for block in blocks:
        body = block.body.split("\n")[:-1]
        starts = [at + 1 for at, line in enumerate(lines) if FENCE.read(line.removesuffix("\r"))]
        given = lines if block.path else [line.replace(f":{KEY}", "").replace(KEY, "") for line in lines]
        assert any(given[at : at + len(body)] == body for at in starts), (block, lines)


BODY_LINES = st.lists(st.text(st.characters(exclude_characters="\r\n")).filter(lambda line: KEY not in line))


@PATIENT
@given(first=BODY_LINES, second=BODY_LINES, step=st.integers(1, 40))
def test_every_body_comes_out_as_it_went_in(first: list[str], second: list[str], step: int) -> None:
    bodies = ["".join(f"{line}\n" for line in lines) for lines in (first, second)]
    found = read(marked(A, bodies[0]) + "between\n" + marked(B, bodies[1]), step=step)
    assert found == [Block(2, "file", "src/a.py", bodies[0]), Block(3, "file", "src/b.py", bodies[1])]


def seconds_for_a_few_more(before: str, chunks: list[str]) -> float:
    """Processor time of reading small chunks after a text that came at once."""
    reader = BlockReader(FENCE, ASKED)
    reader.feed(before)
    start = time.process_time()
    for chunk in chunks:
        reader.feed(chunk)
    return time.process_time() - start


@pytest.mark.parametrize("chunk", ["x", "\n", "x\n", "<"])
@pytest.mark.parametrize(
    "before",
    ["x" * 5_000_000, "x\n" * 500_000, "<think>" + "x" * 5_000_000, " " * 5_000_000]
    + [FENCE.open_line(A) + "\n" + "x" * 5_000_000, FENCE.open_line(A) + "\n" + "x\n" * 500_000],
    ids=["line", "lines", "thought", "blanks", "line in block", "lines in block"],
)
def test_what_was_read_is_not_read_again_with_every_chunk(before: str, chunk: str) -> None:
    assert seconds_for_a_few_more(before, [chunk] * 2000) < 0.5


def test_text_outside_blocks_is_not_kept() -> None:
    reader = BlockReader(FENCE, ASKED)
    tracemalloc.start()
    try:
        for number in range(2000):
            reader.feed(f"{number} words without any line end " * 40)
        assert tracemalloc.get_traced_memory()[0] < 200_000
    finally:
        tracemalloc.stop()


SAID_MORE = {
    "the kind": (LOG, f"<<<END:04:log:{KEY}>>>"),
    "the kind of a file": (A, f"<<<END:02:file:{KEY}>>>"),
    "kind and path": (A, f"<<<END:02:file:src/a.py:{KEY}>>>"),
    "a dressed-up path": (A, f"<<<END:02:file:./src/a.py:{KEY}>>>"),
}


@pytest.mark.parametrize(("block", "end"), SAID_MORE.values(), ids=SAID_MORE)
def test_an_end_line_that_says_again_what_it_closes_closes_it(block: Expected, end: str) -> None:
    body = "x = 1\n" if block.path else '{"type": "done", "text": "x"}\n'
    assert whole(f"{FENCE.open_line(block)}\n{body}{end}\n") == [(block.number, body)]


OF_ANOTHER = {
    "another kind": (A, f"<<<END:02:log:{KEY}>>>"),
    "another path": (A, f"<<<END:02:file:src/b.py:{KEY}>>>"),
    "another number": (LOG, f"<<<END:03:log:{KEY}>>>"),
    "a path of what has none": (LOG, f"<<<END:04:log:src/a.py:{KEY}>>>"),
    "no number": (LOG, f"<<<END:log:{KEY}>>>"),
    "an opening line": (LOG, FENCE.open_line(LOG)),
}


@pytest.mark.parametrize(("block", "end"), OF_ANOTHER.values(), ids=OF_ANOTHER)
def test_an_end_line_of_another_block_closes_nothing(block: Expected, end: str) -> None:
    found = read(f"{FENCE.open_line(block)}\nx\n{end}\n")
    assert found
    assert all(isinstance(part, BrokenBlock) for part in found)
    assert all(KEY not in part.reason for part in found if isinstance(part, BrokenBlock))


@pytest.mark.parametrize("step", [1, 7, 10_000])
@pytest.mark.parametrize("kind", ["anchor", "finding", "outline", "summary", "log"])
@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (f'{{"source": "src/a.py:{KEY}"}}', '{"source": "src/a.py"}'),
        (f'{{"source": "{KEY}"}}', '{"source": ""}'),
        (f'{{"text": "between <<<BLOCK and {KEY}>>>"}}', '{"text": "between <<<BLOCK and >>>"}'),
    ],
)
def test_a_line_of_a_list_that_took_the_key_along_is_kept_without_it(
    kind: BlockKind, line: str, kept: str, step: int
) -> None:
    block = Expected(1, kind)
    reply = f"{FENCE.open_line(block)}\n{line}\nmore\n{FENCE.close_line(1)}\n"
    assert read(reply, (block,), step) == [Block(1, kind, None, f"{kept}\nmore\n")]


@pytest.mark.parametrize("line", [f"x = '{KEY}'", f'{{"source": "src/a.py:{KEY}"}}', f"# {KEY}"])
@pytest.mark.parametrize("kind", ["file", "new"])
def test_a_file_that_holds_the_key_is_broken(kind: BlockKind, line: str) -> None:
    block = Expected(1, kind, "src/a.py")
    [part] = read(f"{FENCE.open_line(block)}\n{line}\n{FENCE.close_line(1)}\n", (block,))
    assert isinstance(part, BrokenBlock)
    assert "holds the key" in part.reason


@pytest.mark.parametrize("line", [f"<<<END:{KEY}>>>", f"  <<<END:04:{KEY}>>>", f"<<<BLOCK:04:log {KEY}>>>"])
def test_a_list_with_something_like_a_marker_in_it_is_broken(line: str) -> None:
    [part] = read(f"{FENCE.open_line(LOG)}\n{line}\n{FENCE.close_line(4)}\n")
    assert isinstance(part, BrokenBlock)
    assert "holds the key" in part.reason


@PATIENT
@given(st.text(alphabet=KEY + ':<>"{}\n', max_size=60), st.integers(1, 9))
def test_no_list_ever_holds_the_key(body: str, step: int) -> None:
    found = read(f"{FENCE.open_line(LOG)}\n{body}\n{FENCE.close_line(4)}\n", step=step)
    assert found
    assert all(KEY not in part.body for part in found if isinstance(part, Block))
    assert found == read(f"{FENCE.open_line(LOG)}\n{body}\n{FENCE.close_line(4)}\n")
