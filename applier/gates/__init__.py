"""Acceptance: plain functions (before, after, facts, scope) -> problems, in the order of docs/design.md §6."""

from collections.abc import Callable

from applier.facts import Facts
from applier.gates.anchors import check_anchors
from applier.gates.commented import check_commented
from applier.gates.contract import check_contract
from applier.gates.elision import check_elision
from applier.gates.equivalence import check_equivalence
from applier.gates.hollow import check_bodies
from applier.gates.imports import check_imports
from applier.gates.loss import check_loss
from applier.gates.noise import check_noise
from applier.gates.parse import check_parse
from applier.gates.remarks import check_remarks
from applier.gates.size import check_size
from applier.gates.stale import check_stale
from applier.gates.steering import check_steering
from applier.gates.tests import check_tests
from applier.gates.unbound import check_unbound
from applier.gates.undone import check_deeds
from applier.gates.worth import check_worth
from applier.scope import Declared, Problem, Scope, Texts

Gate = Callable[[Texts, Texts, Facts, Scope], tuple[Problem, ...]]

#: 1 (blocks), 2 (paths) and 12 (the user's commands) are stages of an attempt.
GATES: tuple[Gate, ...] = (
    check_parse,  # 3
    check_elision,  # 4
    check_bodies,  # 4, for functions
    check_commented,  # 4, for comments
    check_loss,  # 5
    check_deeds,  # 5, for statements
    check_unbound,  # 5, for names
    check_remarks,  # 5, for comments
    check_steering,  # 5, for comments that steer a tool
    check_contract,  # 6
    check_imports,  # 7
    check_tests,  # 8
    check_anchors,  # 9
    check_noise,  # 10
    check_stale,  # 11
    check_equivalence,  # 13
    check_worth,  # 14
    check_size,  # 15
)


def check(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Problems of every gate, in gate order. A path missing in `after` was deleted; one missing in `before` is new."""
    return tuple(problem for gate in GATES for problem in gate(before, after, facts, scope))


__all__ = ["GATES", "Declared", "Gate", "Problem", "Scope", "Texts", "check"]
