"""The stage of an attempt that calls functions in both versions; a difference is a problem that names the call."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.differential.choose import Chosen, Pair, choose
from agent.differential.compare import Difference, difference, tells
from agent.differential.guesses import Call, calls_in, literals_in, taken
from agent.differential.inputs import calls_for
from agent.differential.launch import Trial, Tried, run_trials
from agent.differential.source import Sources
from agent.settings import Settings
from agent.worklog import count
from applier.errors import CommandUnusable
from applier.scope import Problem, Scope, Severity
from applier.workspace import Workspace
from repo_scan import ImportMap, Scan
from repo_scan.paths import is_test

Texts = Mapping[str, str]
Literal = ast.Constant
CALLS = 400  # of one function
MOST = 60  # functions of one step
ENOUGH = 3  # calls that must say something before a function counts as compared
_NAMED = 4  # functions in a sentence


@dataclass(frozen=True, slots=True)
class Place:
    """Where a step stands: its worktree, and the repository as scanned before it."""

    workspace: Workspace
    settings: Settings
    scan: Scan
    base: str  # commit before the step


@dataclass(frozen=True, slots=True)
class Compared:
    """What the calls told."""

    problems: tuple[Problem, ...]
    functions: tuple[str, ...]  # that could be compared
    calls: int
    skipped: tuple[tuple[str, str], ...]  # name, why


def check_behaviour(before: Texts, after: Texts, place: Place, scope: Scope) -> tuple[Problem, ...]:
    """Differences between a step's functions and those of the last commit, and a note of what was compared."""
    if not any(path.endswith(".py") for path in before):
        return ()
    compared = compare_versions(before, after, place, scope)
    if not compared.functions and not compared.skipped:
        return ()
    return (*compared.problems, Problem("differential", "note", None, 0, _summary(compared)))


def compare_versions(before: Texts, after: Texts, place: Place, scope: Scope) -> Compared:
    """Choose, call and compare."""
    old, new = _sources(before, after, place)
    chosen = choose(before, after, old, new)
    trials, skipped = _trials(chosen, old, before, place)
    if not trials:
        return Compared((), (), 0, skipped)
    try:
        with place.workspace.aside("differential", place.base) as earlier:
            first = run_trials(earlier, place.settings, [trial for _, _, trial in trials])
            second = run_trials(place.workspace, place.settings, [_moved(pair, trial) for pair, _, trial in trials])
            found, faults = _found(trials, first, second)
            suspects = [trials[number][2] for number in found]
            again = run_trials(earlier, place.settings, suspects, seed=1) if suspects else {}
    except CommandUnusable as error:
        return Compared((), (), 0, (*skipped, *((_name(pair), str(error)) for pair, _, _ in trials)))
    problems = []
    for number, differing in found.items():
        pair, sure, trial = trials[number]
        if _steady(first[number], again[number]):
            problems.append(_problem(pair, trial, *_shortest(trial, differing), scope, sure))
        else:
            faults[number] = "what it gives changes from time to time"
    usable = [number for number in range(len(trials)) if number not in faults]
    skipped += tuple((_name(trials[number][0]), why) for number, why in faults.items())
    calls = sum(sum(map(tells, first[number].outcomes.values())) for number in usable)
    return Compared(tuple(problems), tuple(_name(trials[number][0]) for number in usable), calls, skipped)


Prepared = tuple[Pair, bool, Trial]  # the bool: whether all that it takes is known, not guessed from nothing


def _sources(before: Texts, after: Texts, place: Place) -> tuple[Sources, Sources]:
    outlines, root = place.scan.outlines, place.workspace.root
    step = {*before, *after}

    def other(path: str) -> str | None:
        """A file that the step is not about."""
        return _text(root / path) if path in outlines and path not in step else None

    paths = {file.path for file in place.scan.inventory.files} | set(outlines)
    states = ((before, paths), (after, (paths - set(before)) | set(after)))
    old, new = (Sources(texts, other, ImportMap.of(there, outlines)) for texts, there in states)
    return old, new


def _text(place: Path) -> str | None:
    try:
        return place.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _trials(
    chosen: Chosen, old: Sources, before: Texts, place: Place
) -> tuple[list[Prepared], tuple[tuple[str, str], ...]]:
    trials: list[Prepared] = []
    skipped = list(chosen.skipped)
    ordered = sorted(chosen.pairs, key=lambda pair: pair.private)  # what others rely on first
    calls, literals = _known(frozenset(pair.name.rpartition(".")[2] for pair in ordered[:MOST]), before, place)
    for pair in ordered:
        if len(trials) >= MOST:
            skipped.append((_name(pair), f"no more than {MOST} functions are compared in a step"))
            continue
        last = pair.name.rpartition(".")[2]
        takes = taken(pair, old, calls.get(last, ()), literals.get(last, ()))
        if takes.lacking:
            skipped.append((_name(pair), f"{takes.lacking} takes no plain value"))
            continue
        sure = all(one.shape is None or one.shape.known for one in takes.parameters)
        made = calls_for(pair, takes, CALLS)
        trials.append((pair, sure, Trial(len(trials), pair.name, pair.old.module, pair.old.path, made)))
    return trials, tuple(skipped)


