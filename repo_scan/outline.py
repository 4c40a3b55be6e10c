"""What a parser found in one file. Made in worker processes and kept in the cache, so plain data that packs small.

An outline is shallow, deep or close. A scan needs what stands on the surface: imports, definitions, signatures,
docstrings. What is inside of functions is for diagnosis, operations and gates alone, and finding it takes three times
as long. Statement by statement only the texts of a step are looked at, for the gates: that takes twice the room.
"""

from typing import Literal

import msgspec

ImportKind = Literal["runtime", "type-only", "dynamic"]
# What a function comes to: nothing (`pass`, an error that says it is not written yet), a constant of one literal at
# most, a table of them, a name handed back, or work; "" where there is no body.
Does = Literal["", "nothing", "constant", "table", "name", "work"]
SymbolKind = Literal["function", "class", "method", "variable", "attribute"]


class Symbol(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One definition at module or class level. A name may occur more than once (overloads, property setters)."""

    name: str  # qualified: "Cart.total"
    kind: SymbolKind
    # "(self, items, *, tax=0.2) -> float", with "async " before it where it is; "(Base)" for a class; the annotation
    # for a variable. The same for every layout of the source.
    signature: str
    line: int  # first line, decorators included, from 1
    end_line: int
    decorators: tuple[str, ...] = ()
    docstring: str | None = None
    exported: bool = True  # public by convention: no leading underscore on any part, but for methods like `__init__`;
    # `__all__` decides on the first part if present
    fingerprint: str = ""  # equal for functions alike but for name, docstring, comments and layout; "" for others
    size: int = 0  # leaf tokens
    complexity: int = 0  # cyclomatic, functions only
    nesting: int = 0  # deepest block, functions only
    does: Does = ""  # functions only
    effort: int = 0  # leaf tokens of its body that may be run, docstring not counted
    dead: int = 0  # leaf tokens of its body that can never be run
    yields: bool = False  # a generator, whatever its signature says; deep only


class Import(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One name brought in by an import statement, as written."""

    module: str  # "shop.cart", "..prices", "."
    name: str | None  # "total" of `from m import total`; "*"; None for `import m`
    alias: str | None
    line: int
    kind: ImportKind = "runtime"  # dynamic: inside a function, importlib.import_module("literal"), `if __name__ == …`
    guarded: bool = False  # inside a try: or an if: that chooses between imports
    end_line: int = 0  # last line of the statement
    # Type-only because nothing uses it as a value, or name by name: a TypeScript compiler told to keep every statement
    # that is not marked as a whole loads the file all the same.
    unmarked: bool = False

    @property
    def binds(self) -> str:
        """The name that the statement binds in its namespace ("*" for a star import)."""
        return self.alias or self.name or self.module.split(".")[0]


class Comment(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One comment token."""

    line: int
    text: str


class Use(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One way in which a text uses what an import binds: an attribute of it, or a call. Equal ones count once."""

    name: str  # from the bound name on: "shop.cart.total"
    line: int  # the first
    positional: int = -1  # how many arguments a call gives by position; -1: no call
    keywords: tuple[str, ...] = ()
    more: bool = False  # `*args`, `**options`, `...rest`: nobody can count them


class Quoted(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One string that is nothing but a dotted name."""

    name: str
    line: int


class TestCase(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One test function or method."""

    name: str  # qualified
    line: int
    assertions: int
    skipped: bool


# fmt: off
DeedKind = Literal[
    "assign", "call", "return", "raise", "assert", "if", "loop", "match", "case", "with", "except", "finally", "leave",
    "def", "decorator", "default", "entry",
]
# fmt: on


class Deed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one statement does, or the head of one that holds others; an entry of a table, a decorator, a default."""

    owner: str  # the innermost definition or test that it stands in; "" for the module
    line: int
    kind: DeedKind
    text: str  # its tokens, one blank between two, with `_` for each local variable: "_ = self . find ( _ )"


class Fault(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One place where the text is not valid in its language; line 0 where the whole file is meant."""

    line: int
    message: str


class Place(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The first line that a name is used in."""

    name: str
    line: int


class Idle(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One local variable or function that is set and never used."""

    name: str
    line: int


class Outline(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The facts of one file that need its syntax tree."""

    path: str
    language: str
    docstring: str | None = None
    symbols: tuple[Symbol, ...] = ()  # in order of appearance
    imports: tuple[Import, ...] = ()
    exports: tuple[str, ...] | None = None  # `__all__` where it is a literal
    parsed: bool = True  # the grammar takes the whole text, and nothing in it looks like Python 2
    # Deep only: measures of functions, and what follows.
    deep: bool = True
    # Identifiers used outside import statements, sorted: attribute, parameter and argument names too, and names in
    # string annotations, type comments and doctests; not the own names of definitions and of assigned variables.
    references: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    uses: tuple[Use, ...] = ()  # of names that imports alone bind
    quoted: tuple[Quoted, ...] = ()
    binds: tuple[str, ...] = ()  # names that others can get at, beside symbols, imports and exports: loop variables …
    dynamic: bool = False  # others may get at names that stand nowhere: `__getattr__`, `globals()`, `exports[name]`
    tests: tuple[TestCase, ...] = ()
    # Syntax errors, or why the file could not be parsed at all. A shallow outline has those that `parsed` speaks of;
    # for a deep one Python was asked, too: there are none if and only if the text is valid.
    faults: tuple[Fault, ...] = ()
    acts: int = 0  # line of the first statement that does more than define when the file is loaded; deep only
    idle: tuple[Idle, ...] = ()  # deep only
    # Close only.
    close: bool = False
    # What the grammar takes and the language still forbids, of a text without faults: `return` outside of a function,
    # an argument named twice, tags of JSX that do not match.
    forbidden: tuple[Fault, ...] = ()
    deeds: tuple[Deed, ...] = ()  # in order
    unbound: tuple[Place, ...] = ()  # names that the text uses and does not bind; of Python, none that are built in

    def at(self, path: str) -> "Outline":
        """The same facts as those of another path."""
        return self if path == self.path else msgspec.structs.replace(self, path=path)
