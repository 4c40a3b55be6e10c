"""Which unused imports may go: nobody takes the name from here, and nothing depends on the statement being run."""

import re
from collections.abc import Collection, Iterator

from agent.operations.facts import Binding, Facts
from agent.operations.import_acts import acts_of
from agent.operations.loading import Loading
from agent.operations.repository import Repository
from agent.operations.submodules import stem_of
from repo_scan.paths import folder_of, is_test, name_of

_FILE_MARK = re.compile(r"#\s*((flake8|ruff)[:=]\s*noqa|pylint:\s*(skip-file|disable=.*(unused-import|W0611)))", re.I)


def file_objection(repo: Repository, path: str) -> str:
    """Why no import of a file is removed; "" if they may be."""
    return next(_file_objections(repo, path), "")


def import_objection(repo: Repository, loading: Loading, path: str, binding: Binding, gone: Collection[Binding]) -> str:
    """Why an import stays, though no code of its file uses it, in a file that has no objection itself."""
    facts = repo.facts(path)
    if facts is None:
        return repo.trouble(path)
    for reasons in (
        _wanted_here(facts, binding),
        _commented(repo, path, binding),
        wanted_elsewhere(repo, path, binding.name),
        acts_of(repo, loading, path, binding, gone),
    ):
        if reason := next(reasons, ""):
            return reason
    return ""


def _file_objections(repo: Repository, path: str) -> Iterator[str]:
    name = name_of(path)
    if name in ("__init__.py", "conftest.py") or name.endswith(".pyi"):
        yield "a file of this kind hands names on to others"
    if reason := repo.untouchable(path):
        yield reason
    if repo.is_borrowed(path):
        yield "it is history, generated, or copied in from another project"
    facts, outline = repo.facts(path), repo.outline(path)
    if facts is None or outline is None:
        yield repo.trouble(path)
        return
    if facts.words:
        yield f"its names can be reached through `{min(facts.words)}`"
    if any(one.member == "*" for one in facts.bindings):
        yield "it has a star import, so nobody knows which names it holds"
    if any(one.item.name == "*" for one in repo.importers(path)):
        yield "another file imports everything from it"
    if reader := _reader_of(repo, path):
        yield f"{reader} names it by its path, and may read its text"
    if any(_FILE_MARK.match(comment.text) for comment in outline.comments):
        yield "a comment switches checks off for the whole file"


def _reader_of(repo: Repository, path: str) -> str:
    """A file of the program in which a string ends with the path of a file; "" if there is none."""
    name, folder = name_of(path), name_of(folder_of(path))
    spot = re.compile(rf"['\"/]{re.escape(f'{folder}/{name}' if folder else name)}['\"]")
    readers = (one for one in repo.python if name in repo.texts.get(one, "") and spot.search(repo.texts[one]))
    return next((one for one in readers if not is_test(one) and name_of(one) != "setup.py"), "")


def _wanted_here(facts: Facts, binding: Binding) -> Iterator[str]:
    name = binding.name
    if not binding.plain:
        yield "it stands in a block of its own"
    if len(facts.bound(name)) > 1:
        yield "its name is bound more than once"
    if binding.alias is not None and binding.alias == binding.member:
        yield "`as` with the same name says that it is handed on"
    if binding.module == "__future__" or name.startswith("__"):
        yield "its name means something to Python"
    if name in facts.exports:
        yield "`__all__` names it"
    if name in facts.spoken:
        yield "a type in a string or comment, or an example in a docstring, names it"
    if name in facts.parameters:
        yield "a parameter has its name, so it may be a fixture"


def _commented(repo: Repository, path: str, binding: Binding) -> Iterator[str]:
    """A comment on the statement is about it; so is one directly above, unless more imports follow below."""
    outline = repo.outline(path)
    if outline is None:
        return
    end = max((item.end_line for item in outline.imports if item.line == binding.line), default=binding.line)
    for comment in outline.comments:
        if binding.line <= comment.line <= end:
            yield f"a comment says something about it: {comment.text}"
        if comment.line == binding.line - 1 and _is_about(repo.texts[path].split("\n"), comment.line, end):
            yield f"a comment says something about it: {comment.text}"


def _is_about(lines: list[str], above: int, end: int) -> bool:
    """Whether the comment in line `above` belongs to the one statement below it that ends in line `end`."""
    heads_the_file = all(line.startswith("#") for line in lines[:above])
    heads_a_group = end < len(lines) and lines[end].startswith(("import ", "from "))
    return lines[above - 1].lstrip().startswith("#") and not heads_the_file and not heads_a_group


def wanted_elsewhere(repo: Repository, path: str, name: str) -> Iterator[str]:
    for one in repo.importers(path):
        if one.item.name == name and not one.whole:
            yield f"{one.importer} imports it from here"
    for other in repo.python:
        text = repo.texts.get(other, "")
        if other == path or name not in text:
            continue
        held = {one.item.binds for one in repo.imports(other) if one.target == path and one.whole}
        modules = [module for module in sorted({stem_of(path), *held}) if module in text]
        spots = [rf"\b{re.escape(module)}\s*[.:]\s*{re.escape(name)}\b" for module in modules]
        if held:  # setattr(report, "json", ...)
            spots.append(rf"['\"]{re.escape(name)}['\"]")
        if any(re.search(spot, text) for spot in spots):
            yield f"{other} may take it from here"
