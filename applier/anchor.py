"""Hard constraints, as far as a program can hold a step to them, and what was found of the patterns in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Anchor:
    """One constraint."""

    id: str  # "A1"
    text: str
    within: tuple[str, ...] = ()  # globs of the files that its patterns and terms are about; none: all
    forbid: str = ""  # a pattern of code that no step may bring in
    require: str = ""  # a pattern of code that stays, and that new files hold
    public_api: tuple[str, ...] = ()  # globs of the files whose public names and signatures stay
    no_new_dependencies: bool = False
    terms: Mapping[str, str] = field(default_factory=dict)  # words that new names must not hold, and those instead


@dataclass(frozen=True, slots=True)
class Match:
    """One place where a pattern was found."""

    line: int
    text: str  # in one line


Found = Mapping[str, Mapping[str, Sequence[Match]]]  # by pattern, then by path


@dataclass(frozen=True, slots=True)
class Matches:
    """What was found in the files that a step changed, before and after it."""

    before: Found = field(default_factory=dict)
    after: Found = field(default_factory=dict)


#: Looks for patterns in the files that a step changed.
Look = Callable[[Sequence[str]], Matches]


def find_nothing(patterns: Sequence[str]) -> Matches:
    """No pattern can be looked for."""
    return Matches()
