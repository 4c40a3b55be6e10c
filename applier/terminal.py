"""Text of others made fit for a terminal: what would steer it or hide something is shown instead of obeyed."""

import json
import re

# Control characters but newline and tab; line and paragraph separators; what turns the direction of writing;
# the invisible tag letters; halves of surrogate pairs, which stand for bytes that are no text.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]"
)


def printable(text: str) -> str:
    """`text` with escape codes, control characters and bidirectional controls escaped: "\\x1b", "\\u202e"."""
    return _STEERING.sub(lambda found: _escaped(ord(found[0])), text)


def one_line(text: str) -> str:
    """`text` as `printable` gives it, and in one line, so that no name can pass for a line of ours."""
    return printable(text).replace("\n", "\\n")


def printable_json(document: str) -> str:
    """A JSON document with the same characters escaped as JSON has it, so that it says what it said."""
    return _STEERING.sub(lambda found: json.dumps(found[0])[1:-1], document)


def _escaped(code: int) -> str:
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
