"""Bytes to text, the way Python and git would read them; what cannot be read and written back exactly is refused."""

import codecs
import io
import tokenize
from dataclasses import dataclass

LONGEST_LINE = 20_000  # characters; beyond it a file is data or minified, not source


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why some bytes are not offered as text."""

    reason: str


def decode(data: bytes, language: str | None) -> str | Unreadable:
    """The text with `\\n` line ends. UTF-8, or what a Python file's coding line declares."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Unreadable("UTF-16, not UTF-8")
    if b"\0" in data:
        return Unreadable("binary")
    text = _decode_python(data) if language == "python" else _decode_utf8(data)
    if isinstance(text, Unreadable):
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST_LINE and max(map(len, text.split("\n"))) > LONGEST_LINE:
        return Unreadable(f"a line over {LONGEST_LINE:,} characters")
    return text


def count_lines(text: str) -> int:
    """Lines of a text, the last one counted whether or not it ends with a newline."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _decode_utf8(data: bytes) -> str | Unreadable:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Unreadable("not UTF-8 and declares no encoding")


def _decode_python(data: bytes) -> str | Unreadable:
    if data.isascii() and b"coding" not in data[:400]:  # the common case, and far cheaper
        return data.decode("ascii")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as exc:
        return _decode_problem(str(exc))
    try:
        text = data.decode(encoding)
        exact = text.encode(encoding) == data
    except LookupError:
        return Unreadable(f"declares the encoding {encoding}, which is not one of text")
    except ValueError:
        return Unreadable("not UTF-8 and declares no encoding" if encoding == "utf-8" else f"is not in {encoding}")
    return text if exact else Unreadable(f"in {encoding}, which cannot be written back exactly")


def _decode_problem(words: str) -> Unreadable:
    if words.startswith("unknown encoding"):
        return Unreadable(f"declares an {words}")
    if "problem" in words:
        return Unreadable(f"declares an encoding that its bytes contradict ({words})")
    return Unreadable("not UTF-8 and declares no encoding")
