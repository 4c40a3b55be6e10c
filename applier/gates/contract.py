"""Gate 6: what other files, and other people, use of the step's files is as it was, or its change is declared."""

from collections.abc import Iterator

from applier.facts import Facts
from applier.gates.calls import misfitting_calls
from applier.gates.exposed import changed_definitions, hidden_names, is_declared, listed_for_nothing, pairs
from applier.gates.importers import as_problem, broken_names
from applier.gates.offers import State
from applier.gates.passed_on import kept_to_itself
from applier.gates.renamed import check_renames
from applier.scope import Problem, Scope, Texts


def check_contract(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Names that others use still resolve; public signatures are as before, or declared changed."""
    lost = tuple(broken_names(facts))
    names = {(one.path, one.name) for one in lost}
    found = list(pairs(before, after, facts))
    changed = tuple(changed_definitions(found, after, facts, scope))
    told = {(problem.path or "", problem.line) for problem in changed if problem.severity == "refuse"}
    return (
        *(as_problem(one, facts, is_declared(one.path, one.path, one.name, scope)) for one in lost),
        *changed,
        *hidden_names(facts, scope, names),
        *kept_to_itself(facts, scope, names),
        *misfitting_calls(found, facts, told),
        *listed_for_nothing(facts),
        *check_renames(before, after, facts, scope),
        *_mentioned(facts),
    )


def _mentioned(facts: Facts) -> Iterator[Problem]:
    """Names that are gone and that strings elsewhere spell out, as tests do that patch them."""
    for path in facts.before:
        for name in _gone(path, facts):
            for module in facts.modules.get(path, ()):
                for place in facts.mentions.get(f"{module}.{name}", ()):
                    message = (
                        f"`{name}` is not offered any more, but {place.path}:{place.line} says "
                        f'"{module}.{name}". Keep the name here, or see that nothing is looked up by that string.'
                    )
                    yield Problem("contract", "ask", path, 0, message)


def _gone(path: str, facts: Facts) -> Iterator[str]:
    """Definitions of a file that can no longer be got at through it."""
    new = facts.after.get(path)
    kept = {symbol.name for symbol in new.symbols} if new is not None else set()
    now = State.after(facts)
    for name in dict.fromkeys(symbol.name for symbol in facts.before[path].symbols):
        first = name.partition(".")[0]
        if name not in kept and (new is None or (first in kept and first != name) or now.offers(path, first) is False):
            yield name
