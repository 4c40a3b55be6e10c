"""A reply that breaks off is continued; what comes of it is what the uncut reply would have been, or is refused."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.asking import Answer, Asker
from agent.models.protocol import Finish, Limits, Prompt
from applier.fence import Expected, Fence
from tests.continuing import AS_ASKED, BreakingModel, LeadIn, Start, Style

FENCE = Fence("k7f3q9zz")
EXPECTED = (Expected(1, "file", "a.py"), Expected(2, "file", "docs/b.md"), Expected(3, "log"))
CODE = "".join(f"def work_{n}(items):\n    total_{n} = 0\n\n    return total_{n}\n\n\n" for n in range(12))
TEXT = "# Title\n\nSome é words 😀.\n\n- one\n- two\n\nThe last line.\n"
LOG = '{"type": "done", "text": "all of it"}\n'
BODIES = {1: CODE, 2: TEXT, 3: LOG}
PROMPT = Prompt("step", FENCE, EXPECTED, "stable", f"--- source a.py ---\n{CODE}\n--- end of sources ---\n")


def ask(model: BreakingModel, prompt: Prompt = PROMPT) -> Answer:
    asker = Asker(model, None, lambda line: None, lambda seconds: None, heartbeat=60)
    return asker.ask("S01", prompt, Limits(max_output_tokens=100_000, room=400_000))


def bodies_of(answer: Answer) -> dict[int, str]:
    return {block.number: block.body for block in answer.blocks}


@pytest.mark.parametrize("finish", ["length", "cut"])
@pytest.mark.parametrize("size", [150, 331, 700])
@pytest.mark.parametrize("step", [1, 7, 10_000])
def test_a_reply_in_many_parts_is_as_good_as_one(size: int, step: int, finish: Finish) -> None:
    model = BreakingModel(BODIES, [size], step=step, finish=finish)
    answer = ask(model)
    assert bodies_of(answer) == BODIES
    assert answer.broken == ()
    assert answer.completion.finish == "stop"
    assert len(model.prompts) > 1


@pytest.mark.parametrize("first", range(1, 1500, 13))
def test_it_does_not_matter_where_the_cut_falls(first: int) -> None:
    answer = ask(BreakingModel(BODIES, [first, 100_000]))
    begun = first > len(FENCE.open_line(EXPECTED[0]))
    assert bodies_of(answer) == (BODIES if begun else {})


def test_no_request_ends_with_a_turn_of_the_models_own_and_each_repeats_the_whole_prompt_first() -> None:
    model = BreakingModel(BODIES, [400])
    ask(model)
    for prompt in model.prompts[1:]:
        assert prompt.stable == PROMPT.stable
        assert prompt.variable.startswith(PROMPT.variable.rstrip())
        assert prompt.fence == FENCE


STARTS: tuple[Start, ...] = ("next character", "next line", "last three lines", "last half", "the top", "further on")
LEAD_INS: tuple[LeadIn, ...] = ("", "talk", "fence", "talk and fence")
STYLES = [Style(opens, start, lead) for opens, start, lead in product([True, False], STARTS, LEAD_INS)]
STYLES += [Style(True, "as asked", lead) for lead in LEAD_INS]


@pytest.mark.parametrize("style", STYLES, ids=lambda s: f"{s.opens}-{s.start}-{s.lead_in}")
@pytest.mark.parametrize("first", [40, 78, 79, 300, 307, 500, 731, 800])
def test_however_it_goes_on_a_file_is_right_or_refused(style: Style, first: int) -> None:
    answer = ask(BreakingModel(BODIES, [first, 100_000], [style]))
    found = bodies_of(answer)
    assert found == {number: BODIES[number] for number in found}
    assert 1 in found or answer.broken


@pytest.mark.parametrize(
    "style",
    [
        *(Style(True, "as asked", lead) for lead in LEAD_INS),
        *(Style(True, "the top", lead) for lead in LEAD_INS),
        *(Style(False, "the top", lead) for lead in LEAD_INS),
        *(Style(False, "last three lines", lead) for lead in LEAD_INS),
        *(Style(opens, "last half", lead) for lead in LEAD_INS for opens in (True, False)),
        Style(False, "next character"),
    ],
    ids=lambda s: f"{s.opens}-{s.start}-{s.lead_in}",
)
def test_the_usual_ways_to_go_on_are_understood(style: Style) -> None:
    inside_a_line = len(FENCE.open_line(EXPECTED[0])) + 1 + CODE.index("total_7 = 0") + 5
    assert bodies_of(ask(BreakingModel(BODIES, [inside_a_line, 100_000], [style]))) == BODIES


def test_twenty_thousand_lines_come_through_in_as_many_parts_as_it_takes() -> None:
    long = "".join(f"    value_{n} = compute(value_{n}, {n % 7})\n" for n in range(20_000))
    model = BreakingModel({**BODIES, 1: long}, [20_000], step=500)
    assert bodies_of(ask(model))[1] == long
    assert len(model.prompts) > 40


@pytest.mark.parametrize("style", [Style(True, "further on"), Style(False, "further on"), Style(True, "the top")])
def test_a_model_that_gets_no_further_is_not_asked_for_ever(style: Style) -> None:
    model = BreakingModel(BODIES, [400], [style])
    answer = ask(model)
    assert len(model.prompts) <= 4
    assert bodies_of(answer) == {}
    assert answer.broken[-1].path == "a.py"


def test_a_model_that_never_comes_to_an_end_is_not_paid_for_ever() -> None:
    long = "".join(f"    value_{n} = compute(value_{n}, {n % 7})\n" for n in range(20_000))
    model = BreakingModel({**BODIES, 1: long}, [20_000], step=500)
    asker = Asker(model, None, lambda line: None, lambda seconds: None, heartbeat=60)
    answer = asker.ask("S01", PROMPT, Limits(max_output_tokens=6_000, room=15_000))
    assert 4 < len(model.prompts) < 10
    assert answer.blocks == ()
    assert answer.broken[-1].path == "a.py"


#: Those that do not claim to repeat what they do not repeat; no text could tell such a claim from the truth.
HONEST = [style for style in STYLES if not (style.opens and style.start in ("next character", "next line"))]
LINES = st.sampled_from(
    ["", "}", "    }", "x", "    x = 1", "    return compute(value)", "return compute(value)", "```", "# text", "é 😀",
     "  - item", "Sure:", "import os", "\tif a < b:", "<<<", "last line of it that is rather long and unlike the rest"]
)  # fmt: skip
FILES = st.lists(LINES | st.integers(0, 99).map("    value_{} = 12".format), max_size=30).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@settings(max_examples=250, deadline=None)
@given(
    first=FILES,
    second=FILES,
    sizes=st.lists(st.integers(1, 400), min_size=1, max_size=4),
    styles=st.lists(st.sampled_from(HONEST), min_size=1, max_size=3),
    step=st.sampled_from([1, 3, 17, 1000]),
    finish=st.sampled_from(["length", "cut"]),
)
def test_any_reply_any_cut_any_way_to_go_on_is_the_uncut_result_or_a_refusal(
    first: str, second: str, sizes: list[int], styles: list[Style], step: int, finish: Finish
) -> None:
    bodies = {1: first, 2: second, 3: LOG}
    prompt = Prompt("step", FENCE, EXPECTED, "", f"--- source a.py ---\n{first}--- end of sources ---\n")
    answer = ask(BreakingModel(bodies, [*sizes, 100_000], styles, step=step, finish=finish), prompt)
    found = bodies_of(answer)
    assert found == {number: bodies[number] for number in found}
    if styles == [AS_ASKED] * len(styles) and min(sizes) > 60:  # two rounds that bring no line are the last
        assert 3 in found or not answer.blocks
