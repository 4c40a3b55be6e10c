"""Gate 5 for comments that steer a tool: that one came or went is told, as the tool says something else then."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from applier.facts import Facts, FileFacts
from applier.scope import Problem, Scope, Texts

_SHOWN = 5  # of a step
_DIRECTIVE = re.compile(
    r"^#!.*|\btype:\s*ignore\b(?:\[[^\]]*\])?|\b(?:pyright|pyre|mypy|ruff|flake8|pylint|isort|fmt|yapf)\s*:\s*[\w=-]+"
    r"|\bnoqa\b(?::\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*)?|\bpragma:?\s+no\s*\w+|\bnosec\b|@ts-(?:ignore|expect-error|"
    r"nocheck|check)\b|\beslint-(?:dis|en)able(?:-[a-z-]+)?|\b(?:prettier|biome|deno-lint)-ignore\b"
    r"|\b(?:istanbul|c8|v8)\s+ignore\b",
    re.IGNORECASE,
)


def check_steering(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """What a reader should know of such comments. Where only some kinds may change, gate 13 judges them."""
    if scope.only:
        return ()
    old, new = Counter(name for _, _, name in _all(facts.before)), Counter(name for _, _, name in _all(facts.after))
    came, went = new - old, old - new
    problems = [*_told(came, _all(facts.after), "is new"), *_told(went, _all(facts.before), "is gone")]
    return tuple(problems[:_SHOWN])


def _told(names: Counter[str], places: Iterable[tuple[str, int, str]], how: str) -> Iterator[Problem]:
    """One note for each comment of which there are more, or fewer, than before; at its first place."""
    first = {name: (path, line) for path, line, name in reversed([*places])}
    for name, number in names.items():
        path, line = first[name]
        times = f" ({number} times)" if number > 1 else ""
        message = f"The comment `{name}`{times}, which steers a tool, {how}."
        yield Problem("loss", "note", path, line if how == "is new" else 0, message)


def _all(files: Mapping[str, FileFacts]) -> Iterator[tuple[str, int, str]]:
    for path, file in files.items():
        for comment in file.comments:
            for match in _DIRECTIVE.finditer(comment.text):
                yield path, comment.line, " ".join(match[0].split())
