"""What is to be changed in one text. Plain data: it crosses processes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Name:
    """One name of an import statement: the statement's first line, and the name as written there."""

    line: int
    name: str  # "os.path", "format_price"
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class NewImport:
    """`from module import name as alias`, with a comment behind it."""

    module: str
    name: str
    alias: str | None = None
    comment: str = ""

    def __str__(self) -> str:
        renamed = f" as {self.alias}" if self.alias else ""
        return f"from {self.module} import {self.name}{renamed}{f'  {self.comment}' if self.comment else ''}"


@dataclass(frozen=True, slots=True)
class Repoint:
    """A name that shall come from elsewhere."""

    old: Name
    new: NewImport


@dataclass(frozen=True, slots=True)
class Edits:
    """Everything to be done to one text."""

    functions: tuple[str, ...] = ()  # of the module's own body, to be taken out
    constants: tuple[str, ...] = ()  # likewise
    imports: tuple[Name, ...] = ()  # likewise
    repoints: tuple[Repoint, ...] = ()  # at any depth
    added: tuple[NewImport, ...] = ()
    beside: tuple[int, ...] = ()  # lines of the import statements that `added` should stand among
    after: bool = False  # behind all of those, whatever the order of the alphabet
