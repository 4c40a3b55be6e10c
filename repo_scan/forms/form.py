"""The normal form of one text, as plain data that a worker can send."""

from typing import Literal

import msgspec

#: What a step may declare to be all that changes.
KINDS = ("docstrings", "comments", "annotations", "formatting", "imports", "local names")

Weight = Literal["refuse", "ask", "note"]
When = Literal["changed", "gone", "any"]


#: With one of these free to change, a comment for a tool may rightly come and go with what it is about.
_WITH_CODE = frozenset({"annotations", "imports"})


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One statement, or its head; a comment."""

    line: int
    where: str  # qualified name of the definition that it is part of, "" at the top of the file
    key: str  # equal for pieces that say the same
    shown: str  # as a reader knows it


class Guard(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something that may change by its kind, and yet means something when the program runs or a tool reads it."""

    aspect: str  # "doctest", "directive", "type", …
    where: str  # with the aspect, what to compare it with
    line: int
    key: str
    weight: Weight  # of the problem if it is not as before
    why: str  # a sentence
    when: When = "gone"  # it matters that it is another; that it is gone, too; or even that there was none before


def guard_of_directive(words: str, line: int, only: frozenset[str], *, decides: bool = False) -> Guard:
    """A comment that steers a tool: it is no ordinary comment, which might come and go."""
    if "comments" not in only or only & _WITH_CODE:
        return Guard("directive", words, line, words, "ask", "It steers a tool.", when="any" if decides else "gone")
    return Guard("directive", words, line, words, "refuse", "It steers a tool, and is no ordinary comment.", when="any")


class Bound(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One name that a plain import statement binds at the top of a file or of a function."""

    name: str  # "*" for a star
    target: str  # dotted, absolute: "shop.cart.total"
    module: str  # that is loaded: "shop.cart"
    where: str  # qualified name of the function, "" at the top
    line: int
    crossed: int  # statements before it that do more than define
    used: bool  # in code or annotations, or as part of `__all__`
    type_only: bool = False  # under `if TYPE_CHECKING:`, `import type`
    spoken: str = ""  # why a name without uses may be needed: "is the name of a parameter", …


class Form(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a text says, apart from what may change."""

    reason: str = ""  # why it cannot be compared; then there is nothing else
    code: tuple[Piece, ...] = ()
    comments: tuple[Piece, ...] = ()  # those that must stay
    guards: tuple[Guard, ...] = ()
    imports: tuple[Bound, ...] = ()  # those that are not part of the code


class Surroundings(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the rest of the repository says about the imports of a text, in the words of its import statements."""

    package: str = ""  # dotted name of the package that relative imports start from
    homes: dict[str, str] = {}  # "shop.total" -> "shop.cart.total", where a name is only passed on
    stars: dict[str, tuple[str, ...]] = {}  # what `from module import *` brings in; modules that are known
