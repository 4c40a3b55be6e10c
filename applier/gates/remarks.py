"""Gate 5 for words: docstrings of modules, and comments whose code is still there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from applier.facts import Facts, FileFacts
from applier.gates.vanished import comparable
from applier.scope import Problem, Scope, Texts

_LONG = 12  # words of a comment of one line that tells as much as several lines
_SHORT = 6  # words of several lines that tell something
_KEPT = 0.4  # part of its words by which a comment is known again that was reworded
_WIDTH = 80
_WORD = re.compile(r"[^\W\d_]{3,}")
_STEERING = re.compile(
    r"\b(?:noqa|type: ignore|pylint|pragma|eslint|ts-ignore|ts-expect-error|prettier|istanbul|mypy)\b"
)
_CODE = re.compile(r"[;{}]\s*$|\w\(.*\)\s*$|\w\s*=\s*\S|^\W*(?:return|import|from|if|for|def|const|let)\b.*[:;({]\s*$")


@dataclass(frozen=True, slots=True)
class _Remark:
    """Comments that stand together, and the line of code behind them."""

    line: int
    text: str
    code: str


def check_remarks(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No module lost its docstring, and no code the comment that explains it."""
    standing = {line.strip() for text in after.values() for line in text.split("\n")}
    said = frozenset(chain.from_iterable(map(_words_of, _all_said(facts))))
    problems: list[Problem] = []
    for path in before:
        pair = comparable(path, after, facts) if path in after else None
        if pair is None or before[path] == after[path]:
            continue
        old, new = pair
        if old.docstring and not new.docstring and not said.issuperset(_words_of(old.docstring)):
            message = "The docstring of the module is gone. Put it back, reworded where it no longer holds."
            problems.append(Problem("loss", "ask", path, 1, message))
        for remark in _remarks(old, before[path].split("\n")):
            if remark.code in standing and _is_gone(remark, said):
                problems.append(_problem(path, remark))
    return tuple(problems)


def _all_said(facts: Facts) -> Iterator[str]:
    """Everything that the step says in words."""
    for file in facts.after.values():
        yield file.docstring or ""
        yield from (comment.text for comment in file.comments)
        yield from (symbol.docstring for symbol in file.symbols if symbol.docstring)


def _words_of(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _remarks(file: FileFacts, lines: list[str]) -> Iterator[_Remark]:
    """Comments on lines of their own, those of neighbouring lines taken together; not what documents a definition."""
    documented = "\n".join(symbol.docstring for symbol in file.symbols if symbol.docstring)
    start, end, texts = 0, 0, list[str]()
    for comment in file.comments:
        if not lines[comment.line - 1].strip().startswith(comment.text.split("\n")[0].strip()):
            continue  # behind code
        if texts and comment.line != end + 1:
            yield _Remark(start, "\n".join(texts), _code_from(lines, end))
            texts = []
        start = start if texts else comment.line
        texts.append("" if comment.text.startswith("/**") and documented else comment.text)
        end = comment.line + comment.text.count("\n")
    if texts:
        yield _Remark(start, "\n".join(texts), _code_from(lines, end))


def _code_from(lines: list[str], end: int) -> str:
    """The next line that is not blank."""
    return next((line.strip() for line in lines[end:] if line.strip()), "")


def _is_gone(remark: _Remark, said: frozenset[str]) -> bool:
    """Whether a remark told something, and little of it is said anywhere now."""
    prose = "\n".join(line for line in remark.text.split("\n") if not (_CODE.search(line) or _STEERING.search(line)))
    words = _words_of(prose)
    telling = len(words) >= (_SHORT if "\n" in remark.text.strip("\n") else _LONG)
    kept = sum(word in said for word in words)
    return telling and kept < _KEPT * len(words)


def _problem(path: str, remark: _Remark) -> Problem:
    first = remark.text.strip().split("\n")[0].strip()
    shown = first if len(first) <= _WIDTH else f"{first[:_WIDTH]}…"
    message = (
        f"The comment that began with `{shown}` is gone, and the code below it is still there. "
        "Put it back, reworded where it no longer holds."
    )
    return Problem("loss", "ask", path, remark.line, message)
