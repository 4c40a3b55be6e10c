"""Names in strings, comments and documents, where only the full dotted name says what is meant."""

import re
import tokenize
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from agent.operations.names.binding import Source
from applier.paths import protected
from repo_scan.paths import name_of

_DOCUMENT = re.compile(r"\.(md|rst|txt|toml|cfg|ini|ya?ml|json|html?|adoc|tex|conf|jinja2?|j2|ipynb)$")
_PROSE = re.compile(r"\.(md|rst|txt|adoc)$")
_HISTORY = re.compile(r"(?i)(change(s|log)?|history|news|releases?(_notes)?|whatsnew)\b")
_CONFIGURATION = frozenset(
    {"conftest.py", "pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "noxfile.py"}
)
_TOKENS = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.COMMENT)}


@dataclass(frozen=True, slots=True)
class Spot:
    """A word in a text."""

    start: int
    end: int
    line: int
    comment: bool = False


def is_document(path: str) -> bool:
    """Whether a file that is no code may name code: documentation, settings."""
    return _DOCUMENT.search(path) is not None


def is_prose(path: str) -> bool:
    """Whether a document is written to be read."""
    return _PROSE.search(path) is not None


def why_left(path: str) -> str:
    """Why names in a file stay as they are; "" if they may be changed."""
    if is_document(path) and _HISTORY.match(name_of(path)):
        return "this tells of the past"
    reason = protected(path)
    return f"this is {reason}" if reason and name_of(path) not in _CONFIGURATION else ""


def is_configuration(path: str) -> bool:
    """Whether a file decides what runs, and may be changed by an exact operation all the same."""
    return name_of(path) in _CONFIGURATION


def dotted_spots(text: str, owners: Collection[str], name: str) -> Iterator[Spot]:
    """Where a text says `owner.name` or `owner:name`, whole: the name's own characters."""
    if name not in text or not owners:
        return
    spelled = "|".join(re.escape(owner) for owner in sorted(owners, key=len, reverse=True))
    for match in re.finditer(rf"(?<![\w.])(?:{spelled})[.:]({re.escape(name)})(?!\w)", text):
        yield Spot(match.start(1), match.end(1), text.count("\n", 0, match.start()) + 1)


def word_spots(text: str, name: str) -> Iterator[Spot]:
    """Where a text holds a word."""
    for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
        yield Spot(match.start(), match.end(), text.count("\n", 0, match.start()) + 1)


def in_loose_text(source: Source, spots: Iterator[Spot]) -> Iterator[Spot]:
    """Those of the spots that lie in strings or comments of a Python text."""
    found = list(spots)
    if not found:
        return
    ranges = _loose(source.text)
    for spot in found:
        for start, end, comment in ranges:
            if start <= spot.start and spot.end <= end:
                yield Spot(spot.start, spot.end, spot.line, comment)
                break


@lru_cache(maxsize=64)
def _loose(text: str) -> tuple[tuple[int, int, bool], ...]:
    """Strings and comments of a text, and whether each is a comment."""
    starts = [0]
    lines = [f"{line}\n" for line in text.split("\n")]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    try:
        for token in tokenize.generate_tokens(iter([*lines, ""]).__next__):
            if token.type in _TOKENS:
                start = starts[token.start[0] - 1] + token.start[1]
                end = starts[token.end[0] - 1] + token.end[1]
                found.append((start, end, token.type == tokenize.COMMENT))
    except (tokenize.TokenError, SyntaxError, IndexError):
        return ()
    return tuple(found)