def _known(
    names: frozenset[str], before: Texts, place: Place
) -> tuple[dict[str, list[Call]], dict[str, list[Literal]]]:
    """Calls with literals anywhere in the repository as it was, and literals near calls, by the name that is called."""
    calls: dict[str, list[Call]] = {}
    literals: dict[str, list[Literal]] = {}
    for path, outline in sorted(place.scan.outlines.items()) if names else ():
        if outline.language == "python":
            text = before.get(path) or _text(place.workspace.root / path) or ""
            wanted = frozenset(name for name in names if f"{name}(" in text)
            for name, call in calls_in(text, wanted) if wanted else ():
                calls.setdefault(name, []).append(call)
            for name, literal in literals_in(text, wanted) if wanted and is_test(path) else ():
                literals.setdefault(name, []).append(literal)
    return calls, literals


def _moved(pair: Pair, trial: Trial) -> Trial:
    return Trial(trial.number, trial.name, pair.new.module, pair.new.path, trial.calls)


def _found(
    trials: Sequence[Prepared], first: Mapping[int, Tried], second: Mapping[int, Tried]
) -> tuple[dict[int, dict[int, Difference]], dict[int, str]]:
    """By function the calls that differ, and why others tell nothing."""
    found: dict[int, dict[int, Difference]] = {}
    faults: dict[int, str] = {}
    for number, (pair, _, _) in enumerate(trials):
        was, now = first[number], second[number]
        names = tuple(arg.arg for arg in (*pair.old.node.args.posonlyargs, *pair.old.node.args.args))
        if was.fault or now.fault:
            faults[number] = was.fault or now.fault
        elif any("touched" in outcome for tried in (was, now) for outcome in tried.outcomes.values()):
            faults[number] = "it reaches outside of the program"
        elif sum(map(tells, was.outcomes.values())) < min(ENOUGH, len(was.outcomes)):
            faults[number] = "nothing was found that it takes"
        else:
            pairs = ((at, difference(was.outcomes[at], now.outcomes[at], names)) for at in _shared(was, now))
            if differing := {at: one for at, one in pairs if one is not None}:
                found[number] = differing
    return found, faults


def _shared(first: Tried, second: Tried) -> Iterator[int]:
    yield from (at for at in first.outcomes if at in second.outcomes)


def _steady(first: Tried, again: Tried) -> bool:
    """Whether the old version does the same once more, with other hashes."""
    pairs = ((first.outcomes[at], again.outcomes[at]) for at in _shared(first, again))
    return not again.fault and all(difference(*pair) is None for pair in pairs if tells(pair[1]))


def _shortest(trial: Trial, differing: Mapping[int, Difference]) -> tuple[Call, Difference]:
    words = {one: str(trial.calls[one]) for one in differing}
    at = min(differing, key=lambda one: (differing[one].weight != "plain", len(words[one]), words[one]))
    return trial.calls[at], differing[at]


def _problem(pair: Pair, trial: Trial, call: Call, found: Difference, scope: Scope, sure: bool) -> Problem:
    said = f"`{pair.name}({call})` {found.was} before and {found.now} now."
    severity: Severity = "refuse" if sure and found.weight == "plain" and not pair.private else "ask"
    where = f"{pair.new.path}::{pair.name}"
    advice = f"Let it do what it did, or declare `{where}` changed in the log, with the reason."
    if declared := _declared(pair, scope):
        severity, advice = "note", f"The step declares {declared} changed."
    return Problem("differential", severity, pair.new.path, pair.new.node.lineno, f"{said} {advice}")


def _declared(pair: Pair, scope: Scope) -> str:
    """What the step declares of a function, its class or what it comes to; "" for nothing."""
    owners = {pair.name, pair.name.rpartition(".")[0]}
    for one in (*scope.changed, *scope.removed):
        if one.path in (pair.old.path, pair.new.path) and one.name in owners:
            return "it"
        if (one.path, one.name.partition(".")[0]) in pair.old.reach.parts | pair.new.reach.parts:
            return one.name
    return ""


def _name(pair: Pair) -> str:
    return f"{pair.new.path}::{pair.name}"


def _summary(compared: Compared) -> str:
    done = f"{count(len(compared.functions), 'function')} called in both versions ({count(compared.calls, 'call')})"
    same = "all alike" if not compared.problems else f"{len(compared.problems)} of them differ"
    words = f"{done}, {same}" if compared.functions else "no function could be called in both versions"
    if not compared.skipped:
        return words
    shown = [f"{name} ({why})" for name, why in compared.skipped[:_NAMED]]
    more = [f"{len(compared.skipped) - _NAMED} more"] if len(compared.skipped) > _NAMED else []
    return f"{words}; not compared: {', '.join((*shown, *more))}"
