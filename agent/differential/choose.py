"""Which functions of a step are called in both versions, and why the others are not."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.differential.reach import Reach, import_obstacle, reach_of
from agent.differential.source import Module, Sources
from repo_scan.paths import is_test

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """A function as one state of the repository has it."""

    path: str
    module: str  # dotted name
    node: ast.FunctionDef
    reach: Reach


@dataclass(frozen=True, slots=True)
class Pair:
    """A function before and after."""

    name: str  # qualified
    old: Version
    new: Version

    @property
    def private(self) -> bool:
        """Whether nobody but its own package is to call it."""
        return any(part.startswith("_") for part in self.name.split("."))


@dataclass(frozen=True, slots=True)
class Chosen:
    """What can be compared, and what not."""

    pairs: tuple[Pair, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()  # "shop/cart.py::total", why


def choose(before: Texts, after: Texts, old: Sources, new: Sources) -> Chosen:
    """Functions that there are before and after and that came to something else, directly or by what they call."""
    pairs: list[Pair] = []
    skipped: list[tuple[str, str]] = []
    for path, name, target in _both(before, after, old, new):
        first, second = _function(old, path, name), _function(new, target, name)
        assert first
        assert second
        reaches = (reach_of(old, first[0], first[1]), reach_of(new, second[0], second[1]))
        if reaches[0].digest == reaches[1].digest:
            continue
        try:
            pairs.append(_paired(name, (*first, reaches[0]), (*second, reaches[1]), old, new))
        except _Unfit as why:
            skipped.append((f"{target}::{name}", str(why)))
    return Chosen(tuple(pairs), tuple(skipped))


class _Unfit(Exception):
    """Why a function cannot be called for trial."""


Found = tuple[Module, ast.FunctionDef, Reach]


def _paired(name: str, first: Found, second: Found, old: Sources, new: Sources) -> Pair:
    for (module, node, reach), sources in ((first, old), (second, new)):
        if reach.obstacle:
            raise _Unfit(reach.obstacle)
        if why := import_obstacle(sources, module):
            raise _Unfit(f"importing {module.path} runs a program: {why}")
        if any(isinstance(one, ast.Name) and one.id == "contextmanager" for one in node.decorator_list):
            raise _Unfit("it gives a context manager, which cannot be compared")
    if not _takes_the_same(first[1].args, second[1].args):
        raise _Unfit("it takes other parameters now")
    versions = []
    for (module, node, reach), sources in ((first, old), (second, new)):
        names = sources.names_of(module.path)
        if not names or module.path.endswith("__main__.py"):
            raise _Unfit("its file has no name by which it can be imported")
        versions.append(Version(module.path, names[0], node, reach))
    return Pair(name, versions[0], versions[1])


def _both(before: Texts, after: Texts, old: Sources, new: Sources) -> Iterator[tuple[str, str, str]]:
    """Old path, qualified name and new path of every function that stayed, or moved with the step."""
    there = {path: dict(_functions(new.module(path))) for path in sorted(after) if _counts(path)}
    for path in sorted(before):
        for name, _ in _functions(old.module(path)) if _counts(path) else ():
            if name in there.get(path, ()):
                yield path, name, path
                continue
            fresh = [other for other in there if name in there[other] and _function(old, other, name) is None]
            if len(fresh) == 1:
                yield path, name, fresh[0]


def _counts(path: str) -> bool:
    return path.endswith(".py") and not is_test(path) and path.rpartition("/")[2] not in ("conftest.py", "setup.py")


def _function(sources: Sources, path: str, name: str) -> tuple[Module, ast.FunctionDef] | None:
    module = sources.module(path)
    found = dict(_functions(module)).get(name)
    return (module, found) if module and found else None


def _functions(module: Module | None) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions of the top level, and static methods of its classes, by their qualified names."""
    for name, nodes in (module.definitions if module else {}).items():
        last = nodes[-1]
        if isinstance(last, ast.FunctionDef):
            yield name, last
        elif isinstance(last, ast.ClassDef):
            for member in last.body:
                if isinstance(member, ast.FunctionDef) and _is_static(member):
                    yield f"{name}.{member.name}", member


def _is_static(node: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)


def _takes_the_same(old: ast.arguments, new: ast.arguments) -> bool:
    """Whether every call that the old version takes is one that the new takes: the gate for contracts says the rest."""
    first, second = _positional(old), _positional(new)
    more = len(second) - len(first)
    if more < 0 or more > len(new.defaults) or (old.vararg and (more or not new.vararg)):
        return False
    if (
        len(old.posonlyargs) < len(new.posonlyargs)
        or first[len(old.posonlyargs) :] != second[len(old.posonlyargs) : len(first)]
    ):
        return False
    needed = {arg.arg for arg, default in zip(new.kwonlyargs, new.kw_defaults, strict=True) if default is None}
    keywords = {arg.arg for arg in old.kwonlyargs}
    optional = len(second) - len(new.defaults) <= len(first) - len(old.defaults)
    return optional and keywords <= {arg.arg for arg in new.kwonlyargs} and needed <= keywords


def _positional(arguments: ast.arguments) -> list[str]:
    return [arg.arg for arg in (*arguments.posonlyargs, *arguments.args)]
