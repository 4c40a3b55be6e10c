"""Words the request for the rest of a reply that broke off."""

from dataclasses import replace

from agent.models.protocol import Prompt
from agent.reading import Reading
from applier.blocks import Block
from applier.fence import Expected
from prompts import ContinueBrief, render_continuation

TAIL_LINES = 40
TAIL_CHARACTERS = 6000


def rest_prompt(prompt: Prompt, reading: Reading) -> Prompt:
    """The same prompt, followed by what has come of its reply and what is still to come."""
    cut, outstanding = reading.cut, reading.outstanding
    again = cut.repeated if cut else ()
    brief = ContinueBrief(
        arrived=tuple(_name(block) for block in reading.blocks),
        opened=_name(cut.block) if cut else "",
        count=len(cut.lines) if cut else 0,
        tail="".join(f"{line}\n" for line in _tail(list(cut.lines) if cut else [], len(again))),
        again="".join(f"{line}\n" for line in again),
        again_count=len(again),
        opening_lines=tuple(prompt.fence.open_line(block) for block in outstanding),
        closing_lines=tuple(prompt.fence.close_line(block.number) for block in outstanding),
    )
    words = f"{prompt.variable.rstrip()}\n\n{render_continuation(brief)}"
    return replace(prompt, expected=outstanding, variable=words)


def _name(block: Block | Expected) -> str:
    return f"{block.number:02} ({block.kind}{f' {block.path}' if block.path else ''})"


def _tail(lines: list[str], least: int) -> list[str]:
    """The last lines, as many as are worth their tokens, but at least those that are to be repeated."""
    shown, length = 0, 0
    for line in reversed(lines[-TAIL_LINES:]):
        length += len(line) + 1
        if length > TAIL_CHARACTERS and shown >= least:
            break
        shown += 1
    return lines[-shown:] if shown else []
