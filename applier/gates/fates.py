"""What may have become of a definition that is no longer where it was."""

from typing import Literal

#: elsewhere: moved, or a copy of it stands. shared: something of its name is new, but took in another one as well.
#: replaced: something of its name stands for it that was there before, in another file or a base.
#: renamed: it was there for tests, and something new beside it does the same by another name.
#: for tests: a variable that only the tests of its file could use.
#: within: it is defined inside of another one now. program: it was of what runs as a program, which is there still.
#: apart: a class of tests, most of which stand elsewhere. fixtures: what set tests up, where fixtures came.
#: given: a function of the module for names that it has not may give it.
#: unneeded: private, a script's own or there for tests, and no name means it any more.
Fate = Literal[
    "elsewhere", "shared", "replaced", "renamed", "for tests", "within", "program", "apart", "fixtures", "given",
    "unneeded", "declared", "gone",
]  # fmt: skip

#: Gate 5 speaks of these.
TOLD: tuple[Fate, ...] = (
    "gone", "shared", "replaced", "for tests", "within", "program", "apart", "fixtures", "given", "unneeded"
)  # fmt: skip
