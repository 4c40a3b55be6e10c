"""Joins the small chunks of HTTP's chunked encoding that came in one read into a single one.

A server that writes a token at a time sends each as a chunk of its own, and an HTTP library takes every chunk through
all its layers, which costs more than everything that is done with the token. Nothing waits for anything here: what is
joined has arrived, and what has arrived is handed on, but for the head of a chunk that is cut in two.
"""

import re
from typing import Literal

LONGEST_HEAD = 65_536  # bytes of an answer's header
_CHUNKED = re.compile(rb"^transfer-encoding:[ \t]*chunked[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_SIZE = re.compile(rb"([0-9a-fA-F]{1,8})\r\n")
_HALF_A_SIZE = re.compile(rb"[0-9a-fA-F]{0,8}\r?")


class ChunkJoiner:
    """Takes the bytes of one answer, from its first, and gives the same answer in fewer chunks.

    What it does not know, be it another encoding, an extension of a chunk or the trailer, it passes on as it is.
    """

    def __init__(self) -> None:
        self._state: Literal["head", "chunks", "as it is"] = "head"
        self._head = b""
        self._inside = 0  # bytes of a chunk that are still to come, with its line end
        self.held = b""  # the beginning of a chunk's head

    def feed(self, data: bytes) -> bytes:
        """What can be handed on of the answer with these bytes."""
        if self._state == "as it is":
            return data
        if self._state == "chunks":
            return self._join(data)
        before = len(self._head)
        self._head += data
        end = self._head.find(b"\r\n\r\n") + 4
        if end < 4:
            self._state = "head" if len(self._head) < LONGEST_HEAD else "as it is"
            return data
        self._state = "chunks" if _CHUNKED.search(self._head[:end]) else "as it is"
        begun = data[: end - before]
        return begun + self.feed(data[end - before :])

    def _join(self, data: bytes) -> bytes:
        """Chunks that are there as a whole become one; the rest stays as it is."""
        data = self.held + data
        self.held = b""
        at = min(self._inside, len(data))
        self._inside -= at
        begun, whole = data[:at], list[bytes]()
        while size := _SIZE.match(data, at):
            start, length = size.end(), int(size[1], 16)
            after = start + length + 2
            if not length or data[after - 2 : after] != b"\r\n":
                break
            whole.append(data[start : after - 2])
            at = after
        return begun + _chunk(b"".join(whole)) + self._rest(data[at:], size)

    def _rest(self, rest: bytes, size: re.Match[bytes] | None) -> bytes:
        """What follows the whole chunks: a chunk that is cut, a head that is, or what is none of ours."""
        if size and (length := int(size[1], 16)):
            missing = len(size[0]) + length + 2 - len(rest)
            if missing > 0:
                self._inside = missing
                return rest
        elif not size and _HALF_A_SIZE.fullmatch(rest):
            self.held = rest
            return b""
        self._state = "as it is"
        return rest


def _chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data) if data else b""
