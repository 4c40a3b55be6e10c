"""The marker lines of one request: what the prompt shows and the parser looks for.

Protocol: docs/design.md §4.
"""

import re
import secrets
import string
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

BlockKind = Literal["anchor", "file", "new", "delete", "finding", "outline", "summary", "log"]

KEY_ALPHABET = string.ascii_lowercase + string.digits
KEY_LENGTH = 8

_KEY = re.compile(r"[a-z0-9]+")
# Nine digits at most, since int() refuses very long ones; [0-9], since \d takes digits of every script.
_OPENING = re.compile(r"BLOCK:([0-9]{2,9}):([A-Za-z_-]+)(?::((?:(?!>>>)[^\0\r\n])*))?")
# Small models say again what they close; a path cannot be part of it without the kind.
_CLOSING = re.compile(rf"END:([0-9]{{2,9}})(?::({'|'.join(get_args(BlockKind))})(?::((?:(?!>>>)[^\0\r\n])+))?)?")
_OTHER_KEY = re.compile(r"[\w-]*")
_WITH_PATH = frozenset({"file", "new", "delete"})


@dataclass(frozen=True, slots=True)
class Expected:
    """One block that a reply must hold."""

    number: int  # from 1
    kind: BlockKind
    path: str | None = None  # for file, new and delete


@dataclass(frozen=True, slots=True)
class Opening:
    """What an opening line says, as written: any kind, any path."""

    number: int
    kind: str
    path: str | None


@dataclass(frozen=True, slots=True)
class Closing:
    """What an END line says; kind and path only where it says them, which it need not."""

    number: int
    kind: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """Marker lines with a random key that occurs in no input."""

    key: str  # "k7f3q9w2"

    @classmethod
    def clear_of(cls, texts: Iterable[str], preferred: str | None = None) -> "Fence":
        """A fence whose key occurs in none of `texts`; `preferred` is kept if it does not."""
        inputs = tuple(texts)
        key = preferred if preferred and _KEY.fullmatch(preferred) else _draw()
        while any(key in text for text in inputs):
            key = _draw()
        return cls(key)

    def open_line(self, block: Expected) -> str:
        """The line that opens a block, without a newline."""
        path = "" if block.path is None else f":{block.path}"
        return f"<<<BLOCK:{block.number:02}:{block.kind}{path}:{self.key}>>>"

    def close_line(self, number: int) -> str:
        """The line that ends a block, without a newline."""
        return f"<<<END:{number:02}:{self.key}>>>"

    def read(self, line: str) -> Opening | Closing | None:
        """The marker that a whole line is; None for any other line. Read from both ends, as a path may hold colons."""
        start, end = "<<<", f":{self.key}>>>"
        if not (line.startswith(start) and line.endswith(end)):
            return None
        inner = line[len(start) : -len(end)]
        if found := _OPENING.fullmatch(inner):
            return Opening(int(found[1]), found[2], found[3])
        if found := _CLOSING.fullmatch(inner):
            return Closing(int(found[1]), found[2], found[3])
        return None

    def misread(self, line: str) -> tuple[Opening | Closing, str] | None:
        """What a line would be with our key in place of its own one; that key, "" where there is none."""
        if not (line.startswith("<<<") and line.endswith(">>>")):
            return None
        inner = line[3:-3]
        rest, _, key = inner.rpartition(":")
        for words, other in ((rest, key), (inner, "")):
            if found := _OPENING.fullmatch(words):
                complete = (found[2] in _WITH_PATH) == bool(found[3])
                if complete and other != self.key and _OTHER_KEY.fullmatch(other):
                    return Opening(int(found[1]), found[2], found[3]), other
            elif (found := _CLOSING.fullmatch(words)) and other != self.key and _OTHER_KEY.fullmatch(other):
                return Closing(int(found[1]), found[2], found[3]), other
        return None


def _draw() -> str:
    return "".join(secrets.choice(KEY_ALPHABET) for _ in range(KEY_LENGTH))
