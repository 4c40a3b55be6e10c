"""How many tokens a text would cost a model: a plain estimate, the same on every machine and for every model."""

# A text costs a token wherever a piece of it begins, as byte-pair tokenizers cut texts before they merge: a sign sticks
# to the word after it, a line break to the signs before it, a run of blanks is one piece. Whether a piece begins at a
# character is told by its kind and those of its neighbours. The kinds: small and capital letters, underscores, digits,
# signs, blanks, line breaks, letters of two bytes in UTF-8, longer ones; each stands here for all of its kind.
_ANY = "aA_0. \né字"


def _but(kinds: str) -> str:
    return "".join(kind for kind in _ANY if kind not in kinds)


_BEGINNINGS = (  # what stands before, where a piece begins, and after
    (_but("aA_"), "a", _ANY),  # "total", not in "_total" and "Total"
    (_ANY, "A_字", _but("A")),  # "Cart", "_total", and "HTTP" at its end
    (_but("0é"), "0é", _ANY),
    (_but(".\n"), "\n", _ANY),
    (_but("."), ".", _but("aA")),  # "):", not in ".total"
    (" \n", ".", "aA"),
    (_but(" "), " ", " "),  # an indentation
    (_ANY, " ", "0_é字"),
)


def _kind(byte: int) -> str:
    """The kind of a character that begins with this byte."""
    char = chr(byte)
    if byte >= 0x80:
        return "é" if byte < 0xE0 else "字"
    if char.isalpha():
        return "a" if char.islower() else "A"
    if char.isdigit():
        return "0"
    return char if char in "_\n" else " " if char.isspace() else "."


def _table(column: int) -> bytes:
    """For every byte the beginnings that it fits as what stands in a column, a bit each."""
    fits = {kind: sum((kind in row[column]) << bit for bit, row in enumerate(_BEGINNINGS)) for kind in _ANY}
    return bytes(fits[_kind(byte)] for byte in range(256))


_BEFORE, _AT, _AFTER = map(_table, range(3))
_LONG = bytes([_AT[ord("a")]]) * 8  # so many small letters in a row are two tokens, mostly
_EDGE = b"\xff"  # stands before and after a text, as of the last kind
_INNER = bytes(range(0x80, 0xC0))  # no character begins with these


def estimate_tokens(text: str) -> int:
    """The estimated number of tokens of `text`.

    On code of six languages it is within 8% of what the o200k vocabulary gives (benchmarks/tokens.py).
    """
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > len(text):
        data = data.translate(None, _INNER)
    at = data.translate(_AT)
    before, after = (_EDGE + data[:-1]).translate(_BEFORE), (data[1:] + _EDGE).translate(_AFTER)
    # All characters at once, as the bits of three numbers: a scan reads many.
    return (_bits(before) & _bits(at) & _bits(after)).bit_count() + at.count(_LONG)


def _bits(data: bytes) -> int:
    return int.from_bytes(data, "little")
