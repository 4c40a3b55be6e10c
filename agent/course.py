"""How a step went: what was objected to on the way, and what its files were like before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from applier.facts import FileFacts
from applier.scope import Problem

Texts = Mapping[str, str]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a step, before or after it."""

    lines: int = 0  # that are not blank
    comments: int = 0  # lines of them
    definitions: int = 0  # functions, classes and methods
    documented: int = 0  # of those, with a docstring

    @property
    def commented(self) -> float:
        """Lines of comment for each line."""
        return self.comments / self.lines if self.lines else 0.0

    @property
    def described(self) -> float:
        """The share of definitions that have a docstring."""
        return self.documented / self.definitions if self.definitions else 0.0


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How a step went, whatever came of it."""

    objections: tuple[tuple[str, ...], ...] = ()  # by try that was not accepted: gates, one for each problem
    standing: tuple[str, ...] = ()  # gates whose question was not heeded when it landed
    before: Side = Side()
    after: Side = Side()
    added: int = 0  # lines of the difference
    removed: int = 0

    @property
    def changed_lines(self) -> int:
        """The length of the difference."""
        return self.added + self.removed

    def problems_of(self, gate: str) -> int:
        """How often a gate objected."""
        return sum(gates.count(gate) for gates in self.objections)


@dataclass(slots=True)
class Trail:
    """What is noted while a step is tried."""

    objections: list[tuple[str, ...]] = field(default_factory=list)
    told: list[Problem] = field(default_factory=list)  # notes on the replies
    standing: tuple[str, ...] = ()
    before: Side = field(default_factory=Side)
    after: Side = field(default_factory=Side)
    size: tuple[int, int] = (0, 0)

    def refused(self, problems: Sequence[Problem]) -> None:
        """A try was not accepted."""
        self.objections.append(tuple(problem.gate for problem in problems))

    def course(self) -> Course:
        """All of it."""
        return Course(
            objections=tuple(self.objections),
            standing=self.standing,
            before=self.before,
            after=self.after,
            added=self.size[0],
            removed=self.size[1],
        )


def side_of(texts: Texts, facts: Mapping[str, FileFacts]) -> Side:
    """What the files of one side are like."""
    kinds = ("function", "class", "method")
    symbols = [symbol for file in facts.values() for symbol in file.symbols if symbol.kind in kinds]
    return Side(
        lines=sum(1 for text in texts.values() for line in text.split("\n") if line.strip()),
        comments=sum(comment.text.count("\n") + 1 for file in facts.values() for comment in file.comments),
        definitions=len(symbols),
        documented=sum(symbol.docstring is not None for symbol in symbols),
    )
