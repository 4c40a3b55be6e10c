"""Outlines for tests, made in this process: no worker is needed for texts that do not crash a parser."""

from textwrap import dedent

from repo_scan.languages.python import outline
from repo_scan.outline import Outline, Symbol


def outline_of(text: str, path: str = "a.py") -> Outline:
    """The outline of an indented text."""
    return outline(path, dedent(text).lstrip("\n"), close=True)


def symbols(text: str) -> dict[str, Symbol]:
    """Symbols by name; of several with one name, the last."""
    return {symbol.name: symbol for symbol in outline_of(text).symbols}


def signature(text: str, name: str = "f") -> str:
    """The signature of one definition."""
    return symbols(text)[name].signature
