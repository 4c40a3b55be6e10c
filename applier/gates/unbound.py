"""Gate 5 for names: whatever is used is still defined or imported."""

from collections.abc import Iterator

from applier.facts import Facts, FileFacts
from applier.gates.vanished import comparable
from applier.scope import Problem, Scope, Texts


def check_unbound(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No name lost what binds it, or came without. Of JavaScript only what was bound before: the rest may be global."""
    files = [file for file in facts.before.values() if file.language != "python"]
    bound = frozenset(name for file in files for name in _bound_in(file))
    problems: list[Problem] = []
    for path in after:
        pair = comparable(path, after, facts) if path in before else None
        file = pair[1] if pair else None if path in before else facts.after.get(path)
        known = {name for name, _ in pair[0].unbound} if pair else set[str]()
        for name, line in file.unbound if file is not None else ():
            if name not in known and (name in bound or (file is not None and file.language == "python")):
                way = "Bring back what did." if name in bound else "Define or import it, or do without it."
                message = f"`{name}` is used, and nothing in the file defines or imports it. {way}"
                problems.append(Problem("loss", "refuse", path, line, message))
    return tuple(problems)


def _bound_in(file: FileFacts) -> Iterator[str]:
    """Names that a file uses or hands out, and binds itself."""
    free = {name for name, _ in file.unbound}
    yield from (found.binds for found in file.imports)
    yield from (symbol.name for symbol in file.symbols)
    yield from file.references - free
