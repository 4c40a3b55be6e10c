"""The user's own commands as a gate: run once on the base, then "no new failure" for every step."""

import dataclasses
import re
import shlex
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from agent.asking import Say
from agent.baseline import Baseline
from agent.probe import remedy, unimportable, way_out, wreck
from agent.settings import Settings
from agent.worklog import count
from applier.commands import CommandResult, Conditions, run_command
from applier.errors import CommandUnusable
from applier.scope import Problem
from applier.testreport import failures, passed, stopped
from applier.workspace import Workspace

WORDS = 4000  # characters of a command's output that go into a problem
_NAMED = 5  # files in a sentence


def take_baseline(workspace: Workspace, settings: Settings, say: Say, sources: Collection[str] = ()) -> Baseline:
    """Run every command on the base, and see whether the tests load `sources`, the files that the run may rewrite.

    Raises CommandUnusable where a command cannot run at all.
    """
    head, shared, remarks, unformatted = workspace.head, workspace.shared(), list[str](), frozenset[str]()
    if settings.format_cmd:
        formatted = run(settings.format_cmd, workspace, settings)
        unformatted = frozenset(workspace.changed())
        workspace.undo()
        remarks += _on_formatting(settings.format_cmd, formatted, unformatted)
    tests = _probed(_test_baseline(workspace, settings), workspace, settings, sources)
    lint, types = (_complaints_of(command, workspace, settings) for command in (settings.lint, settings.types))
    checked = {name: _complaints_of(command, workspace, settings) for name, command in settings.checks.items()}
    anchors = {name: known for name, known in checked.items() if known is not None}
    compared = (
        (settings.lint, lint),
        (settings.types, types),
        *((settings.checks[name], known) for name, known in anchors.items()),
    )
    remarks += [
        f"`{command}` fails on the base and says nothing to compare with, so it stops no step"
        for command, known in compared
        if known is not None and not known
    ]
    baseline = replace(tests, lint=lint, types=types, anchors=anchors, unformatted=unformatted, remarks=tuple(remarks))
    moved = workspace.check_untouched(head)
    workspace.reset(head)
    if wrong := moved or shared.disturbed(workspace.shared()):
        raise CommandUnusable(f"{wrong} A command that checks must not do that: correct it.")
    for line in (baseline.note, *remarks):
        say(line)
    return baseline


def _on_formatting(command: str, result: CommandResult, unformatted: Collection[str]) -> Iterator[str]:
    if not result.passed:
        yield f"the format command `{command}` fails on the base ({_end_of(result)})"
    if unformatted:
        named = ", ".join(sorted(unformatted)[:_NAMED]) + (" …" if len(unformatted) > _NAMED else "")
        many = f"{count(len(unformatted), 'file')} of the base"
        yield f"`{command}` would change {many}, so they are left unformatted: {named}"


def run(command: str, workspace: Workspace, settings: Settings) -> CommandResult:
    """Run one of the user's commands in a worktree, as the settings say. Raises CommandUnusable."""
    conditions = Conditions(
        seconds=settings.command_seconds,
        megabytes=settings.command_megabytes,
        secrets=settings.secrets,
        checkout=workspace.checkout,
        sandbox=settings.sandbox,
    )
    return run_command(command, workspace.root, conditions)


def _test_baseline(workspace: Workspace, settings: Settings) -> Baseline:
    if not settings.test:
        return Baseline(note="no test command is set, so every step is unverified (see --test)")
    first = run(settings.test, workspace, settings)
    if first.passed:
        note = f"the tests pass on the base ({first.seconds:.1f} s)"
        return Baseline(counts=True, note=note, passed=passed(first.output))
    again = run(settings.test, workspace, settings)
    failing = failures(first.output) | failures(again.output)
    if not again.passed and (why := _cannot_tell(again, failing, workspace.root)):
        return Baseline(note=f"{why}: every step is unverified")
    flaky = failures(first.output) ^ failures(again.output)
    note = f"{count(len(failing), 'test')} of the base fail, {len(flaky)} of them now and then: none may join them"
    exits = frozenset(result.exit_code for result in (first, again) if result.exit_code is not None)
    return Baseline(failing=failing, counts=True, note=note, exits=exits, passed=passed(again.output))


def _cannot_tell(result: CommandResult, failing: Collection[str], root: Path) -> str:
    """Why a command that fails on the base cannot tell a new failure; empty where it can."""
    how = _how_it_ended(result, " on the base")
    if not passed(result.output) and (found := unimportable(result.output, root)):
        name, folder = found
        where = "lies in this repository" if folder == "." else f"lies in {folder}"
        return f"{how} since the tests cannot import `{name}`, which {where}; {remedy(result.command, folder)}"
    if result.exit_code is None:
        return f"{how}, so it cannot gate"
    if why := stopped(result.output):
        return f"{how} and stopped before all tests had run ({why}), so it cannot gate; {_way_past(why, failing)}"
    if not failing:
        return f"{how} and names no failing test, so it cannot gate"
    if passed(result.output) == 0:
        missing = "install what they need, or correct the command"
        return f"{how} and no test passes there, so none can tell when something breaks; {missing}"
    return ""


