"""What has to hold so that a module can become part of another with nothing else changed."""

import ast
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from agent.operations.errors import Refusal
from agent.operations.loading import Loading
from agent.operations.names.binding import Source
from agent.operations.names.loose import why_left
from agent.operations.names.places import stem_of
from agent.operations.names.world import Thing, World, listed_in
from agent.operations.repository import Repository
from agent.operations.scopes import is_type_checking
from repo_scan.paths import folder_of, name_of

_SPECIAL = frozenset({"__init__", "__main__", "conftest", "setup"})
_FOR_TOOLS = re.compile(r"#!|#.*\bcoding[:=]|#\s*(noqa|type:|pylint:|ruff:|isort:|mypy:)")


@dataclass(frozen=True, slots=True)
class Pair:
    """A module that goes, the one that takes it, and what goes."""

    home: str
    target: str
    names: tuple[str, ...]


def check_before(world: World, home: str, target: str) -> Pair:
    """The pair, if nothing about the files or who uses them speaks against it. Raises Refusal."""
    source, there = _readable(world, home), _readable(world, target)
    names = tuple(dict.fromkeys(_defined(source)))
    _check_each_other(world.repo, home, target)
    _check_importers(world, home, target, names)
    _check_listed(world, home, target, source, there)
    _check_loading(world.repo, home, target)
    return Pair(home, target, names)


def check_after(pair: Pair, repo: Repository) -> None:
    """What is left of the module, its docstring aside, must be nothing that anybody would miss. Raises Refusal."""
    rest, there = repo.texts[pair.home], repo.texts[pair.target]
    for comment in _comments(rest):
        if comment not in there and not _FOR_TOOLS.match(comment):
            raise Refusal(f"{pair.home}: the comment `{comment}` belongs to no definition and would be lost")
    _check_strings(pair, repo)


def _readable(world: World, path: str) -> Source:
    if name_of(stem_of(path)) in _SPECIAL or name_of(path) == "__init__.py":
        raise Refusal(f"{path} is run by its name and can be no part of a merge")
    if f"{path}i" in world.repo.texts:
        raise Refusal(f"{path} has a stub beside it; merge that by hand first")
    if reason := why_left(path):
        raise Refusal(f"{path} would have to change, but {reason}")
    source = world.source(path)
    if source is None:
        raise Refusal(f"{path} cannot be read: {world.troubles.get(path, 'it is no Python module')}")
    return source


def _defined(source: Source) -> Iterator[str]:
    """Names that the module defines. Raises Refusal where it does anything else."""
    for place, node in enumerate(source.tree.body):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield _plain(source, name, node.lineno)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield _plain(source, name, node.lineno)
            case ast.Import() | ast.ImportFrom():
                if any(alias.name == "*" for alias in node.names):
                    raise Refusal(f"{source.path}:{node.lineno} takes everything from another module")
            case ast.If(test=test, body=body, orelse=[]) if is_type_checking(test):
                if not all(isinstance(part, ast.Import | ast.ImportFrom) for part in body):
                    raise Refusal(f"{source.path}:{node.lineno} defines names for type checkers alone")
            case ast.Expr(value=ast.Constant(value=str())) if place == 0:
                pass
            case _:
                kind = type(node).__name__.lower()
                raise Refusal(f"{source.path}:{node.lineno} runs a statement of its own when it is loaded ({kind})")


def _plain(source: Source, name: str, line: int) -> str:
    if name.startswith("__") and name.endswith("__"):
        raise Refusal(f"{source.path}:{line} defines `{name}`, which speaks of the module itself")
    return name


def _check_each_other(repo: Repository, home: str, target: str) -> None:
    """Neither may hold the other as a whole or by another name: there would be nothing for it to hold."""
    for path, other in ((home, target), (target, home)):
        for one in repo.imports(path):
            renamed = one.item.alias not in (None, one.item.name)
            if one.target == other and (one.whole or one.item.name == "*" or renamed):
                raise Refusal(f"{path}:{one.item.line} takes {other} as a whole, or by another name")


def _check_importers(world: World, home: str, target: str, names: tuple[str, ...]) -> None:
    """Whoever gets something by way of the module that it does not define would look for it in vain."""
    for path in (home, target):
        for one in world.repo.importers(path):
            if one.item.name == "*":
                raise Refusal(f"{one.importer}:{one.item.line} takes everything from {path}")
    for one in world.repo.importers(home):
        if not one.whole and one.item.name not in names:
            where = f"{one.importer}:{one.item.line}"
            raise Refusal(f"{where} takes `{one.item.name}` by way of {home}; use inline-reexport first")
    old = name_of(stem_of(home))
    for source in world.holding(old):
        for word in (word for words in source.words.values() for word in words if word.kind == "attribute"):
            node = word.node
            if not isinstance(node, ast.Attribute) or node.attr in names:
                continue
            if world.resolve(source, node.value, word.scope) == Thing(home, ""):
                raise Refusal(f"{source.path}:{source.line(word)} takes `{node.attr}` by way of {home}")


def _check_listed(world: World, home: str, target: str, source: Source, there: Source) -> None:
    """Lists of names that would say something else."""
    if "__all__" in there.scope.bindings and source.scope.bindings:
        raise Refusal(f"{target} lists what it offers in `__all__`, which would have to be decided anew")
    parent = world.source(f"{folder_of(home)}/__init__.py")
    both = {name_of(stem_of(home)), name_of(stem_of(target))}
    if parent is not None and both <= set(listed_in(parent)):
        raise Refusal(f"{parent.path} lists both modules in `__all__`; take one out first")


def _check_loading(repo: Repository, home: str, target: str) -> None:
    """Nothing may happen at another time than before when one of the files is loaded."""
    loading = Loading(repo)
    mine, theirs = loading.loaded_by(home), loading.loaded_by(target)
    more = (mine - theirs) | {home}
    if one := loading.deed(more):
        raise Refusal(f"{target} would load what it did not load before: {one}")
    if any(one.importer not in theirs | mine for one in repo.importers(home)) and (deed := loading.deed(theirs - mine)):
        raise Refusal(f"who imports {home} would load {target}: {deed}")


def _check_strings(pair: Pair, repo: Repository) -> None:
    """A string such as "shop.tax.os" in a test means an import of the module, which has to be there afterwards."""
    there = World(repo).source(pair.target)
    known = {*pair.names, *(there.scope.bindings if there is not None else ())}
    for module in repo.map.names_of(pair.home):
        if "." not in module:
            continue
        for path, text in sorted(repo.texts.items()):
            for match in re.finditer(rf"[\"']{re.escape(module)}[.:](\w+)", text):
                if match.group(1) not in known:
                    line = text.count("\n", 0, match.start()) + 1
                    raise Refusal(f"{path}:{line} names `{match.group(1)}` of {pair.home}, which it does not define")


def _comments(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
