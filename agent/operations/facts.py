"""What must be known of a Python text before anything in it is moved or removed. Plain data: it crosses processes."""

from dataclasses import dataclass
from typing import Literal

BindingKind = Literal["import", "function", "class", "constant", "value"]


@dataclass(frozen=True, slots=True)
class Binding:
    """One statement that puts a name into the module's namespace, or takes it out."""

    name: str
    kind: BindingKind
    line: int  # 0: where some function declares it global
    plain: bool  # a statement of the module's own body: not inside an if, try, with, loop or function
    type_only: bool = False  # under `if TYPE_CHECKING:`
    module: str = ""  # of an import, as written: "..prices"
    member: str | None = None  # "total" of `from m import total`
    alias: str | None = None
    literal: str = ""  # of a constant: its value in one spelling

    @property
    def dotted(self) -> str:
        """What an import brings in: "decimal.Decimal", "..prices.total"."""
        if self.member is None:
            return self.module
        return f"{self.module}{'' if self.module.endswith('.') else '.'}{self.member}"


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the module's own body."""

    name: str
    line: int
    end_line: int
    shape: str  # equal for functions alike but for name, docstring, comments and layout
    docstring: str | None
    body_names: tuple[str, ...]  # looked up outside the function, by its body
    header_names: tuple[str, ...]  # the same by defaults and annotations
    annotated: bool
    relative: bool  # has a relative import inside
    obstacles: tuple[str, ...]  # why it cannot live in another module: "it is decorated"


@dataclass(frozen=True, slots=True)
class Class:
    """One class of the module's own body."""

    name: str
    bases: tuple[str, ...]  # names as looked up: "errors.ShopError"
    hooks: bool  # has code that runs when it is subclassed


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that importing the module does beyond defining names."""

    line: int
    kind: Literal["call", "base", "other"]
    what: str  # what is called ("logging.getLogger"), or derived from, or done ("runs a loop")


@dataclass(frozen=True, slots=True)
class Use:
    """A name looked up in the module's namespace."""

    name: str
    owner: str  # the function or class of the module's own body that holds it; "" elsewhere
    line: int
    called: bool  # it is only called, or handed to something that only calls it


@dataclass(frozen=True, slots=True)
class Facts:
    """All of it, for one text."""

    bindings: tuple[Binding, ...] = ()
    functions: tuple[Function, ...] = ()
    classes: tuple[Class, ...] = ()
    effects: tuple[Effect, ...] = ()
    uses: tuple[Use, ...] = ()
    exports: tuple[str, ...] = ()  # strings of `__all__`
    futures: tuple[str, ...] = ()
    parameters: frozenset[str] = frozenset()  # of all functions: pytest fills them by name
    spoken: frozenset[str] = frozenset()  # names in annotations written as strings, type comments and doctests
    dotted_strings: frozenset[str] = frozenset()  # "shop.report.total", and ".total" at the end of an f-string
    named_strings: frozenset[str] = frozenset()  # strings that name an attribute: setattr(report, "total", ...)
    file_strings: frozenset[str] = frozenset()  # file names in strings: "report.py"
    attributes_set: frozenset[str] = frozenset()  # "total" of `report.total = ...`, where an import binds `report`
    attributes_set_somewhere: frozenset[str] = frozenset()  # the same where nobody knows what `report` is
    attributes_read: frozenset[str] = frozenset()  # "total" of `report.total`, where it is not just called
    attributes_called: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()  # what makes its names available in ways nobody can follow: "eval()"
    script: bool = False  # looks like a program: a `__main__` guard, a first line that says how, calls at its top

    def bound(self, name: str) -> tuple[Binding, ...]:
        """Every binding of a name."""
        return tuple(binding for binding in self.bindings if binding.name == name)

    def function(self, name: str) -> Function | None:
        """The function of that name."""
        return next((function for function in self.functions if function.name == name), None)
