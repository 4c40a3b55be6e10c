"""An import statement that takes in one more name, in the layout it has."""

from bisect import bisect
from collections.abc import Sequence

import libcst as cst

from agent.operations.edits import NewImport
from agent.operations.import_names import Space, names_in, written


def widened(line: cst.BaseStatement, new: NewImport, width: int) -> cst.SimpleStatementLine | None:
    """A line that is one `from` import, with one name more; None where its layout or length does not invite it."""
    if not isinstance(line, cst.SimpleStatementLine) or new.comment or line.trailing_whitespace.comment is not None:
        return None
    node = line.body[0]
    gap = _gap(node) if isinstance(node, cst.ImportFrom) else None
    if gap is None or not isinstance(node, cst.ImportFrom):
        return None
    names = list(names_in(node))
    renamed = {name.asname is not None for name in names}
    if renamed != ({True, False} if new.alias else {False}):  # formatters keep renamed names apart, unless told not to
        return None
    at, last = _rank(names, new.name), names[-1]
    added = cst.ImportAlias(cst.Name(new.name), asname=cst.AsName(cst.Name(new.alias)) if new.alias else None)
    if at < len(names):
        names.insert(at, added.with_changes(comma=cst.Comma(whitespace_after=gap)))
    else:
        names[-1] = last.with_changes(comma=cst.Comma(whitespace_after=gap))
        names.append(added.with_changes(comma=last.comma))
    grown = line.with_changes(body=[node.with_changes(names=names)])
    return None if isinstance(gap, cst.SimpleWhitespace) and _length(grown) > width else grown


def _rank(names: Sequence[cst.ImportAlias], added: str) -> int:
    """Where a name belongs if the names are sorted; else the end."""
    spelled = [written(name)[0] for name in names]
    for key in (_by_kind, _by_letter):
        keys = list(map(key, spelled))
        if keys == sorted(keys):
            return bisect(keys, key(added))
    return len(names)


def _by_kind(name: str) -> tuple[int, str]:
    """CONSTANTS, then Classes, then functions."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


def _by_letter(name: str) -> tuple[int, str]:
    return 0, name.lower()


def _gap(node: cst.ImportFrom) -> Space | None:
    """What stands between two names: a blank, or a new line without comments; None if it differs from name to name."""
    commas = [name.comma for name in names_in(node)[:-1]]
    inner: list[Space] = [comma.whitespace_after for comma in commas if isinstance(comma, cst.Comma)]
    if isinstance(node.lpar, cst.LeftParen):
        inner.append(node.lpar.whitespace_after)
    broken = [space for space in inner if isinstance(space, cst.ParenthesizedWhitespace)]
    if not broken:
        plain = all(isinstance(space, cst.SimpleWhitespace) and space.value in ("", " ") for space in inner)
        return cst.SimpleWhitespace(" ") if plain else None
    if len(broken) < len(inner):
        return None
    return broken[0].with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])


def _length(line: cst.SimpleStatementLine) -> int:
    text = cst.Module([line.with_changes(leading_lines=[])]).code
    return len(text.rstrip("\n"))
