"""Gate 15: where the user says how long a difference may be, a longer one is asked about once."""

from applier.facts import Facts
from applier.line_ends import common_runs
from applier.scope import Problem, Scope, Texts


def changed_lines(before: Texts, after: Texts) -> tuple[int, int]:
    """How many lines the difference adds, and how many it takes away."""
    paths = sorted({*before, *after})
    pairs = [_changed(before.get(path, ""), after.get(path, "")) for path in paths]
    return sum(added for added, _ in pairs), sum(removed for _, removed in pairs)


def _changed(before: str, after: str) -> tuple[int, int]:
    if before == after:
        return 0, 0
    old, new = (text.removesuffix("\n").split("\n") if text else [] for text in (before, after))
    same = sum(size for _, _, size in common_runs(old, new))
    return len(new) - same, len(old) - same


def check_size(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """A difference over the limit. The words do not hold its length: a second try is not asked about again."""
    if scope.most_lines is None or sum(changed_lines(before, after)) <= scope.most_lines:
        return ()
    message = (
        f"The difference has more than the {scope.most_lines} lines that a person reads in one go. Give the files "
        "again with only what the step needs; if it needs all of this, give them as they are and say why in a `done` "
        "line of the log."
    )
    return (Problem("size", "ask", None, 0, message),)
