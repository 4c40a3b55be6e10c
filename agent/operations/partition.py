"""How a module that holds too much can be taken apart: along the headings that its authors put into it."""

import keyword
import re
import sys
from collections.abc import Callable, Iterator, Mapping

from agent.operations import split_module
from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.headings import Heading, headings_of
from agent.operations.names.world import World
from agent.operations.repository import Repository
from agent.operations.sequence import after, together
from repo_scan.paths import folder_of, name_of

Groups = Mapping[str, tuple[str, ...]]
_WORDS = 3  # of a heading that is a name
_FEWEST = 3  # parts for which it is worth it


def partition(repo: Repository, path: str, covers: Callable[[str], bool]) -> tuple[Request, Change] | None:
    """The split of a module by its headings, each part in a module beside it that is called so.

    The module goes on offering all. Parts that cannot go stay; None where too few can.
    """
    source = World(repo).source(path)
    if source is None:
        return None
    waiting, chosen = dict(_groups(repo, source)), dict[str, tuple[str, ...]]()
    now, changes, gone = repo, list[Change](), True
    while gone and len(chosen) + len(waiting) >= _FEWEST:
        gone = False
        for target, names in list(waiting.items()):
            change = _split(now, path, {target: names})
            if change is not None and all(map(covers, change.texts)):
                chosen[target] = waiting.pop(target)
                changes.append(change)
                now, gone = after(now, change), True
    return (_request(path, chosen), together(repo, now, changes)) if len(chosen) >= _FEWEST else None


def _request(path: str, groups: Groups) -> Request:
    return {
        "op": "split-module",
        "module": path,
        "groups": {target: list(names) for target, names in groups.items()},
        "reexport": True,
    }


def _split(repo: Repository, path: str, groups: Groups) -> Change | None:
    try:
        return split_module.split_module(_request(path, groups), repo)
    except Refusal:
        return None


def _groups(repo: Repository, source: Source) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A module that is not there yet for each heading, and what stands below the heading."""
    taken = _taken(repo, source.path)
    for heading in headings_of(source):
        target = f"{folder_of(source.path)}/{_named(heading)}.py".lstrip("/")
        names = tuple(_defined(source, heading))
        if _named(heading) and names and _named(heading) not in taken:
            taken.add(_named(heading))
            yield target, names


def _named(heading: Heading) -> str:
    """A heading as the name of a module; "" if it is a sentence, or no name."""
    words = re.findall(r"\w+", heading.title.lower())
    name = "_".join(words)
    fits = len(words) <= _WORDS and name.isidentifier() and name.isascii() and not keyword.iskeyword(name)
    return name if fits and heading.is_ruled else ""


def _defined(source: Source, heading: Heading) -> Iterator[str]:
    """The names that the statements below a heading define, in their order."""
    statements = set(heading.below)
    for name, bindings in source.scope.bindings.items():
        if any(one.statement in statements and one.kind != "import" for one in bindings):
            yield name


def _taken(repo: Repository, path: str) -> set[str]:
    """Names that a module beside this one cannot have: of files and folders, of the package, of Python's own."""
    folder = folder_of(path)
    beside = {entry.path.removeprefix(f"{folder}/" if folder else "") for entry in repo.scan.inventory.files}
    names = {one.split("/")[0].removesuffix(".py") for one in beside} | {name_of(path).removesuffix(".py")}
    package = World(repo).source(f"{folder}/__init__.py")
    if package is None:
        return names | sys.stdlib_module_names
    return names | set(package.scope.bindings)
