"""Which encoding bytes are in: what their byte order mark or a Python file's coding line says; else what can be told.

This file stands in two packages, letter for letter: both must give the same answer, and neither may know the other.
"""

import codecs
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_LINE_END = re.compile("\r\n|\r|\n")
_COOKIE = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_BLANK_OR_COMMENT = re.compile(r"[ \t\f]*(?:#.*)?")
_ASCII = "\t\n\r" + "".join(map(chr, range(0x20, 0x7F)))
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_MARKS = "‘’‚“”„«»‹›…–—\xa0\xad"  # may touch a word
_SIGNS = "©®™°§¶†‡•€£¥¢±×÷µ¹²³¼½¾ªº·¿¡¬№"  # seldom do
_SYMBOLS = frozenset(_MARKS + _SIGNS)
_FORGED = re.compile(  # what a wrong reading makes of a word: "Za¿ó³æ", "caf‚", "Š 2020"
    rf"[^\W\d_][{_SIGNS}‹›«»„‚“…][^\W\d_](?<!l·l)|[\w'’][‚„]|(?<!\w)[\u0100-\u017f](?!\w)"
)
_TOUCHING = re.compile(rf"[^\W\d_][{_SIGNS}]|[{_SIGNS}][^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_PLAIN_LETTER = re.compile("[A-Za-z]")
_FIVE_IN_A_ROW = re.compile(r"[^\x00-\x7f]{5}")
_MIXED = re.compile(r"[A-Za-z][^\W\d_A-Za-z]|[^\W\d_A-Za-z][A-Za-z]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_CLEARLY = 0.09  # by which a reading must be likelier than any other

_WESTERN = (
    *("àâæçéèêëîïôœùûüÿ", "äöüßéà", "áéíóúüñ", "àáâãçéêíóôõúü", "àèéìíîòóùú", "åäöæøéü", "éëïèöüäáó"),
    *("áéíóúýðþæö", "àçèéíïòóúü"),
)
_CENTRAL = ("áčďéěíňóřšťúůýžöü", "ąćęłńóśźż", "áéíóöőúüű", "áäčďéíľňóôšťúýž", "čćđšž", "ăâîşţ", "äöüßé")
_CYRILLIC = ("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдђежзијклљмнњопрстћуфхцчџш")
_ALPHABETS: Mapping[str, tuple[str, ...]] = {  # letters beyond ASCII of the languages written in an encoding
    "cp1252": _WESTERN,
    "latin_1": _WESTERN,
    "cp1250": _CENTRAL,
    "iso8859_2": _CENTRAL,
    "cp1254": ("çğıİöşüâîû", *_WESTERN[:2]),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"),
    "cp1251": _CYRILLIC,
    "koi8_r": _CYRILLIC[:1],
    "cp866": _CYRILLIC[:1],
    "iso8859_5": _CYRILLIC,
    "cp1253": ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ",),
    "cp1255": ("אבגדהוזחטיךכלםמןנסעףפץצקרשת",),
}
_LATIN = frozenset({"cp1252", "latin_1", "cp1250", "iso8859_2", "cp1254", "cp1257"})


@dataclass(frozen=True, slots=True)
class _Characters:
    """Where the usual characters of a large set stand: the first bytes that they have in `base`."""

    base: str
    rows: frozenset[int]
    kana: bool = False  # no text does without


_LARGE: Mapping[str, _Characters] = {
    "gb18030": _Characters("gb2312", frozenset(range(0xB0, 0xD8))),
    "big5": _Characters("big5", frozenset(range(0xA4, 0xC7))),
    "cp949": _Characters("euc_kr", frozenset(range(0xB0, 0xC9))),
    "cp932": _Characters("euc_jp", frozenset({0xA1, 0xA4, 0xA5, *range(0xB0, 0xD0)}), kana=True),
    "euc_jp": _Characters("euc_jp", frozenset({0xA1, 0xA4, 0xA5, *range(0xB0, 0xD0)}), kana=True),
}
_POOL = [*_ALPHABETS, *_LARGE]
_KANA = frozenset({0xA4, 0xA5})
_ENOUGH_LINES = 1000  # that are looked at
_FEW = 4  # fewer characters of a large set may stand there by chance
_FEW_LETTERS = 8  # of an alphabet that is not Latin


def byte_order_mark(data: bytes) -> tuple[bytes, str]:
    """The mark that `data` begins with and the encoding that it stands for; both empty where there is none."""
    return next(((mark, encoding) for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark)), (b"", ""))


def declared_encoding(text: str) -> str:
    """The encoding that a Python text declares in its first two lines (PEP 263), "utf-8" where it declares none."""
    for line in _LINE_END.split(text, maxsplit=2)[:2]:
        if found := _COOKIE.match(line):
            name = found[1].lower().replace("_", "-")
            return "utf-8" if name == "utf-8" or name.startswith("utf-8-") else name
        if not _BLANK_OR_COMMENT.fullmatch(line):
            break
    return "utf-8"


def is_usable(encoding: str) -> bool:
    """Whether Python knows the encoding and ASCII stands for itself in it, as PEP 263 asks for."""
    try:
        return _ASCII.encode(encoding) == _ASCII.encode("ascii")
    except (LookupError, UnicodeError):
        return False


def likely_encodings(data: bytes) -> tuple[str, ...]:
    """Encodings that `data` may be written in, the likeliest first; all of them read it alike, and write it alike.

    None where no reading makes sense, or more than one does and none is by far the likeliest.
    """
    if _CONTROL.search(data):
        return ()
    import charset_normalizer  # late: few repositories hold such a file

    found: dict[str, float] = {}  # reading → how like a language it is, and how unlike chance
    for match in charset_normalizer.from_bytes(data, cp_isolation=_POOL, threshold=0.5, enable_fallback=False):
        text = str(match)
        odd = _odd_lines(text)
        sensible = [name for name in match.could_be_from_charset if name in _POOL and _makes_sense(odd, name)]
        if sensible:
            found[text] = match.coherence - match.chaos + (_CLEARLY if _speaks_for_itself(odd, sensible) else 0)
    best = _clearly_best(found)
    odd = _odd_lines(best)
    return tuple(name for name in _POOL if odd and _is_exactly(data, best, name) and _is_told(odd, name))


def _odd_lines(text: str) -> str:
    """The lines that are not ASCII, each once."""
    lines = dict.fromkeys(line for line in text.split("\n") if not line.isascii())
    return "\n".join(islice(lines, _ENOUGH_LINES))


def _clearly_best(found: Mapping[str, float]) -> str:
    """The reading that is likelier than any other, "" where none is."""
    ranked = sorted(found, key=lambda text: -found[text])
    if len(ranked) > 1 and found[ranked[0]] - found[ranked[1]] < _CLEARLY:
        return ""
    return ranked[0] if ranked else ""


def _is_exactly(data: bytes, text: str, encoding: str) -> bool:
    try:
        return data.decode(encoding) == text and text.encode(encoding) == data
    except UnicodeError:
        return False


def _is_told(text: str, encoding: str) -> bool:
    """Whether the text makes sense in this encoding, and holds enough characters to be no chance."""
    letters = len(_letters(text))
    enough = letters >= _FEW if encoding in _LARGE else encoding in _LATIN or not 0 < letters < _FEW_LETTERS
    return enough and _makes_sense(text, encoding)


def _makes_sense(text: str, encoding: str) -> bool:
    """Whether somebody may have written this text in this encoding."""
    if encoding in _LARGE:
        return _is_east_asian(text, _LARGE[encoding])
    found = set(_letters(text))
    fits = any(all(char in letters or char.lower() in letters for char in found) for letters in _ALPHABETS[encoding])
    return fits and not (_is_forged(text) or (_is_foreign if encoding in _LATIN else _MIXED.search)(text))


def _letters(text: str) -> list[str]:
    """What is not ASCII and no common symbol either."""
    return [char for char in _NON_ASCII.findall(text) if char not in _SYMBOLS]


def _speaks_for_itself(text: str, encodings: list[str]) -> bool:
    """Whether it holds kana, which no chance gives; or of what is not ASCII only signs, as a "©" or a "–"."""
    if any(name in _LARGE and _LARGE[name].kana for name in encodings):
        return True
    return "cp1252" in encodings and not _letters(text) and not _TOUCHING.search(text)


def _is_forged(text: str) -> bool:
    """Whether words are put together as no writer does it."""
    turns = (one.islower() and other.isupper() and not (one + other).isascii() for one, other in pairwise(text))
    return bool(_FORGED.search(text)) or any(turns)


def _is_foreign(text: str) -> bool:
    """Whether most words with letters beyond ASCII have no others, or many of them in a row, as no Latin text has."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    plain = sum(1 for word in words if _PLAIN_LETTER.search(word))
    return plain * 2 < len(words) or any(_FIVE_IN_A_ROW.search(word) for word in words)


def _is_east_asian(text: str, usual: _Characters) -> bool:
    """Whether nine of ten characters are among the usual ones."""
    rows = [_row(char, usual.base) for char in _NON_ASCII.findall(text) if unicodedata.category(char)[0] == "L"]
    strange = sum(1 for row in rows if row not in usual.rows)
    return strange * 10 <= len(rows) and (not usual.kana or not _KANA.isdisjoint(rows))


def _row(char: str, base: str) -> int:
    try:
        return char.encode(base)[0]
    except UnicodeEncodeError:
        return 0
