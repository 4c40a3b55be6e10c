"""Imports that only annotations need, put below `if TYPE_CHECKING:`, so that nothing is loaded for them."""

import ast
from collections.abc import Iterator

from agent.operations.change import Change
from agent.operations.edits import Edits, Name
from agent.operations.loading import Loading
from agent.operations.names.annotated import Annotations, reader_of_annotations
from agent.operations.names.binding import Source
from agent.operations.names.by_attribute import spots_of
from agent.operations.names.import_texts import Wanted
from agent.operations.names.loose import why_left
from agent.operations.names.typed_imports import with_typed_imports
from agent.operations.names.world import World, listed_in
from agent.operations.repository import Imported, Repository


def for_type_checkers(repo: Repository, importer: str, imported: str) -> Change | None:
    """What a file takes from another, for type checkers alone.

    None where it needs any of it while it runs, or may need what loading the other one does.
    """
    source = World(repo).source(importer)
    items = [one for one in repo.imports(importer) if one.target == imported and one.item.kind != "type-only"]
    if source is None or not items or why_left(importer):
        return None
    wanted = [_wanted(source, one) for one in items]
    if not wanted or not all(wanted) or not _are_typed(repo, source, [one.item.binds for one in items]):
        return None
    if reader_of_annotations(repo) or Loading(repo).deed({imported}):
        return None
    gone = tuple(Name(one.item.line, one.item.name or one.item.module, one.item.alias) for one in items)
    written, failed = repo.write({importer: Edits(imports=gone)})
    if failed:
        return None
    text = with_typed_imports(written[importer], [one for one in wanted if one is not None])
    return Change({importer: text}, (f"{importer} imports {imported} for type checkers alone.",))


def _wanted(source: Source, one: Imported) -> Wanted | None:
    """An import as it is to be written; None if it stands in a function, or under a condition."""
    item = one.item
    at_top = any(node.lineno == item.line for node in source.tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    dotted = item.name is None and item.alias is None and "." in item.module  # binds the package, too
    fits = at_top and item.name != "*" and not dotted
    return Wanted(item.module, item.name, item.alias, type_only=True, inside=True) if fits else None


def _are_typed(repo: Repository, source: Source, names: list[str]) -> bool:
    """Whether only annotations use the names, and nobody takes them from this file."""
    annotations = Annotations(source)
    for name in names:
        bindings = source.scope.bindings.get(name, ())
        words = [word for word in source.owned(source.scope, name) if word.kind != "import"]
        if len(bindings) != 1 or not words or not annotations.hold(words) or name in listed_in(source):
            return False
    return not any(True for _ in _takers(repo, source, names))


def _takers(repo: Repository, source: Source, names: list[str]) -> Iterator[str]:
    yield from (one.importer for one in repo.importers(source.path) if one.item.name in (*names, "*"))
    yield from (one.source.path for one in spots_of(World(repo), source.path, names))
