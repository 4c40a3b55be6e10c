"""What running an import statement does, so that leaving it out would be noticed."""

import re
from collections.abc import Collection, Iterable, Iterator

from agent.operations.facts import Binding
from agent.operations.known import REFLECTION, is_plain, is_standard
from agent.operations.loading import Loading
from agent.operations.repository import Imported, Repository
from agent.operations.spelling import package_of
from agent.operations.submodules import missed_inside, missed_outside
from repo_scan import Symbol
from repo_scan.paths import is_test

_NO_TEST_CASE = re.compile(r"|\(\)|\(object\)|\(\w*(Error|Exception|Warning)\)")
_CALLED_BY_NAME = ("test", "Test", "setup", "setUp", "teardown", "tearDown", "pytest", "load_tests")


def acts_of(
    repo: Repository, loading: Loading, path: str, binding: Binding, gone: Collection[Binding]
) -> Iterator[str]:
    """Reasons to keep an import of a file for what it does; `gone` are the imports that go at the same time."""
    imports = repo.imports(path)
    one = next((one for one in imports if is_same(one, binding)), None)
    going = {other for other in imports if any(is_same(other, out) for out in gone)}
    kept = _kept(imports, going)
    if one is None:
        yield "it is not among the imports that the scan found"
    elif one.target is not None:
        yield from acts_inside(repo, loading, one, going)
    elif not repo.is_outside(path, binding.module):
        yield f"`{binding.module}` is not there"
    elif not is_standard(binding.module):
        if not _is_imported_anyway(binding, kept):
            yield f"it is of another project, and importing `{binding.module}` may do something"
    elif not is_plain(binding.module):
        yield f"importing `{binding.module}` may do something, or fail on some systems on purpose"
    elif missed := missed_outside(repo, path, binding.line, binding.dotted):
        yield missed


def is_same(one: Imported, binding: Binding) -> bool:
    """Whether an import of the scan is that binding of the facts."""
    item = one.item
    found = (item.line, item.module, item.name, item.alias)
    return found == (binding.line, binding.module, binding.member, binding.alias)


def _is_imported_anyway(binding: Binding, kept: Collection[Imported]) -> bool:
    """Whether another import brings in the very same module; `from m import x` may stand for a module m.x."""
    if binding.member is None:
        return any(f"{other.item.module}.".startswith(f"{binding.module}.") for other in kept)
    return any((other.item.module, other.item.name) == (binding.module, binding.member) for other in kept)


def acts_inside(repo: Repository, loading: Loading, one: Imported, going: Collection[Imported]) -> Iterator[str]:
    """The same for an import of a file of the repository; `going` are all imports of the importer that go."""
    kept = _kept(repo.imports(one.importer), going)
    target, path = one.target or "", one.importer
    if is_test(path):
        yield from _collected(repo, one)
    else:
        yield from _handed_on(repo, path)
    loaded = loading.loaded_from(path, target)
    if loading.leads_back(target, path):
        yield "it is part of an import cycle, where the order of imports counts"
    for other in kept:
        if other.target is not None and other.item.line <= one.item.line:
            loaded -= loading.loaded_from(path, other.target, surely=True, without=going)
    if any(loaded.intersection(cycle) for cycle in repo.scan.graph.cycles):
        yield "it loads files that import each other, where the order of imports counts"
    if deed := loading.deed(loaded):
        yield deed
    known = {other.item.module for other in kept if other.target is None}
    for module in sorted(loading.outside(loaded) - known):
        if not is_standard(module) or not is_plain(module):
            yield f"it loads `{module}`, which may do something when it is imported"
    if target in loaded and (missed := missed_inside(repo, loading, one, going)):
        yield missed


def _handed_on(repo: Repository, path: str) -> Iterator[str]:
    """A module may be a shelf from which others take things by names that they compute."""
    holders = {one.importer for one in repo.importers(path) if one.whole}
    package = package_of(repo, path)
    for other in repo.mentioning(*REFLECTION):
        outline = repo.outline(other)
        words = set(outline.references) if outline is not None else set[str]()
        computes = not words.isdisjoint({"import_module", "__import__"}) and len(words & REFLECTION) > 1
        if other in holders or (computes and package_of(repo, other) == package):
            yield f"{other} takes things from modules by names that it computes"


def _kept(imports: Iterable[Imported], going: Collection[Imported]) -> list[Imported]:
    """Imports that are sure to be run, and stay."""
    runs = (one for one in imports if one.item.kind == "runtime" and not one.item.guarded)
    return [one for one in runs if one not in going]


def _collected(repo: Repository, one: Imported) -> Iterator[str]:
    """Test runners take what they find by name: tests, fixtures, hooks."""
    if one.whole:
        return
    symbol = _symbol(repo, one.target or "", one.item.name or "")
    if symbol is None or symbol.kind not in ("function", "class"):
        yield "in a test it may be there for the test runner"
    elif symbol.decorators:
        yield "it is decorated, so it may be a fixture"
    elif symbol.kind == "class" and not _NO_TEST_CASE.fullmatch(symbol.signature):
        yield "it may be a test case"
    elif one.item.binds.startswith(_CALLED_BY_NAME):
        yield "test runners find it by its name"


def _symbol(repo: Repository, path: str, name: str) -> Symbol | None:
    outline = repo.outline(path)
    found = [symbol for symbol in outline.symbols if symbol.name == name] if outline is not None else []
    return found[0] if len(found) == 1 else None
