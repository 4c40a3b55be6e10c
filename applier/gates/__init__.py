"""Acceptance: plain functions (before, after, facts, scope) -> problems, in the order of docs/design.md §6."""

from collections.abc import Callable, Mapping

from applier.facts import Facts
from applier.scope import Problem, Removal, Scope

Texts = Mapping[str, str]
Gate = Callable[[Texts, Texts, Facts, Scope], tuple[Problem, ...]]

GATES: tuple[Gate, ...] = ()


def check(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Problems of every gate, in gate order. A path missing in `after` was deleted; one missing in `before` is new."""
    raise NotImplementedError


__all__ = ["GATES", "Gate", "Problem", "Removal", "Scope", "check"]