def _way_past(why: str, failing: Collection[str]) -> str:
    """What lets the tests run to the end, though some fail."""
    if "during collection" in why:
        files = sorted({name.partition("::")[0] for name in failing})[:_NAMED]
        ignore = " ".join(f"--ignore={shlex.quote(name)}" for name in files)
        return f"install what these files need, or add {ignore} to the command, or --continue-on-collection-errors"
    if "stopping after" in why:
        return "take -x or --maxfail out of the command"
    return "correct what ends it"


def _probed(baseline: Baseline, workspace: Workspace, settings: Settings, sources: Collection[str]) -> Baseline:
    """The baseline; without its tests, where they do not notice that every source file is broken."""
    if not baseline.counts or not sources:
        return baseline
    with workspace.aside("probe") as elsewhere:
        wreck(elsewhere, sources)
        if _notice(elsewhere, settings, baseline):
            return baseline
        out = way_out(settings.test, elsewhere, sources, settings.secrets)
    blind = "the tests do not notice when every source file is broken, so they test another copy, or nothing"
    return Baseline(note=f"{blind}: every step is unverified; {out}")


def _notice(workspace: Workspace, settings: Settings, baseline: Baseline) -> bool:
    try:
        return any(_fresh_failures(workspace, settings, baseline))
    except CommandUnusable:  # it could be run before
        return True


def verify(workspace: Workspace, settings: Settings, baseline: Baseline) -> tuple[Problem, ...]:
    """Problems that lint, types and tests have now and had not on the base; the first stage with any ends it."""
    stages: tuple[Callable[[], Iterable[Problem]], ...] = (
        lambda: _fresh_complaints("lint", settings.lint, baseline.lint, workspace, settings),
        lambda: _fresh_complaints("types", settings.types, baseline.types, workspace, settings),
        lambda: _broken_anchors(workspace, settings, baseline),
        lambda: _fresh_failures(workspace, settings, baseline),
    )
    for stage in stages:
        try:
            problems = tuple(stage())
        except CommandUnusable as error:  # it could be run on the base
            return (Problem("commands", "refuse", None, 0, f"since this step a command cannot run any more: {error}"),)
        if problems:
            return problems
    return ()


def _fresh_failures(workspace: Workspace, settings: Settings, baseline: Baseline) -> Iterable[Problem]:
    if not settings.test or not baseline.counts:
        return
    result = run(settings.test, workspace, settings)
    if what := _failure(result, baseline):
        said = f"{what}. The command `{settings.test}` said:\n{_tail(result.output)}"
        yield Problem("tests", "refuse", None, 0, said)


def _failure(result: CommandResult, baseline: Baseline) -> str:
    """What is worse than on the base; empty where nothing is."""
    if result.passed:
        if baseline.passed and passed(result.output) == 0:
            return f"no test runs any more, and {baseline.passed} passed before"
        return ""
    named = failures(result.output)
    if fresh := sorted(named - baseline.failing):
        return f"these tests passed before and fail now: {', '.join(fresh[:20])}"
    if not named:
        return _how_it_ended(result, " and names no failing test, and did not end so before the step")
    if why := stopped(result.output):
        return f"the tests stopped before all had run ({why}), and did not on the base"
    if baseline.exits and result.exit_code not in baseline.exits:
        before = " or ".join(str(code) for code in sorted(baseline.exits))
        return _how_it_ended(result, f", and with {before} on the base")
    return ""


def _broken_anchors(workspace: Workspace, settings: Settings, baseline: Baseline) -> Iterator[Problem]:
    """What the commands of constraints complain of, with the constraint."""
    for anchor in settings.anchors:
        known = baseline.anchors.get(anchor.id)
        for problem in _fresh_complaints("anchors", anchor.command, known, workspace, settings):
            said = f"The constraint {anchor.id} is broken ({anchor.text}): {problem.message}"
            yield dataclasses.replace(problem, message=said)


def _fresh_complaints(
    name: str, command: str, known: dict[str, int] | None, workspace: Workspace, settings: Settings
) -> Iterable[Problem]:
    if not command:
        return
    result = run(command, workspace, settings)
    if result.passed:
        return
    fresh = list((_complaints(result.output) - Counter(known or {})).elements())
    if known is not None and not fresh:
        return
    words = "\n".join(fresh[:40]) if known is not None else _tail(result.output)
    yield Problem(name, "refuse", None, 0, f"`{command}` complains of what it did not before the step:\n{words}")


def _complaints_of(command: str, workspace: Workspace, settings: Settings) -> dict[str, int] | None:
    if not command:
        return None
    result = run(command, workspace, settings)
    return None if result.passed else dict(_complaints(result.output))


def _complaints(output: str) -> Counter[str]:
    """Lines with their numbers blanked, since an edit above moves a complaint down."""
    return Counter(re.sub(r"\d+", "#", line.strip()) for line in output.split("\n") if line.strip())


def _how_it_ended(result: CommandResult, more: str) -> str:
    return f"the test command {_end_of(result)}{more}"


def _end_of(result: CommandResult) -> str:
    if result.exit_code is None:
        return f"did not end within {result.seconds:.0f} s"
    return f"ended with {result.exit_code}"


def _tail(output: str) -> str:
    return output if len(output) <= WORDS else "…" + output[-WORDS:]
