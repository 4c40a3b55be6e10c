"""One name for one concept: new names do not hold words for which the user has others."""

import re
from collections.abc import Iterator

from applier.anchor import Anchor
from applier.facts import Facts
from applier.gates.vanished import arrived, simple
from applier.protection import allowed

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ENDINGS = ("", "s", "es")


def unwanted_names(anchor: Anchor, facts: Facts) -> Iterator[tuple[str, int, str]]:
    """Path, line and a sentence for each new name that holds an unwanted word; one that only moved is not new."""
    known = {simple(symbol.name) for file in facts.before.values() for symbol in file.symbols}
    wanted = {words_of(unwanted): (unwanted, instead) for unwanted, instead in anchor.terms.items()}
    for path in facts.after:
        if anchor.within and not allowed(path, anchor.within):
            continue
        if path not in facts.before:
            yield from ((path, 0, said) for said in _of_name(path.rpartition("/")[2].partition(".")[0], wanted))
        for symbol in arrived(path, facts):
            if (name := simple(symbol.name)) not in known:
                known.add(name)
                yield from ((path, symbol.line, said) for said in _of_name(name, wanted))


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case: "HTTPClient_id" is "http", "client", "id"."""
    return tuple(part.lower() for part in _PARTS.findall(name))


def _of_name(name: str, wanted: dict[tuple[str, ...], tuple[str, str]]) -> Iterator[str]:
    words = words_of(name)
    for term, (unwanted, instead) in wanted.items():
        if any(_is(term, words[start : start + len(term)]) for start in range(len(words))):
            yield f"the new name `{name}` says `{unwanted}`, where the word is `{instead}`. Name it so."


def _is(term: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether words are a term, the last of them perhaps many."""
    return bool(term) and words[:-1] == term[:-1] and words[-1:] in [(term[-1] + ending,) for ending in _ENDINGS]
