"""How a file is written down, recorded before a rewrite and restored after it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """What decoding takes away and encoding must put back."""

    encoding: str  # "utf-8"
    bom: bytes = b""
    newline: str = "\n"  # the most frequent line end
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why a file's bytes cannot be decoded and encoded again exactly."""

    reason: str


def decode(data: bytes, path: str) -> tuple[str, Form] | Undecodable:
    """Text with `\\n` line ends, and how it was written; only if encoding it again gives the same bytes."""
    raise NotImplementedError


def encode(text: str, form: Form, original: bytes | None) -> bytes:
    """Bytes of a rewritten text in the form of the original: untouched lines keep their own line ends,
    and the original decides how the file ends. Raises UnicodeEncodeError where the text does not fit."""
    raise NotImplementedError
