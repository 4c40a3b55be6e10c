"""The units of work: files rewritten together in one step, in dependency levels, within a token budget."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Module:
    """Files rewritten together in one step."""

    id: str  # its first file's path
    files: tuple[str, ...]  # sorted
    level: int  # 0 imports nothing of the repository; imported before importer
    tokens: int
    cut: bool = False  # part of an import cycle too large for the budget, cut at its weakest edges
