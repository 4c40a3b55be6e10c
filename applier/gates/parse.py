"""Gate 3: no new syntax error."""

from applier.facts import Facts, FileFacts, SyntaxFault
from applier.scope import Problem, Scope, Texts

_SHOWN = 3  # faults of one file; the others mostly follow from the first


def check_parse(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """A file is as valid in its language as it was before; a new one is valid."""
    problems: list[Problem] = []
    for path in after:
        now = facts.after.get(path)
        faults = now.faults if now else ()
        old = _faults_before(path, before, after, facts)
        if now and len(faults) > len(old):
            problems += [_problem(now, fault, bool(old)) for fault in faults[:_SHOWN]]
    return tuple(problems)


def _faults_before(path: str, before: Texts, after: Texts, facts: Facts) -> tuple[SyntaxFault, ...]:
    """What was wrong with a file already; also where it only moved to `path`."""
    source = path if path in before else next((old for old, text in before.items() if text == after[path]), None)
    known = facts.before.get(source) if source else None
    return known.faults if known else ()


def _problem(file: FileFacts, fault: SyntaxFault, was_broken: bool) -> Problem:
    language = f"valid {file.language}" if file.language else "valid"
    where = f"Line {fault.line}" if fault.line else "The file"
    history = " The file was already unparsable, but has more faults now." if was_broken else ""
    message = (
        f"{where} is not {language}: {fault.message.rstrip('.')}.{history} Correct it and send the whole file again."
    )
    return Problem("parse", "refuse", file.path, fault.line, message)
