"""What others wrote shows as they wrote it, and does nothing."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.publish.escape import annotation, code, neutral, words

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
CALLS = re.compile(r"@\w|#\d|GH-\d|://|\bwww\.", re.IGNORECASE)
NASTY = [
    "@octocat please look",
    "@octo/team",
    "Fixes #12, closes octo/shop#3, resolves GH-4",
    "closes https://github.com/octo/shop/issues/1",
    "<script>alert(1)</script> <img src=x onerror=y> <!-- hidden -->",
    "</details><details open>",
    "[a link](javascript:x) ![pixel](//evil/x.png) <https://evil.example> [x]: y",
    "**bold** _it_ ~~gone~~ `code` $x$ | cell | --- ^1 &lt; &#64;",
    "# heading",
    "- item",
    "1. item",
    "1) item",
    "> quote",
    "::set-output name=x::y",
    "line\n::error::two",
    "a\r\n\r\n# b",
    "\\@octocat \\<b>",
    "\u202egnp.exe \x1b[31m \u200bx",
    "```\nfence\n```",
    "www.evil.example",
    "| a | b |",
    "===",
    "+ x",
    "me@example.org",
]


def shown(markdown: str) -> str:
    """What a reader sees of a line of Markdown; fails where there is any markup in it but code."""
    rendered = MARKDOWN.render(f"x {markdown} y")
    inner = rendered.removeprefix("<p>x ").removesuffix(" y</p>\n")
    assert not re.search(r"<(?!/?code>)", inner), rendered
    return html.unescape(re.sub(r"</?code>", "", inner))


@pytest.mark.parametrize("text", NASTY)
def test_nothing_in_a_text_acts(text: str) -> None:
    escaped = words(text)
    assert "\n" not in escaped
    seen = shown(escaped)
    assert not CALLS.search(seen)
    assert not re.search(r"(?<!&)#\d|@|::", escaped)
    assert not re.search(r"@|:", code(text))


@given(st.text(alphabet="@#<>&|`*_[]()!$~^\\:/.- \nGHhw12abc\u202e\x1b", max_size=60))
def test_no_text_at_all_acts(text: str) -> None:
    assert not CALLS.search(shown(words(text)))
    assert "\n" not in code(text)
    assert shown(code(text)) is not None


@pytest.mark.parametrize(
    "text", ["One module for money", "shop/cart.py:3: `a` & b", "it's 3 < 4", "ä ö 漢字 🎉", "a - b = c (d)"]
)
def test_an_ordinary_text_reads_as_before(text: str) -> None:
    assert shown(words(text)) == text
    assert shown(code(text)) == text


@pytest.mark.parametrize("text", ["src/@types/a#1.py", "a|b.py", "`x`.py", "<b>.py", "$(id).py", "a\nb.py"])
def test_a_path_in_code_stays_one_and_can_be_copied(text: str) -> None:
    assert shown(code(text)) == text.replace("\n", "\\n")
    assert "|" not in code(text)


@pytest.mark.parametrize("text", NASTY)
def test_a_title_calls_nobody_and_closes_nothing(text: str) -> None:
    assert not CALLS.search(neutral(text))


def test_a_title_without_any_of_that_stays_as_it_is() -> None:
    assert neutral("Issue # and mail @ home: a/b, 12") == "Issue # and mail @ home: a/b, 12"


@pytest.mark.parametrize(
    ("text", "of_property", "written"),
    [
        ("100%\r\n::error::x", False, "100%25\\x0d%0A::error::x"),
        ("a:b,c", True, "a%3Ab%2Cc"),
        ("a:b,c", False, "a:b,c"),
    ],
)
def test_an_annotation_is_one_command(text: str, of_property: bool, written: str) -> None:
    assert annotation(text, of_property=of_property) == written
