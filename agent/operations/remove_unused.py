"""The operation remove-unused: imports and private definitions that nothing uses go, where nobody can notice."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from agent.errors import SettingsError
from agent.operations.change import Change, LeftAlone, Request
from agent.operations.dead_symbols import without_dead
from agent.operations.edits import Edits, Name
from agent.operations.facts import Binding
from agent.operations.import_acts import is_same
from agent.operations.import_rules import file_objection, import_objection
from agent.operations.loading import Loading
from agent.operations.repository import Repository
from agent.operations.sequence import after, together
from repo_scan.detectors.unused_import import unused_import

EXAMPLE = '{"op": "remove-unused", "paths": ["shop/report.py"]}'
MEANING = (
    "takes out imports and private definitions that nothing uses, in the files of `paths`, or in all files without it"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    paths = request.get("paths", ())
    if isinstance(paths, str) or not isinstance(paths, Sequence) or not all(isinstance(path, str) for path in paths):
        return ('remove-unused: `paths` must be a list of paths, for example ["shop/report.py"].',)
    return ()


def remove_unused(request: Request, repo: Repository) -> Change:
    """Take out private definitions that nothing mentions, until there are none, then unused imports."""
    paths = request.get("paths")
    wanted = list(map(str, paths)) if isinstance(paths, Sequence) else None
    if unknown := [path for path in wanted or () if path not in repo.texts]:
        raise SettingsError(f"remove-unused: there is no file {unknown[0]} here.", "Correct or leave out the path.")
    now, changes = repo, list[Change]()
    while (dead := without_dead(now, wanted)).texts:
        changes.append(dead)
        now = after(now, dead)
    imports = _without_imports(now, wanted)
    if not changes:
        return replace(imports, left=(*dead.left, *imports.left))
    whole = together(repo, after(now, imports), [*changes, imports])
    return replace(whole, left=(*dead.left, *imports.left))


def _without_imports(repo: Repository, wanted: Collection[str] | None) -> Change:
    candidates = _candidates(repo)
    if wanted is not None:
        candidates = {path: lines for path, lines in candidates.items() if path in wanted}
    loading = Loading(repo)
    repo.read([*candidates, *_loaded(repo, loading, candidates)])
    left: list[LeftAlone] = []
    edits: dict[str, Edits] = {}
    for path, spots in candidates.items():
        gone, stay = _sorted_out(repo, loading, path, spots)
        left += stay
        if gone:
            edits[path] = Edits(imports=tuple(edit_name(binding) for binding in gone))
    texts, failed = repo.write(edits)
    left += [LeftAlone(path, edits[path].imports[0].line, reason) for path, reason in failed.items()]
    done = tuple(_said(path, edits[path].imports) for path in texts)
    return Change(texts, done, tuple(sorted(left, key=lambda one: (one.path, one.line))))


def edit_name(binding: Binding) -> Name:
    """An import as the edits name it."""
    return Name(binding.line, binding.member or binding.module, binding.alias)


def _candidates(repo: Repository) -> dict[str, list[tuple[int, str]]]:
    """Lines and names of imports that look unused, by file."""
    found: dict[str, list[tuple[int, str]]] = {}
    for finding in unused_import(repo.scan, repo.texts):
        for place in finding.places:
            found.setdefault(place.path, []).append((place.line, place.symbol))
    return found


def _loaded(repo: Repository, loading: Loading, candidates: Mapping[str, Sequence[tuple[int, str]]]) -> set[str]:
    """Files of the repository that the unused imports load."""
    spots = {(path, line, name) for path, found in candidates.items() for line, name in found}
    imports = (one for path in candidates for one in repo.imports(path))
    unused = (one for one in imports if (one.importer, one.item.line, one.item.binds) in spots)
    return loading.reached(one.target for one in unused if one.target is not None)


def _sorted_out(
    repo: Repository, loading: Loading, path: str, spots: Sequence[tuple[int, str]]
) -> tuple[list[Binding], list[LeftAlone]]:
    """Which imports of a file go, and why the others stay."""
    facts, objection = repo.facts(path), file_objection(repo, path)
    if facts is None or objection:
        return [], [LeftAlone(path, line, f"the import of `{name}` stays: {objection}") for line, name in spots]
    used = {use.name for use in facts.uses}
    unused = [one for one in facts.bindings if (one.line, one.name) in spots and one.kind == "import"]
    reasons = {one: "it is used after all" for one in unused if one.name in used}
    gone = removable(repo, loading, path, [one for one in unused if one not in reasons], reasons)
    left = [LeftAlone(path, one.line, f"the import of `{one.name}` stays: {why}") for one, why in reasons.items()]
    return gone, left


def removable(
    repo: Repository, loading: Loading, path: str, unused: Sequence[Binding], reasons: dict[Binding, str]
) -> list[Binding]:
    """Those of the unused imports that may go, all together; why the others stay is put into `reasons`."""
    objections = {one: import_objection(repo, loading, path, one, unused) for one in unused}
    reasons |= {one: why for one, why in objections.items() if why}
    gone = [one for one, why in objections.items() if not why]
    loading.forget(one for one in repo.imports(path) if any(is_same(one, binding) for binding in gone))
    return gone


def _said(path: str, imports: Sequence[Name]) -> str:
    names = ", ".join(f"`{name.alias or name.name}`" for name in imports)
    return f"Removed the unused import{'s' if len(imports) > 1 else ''} of {names} from {path}."
