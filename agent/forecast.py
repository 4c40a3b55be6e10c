"""What a run will take, said before anything is spent: as it should go, and at worst.

Estimates: they are labelled so wherever they are shown. At worst every repair is needed, each reply is as long as it
may be, and nothing is read from a provider's cache.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from agent.context import AROUND_AT_MOST
from agent.counting import trusted_ratio
from agent.figures import Figures, total
from agent.habits import Habit
from agent.lineup import Role
from agent.models.protocol import Usage
from agent.plan import Plan, Step
from agent.purposes import Described
from agent.roles import is_hard
from agent.settings import Settings
from agent.vague import plans_wanted
from repo_scan import Scan

PROMPT_TOKENS = 1500  # role, format and constraints around the material
AROUND_TOKENS = 1500  # what surrounds a step's files: log, findings, signatures, uses
LOG_TOKENS = 300
FINDING_TOKENS = 1000  # of a diagnosis
OUTLINE_TOKENS = 120  # of a step in an outline, and of a module in the question for it
QUESTION_CAP = 8000  # of the reply to either question before the steps
SUMMARY_PROMPT_TOKENS = 900  # around the files that are to be described
SUMMARY_TOKENS = 40  # of the line on a file
SUMMARY_TOKENS_AT_MOST = 80
SUMMARY_ROOM = 1000  # of the reply, around the lines
PATIENCE = 1.5  # a forecast of time is the measured speed's, and half as much again
SLOWING = 64_000  # tokens of one reply after which a model writes at half its speed

Question = Literal["diagnosis", "plan"]
Questions = tuple[Question, ...]
BOTH: Questions = ("diagnosis", "plan")

Cost = Callable[[str, Usage], float | None]  # model, usage -> USD


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A forecast, and the worst that can come instead."""

    likely: Figures
    worst: Figures


@dataclass(frozen=True, slots=True)
class Request:
    """One kind of request of the run, as it should go and at worst."""

    role: Role
    input_tokens: int
    output_tokens: int
    most_input: int
    most_output: int
    rounds: int  # at worst


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a forecast rests on."""

    scan: Scan
    settings: Settings
    covers: Callable[[str], bool]
    map_tokens: int  # of the repository map in every prompt
    cost: Cost
    habit: Callable[[str], Habit]  # how a model counts, and how fast it was
    batches: tuple[tuple[Described, ...], ...] = ()  # files of which a line is to be asked for

    def of_questions(self, questions: Questions) -> Foreseen:
        """The summaries, and the questions that are asked."""
        return self._foreseen(self._questions(questions))

    def of_run(self, plan: Plan, questions: Questions) -> Foreseen:
        """The whole run: the questions and the steps of the plan. Operations take no tokens."""
        return self._foreseen((*self._questions(questions), *self._steps(plan.steps)))

    def of_steps(self, steps: Iterable[Step]) -> Foreseen:
        """Some steps alone."""
        return self._foreseen(tuple(self._steps(steps)))

    def _steps(self, steps: Iterable[Step]) -> Iterator[Request]:
        return (self._step(step) for step in steps if step.kind == "rewrite")

    def _questions(self, questions: Questions) -> Iterator[Request]:
        files = [file for file in self.scan.inventory.files if file.language and self.covers(file.path)]
        room = self.settings.caps_of(self.settings.model_for("plan")).context_tokens * 6 // 10
        asked = PROMPT_TOKENS + self.map_tokens
        shown = asked + min(room, sum(file.tokens for file in files))
        tries = 1 + self.settings.repairs
        yield from (self._summaries(batch, tries) for batch in self.batches)
        if "diagnosis" in questions:
            yield Request("plan", shown, FINDING_TOKENS, shown, QUESTION_CAP, tries)
        if "plan" in questions:
            outline = OUTLINE_TOKENS * max(1, sum(any(map(self.covers, m.files)) for m in self.scan.modules))
            told = outline * max(1, plans_wanted(self.settings))
            yield Request("plan", asked + outline, told, asked + outline, max(QUESTION_CAP, told), tries * tries)

    def _summaries(self, batch: tuple[Described, ...], tries: int) -> Request:
        asked = SUMMARY_PROMPT_TOKENS + sum(file.tokens for file in batch)
        most = SUMMARY_ROOM + SUMMARY_TOKENS_AT_MOST * len(batch)
        return Request("small", asked, SUMMARY_TOKENS * len(batch), asked, most, tries)

    def _step(self, step: Step) -> Request:
        tokens = {file.path: file.tokens for file in self.scan.inventory.files}
        held = sum(tokens.get(path, 0) for path in step.files)
        fresh = 2000 * len(step.new)
        least = PROMPT_TOKENS + self.map_tokens + held
        asked = least + AROUND_TOKENS
        return Request(
            role="hard" if is_hard(step, self.scan, self.settings) else "rewrite",
            input_tokens=asked,
            output_tokens=held + fresh // 4 + LOG_TOKENS,
            most_input=least + AROUND_AT_MOST + held,  # a repair shows the files as they were and as they are
            most_output=1024 + fresh + held * 3 // 2,
            rounds=1 + self.settings.repairs,
        )

    def _foreseen(self, requests: Iterator[Request] | tuple[Request, ...]) -> Foreseen:
        listed = [request for request in requests if self.settings.model_for(request.role) != "builtin"]
        likely = (self._figures(one.role, one.input_tokens, one.output_tokens, 1) for one in listed)
        worst = (self._figures(one.role, one.most_input, one.most_output, one.rounds) for one in listed)
        nothing = Figures(seconds=0.0)
        return Foreseen(total((nothing, *likely)), total((nothing, *worst)))

    def _figures(self, role: Role, asked: int, answered: int, times: int) -> Figures:
        model = self.settings.model_for(role)
        habit = self.habit(model)
        ratio = trusted_ratio(habit)
        asked, answered = (round(tokens * (ratio or 1.0)) for tokens in (asked, answered))
        cost, speed = self.cost(model, Usage(asked, answered)), habit.speed
        return Figures(
            basis="calibrated" if ratio else "estimate",
            requests=times,
            input_tokens=asked * times,
            output_tokens=answered * times,
            cost_usd=None if cost is None else cost * times,
            seconds=seconds_for(answered, speed) * times if speed else None,
        )


def seconds_for(tokens: int, speed: float) -> float:
    """How long a reply should take at a measured speed, which falls with its length."""
    return tokens / speed * PATIENCE * (1 + tokens / SLOWING)
