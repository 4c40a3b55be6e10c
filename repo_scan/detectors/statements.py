"""Python texts as runs of statements that can be compared: every name is the same name, layout and comments are gone.

A tokenizer of its own, since the outline holds no tokens: plain `re`, linear, content with text that does not parse.
"""

import hashlib
import keyword
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

_TOKEN = re.compile(
    r"""
      (?P<comment> \#[^\n]*)
    | (?P<string> [rRbBuUfFtT]{0,2} (?:
          \"{3} [^"\\]* (?: (?: \\. | "(?!"") ) [^"\\]* )* \"{3}
        | '{3} [^'\\]* (?: (?: \\. | '(?!'') ) [^'\\]* )* '{3}
        | " [^"\\\n]* (?: \\. [^"\\\n]* )* "
        | ' [^'\\\n]* (?: \\. [^'\\\n]* )* ' ) )
    | (?P<word> [^\W\d]\w*)
    | (?P<number> \d[\w.]*)
    | (?P<end> \n[\ \t\f]*)
    | (?P<space> [^\S\n]+ | \\\n)
    | (?P<sign> .)
    """,
    re.VERBOSE | re.DOTALL,
)
_KEYWORDS = frozenset(keyword.kwlist)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_ENDING = frozenset({"def", "class", "import", "from", "@"})  # statements that start with these end a run
_CONTROL = frozenset({"if", "elif", "else", "for", "while", "try", "except", "finally", "with", "async"})
_CONTINUING = frozenset({"elif", "else", "except", "finally"})
_TAB = 8

Token = tuple[str, str]  # kind and text; the kind is "name" for words that are no keywords


class LogicalLine(NamedTuple):
    """One statement as it stands, or the head of one that holds a block."""

    indent: int
    line: int
    end_line: int
    tokens: list[Token]


class Statement(msgspec.Struct, frozen=True, array_like=True):
    """One simple statement, or the head of one that holds a block."""

    key: int  # equal for statements alike but for names
    indent: int
    line: int
    end_line: int
    size: int  # tokens
    decides: bool  # `if`, `for`, `try` ...
    opens: bool  # a block follows
    continues: bool  # `else`, `except` ...: nothing without what stands before it


def runs_of(text: str) -> list[list[Statement]]:
    """Statements in runs that no definition, decorator or import interrupts: bodies of functions, mostly."""
    runs: list[list[Statement]] = [[]]
    for indent, line, end_line, tokens in logical_lines(text):
        first = tokens[0][1]
        if first in _ENDING or (first == "async" and tokens[1:2] == [("word", "def")]):
            runs.append([])
        elif any(kind != "string" for kind, _ in tokens):  # a string alone is documentation
            statement = Statement(
                key=_key(tokens),
                indent=indent,
                line=line,
                end_line=end_line,
                size=len(tokens),
                decides=first in _CONTROL,
                opens=tokens[-1][1] == ":",
                continues=first in _CONTINUING,
            )
            runs[-1].append(statement)
    return [run for run in runs if run]


def tokens_in(text: str, first: int, last: int) -> list[Token]:
    """The tokens of some lines of a text that make up whole statements; documentation left out."""
    lines = "\n".join(text.split("\n")[first - 1 : last])
    return [
        token
        for logical in logical_lines(lines)
        if any(kind != "string" for kind, _ in logical.tokens)
        for token in logical.tokens
    ]


def logical_lines(text: str) -> Iterator[LogicalLine]:
    """Every statement of a text; `text` may begin inside a block."""
    tokens: list[Token] = []
    line = start = 1
    indent = own_indent = depth = 0
    for match in _TOKEN.finditer(text):
        kind, said = match.lastgroup or "sign", match[0]
        if kind == "end":
            if depth == 0 and tokens:
                yield LogicalLine(own_indent, start, line, tokens)
                tokens = []
            line += 1
            indent = len(said[1:].expandtabs(_TAB))
        elif kind == "space" or kind == "comment":
            line += said.count("\n")
        else:
            if not tokens:
                start, own_indent = line, indent
            depth = max(depth + (said in _OPENING) - (said in _CLOSING), 0)
            tokens.append(("name" if kind == "word" and said not in _KEYWORDS else kind, said))
            line += said.count("\n")
    if tokens:
        yield LogicalLine(own_indent, start, line, tokens)


def runs_job(payload: bytes) -> bytes:
    """The target of `workers.run_jobs`: a text as UTF-8 to its runs, as MessagePack."""
    return msgspec.msgpack.encode(runs_of(payload.decode("utf-8", "surrogatepass")))


def _key(tokens: list[Token]) -> int:
    said = "\0".join("\1" if kind == "name" else text for kind, text in tokens)
    digest = hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest, "big")
