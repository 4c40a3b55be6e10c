"""The parts of texts, as the gate of noise knows them. Made by whoever can parse; plain data."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

IMPORT = "import"  # what every import statement is called


@dataclass(frozen=True, slots=True)
class Part:
    """A statement at the top of a file, the head of a class or a member of it."""

    name: str  # qualified; the first words where nothing is defined
    line: int  # first and last line, from 1
    end_line: int
    key: str  # two parts of one name and key differ in their layout alone


@dataclass(frozen=True, slots=True)
class Layouts:
    """Parts of the files of a step before and after it, in order; none where a text cannot be parsed."""

    before: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    after: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)


#: Makes the layouts of some paths.
MakeLayouts = Callable[[Collection[str]], Layouts]


def no_layouts(paths: Collection[str]) -> Layouts:
    """Nothing can be compared."""
    return Layouts()
