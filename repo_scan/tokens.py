"""How many tokens a text would cost a model: a plain estimate, the same on every machine and for every model."""

import re

# What byte-pair tokenizers do to source text, in one pattern: a word with the space before it is one token up to a
# length, then one for every few letters more; digits go in threes; signs often come in pairs; a run of blanks is one.
_PIECES = re.compile(r" ?[A-Za-z]{1,9}|[0-9]{1,3}|[^\S\n]{1,16}(?=\s|$)|\n+|[^\w\s]{1,2}|_|[^\W\d_]|\s")


def estimate_tokens(text: str) -> int:
    """The estimated number of tokens of `text`."""
    return sum(1 for _ in _PIECES.finditer(text))
