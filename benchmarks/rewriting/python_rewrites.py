"""Rewrites of Python sources that harm nothing. Each yields only where it is exact; where it cannot tell, not."""

import ast
from collections.abc import Callable, Iterator

from rewriting.change import Change
from rewriting.python_flow import flow_rewrites
from rewriting.python_moves import moves
from rewriting.python_names import name_rewrites
from rewriting.python_source import Source
from rewriting.python_splits import splits
from rewriting.python_words import word_rewrites

KINDS: tuple[Callable[[Source], Iterator[Change]], ...] = (
    word_rewrites,
    flow_rewrites,
    name_rewrites,
    moves,
    splits,
)


def rewrites(source: Source) -> Iterator[Change]:
    """Every rewrite of a module; that each parses is seen to here, once and for all."""
    for kind in KINDS:
        yield from kind(source)


def parses(source: Source, change: Change) -> bool:
    """Whether the text is Python afterwards."""
    try:
        ast.parse(change.apply(source.text))
    except SyntaxError:
        return False
    return True
