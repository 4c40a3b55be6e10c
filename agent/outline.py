"""One line of an outline, as a model writes it."""

from typing import Any

import msgspec


class OutlineEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of an `outline` block."""

    step: str
    title: str
    files: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    delete: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    op: dict[str, Any] | None = None
