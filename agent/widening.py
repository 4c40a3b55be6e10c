"""Files that join a step, since they need what it changed on purpose: importers of a name, callers of a function."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from agent.desk import Desk
from agent.plan import Step
from agent.withholding import why_withheld
from applier.paths import protected
from applier.scope import Problem
from repo_scan.tokens import estimate_tokens

MOST_FILES = 12  # that join a step
BUDGETS = 2  # module budgets that it may come to with them


def widened(step: Step, problems: Sequence[Problem], desk: Desk) -> tuple[Step, tuple[Problem, ...]]:
    """The step with the files that its problems say would have to change with it, and the problems in these terms.

    Unchanged where nothing is needed, where one of them may not be rewritten, or where they are too many for one step.
    """
    needed = tuple(dict.fromkeys(path for problem in problems for path in problem.needs if path not in step.files))
    if not needed or step.kind != "rewrite" or step.only or not _may_join(step, needed, desk):
        return step, tuple(problems)
    wider = structs.replace(step, files=(*step.files, *needed))
    desk.say(f"{step.id}: takes in what needs its changes: {', '.join(needed)}")
    return wider, tuple(_told(problem) for problem in problems)


def _may_join(step: Step, needed: Sequence[str], desk: Desk) -> bool:
    settings = desk.job.settings
    texts, unreadable = desk.workspace.read((*step.files, *needed))
    if unreadable or any(path not in texts or _is_out_of_reach(path, texts[path], desk) for path in needed):
        return False
    size = sum(map(estimate_tokens, texts.values()))
    return len(needed) <= MOST_FILES and size <= BUDGETS * settings.module_budget


def _is_out_of_reach(path: str, text: str, desk: Desk) -> bool:
    settings = desk.job.settings
    covered = desk.job.covers(path) and not protected(path, settings.allow)
    return not covered or bool(why_withheld(path, text, settings.send))


def _told(problem: Problem) -> Problem:
    if not problem.needs:
        return problem
    words = f"{problem.message} Part of this step from now on, to be given too and adapted: {', '.join(problem.needs)}."
    return replace(problem, message=words)
