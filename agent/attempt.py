"""One step: write, gate in memory, write down, gate again, run the user's commands, commit; or undo and ask again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from agent.authors import Author, author_of
from agent.checks import run, verify
from agent.course import Trail, side_of
from agent.desk import Desk
from agent.draft import Draft
from agent.errors import ContextOverflow, NoPrompt
from agent.facts import facts_for
from agent.journal import Settled
from agent.landing import land, message
from agent.outcome import Committed, Outcome, Refused, Unchanged
from agent.plan import Step
from agent.widening import widened
from agent.worklog import LogEntry
from applier.coverage import coverage_note
from applier.errors import ApplyError
from applier.gates import check
from applier.gates.measures import figures
from applier.gates.noise import only_spaced
from applier.gates.size import changed_lines
from applier.paths import check_paths
from applier.scope import Problem

#: Problems of the texts as they would be, or as they came out of a formatter or a hook.
Gates = Callable[[Mapping[str, str]], tuple[Problem, ...]]
Stage = Callable[[], tuple[Problem, ...]]


def attempt(step: Step, desk: Desk) -> Settled:
    """Try one step until it lands, or is refused after the repairs it may have; either way the worktree is clean."""
    author, trail = author_of(step, desk), Trail()
    if author.unreadable:
        reasons = tuple(f"{path} cannot be rewritten: {reason}" for path, reason in author.unreadable.items())
        return _settled(step, desk, Draft(), Refused(step=step.id, problems=reasons), trail)
    draft, problems = Draft(), tuple[Problem, ...]()
    asked = set[Problem]()
    for chance in range(1, author.rounds + 1):
        try:
            draft, said = author.write(draft, problems)
        except (ContextOverflow, NoPrompt) as error:
            why = (str(error), *map(str, problems))  # what a repair was to be asked for
            return _settled(step, desk, draft, Refused(step=step.id, problems=why), trail)
        patience = asked if chance < author.rounds else None
        trail.told += [problem for problem in said if problem.severity == "note"]
        result = _pending(said, patience) or _examine(step, draft, author, desk, patience, trail)
        desk.workspace.undo()
        if isinstance(result, Settled):
            return result
        asked |= set(result)
        again = result == problems
        trail.refused(result)
        wider, problems = widened(step, result, desk)
        if wider != step:
            step, author = wider, author_of(wider, desk)
        _tell(step, problems, chance, author.rounds, desk, again=again)
    return _settled(step, desk, draft, Refused(step=step.id, problems=_once(map(str, problems))), trail)


def _examine(
    step: Step,
    draft: Draft,
    author: Author,
    desk: Desk,
    asked: set[Problem] | None,
    trail: Trail,
) -> Settled | tuple[Problem, ...]:
    """The stages of acceptance, in order; the first that objects ends it, and after the last the step is committed."""
    changes = draft.changes(author.before)
    if (why := _idle(draft, author, desk)) is not None:
        return _settled(step, desk, draft, Unchanged(step=step.id, notes=why), trail)
    notes, seen, measured = list[Problem](), list[Problem](), [""]
    verified = partial(_verified, draft, author, desk, desk.workspace.head, seen, asked)

    def gates(after: Mapping[str, str]) -> tuple[Problem, ...]:
        facts = facts_for(author.before, after, desk.scan, desk.cache, desk.around)
        notes[:] = check(author.before, after, facts, author.scope(draft))
        measured[:] = [figures(author.before, after, facts)]
        trail.before, trail.after = side_of(author.before, facts.before), side_of(after, facts.after)
        trail.size = changed_lines(author.before, after)
        return _pending(notes, asked)

    def write_down() -> tuple[Problem, ...]:
        try:
            desk.workspace.apply(changes)
        except ApplyError as error:  # a character that the file's encoding lacks, a file where a folder must be
            return (Problem("write", "refuse", None, 0, str(error)),)
        _format(changes, desk)
        written = _read_back(draft, author, desk)
        return gates(written) if written != draft.after(author.before) else ()

    stages: tuple[Stage, ...] = (
        lambda: _pending(check_paths(changes, author.scope(draft), desk.workspace.root), asked),
        lambda: gates(draft.after(author.before)),
        write_down,
        verified,
    )
    for stage in stages:
        if problems := stage():
            return problems
    trail.standing = tuple(problem.gate for problem in (*notes, *seen) if problem.severity == "ask")
    told = map(str, (*trail.told, *notes, *seen))
    words = (*draft.declared_words, *_unrestated(step, draft, desk), *told, *filter(None, measured))
    return _commit(step, draft, author, desk, gates, verified, words, trail)


def _idle(draft: Draft, author: Author, desk: Desk) -> tuple[str, ...] | None:
    """What is said of a step that did nothing; None where it did something."""
    if not draft.changes(author.before):
        return ()
    after = draft.after(author.before)
    if only_spaced(
        author.before,
        after,
        lambda: facts_for(author.before, after, desk.scan, desk.cache, desk.around),
        author.scope(draft),
    ):
        return ("only blank lines or blanks at line ends differed, so the files stay as they were",)
    return None


def _commit(
    step: Step,
    draft: Draft,
    author: Author,
    desk: Desk,
    gates: Gates,
    verified: Stage,
    words: Sequence[str],
    trail: Trail,
) -> Settled | tuple[Problem, ...]:
    paths = tuple(sorted(set(desk.workspace.changed()) & set(draft.changes(author.before))))
    if not paths:  # the user's formatter took every change back
        return _settled(step, desk, draft, Unchanged(step=step.id), trail)
    covered = coverage_note(desk.workspace.root, author.before, _read_back(draft, author, desk))
    notes = (*_once(words), *([covered] if covered and desk.baseline.counts else ()))
    planned = Committed(step=step.id, commit="", files=paths, verified=desk.baseline.counts, notes=notes)
    intent = _settled(step, desk, draft, planned, trail)

    def accept(after: Mapping[str, str]) -> tuple[Problem, ...]:
        return gates(after) or verified()

    return land(intent, message(step, draft, desk), paths, desk, lambda: _read_back(draft, author, desk), accept)


def _verify(desk: Desk) -> tuple[Problem, ...]:
    """The user's commands; one that does more than look, in our worktree or in the repository, is itself a problem."""
    head, shared = desk.workspace.head, desk.workspace.shared()
    problems = verify(desk.workspace, desk.job.settings, desk.baseline)
    if moved := desk.workspace.check_untouched(head):
        desk.workspace.reset(head)
    if wrong := moved or shared.disturbed(desk.workspace.shared()):
        return (Problem("commands", "refuse", None, 0, f"{wrong} A command that checks must not do that."),)
    return problems


