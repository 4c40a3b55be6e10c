"""Names taken out of, and put into, the list of one import statement, with the layout of the rest left as it is."""

from collections.abc import Sequence

import libcst as cst

Space = cst.BaseParenthesizableWhitespace
Imported = cst.Import | cst.ImportFrom


def names_in(node: Imported) -> Sequence[cst.ImportAlias]:
    """The names of a statement; none of a star."""
    return () if isinstance(node.names, cst.ImportStar) else node.names


def written(alias: cst.ImportAlias) -> tuple[str, str | None]:
    """A name and its alias as written: ("os.path", None)."""
    renamed = alias.asname.name if alias.asname is not None else None
    return dotted(alias.name), renamed.value if isinstance(renamed, cst.Name) else None


def dotted(node: cst.BaseExpression) -> str:
    """A chain of names without blanks."""
    if isinstance(node, cst.Attribute):
        return f"{dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""


def module_of(node: cst.ImportFrom) -> str:
    """Where a statement imports from, as written: "..prices"."""
    return "." * len(node.relative) + (dotted(node.module) if node.module is not None else "")


def without(node: Imported, gone: Sequence[cst.ImportAlias]) -> Imported:
    """The statement without some of its names; at least one must be left."""
    names = names_in(node)
    before, after = _gaps(node, names)
    kept: list[tuple[cst.ImportAlias, Space]] = []
    lead = before
    for alias, gap in zip(names, after, strict=True):
        if alias not in gone:
            kept.append((alias, gap))
        elif kept:
            joined = _closed(kept[-1][1], gap) if alias is names[-1] else _joined(kept[-1][1], gap)
            kept[-1] = (kept[-1][0], joined)
        elif isinstance(lead, cst.ParenthesizedWhitespace) or _has_comment(gap):
            lead = _joined(lead, gap)
    return _rebuilt(node, lead, kept)


def _gaps(node: Imported, names: Sequence[cst.ImportAlias]) -> tuple[Space, list[Space]]:
    """The space before the first name, and that behind each of them."""
    parenthesis = node.lpar if isinstance(node, cst.ImportFrom) else None
    before: Space = parenthesis.whitespace_after if parenthesis is not None else cst.SimpleWhitespace("")
    gaps = [alias.comma.whitespace_after if isinstance(alias.comma, cst.Comma) else _end(node) for alias in names]
    return before, gaps


def _end(node: Imported) -> Space:
    closing = node.rpar if isinstance(node, cst.ImportFrom) else None
    return closing.whitespace_before if closing is not None else cst.SimpleWhitespace("")


def _joined(one: Space, other: Space) -> Space:
    """The space between two names when what stood between `one` and `other` is gone.

    A comment at the end of the line that went away goes with it; comments on lines of their own stay.
    """
    if not isinstance(other, cst.ParenthesizedWhitespace):
        return one
    if not isinstance(one, cst.ParenthesizedWhitespace):
        return other
    return other.with_changes(
        first_line=one.first_line,
        empty_lines=[*(line for line in one.empty_lines if line.comment is not None), *other.empty_lines],
    )


def _closed(one: Space, end: Space) -> Space:
    """The same for the last name."""
    if isinstance(end, cst.ParenthesizedWhitespace) or _has_comment(one):
        return _joined(one, end)
    return end


def _has_comment(space: Space) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace) and (
        space.first_line.comment is not None or any(line.comment is not None for line in space.empty_lines)
    )


def _rebuilt(node: Imported, lead: Space, kept: Sequence[tuple[cst.ImportAlias, Space]]) -> Imported:
    trailing = isinstance(names_in(node)[-1].comma, cst.Comma)
    names = [_with_gap(alias, gap) for alias, gap in kept[:-1]]
    last, gap = kept[-1]
    if isinstance(node, cst.Import) or node.lpar is None or node.rpar is None:
        return node.with_changes(names=[*names, last.with_changes(comma=cst.MaybeSentinel.DEFAULT)])
    opening = node.lpar.with_changes(whitespace_after=lead)
    if trailing:
        return node.with_changes(names=[*names, _with_gap(last, gap)], lpar=opening)
    names.append(last.with_changes(comma=cst.MaybeSentinel.DEFAULT))
    return node.with_changes(names=names, lpar=opening, rpar=node.rpar.with_changes(whitespace_before=gap))


def _with_gap(alias: cst.ImportAlias, gap: Space) -> cst.ImportAlias:
    comma = alias.comma if isinstance(alias.comma, cst.Comma) else cst.Comma()
    return alias.with_changes(comma=comma.with_changes(whitespace_after=gap))
