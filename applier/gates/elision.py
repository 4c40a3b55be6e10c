"""Gate 4: nothing is left out, neither openly, by a placeholder, nor quietly, by a file that shrank."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.placeholder import placeholders
from applier.gates.vanished import find_vanished
from applier.scope import Problem, Scope, Texts

_SHOWN = 5  # places of one file
_LONG, _LEFT = 40, 0.4  # a file of more lines than this that keeps less than this part of them

_COMMENT = r"\s*(?:#+|//+|/\*+|<!--|--|;+|%+)?\s*"
_COMMENT_SIGN = r"\s*(?:#|//|/\*|<!--|--|;|%)"
_MARKER = re.compile(
    rf"{_COMMENT}(?:<<<(?:BLOCK:\d\d+:[^<>]+|END:\d\d+:[^:<>]+)>>>|--- (?:source \S.*|end of sources) ---)\s*"
)
_PROSE = (".md", ".markdown", ".rst", ".adoc", ".txt")


def check_elision(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No placeholder and no marker of ours that the original did not hold; no file that shrank without a reason."""
    known = {line.strip() for text in before.values() for line in text.split("\n")}
    problems: list[Problem] = []
    for path, text in after.items():
        problems += islice(_of_lines(path, text.split("\n"), known), _SHOWN)
    return (*problems, *_of_size(before, after, facts, scope))


def _of_lines(path: str, lines: list[str], known: set[str]) -> Iterator[Problem]:
    prose = path.lower().endswith(_PROSE)
    for index in placeholders(lines, prose=prose):
        if lines[index].strip() not in known:
            message = (
                f"`{lines[index].strip()}` stands in for something that was left out. "
                "Send the whole file again with every line written out, and without such a line."
            )
            sample = (prose and _is_in_sample(lines, index)) or _is_example(lines, index)
            yield Problem("elision", "ask" if sample else "refuse", path, index + 1, message)
    for index, line in enumerate(lines):
        if line.strip() not in known and _MARKER.fullmatch(line):
            message = "This line is a marker of the reply format, not part of the file. Send the file again without it."
            yield Problem("elision", "refuse", path, index + 1, message)


def _is_in_sample(lines: list[str], index: int) -> bool:
    """Whether a comment in prose belongs to a sample of code, which may leave out what it is not about."""
    fences = sum(1 for line in lines[:index] if line.lstrip().startswith(("```", "~~~")))
    indented = lines[index].startswith(("  ", "\t"))
    return (indented or fences % 2 == 1) and re.match(_COMMENT_SIGN, lines[index]) is not None


def _is_example(lines: list[str], index: int) -> bool:
    """Whether a line belongs to an example inside of a comment: indented there, with comments around it."""
    around = lines[max(0, index - 1) : index + 2]
    commented = len(around) == 3 and all(re.match(_COMMENT_SIGN, line) for line in around)
    return commented and re.match(_COMMENT_SIGN + r"+ {3}", lines[index]) is not None


def _of_size(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """Files that keep little of what they held, while most of the rest stands nowhere else."""
    shrunk = [path for path in before if path in after and _shrank(before[path], after[path])]
    if not shrunk:
        return
    standing = {line.strip() for text in after.values() for line in text.split("\n")}
    vanished = find_vanished(before, after, facts, scope)
    for path in shrunk:
        declared = any(removal.path == path and removal.reason.strip() for removal in scope.removed)
        judged = _lines_of(
            [each.symbol for each in vanished if each.path == path], before[path], facts.before.get(path)
        )
        if not declared and _left_of(before[path], standing | judged) < _LEFT:
            yield Problem("elision", "refuse", path, 0, _shrunk_message(path, before[path], after[path]))


def _shrank(old: str, new: str) -> bool:
    return _filled(old) > _LONG and _filled(new) < _LEFT * _filled(old)


def _filled(text: str) -> int:
    return sum(1 for line in text.split("\n") if line.strip())


def _left_of(text: str, standing: set[str]) -> float:
    """Which part of a text's different lines stands somewhere; copies that were merged count once."""
    lines = {line.strip() for line in text.split("\n")} - {""}
    return len(lines & standing) / len(lines)


def _lines_of(vanished: list[SymbolFact], text: str, known: FileFacts | None) -> set[str]:
    """Lines of the definitions that vanished, up to the next one: gate 5 judges what became of those."""
    lines = text.split("\n")
    starts = sorted({symbol.line for symbol in known.symbols} if known else ())
    ends = dict(pairwise([*starts, len(lines) + 1]))
    return {line.strip() for symbol in vanished for line in lines[symbol.line - 1 : ends[symbol.line] - 1]}


def _shrunk_message(path: str, old: str, new: str) -> str:
    entry = f'{{"type": "removed", "text": "<the reason>", "source": "{path}::<name>"}}'
    return (
        f"The file shrank from {_filled(old)} lines to {_filled(new)}, and most of what is gone stands nowhere else. "
        f"Send the whole file with every line written out, or declare what was removed in the log block: {entry}"
    )
