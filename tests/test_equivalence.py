"""Docstrings and hints for a whole package, by a model that hides a change of meaning in every fifth file."""

from collections.abc import Callable
from pathlib import Path

from agent.job import Job
from agent.journal import Journal, Started
from agent.outcome import Committed
from agent.plan import Level, Plan, Step
from agent.run import Tools, refactor
from agent.settings import Settings
from applier.history import resolve_commit, state_folder
from tests.commandline import plain_git
from tests.documenting import DocumentingModel, documented

FILES = 40
MODULE = '''"""Part {number}."""

import math

LIMIT = {number}


class Part:
    def __init__(self, size, *, unit="cm"):
        self.size = size  # in {number} parts
        self.unit = unit
        self.log = []

    def grown(self, by=1):
        self.log.append(by)
        self.log.sort()
        if not by > LIMIT:
            return Part(self.size + by, unit=self.unit)
        # too much
        return self


def area(part, *others, **more):
    total = math.pi * part.size ** 2
    for other in others:
        if other.size < {number} or not other.unit:
            continue
        total += other.size - len(more)
    return total


def describe(part):
    return f"{{part.size}} {{part.unit}}"
'''


def plan_of(texts: dict[str, str]) -> Plan:
    steps = (
        Step(id=f"S{number:02d}", title=f"Document {path}", files=(path,), only=("docstrings", "annotations"))
        for number, path in enumerate(texts, start=1)
    )
    return Plan(levels=(Level(tuple(steps)),))


def document(root: Path, texts: dict[str, str], model: DocumentingModel, settings: Settings) -> list[Committed]:
    """Run the plan on a repository; what landed."""
    tools = Tools(root, lambda *_: model, lambda line: None, lambda seconds: None, plan=lambda scan: plan_of(texts))
    job = Job(run="documents", branch="overhaul/documents", base=resolve_commit(root), settings=settings)
    with Journal(state_folder(root) / "runs" / "documents") as journal:
        journal.append(Started(job=job, key="k7f3q9zz"))
        refactor(journal, tools)
        return [outcome for outcome in journal.outcomes.values() if isinstance(outcome, Committed)]


def test_every_hidden_change_is_refused_and_put_right_and_all_else_lands_at_first(
    make_repo: Callable[..., Path],
) -> None:
    texts = {f"parts/part{number:02d}.py": MODULE.format(number=number) for number in range(FILES)}
    root = make_repo({"parts/__init__.py": "", **texts})
    model = DocumentingModel(texts)
    assert len(document(root, texts, model, Settings(goal="Document the parts", model="documenting"))) == FILES
    assert len(model.harms) == FILES // 5
    assert model.said.keys() == model.harms.keys()
    assert all("[equivalence]" in words for tries in model.said.values() for words in tries)
    for path, text in texts.items():
        assert plain_git(root, "show", f"overhaul/documents:{path}") == documented(text), path
