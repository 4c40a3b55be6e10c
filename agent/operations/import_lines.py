"""One line of import statements without the names that are gone or come from elsewhere now."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import libcst as cst

from agent.operations.edits import Name, NewImport
from agent.operations.import_names import Imported, names_in, without, written

_FOR_TOOLS = re.compile(r"#\s*(noqa|type:|pylint|isort|pyright|mypy|ruff|pragma|nosec)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Changed:
    """What becomes of a line."""

    line: cst.SimpleStatementLine | None  # None: nothing of it is left
    new: list[NewImport]
    done: list[Name]


def changed_line(line: cst.SimpleStatementLine, concerned: Mapping[Name, NewImport | None]) -> Changed:
    """The line without the names concerned, and what must be imported instead.

    In a line of several statements nothing can be moved, only removed.
    """
    kept: list[cst.BaseSmallStatement] = []
    new: list[NewImport] = []
    done: list[Name] = []
    for part in line.body:
        found = _found(part, concerned, alone=len(line.body) == 1) if concerned else {}
        if not found or not isinstance(part, cst.Import | cst.ImportFrom):
            kept.append(part)
            continue
        if len(found) < len(names_in(part)):
            kept.append(without(part, list(found)))
        done += found.values()
        new += [origin for name in found.values() if (origin := concerned[name]) is not None]
    if not done:
        return Changed(line, [], [])
    comment = line.trailing_whitespace.comment
    new = _commented(new, comment.value if comment is not None else "", bool(kept))
    if not kept:
        return Changed(None, new, done)
    kept[-1] = kept[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
    return Changed(line.with_changes(body=kept), new, done)


def _found(
    part: cst.BaseSmallStatement, concerned: Mapping[Name, NewImport | None], alone: bool
) -> dict[cst.ImportAlias, Name]:
    names = {(name.name, name.alias): name for name in concerned if alone or concerned[name] is None}
    if not isinstance(part, Imported):
        return {}
    return {alias: names[written(alias)] for alias in names_in(part) if written(alias) in names}


def _commented(new: list[NewImport], comment: str, stays: bool) -> list[NewImport]:
    """A comment for tools holds for all that came from its line; any other moves along only if the line is gone."""
    if _FOR_TOOLS.match(comment):
        return [replace(one, comment=comment) for one in new]
    if comment and new and not stays:
        return [replace(new[0], comment=comment), *new[1:]]
    return new
