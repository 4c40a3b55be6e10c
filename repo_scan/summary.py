"""One file in a few lines, from its outline and its place in the graph."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """What a reader who will not see the file must know of it."""

    path: str
    role: str  # first sentence of its docstring, or what it is: "tests", "package", "script", ...
    public: tuple[str, ...]  # "total(items) -> float", "class Cart(Base)"
    imports: tuple[str, ...]  # files of the repository
    importers: tuple[str, ...]
    tokens: int

    def __str__(self) -> str:
        raise NotImplementedError
