"""Outlines of JavaScript and TypeScript for tests, made in this process."""

from collections.abc import Mapping
from textwrap import dedent

from repo_scan.languages import language_of
from repo_scan.languages.javascript import outline
from repo_scan.outline import Outline, Symbol


def outline_of(text: str, path: str = "a.ts") -> Outline:
    """The outline of an indented text."""
    language = language_of(path)
    assert language is not None
    return outline(path, language, dedent(text).lstrip("\n"), close=True)


def symbols(text: str, path: str = "a.ts") -> dict[str, Symbol]:
    """Symbols by name; of several with one name, the last."""
    return {symbol.name: symbol for symbol in outline_of(text, path).symbols}


def outlines_of(texts: Mapping[str, str]) -> dict[str, Outline]:
    """Outlines of those texts that are JavaScript or TypeScript."""
    return {path: outline_of(text, path) for path, text in texts.items() if (language_of(path) or "python") != "python"}
