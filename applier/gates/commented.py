"""Gate 4 for comments: code is not left out by turning it into comments."""

import re
from collections import Counter
from collections.abc import Mapping

from applier.facts import Facts, FileFacts
from applier.scope import Problem, Scope, Texts

_MANY = 2  # lines; a single one is asked about
_LEAD = re.compile(r"^\s*(?:#+|//+|/?\*+|\{/\*)\s?|\s*\*+/\}?\s*$")
_SAYING = re.compile(r"\w.*\W.*\w|\w\W+$")  # more than one word, or a word and signs: code, not a brace


def check_commented(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No line of code of the original became a comment."""
    lost = _code_of(before, facts.before) - _code_of(after, facts.after)
    problems: list[Problem] = []
    for path in after:
        file, old = facts.after.get(path), facts.before.get(path)
        known = {line for _, line in _commented_in(old)} if old else set()
        found = [(at, line) for at, line in _commented_in(file) if lost[line] and line not in known] if file else []
        if found:
            problems.append(_problem(path, found))
    return tuple(problems)


def _code_of(texts: Texts, facts: Mapping[str, FileFacts]) -> Counter[str]:
    """Lines of code, without those that hold a comment."""
    code = Counter[str]()
    for path, file in facts.items():
        taken = {at for at, _ in _commented_in(file)}
        lines = enumerate(texts.get(path, "").split("\n"), 1)
        code.update(line.strip() for at, line in lines if at not in taken and _SAYING.search(line))
    return code


def _commented_in(file: FileFacts) -> list[tuple[int, str]]:
    """What stands in comments, line by line."""
    return [
        (comment.line + offset, _LEAD.sub("", line).strip())
        for comment in file.comments
        for offset, line in enumerate(comment.text.split("\n"))
    ]


def _problem(path: str, found: list[tuple[int, str]]) -> Problem:
    count = f"{len(found)} lines of code stand" if len(found) > 1 else "A line of code stands"
    message = (
        f"{count} in comments now, from `{found[0][1][:80]}` on. Code that is needed has to be run, and what is not "
        "needed has to go: send the whole file again without code in comments."
    )
    return Problem("elision", "refuse" if len(found) >= _MANY else "ask", path, found[0][0], message)
