"""Rewrites of JavaScript and TypeScript sources that harm nothing; where it cannot be told, there is none."""

from collections.abc import Callable, Iterator

from rewriting.change import Change
from rewriting.web_flow import flow_rewrites
from rewriting.web_moves import moves
from rewriting.web_names import name_rewrites
from rewriting.web_source import WebSource
from rewriting.web_words import word_rewrites

KINDS: tuple[Callable[[WebSource], Iterator[Change]], ...] = (word_rewrites, flow_rewrites, name_rewrites, moves)


def rewrites(source: WebSource) -> Iterator[Change]:
    """Every rewrite of a file."""
    for kind in KINDS:
        yield from kind(source)
