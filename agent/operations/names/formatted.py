"""Words inside formatted strings, whose places Python before 3.12 does not know."""

import re
from collections.abc import Iterator

_PREFIX = re.compile(r"(?i)(?P<kind>[rbuf]*)(?P<quote>'''|\"\"\"|'|\")")
_WORD = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\d[\w.]*")
_OPEN, _CLOSE = "([{", ")]}"


def words_in(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Identifiers in the expressions of a formatted string (or several in a row) that stands from `start` to `end`."""
    place = start
    while place < end:
        match = _PREFIX.match(text, place, end)
        if match is None:
            place += 1
            continue
        close = _string_end(text, match.end(), match["quote"])
        if "f" in match["kind"].lower():
            yield from _in_fields(text, match.end(), close)
        place = close + len(match["quote"])


def _string_end(text: str, place: int, quote: str) -> int:
    while place < len(text) and not text.startswith(quote, place):
        place += 2 if text[place] == "\\" else 1
    return min(place, len(text))  # a backslash can be the last character


def _in_fields(text: str, place: int, end: int) -> Iterator[tuple[int, str]]:
    """Fields of what stands between the quotes, or of a format."""
    while place < end:
        if text.startswith(("{{", "}}"), place):
            place += 2
        elif text[place] == "{":
            stop = _expression_end(text, place + 1, end)
            yield from _identifiers(text, place + 1, stop)
            close = _field_end(text, stop, end)
            if text[stop : stop + 1] == "!":
                stop = text.find(":", stop, close) if ":" in text[stop:close] else close
            if text[stop : stop + 1] == ":":
                yield from _in_fields(text, stop + 1, close)
            place = close + 1
        else:
            place += 1


def _expression_end(text: str, place: int, end: int) -> int:
    """Where the expression of a field ends: at its format, its conversion or its brace."""
    depth = 0
    while place < end:
        char = text[place]
        match = _PREFIX.match(text, place, end)
        if match:
            place = _string_end(text, match.end(), match["quote"]) + len(match["quote"])
            continue
        if depth == 0 and (char in ":}" or (char == "!" and text[place + 1 : place + 2] != "=")):
            return place
        depth += (char in _OPEN) - (char in _CLOSE)
        place += 1
    return end


def _field_end(text: str, place: int, end: int) -> int:
    depth = 0
    while place < end:
        if text[place] == "}" and depth == 0:
            return place
        depth += (text[place] == "{") - (text[place] == "}")
        place += 1
    return end


def _identifiers(text: str, place: int, end: int) -> Iterator[tuple[int, str]]:
    while place < end:
        if match := _PREFIX.match(text, place, end):
            place = _string_end(text, match.end(), match["quote"]) + len(match["quote"])
        elif match := _NUMBER.match(text, place, end):
            place = match.end()
        elif match := _WORD.match(text, place, end):
            yield match.start(), match[0]
            place = match.end()
        else:
            place += 1
