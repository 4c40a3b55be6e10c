"""Words the request for the rest of a reply that broke off."""

from dataclasses import replace

from agent.models.protocol import Prompt
from agent.reading import Reading
from applier.blocks import Block
from applier.fence import Expected
from applier.seam import Cut
from prompts import ContinueBrief, render_continuation

TAIL_LINES = 120
TAIL_CHARACTERS = 6000


def rest_prompt(prompt: Prompt, reading: Reading) -> Prompt:
    """The same prompt; after it, as the model's own turn, the end of what came; after that, what is still to come."""
    cut, outstanding = reading.cut, reading.outstanding
    again = cut.repeated if cut else ()
    brief = ContinueBrief(
        arrived=tuple(_name(block) for block in reading.blocks),
        opened=_name(cut.block) if cut else "",
        count=len(cut.lines) if cut else 0,
        again="".join(f"{line}\n" for line in again),
        again_count=len(again),
        opening_lines=tuple(prompt.fence.open_line(block) for block in outstanding),
        closing_lines=tuple(prompt.fence.close_line(block.number) for block in outstanding),
    )
    words = render_continuation(brief)
    if cut is None:  # nothing is open, so there are no words to go on from
        return replace(prompt, expected=outstanding, variable=f"{prompt.variable.rstrip()}\n\n{words}")
    return replace(prompt, expected=outstanding, said=_said(cut, prompt.fence.open_line(cut.block)), then=words)


def _name(block: Block | Expected) -> str:
    return f"{block.number:02} ({block.kind}{f' {block.path}' if block.path else ''})"


def _said(cut: Cut, opening: str) -> str:
    """The last whole lines, as many as are worth their tokens, but at least those that are to be repeated.

    Where that is all of them the opening line stands above, so that nothing looks left out.
    """
    shown, length = 0, 0
    for line in reversed(cut.lines[-TAIL_LINES:]):
        length += len(line) + 1
        if length > TAIL_CHARACTERS and shown >= len(cut.repeated):
            break
        shown += 1
    lines = [opening, *cut.lines] if shown == len(cut.lines) else cut.lines[-shown:]
    return "\n".join(lines)