def _verified(
    draft: Draft, author: Author, desk: Desk, base: str, seen: list[Problem], asked: set[Problem] | None
) -> tuple[Problem, ...]:
    """The user's commands; then, with --differential, what functions do otherwise than at `base`, kept in `seen`."""
    problems = _verify(desk)
    if problems or not desk.job.settings.differential:
        return problems
    from agent.differential.stage import Place, check_behaviour  # with hypothesis, which is an extra

    place = Place(desk.workspace, desk.job.settings, desk.scan, base)
    seen[:] = check_behaviour(author.before, _read_back(draft, author, desk), place, author.scope(draft))
    return _pending(seen, asked)


def _format(changes: Mapping[str, str | None], desk: Desk) -> None:
    """Run the user's format command; what was not clean under it before, or is not the step's, stays as it was."""
    command = desk.job.settings.format_cmd
    if not command:
        return
    run(command, desk.workspace, desk.job.settings)
    desk.workspace.restore(set(desk.workspace.changed()) - set(changes))
    desk.workspace.apply({path: text for path, text in changes.items() if path in desk.baseline.unformatted})


def _read_back(draft: Draft, author: Author, desk: Desk) -> dict[str, str]:
    return desk.workspace.read(draft.after(author.before))[0]


def _pending(problems: Sequence[Problem], asked: set[Problem] | None) -> tuple[Problem, ...]:
    """Problems that stop the step: refusals, and questions that are owed an answer or were not asked yet.

    `asked` None: no more questions.
    """
    return tuple(
        problem
        for problem in problems
        if problem.severity == "refuse"
        or (problem.severity == "ask" and (problem.owed or (asked is not None and problem not in asked)))
    )


def _settled(step: Step, desk: Desk, draft: Draft, outcome: Outcome, trail: Trail) -> Settled:
    anchors = {anchor.id for anchor in desk.job.settings.anchors} if step.kind == "rewrite" else set[str]()
    log = draft.log
    if isinstance(outcome, Refused):
        why = f"{step.title}: refused, since {outcome.problems[0]}"
        log = (LogEntry(type="excluded", text=why[:500], step=step.id),)
    return Settled(
        outcome=outcome,
        log=log,
        asked=len(anchors),
        restated=len(draft.anchors & anchors),
        sources=draft.sources,
        false_sources=draft.false_sources,
        course=trail.course(),
    )


def _unrestated(step: Step, draft: Draft, desk: Desk) -> tuple[str, ...]:
    """What a reader of a step that landed must know of the constraints."""
    ids = [anchor.id for anchor in desk.job.settings.anchors if step.kind == "rewrite"]
    missing = [name for name in ids if name not in draft.anchors]
    if not missing:
        return ()
    was = "constraint {} was" if len(missing) == 1 else "constraints {} were"
    return (f"the {was.format(', '.join(missing))} not restated",)


def _once(words: Iterable[str]) -> tuple[str, ...]:
    """Each sentence once: what several rounds say alike is one thing."""
    return tuple(dict.fromkeys(words))


def _tell(step: Step, problems: Sequence[Problem], chance: int, rounds: int, desk: Desk, *, again: bool) -> None:
    if again:
        desk.say(f"{step.id}: try {chance} of {rounds} is not accepted, for the same reason")
        return
    desk.say(f"{step.id}: try {chance} of {rounds} is not accepted: {problems[0]}")
    for problem in problems[1:5]:
        desk.say(f"{step.id}:   also: {problem}")
