"""Bytes to text, the way Python and git would read them; what cannot be read and written back exactly is refused."""

from dataclasses import dataclass

from repo_scan.charset import byte_order_mark, declared_encoding, is_usable, likely_encodings

LONGEST_LINE = 20_000  # characters; beyond it a file is data or minified, not source
_LFS_POINTER = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why some bytes are not offered as text."""

    reason: str


def decode(data: bytes, language: str | None) -> str | Unreadable:
    """The text with `\n` line ends: by byte order mark, a Python file's coding line, as UTF-8, or as can be told."""
    if data.startswith(_LFS_POINTER):
        return Unreadable("a Git LFS pointer")
    mark, encoding = byte_order_mark(data)
    if b"\0" in data and encoding in ("", "utf-8"):
        return Unreadable("binary")
    if mark:
        text = _decode_marked(data[len(mark) :], encoding, language)
    else:
        text = _decode_python(data) if language == "python" else _decode_plain(data)
    if isinstance(text, Unreadable):
        return text
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _has_a_long_line(text):
        return Unreadable(f"a line over {LONGEST_LINE:,} characters")
    return text


def _has_a_long_line(text: str) -> bool:
    """Whether a line is over the limit: from line end to line end, in steps as long as a line may be."""
    start = 0
    while len(text) - start > LONGEST_LINE:
        end = text.rfind("\n", start, start + LONGEST_LINE + 1)
        if end < 0:
            return True
        start = end + 1
    return False


def count_lines(text: str) -> int:
    """Lines of a text, the last one counted whether or not it ends with a newline."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _decode_marked(data: bytes, encoding: str, language: str | None) -> str | Unreadable:
    text = _decode_exactly(data, encoding)
    if isinstance(text, Unreadable):
        return text
    if "\0" in text:
        return Unreadable("binary")
    if language == "python" and (declared := declared_encoding(text)) not in ("utf-8", encoding):
        return Unreadable(f"declares the encoding {declared}, which its byte order mark contradicts")
    return text


def _decode_plain(data: bytes) -> str | Unreadable:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        likely = likely_encodings(data)
        return data.decode(likely[0]) if likely else Unreadable("not UTF-8 and declares no encoding")


def _decode_python(data: bytes) -> str | Unreadable:
    if data.isascii() and b"coding" not in data[:400]:  # the common case, and far cheaper
        return data.decode("ascii")
    encoding = declared_encoding(data.decode("latin-1"))
    if not is_usable(encoding):
        return Unreadable(f"declares the encoding {encoding}, which cannot be used")
    return _decode_exactly(data, encoding)


def _decode_exactly(data: bytes, encoding: str) -> str | Unreadable:
    try:
        text = data.decode(encoding)
        exact = text.encode(encoding) == data
    except ValueError:
        return Unreadable("not UTF-8 and declares no encoding" if encoding == "utf-8" else f"is not in {encoding}")
    return text if exact else Unreadable(f"in {encoding}, which cannot be written back exactly")
