"""Takes a `<think>` passage off the start of a reply, in pieces of any size."""

from typing import Literal

OPEN, CLOSE = "<think>", "</think>"
MOST_BLANKS = 4096  # before a passage, where blanks are kept


class ThinkFilter:
    """Passes a reply through without the blanks and the `<think>` passage it may begin with.

    Only a passage at the very start counts: later on the same words may be part of a file. A passage that never ends
    swallows the rest, since nothing in it was meant as an answer. `keep_blanks` is for a reply that goes on inside a
    file.
    """

    def __init__(self, *, keep_blanks: bool = False) -> None:
        self._keep_blanks = keep_blanks
        self._state: Literal["start", "inside", "past"] = "start"
        self._held = ""  # never much longer than a tag: all of a chunk that a later one may complete

    def feed(self, chunk: str) -> str:
        """The part of `chunk` that belongs to the reply."""
        if self._state == "past":
            return chunk
        text = self._held + chunk
        return self._at_start(text) if self._state == "start" else self._inside(text)

    def close(self) -> str:
        """What was held back in case it became a tag."""
        held, self._held = self._held, ""
        return held if self._state == "start" else ""

    def _at_start(self, text: str) -> str:
        words = text.lstrip()
        if OPEN.startswith(words) and not (self._keep_blanks and len(text) > MOST_BLANKS):
            self._held = text if self._keep_blanks else words
            return ""
        self._held = ""
        if words.startswith(OPEN):
            self._state = "inside"
            return self._inside(words.removeprefix(OPEN))
        self._state = "past"
        return text if self._keep_blanks else words

    def _inside(self, text: str) -> str:
        _, end, reply = text.partition(CLOSE)
        if not end:
            self._held = text[-len(CLOSE) + 1 :]
            return ""
        self._state, self._held = "past", ""
        return reply
