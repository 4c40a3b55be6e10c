"""Normal forms of texts, as the gate of equivalence knows them. Made by whoever can parse; plain data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from applier.scope import Severity

When = Literal["changed", "gone", "any"]

#: What a step may declare to be all that changes.
KINDS = ("docstrings", "comments", "annotations", "formatting", "imports", "local names")


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement, or its head; a comment."""

    line: int
    where: str  # qualified name of the definition that it is part of, "" at the top of the file
    key: str  # equal for pieces that say the same
    shown: str  # as a reader knows it


@dataclass(frozen=True, slots=True)
class Guard:
    """Something that may change by its kind, and yet means something when the program runs or a tool reads it."""

    aspect: str  # "doctest", "directive", "type", …
    where: str  # with the aspect, what to compare it with
    line: int
    key: str
    weight: Severity  # of the problem if it is not as before
    why: str  # a sentence
    when: When = "gone"  # it matters that it is another; that it is gone, too; or even that there was none before


@dataclass(frozen=True, slots=True)
class Bound:
    """One name that an import binds, where imports may change."""

    name: str
    target: str  # where it comes from, equal for all ways to import the same
    module: str  # that is loaded, as a reader knows it
    where: str  # qualified name of the function, "" at the top
    line: int
    crossed: int  # statements before it that do more than define
    used: bool
    type_only: bool = False
    spoken: str = ""  # why a name without uses may be needed
    loading: str = ""  # what else loading the module does, in words; "" if nothing
    wanted_by: tuple[str, ...] = ()  # files that import the name from here


@dataclass(frozen=True, slots=True)
class Form:
    """What a text says, apart from what may change."""

    reason: str = ""  # why it cannot be compared; then there is nothing else
    code: tuple[Piece, ...] = ()
    comments: tuple[Piece, ...] = ()  # those that must stay
    guards: tuple[Guard, ...] = ()
    imports: tuple[Bound, ...] = ()  # those that are not part of the code


@dataclass(frozen=True, slots=True)
class Forms:
    """Normal forms of the files of a step before and after it; of files in a known language."""

    before: Mapping[str, Form] = field(default_factory=dict)
    after: Mapping[str, Form] = field(default_factory=dict)


#: Makes forms for the kinds that may change.
MakeForms = Callable[[tuple[str, ...]], Forms]


def no_forms(only: tuple[str, ...]) -> Forms:
    """Nothing can be compared."""
    return Forms()
