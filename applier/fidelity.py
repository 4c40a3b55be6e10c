"""How a file is written down, recorded before a rewrite and restored after it."""

import codecs
from dataclasses import dataclass

from applier.charset import byte_order_mark, declared_encoding, is_usable, likely_encodings
from applier.line_ends import LINE_END, plain, usual_end, with_ends_of

_PYTHON = (".py", ".pyi", ".pyw")
_MARKED = {  # names of encodings, as git's attributes have them, in which a file begins with a byte order mark
    "utf-16": ("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-16le-bom": ("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-32": ("utf-32-le", codecs.BOM_UTF32_LE),
}


@dataclass(frozen=True, slots=True)
class Form:
    """What decoding takes away and encoding must put back."""

    encoding: str  # "utf-8"
    bom: bytes = b""
    newline: str = "\n"  # the most frequent line end
    mixed: bool = False
    declared: bool = False  # the text itself names its encoding (PEP 263), so that a rewritten text decides anew
    alike: tuple[str, ...] = ()  # encodings that the file may be in just as well, where it says nothing


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why a file's bytes cannot be decoded and encoded again exactly."""

    reason: str


#: The form of a file that was not there before.
NEW_FILE = Form("utf-8")


def form_of_new(told: str = "", newline: str = "\n") -> Form:
    """The form of a file that was not there before, where git's attributes name an encoding."""
    encoding, bom = _MARKED.get(told.lower(), (told or "utf-8", b""))
    return Form(encoding, bom, newline)


def decode(data: bytes, path: str, told: str = "", before: Form | None = None) -> tuple[str, Form] | Undecodable:
    """Text with `\n` line ends, and how it was written; only if encoding it again gives the same bytes.

    `told` is the encoding that git's attributes name. `before` is the form that the file had: one that says nothing of
    its encoding keeps what was found out then.
    """
    bom, encoding = byte_order_mark(data)
    payload = data[len(bom) :]
    python = path.endswith(_PYTHON)
    alike: tuple[str, ...] = ()
    if python and (problem := _contradiction(payload, encoding, told)):
        return Undecodable(problem)
    if not bom:
        encoding = told or (declared_encoding(payload.decode("latin-1")) if python else "utf-8")
        if not (told or python or _is_in(payload, encoding)):
            alike = before.alike if before and before.alike else likely_encodings(payload)
            encoding = alike[0] if alike else encoding
    raw = _decode_exactly(payload, encoding)
    if isinstance(raw, Undecodable):
        return raw
    if "\0" in raw:
        return Undecodable("it holds NUL bytes, so it is taken for a binary file")
    newline, mixed = usual_end(raw)
    return plain(raw), Form(encoding, bom, newline, mixed, python and not bom and not told, alike)


def encode(text: str, form: Form, original: bytes | None) -> bytes:
    """Bytes of a rewritten text in the form of the original: untouched lines keep their own line ends,
    and the original decides how the file ends. Raises UnicodeEncodeError where the text does not fit."""
    if original is None:
        content = plain(text).rstrip("\n")
        if not content:
            return b""
        raw = f"{content}\n".replace("\n", form.newline)
    else:
        before = original[len(form.bom) :].decode(form.encoding)
        raw = with_ends_of(before, text, form.newline, form.mixed)
        _check_alike(raw, form, before)
    return form.bom + raw.encode(_encoding_for(raw, form))


def _check_alike(raw: str, form: Form, before: str) -> None:
    """Raises UnicodeEncodeError for a new character that is written otherwise in an encoding the file may be in."""
    fresh = {char for char in set(raw) - set(before) if not char.isascii()} if form.alike else ()
    for char in fresh:
        if len({char.encode(name, "ignore") for name in form.alike}) > 1:
            at = raw.index(char)
            raise UnicodeEncodeError(form.encoding, raw, at, at + 1, "the file says nothing of its encoding")


def _contradiction(payload: bytes, marked: str, told: str) -> str:
    """What speaks against the encoding that a Python file declares, "" where nothing does."""
    if told:
        return ""
    declared = declared_encoding(payload.decode("latin-1" if marked in ("", "utf-8") else marked, "replace"))
    if marked and declared not in ("utf-8", marked):
        return f"it declares the encoding {declared}, which its byte order mark contradicts; convert it to UTF-8"
    if not marked and not is_usable(declared):
        return f"it declares the encoding {declared}, which cannot be used; convert it to UTF-8"
    return ""


def _is_in(data: bytes, encoding: str) -> bool:
    return not isinstance(_decode_exactly(data, encoding), Undecodable)


def _decode_exactly(data: bytes, encoding: str) -> str | Undecodable:
    try:
        raw = data.decode(encoding)
        exact = raw.encode(encoding) == data
    except LookupError:
        return Undecodable(f"git's attributes name the encoding {encoding}, which is not known here")
    except UnicodeError as error:
        return Undecodable(_why_not(error, data, encoding))
    if not exact:
        return Undecodable(f"its encoding {encoding} does not give the same bytes again; convert it to UTF-8")
    return raw


def _encoding_for(raw: str, form: Form) -> str:
    """The encoding of a rewritten text: what it declares now, or nobody could read it."""
    cookie = declared_encoding(raw) if form.declared else form.encoding
    return cookie if cookie == form.encoding or is_usable(cookie) else form.encoding


def _why_not(error: UnicodeError, data: bytes, encoding: str) -> str:
    where = ""
    if isinstance(error, UnicodeDecodeError) and error.start < len(data):
        line = len(LINE_END.findall(data[: error.start].decode("latin-1"))) + 1
        where = f" (byte 0x{data[error.start]:02x} in line {line})"
    return f"it is not valid {encoding.upper()}{where}; convert it to UTF-8 or declare its encoding"
