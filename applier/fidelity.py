"""How a file is written down, recorded before a rewrite and restored after it."""

import codecs
import re
from dataclasses import dataclass

from applier.line_ends import LINE_END, plain, usual_end, with_ends_of

_PYTHON = (".py", ".pyi", ".pyw")
_COOKIE = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_BLANK_OR_COMMENT = re.compile(r"[ \t\f]*(?:#.*)?")
_ASCII = "\t\n\r" + "".join(map(chr, range(0x20, 0x7F)))
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Form:
    """What decoding takes away and encoding must put back."""

    encoding: str  # "utf-8"
    bom: bytes = b""
    newline: str = "\n"  # the most frequent line end
    mixed: bool = False
    declared: bool = False  # the text itself names its encoding (PEP 263), so that a rewritten text decides anew


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why a file's bytes cannot be decoded and encoded again exactly."""

    reason: str


#: The form of a file that was not there before.
NEW_FILE = Form("utf-8")


def decode(data: bytes, path: str) -> tuple[str, Form] | Undecodable:
    """Text with `\\n` line ends, and how it was written; only if encoding it again gives the same bytes."""
    bom, encoding = _encoding_of(data, path)
    payload = data[len(bom) :]
    declared = not bom and path.lower().endswith(_PYTHON)
    if declared and not _is_usable(encoding):
        return Undecodable(f"it declares the encoding {encoding}, which cannot be used; convert it to UTF-8")
    try:
        raw = payload.decode(encoding)
        exact = raw.encode(encoding) == payload
    except UnicodeError as error:
        return Undecodable(_why_not(error, payload, encoding))
    if not exact:
        return Undecodable(f"its encoding {encoding} does not give the same bytes again; convert it to UTF-8")
    if "\0" in raw:
        return Undecodable("it holds NUL bytes, so it is taken for a binary file")
    newline, mixed = usual_end(raw)
    return plain(raw), Form(encoding, bom, newline, mixed, declared)


def encode(text: str, form: Form, original: bytes | None) -> bytes:
    """Bytes of a rewritten text in the form of the original: untouched lines keep their own line ends,
    and the original decides how the file ends. Raises UnicodeEncodeError where the text does not fit."""
    if original is None:
        content = plain(text).rstrip("\n")
        raw = f"{content}\n".replace("\n", form.newline) if content else ""
    else:
        before = original[len(form.bom) :].decode(form.encoding)
        raw = with_ends_of(before, text, form.newline, form.mixed)
    return form.bom + raw.encode(_encoding_for(raw, form))


def _encoding_of(data: bytes, path: str) -> tuple[bytes, str]:
    """Byte order mark and encoding. A guesser for files that declare nothing and are not UTF-8 would be asked here."""
    for bom, encoding in _MARKS:
        if data.startswith(bom):
            return bom, encoding
    return b"", _cookie(data.decode("latin-1")) if path.lower().endswith(_PYTHON) else "utf-8"


def _encoding_for(raw: str, form: Form) -> str:
    """The encoding of a rewritten text: what it declares now, or nobody could read it."""
    cookie = _cookie(raw) if form.declared else form.encoding
    return cookie if _is_usable(cookie) else form.encoding


def _cookie(text: str) -> str:
    """The encoding that a Python text declares in its first two lines (PEP 263)."""
    for line in LINE_END.split(text, maxsplit=2)[:2]:
        if found := _COOKIE.match(line):
            name = found[1].lower().replace("_", "-")
            return "utf-8" if name == "utf-8" or name.startswith("utf-8-") else name
        if not _BLANK_OR_COMMENT.fullmatch(line):
            break
    return "utf-8"


def _is_usable(encoding: str) -> bool:
    """Whether Python knows the encoding and ASCII stands for itself in it, as PEP 263 asks for."""
    try:
        return _ASCII.encode(encoding) == _ASCII.encode("ascii")
    except (LookupError, UnicodeError):
        return False


def _why_not(error: UnicodeError, data: bytes, encoding: str) -> str:
    where = ""
    if isinstance(error, UnicodeDecodeError) and error.start < len(data):
        line = len(LINE_END.findall(data[: error.start].decode("latin-1"))) + 1
        where = f" (byte 0x{data[error.start]:02x} in line {line})"
    return f"it is not valid {encoding.upper()}{where}; convert it to UTF-8 or declare its encoding"
