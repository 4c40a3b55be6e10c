"""What the gates know of a file beyond its text. Made by whoever can parse; plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from applier.anchor import Look, find_nothing
from applier.forms import MakeForms, no_forms
from applier.layout import MakeLayouts, no_layouts


@dataclass(frozen=True, slots=True)
class SymbolFact:
    """One definition."""

    name: str  # qualified: "Cart.total"
    kind: str  # function, class, method, variable, attribute
    signature: str
    line: int
    docstring: str | None = None
    exported: bool = True
    fingerprint: str = ""  # equal for functions alike but for name, docstring, comments and layout
    end_line: int = 0  # 0: not known
    decorators: tuple[str, ...] = ()
    size: int = 0  # tokens
    complexity: int = 0  # cyclomatic, functions only
    nesting: int = 0  # deepest block, functions only
    does: str = ""  # of functions: nothing, constant, table, name, work; "": not known, or no body
    effort: int = 0  # tokens of the body that may be run
    dead: int = 0  # tokens of the body that can never be run
    yields: bool = False  # a generator, whatever its signature says


@dataclass(frozen=True, slots=True)
class CommentFact:
    """One comment; of several lines where the language has such."""

    line: int  # its first
    text: str


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """One place where a text is not valid in its language."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class TestFact:
    """One test."""

    __test__: ClassVar[bool] = False  # no test case itself, whatever its name looks like to pytest

    name: str
    line: int
    assertions: int
    skipped: bool


@dataclass(frozen=True, slots=True)
class DeedFact:
    """What one statement does, or the head of one that holds others; an entry of a table, a decorator, a default."""

    owner: str  # qualified name of what it stands in; "" for the module
    line: int
    kind: str  # assign, call, return, raise, assert, if, loop, match, case, with, except, finally, def, entry …
    text: str  # its tokens, one blank between two, with `_` for each local variable


@dataclass(frozen=True, slots=True)
class ImportFact:
    """One imported name, as written, and what it means in the repository."""

    module: str
    name: str | None
    line: int
    resolved: str | None = None  # the file that it is of, in the same state of the repository
    alias: str | None = None
    kind: str = "runtime"  # runtime, type-only, dynamic
    guarded: bool = False  # inside a try: or an if: that chooses between imports
    end_line: int = 0  # 0: not known
    member: str | None = None  # the name in that file; None for the file as a whole, "*" for all of its names
    origin: str = "external"  # file; folder: of modules; missing: it would have to lie in the repository; external
    place: str = ""  # of what is missing: where it would lie
    package: str = ""  # of what is external: the package, in the spelling of `Facts.packages`; "" if unclear

    @property
    def binds(self) -> str:
        """The name that it binds in its file ("*" for a star import)."""
        return self.alias or self.name or self.module.split(".")[0]


@dataclass(frozen=True, slots=True)
class UseFact:
    """A use of a name that an import brings in: an attribute of a module, or a call."""

    path: str  # the file that the name is of, in the same state of the repository
    name: str  # in that file: "total", "Cart.total"
    written: str  # "cart.total"
    line: int
    positional: int = -1  # how many arguments a call gives by position; -1: no call
    keywords: tuple[str, ...] = ()
    more: bool = False  # arguments that nobody can count


@dataclass(frozen=True, slots=True)
class Mention:
    """A string that is nothing but a dotted name."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class FileFacts:
    """The facts of one text."""

    path: str
    language: str | None = None  # None: nothing below is known
    faults: tuple[SyntaxFault, ...] = ()
    symbols: tuple[SymbolFact, ...] = ()
    comments: tuple[CommentFact, ...] = ()
    tests: tuple[TestFact, ...] = ()
    deeds: tuple[DeedFact, ...] = ()
    imports: tuple[ImportFact, ...] = ()
    references: frozenset[str] = frozenset()
    exports: tuple[str, ...] | None = None  # the names that the file itself lists as public, if it does
    idle: tuple[tuple[str, int], ...] = ()  # local variables and functions that nothing uses, with their lines
    uses: tuple[UseFact, ...] = ()  # only those that are beyond doubt
    binds: tuple[str, ...] = ()  # names that others can get at, beside symbols, imports and exports
    dynamic: bool = False  # others may get at names that stand nowhere
    docstring: str | None = None
    unbound: tuple[tuple[str, int], ...] = ()  # names that it uses and does not bind, with their first lines


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of the files of a step before and after it, and of all other files of the repository.

    All but the files of the step is looked up only where a gate asks for it.
    """

    before: Mapping[str, FileFacts]
    after: Mapping[str, FileFacts]
    others: Mapping[str, FileFacts] = field(default_factory=dict)  # without what their imports mean
    forms: MakeForms = no_forms  # made when they are asked for: few steps limit what may change
    layouts: MakeLayouts = no_layouts  # likewise
    look: Look = find_nothing  # for patterns, where constraints have some
    earlier: Mapping[str, FileFacts] = field(default_factory=dict)  # the others, with what their imports meant before
    later: Mapping[str, FileFacts] = field(default_factory=dict)  # the same, after the step
    importers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by file, who imported it before
    loads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by file, what it imported at run time before
    modules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by file, the dotted names of it before
    mentions: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)  # in others, by the dotted name
    packages: Mapping[str, str] = field(default_factory=dict)  # of other people: which file imported or declared them
    absent: Mapping[str, str] = field(default_factory=dict)  # where missing modules would lie: who imported them before
