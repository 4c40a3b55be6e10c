"""Gate 8 for files: nothing keeps tests from being run, and no record of results is written anew to fit."""

import re
from collections import Counter
from collections.abc import Iterator

from applier.facts import Facts
from applier.gates.vanished import comparable
from applier.scope import Problem, Scope, Texts

_ONLY = re.compile(
    r"^\s*(?:(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.only\b|(?:fit|fdescribe|ddescribe|iit)\s*\()"
)
_WHOLE = re.compile(
    r"pytestmark\b.*\b(?:skip|skipif|xfail)\b|(?:\S.*)?\bpytest\.(?:importorskip\(|skip\(.*allow_module_level)"
)
_RECORDS = re.compile(r"(?:^|/)(?:__snapshots__|snapshots|__recordings__|cassettes)/|\.(?:snap|ambr|snapshot)$")


def check_selection(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No `.only`, no file that is skipped as a whole, no snapshot whose lines are others."""
    return (*_unrun(after, facts, before), *_rewritten(before, after, scope))


def _unrun(after: Texts, facts: Facts, before: Texts) -> Iterator[Problem]:
    for path, text in after.items():
        file = facts.after.get(path)
        pair = comparable(path, after, facts) if path in before else None
        if file is None or not (file.tests or (pair and pair[0].tests)):
            continue
        known = Counter(line.strip() for line in before.get(path, "").split("\n"))
        pattern = _WHOLE if file.language == "python" else _ONLY
        for number, line in enumerate(text.split("\n"), 1):
            if pattern.match(line) and not known[line.strip()]:
                # A condition may have stood elsewhere in the file, at each of its tests.
                chosen = "skipif(" in line and "skipif" in before.get(path, "").lower()
                message = _unrun_message(line, file.language == "python")
                yield Problem("tests", "ask" if chosen else "refuse", path, number, message)


def _unrun_message(line: str, is_python: bool) -> str:
    what = "keeps the tests of this file from being run" if is_python else "lets only some tests of this file be run"
    return f"`{line.strip()[:80]}` {what}. Take it out: all tests that ran before have to run."


def _rewritten(before: Texts, after: Texts, scope: Scope) -> Iterator[Problem]:
    """Records of results, of which lines are gone or others."""
    for path, text in before.items():
        if not _RECORDS.search(path) or path not in after:
            continue
        lost = Counter(text.split("\n")) - Counter(after[path].split("\n"))
        first = next((number for number, line in enumerate(text.split("\n"), 1) if lost[line] and line.strip()), 0)
        reason = next((each.reason.strip() for each in (*scope.changed, *scope.removed) if each.path == path), "")
        if first and reason:
            yield Problem("tests", "note", path, first, f"Recorded results are others now: {reason}")
        elif first:
            entry = f'{{"type": "changed", "text": "<the reason>", "source": "{path}::<name>"}}'
            message = (
                "Recorded results were written anew. Put them back, so that they are compared with what the code does, "
                f"or declare it in the log block: {entry}"
            )
            yield Problem("tests", "refuse", path, first, message)
