"""The operation rename for JavaScript and TypeScript: what stands at the top of a module, and all who use it."""

import re

from agent.operations.change import Change, LeftAlone
from agent.operations.errors import Refusal
from agent.operations.javascript.exchange import exchanges
from agent.operations.javascript.following import Follower
from agent.operations.javascript.handing import common_keys, hands_on, is_common, is_exported_declaration
from agent.operations.javascript.scoping import Scope
from agent.operations.javascript.source import Source, Span, exchanged
from agent.operations.javascript.world import World
from agent.operations.repository import Repository
from agent.worklog import count
from repo_scan.outline import Outline
from repo_scan.paths import name_of
from repo_scan.web_imports import WEB

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_WORDS = """arguments async await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for function if implements import in instanceof interface let new null of package private
    protected public return static super switch this throw true try type typeof undefined var void while with
    yield exports module require"""
_RESERVED = frozenset(_WORDS.split())
_OVERLOADS = frozenset({"function_signature", "function_declaration"})


def is_web(outline: Outline | None) -> bool:
    """Whether a file is JavaScript or TypeScript."""
    return outline is not None and outline.language in WEB


def rename_web(repo: Repository, path: str, old: str, new: str) -> Change:
    """Give what stands at the top of a file another name. Raises Refusal."""
    if "." in old:
        raise Refusal(f"in {path} it renames what stands at the top of the module, not members like {old}")
    if not _NAME.fullmatch(new) or new in _RESERVED:
        raise Refusal(f"`{new}` cannot be a name there")
    return _Renaming(World(repo), path, old, new).change()


class _Renaming:
    """One rename."""

    def __init__(self, world: World, path: str, old: str, new: str) -> None:
        self._world, self._path, self._old, self._new = world, path, old, new
        self._edits: dict[str, dict[Span, str]] = {}
        self._left: list[LeftAlone] = []
        self._waiting: list[str] = []  # files that hand out the name
        self._known: set[str] = set()  # all that do or did wait

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        source = self._world.ours(self._path)
        if self._old == self._new or self._is_done(source):
            return Change({}, ())
        self._define(source)
        while self._waiting:
            path = self._waiting.pop()
            for user in self._world.importers(path):
                self._follow(path, user)
        self._world.refuse_components(self._old, {_stem(path) for path in self._known})
        texts = {path: exchanged(self._world.ours(path), edits) for path, edits in sorted(self._edits.items())}
        places = sum(map(len, self._edits.values()))
        files = count(len(texts), "file")
        done = f"Renamed {self._old} of {self._path} to {self._new}: {count(places, 'place')} in {files}."
        removed = dict.fromkeys(sorted({self._path, *self._known}), (self._old,))
        return Change(texts, (done,), tuple(sorted(set(self._left), key=lambda one: (one.path, one.line))), removed)

    def _is_done(self, source: Source) -> bool:
        """Whether the new name is there and the old one is not. Raises Refusal where neither is."""
        if source.module.binds(self._old) or common_keys(source, self._old):
            return False
        if source.module.binds(self._new) or common_keys(source, self._new):
            return True
        raise Refusal(f"there is no {self._old} at the top of {self._path}")

    def _define(self, source: Source) -> None:
        """The file that defines it, and the declarations that stand beside it."""
        self._check(source)
        self._local(source, source.module)
        if common_keys(source, self._old) and not source.module.binds(self._old):
            self._hand_out(source.path)
        twin = f"{self._path.rpartition('.')[0]}.d.ts"
        if twin != self._path and twin in self._world.files:
            other = self._world.ours(twin)
            if other.module.binds(self._old):
                self._check(other)
                self._local(other, other.module)

    def _check(self, source: Source) -> None:
        scope = source.module
        nodes = dict.fromkeys([*scope.values.get(self._old, ()), *scope.types.get(self._old, ())])
        around = {source.parent_kind(node) for node in nodes}
        if around & {"import_specifier", "import_clause", "namespace_import", "import_require_clause", "import_alias"}:
            raise Refusal(f"{source.path} only imports `{self._old}`; rename it where it is defined")
        if len(nodes) > 1 and not around <= _OVERLOADS:
            raise Refusal(f"{source.path} declares `{self._old}` more than once")
        if any(self._old in text or self._new in text for text in _namespaces(source)):
            raise Refusal(f"{source.path} has a namespace that names it")
        if self._world.repo.scan.outlines[source.path].exports is None:
            others = (path for path in self._world.holding(self._old) if path != source.path)
            if stranger := next((path for path in others if self._world.is_page(path)), ""):
                raise Refusal(f"{source.path} is a script, whose names {stranger} may use")

    def _local(self, source: Source, scope: Scope, plain: tuple[int, ...] = ()) -> None:
        """The name as one namespace of a file knows it."""
        if not scope.binds(self._old):
            return
        uses = list(source.named(self._old, scope))
        given = any(hands_on(source, use.node) for use in uses)
        if scope is source.module:
            given = given or any(use.declares and is_exported_declaration(source, use.node) for use in uses)
        keys = common_keys(source, self._old) if given else []
        edits = exchanges(source, scope, self._old, self._new, plain, keys)
        self._edits.setdefault(source.path, {}).update(edits)
        if given:
            self._hand_out(source.path)

    def _hand_out(self, path: str) -> None:
        """A file hands out the new name now. Raises Refusal where it does already."""
        if path in self._known:
            return
        self._known.add(path)
        self._waiting.append(path)
        if self._offers(path, set()):
            raise Refusal(f"{path} hands out a `{self._new}` already")
        source = self._world.ours(path)
        keys = common_keys(source, self._old)
        self._edits.setdefault(path, {}).update({source.span(key): self._new for key in keys})

    def _offers(self, path: str, seen: set[str]) -> bool:
        """Whether a module hands out the new name, or may."""
        outline = self._world.repo.scan.outlines.get(path)
        if outline is None or path in seen:
            return False
        seen.add(path)
        if self._new in (outline.exports or ()):
            return True
        stars = [item.module for item in outline.imports if item.name == "*"]
        targets = {self._world.resolver.resolve(path, module) for module in stars} - {None}
        return any(self._offers(str(target), seen) for target in targets)

    def _follow(self, path: str, user: str) -> None:
        """One file that imports one that hands out the name."""
        if self._old not in self._world.repo.texts[user] and not self._has_star(user):
            return
        source = self._world.ours(user)
        home = self._world.source(path)
        found = Follower(
            source,
            lambda module: self._world.resolver.resolve(user, module) == path,
            self._old,
            home is not None and is_common(home),
        ).follow()
        edits = self._edits.setdefault(user, {})
        edits |= {source.span(node): self._new for node in found.words}
        edits |= {_inner(source, node): self._new for node in found.texts}
        self._left += [LeftAlone(user, line, reason) for line, reason in found.doubtful]
        for scope, node in found.bindings:
            self._local(source, scope, (node,))
        if found.hands_on:
            self._hand_out(user)
        if not self._edits[user]:
            del self._edits[user]

    def _has_star(self, path: str) -> bool:
        """Whether a file may hand out names that it does not say."""
        outline = self._world.repo.scan.outlines[path]
        return any(item.name in ("*", None) for item in outline.imports)


def _namespaces(source: Source) -> list[str]:
    """The texts of `namespace N { … }` and `declare module "m" { … }`, which may go on elsewhere."""
    tree = source.tree
    kinds = ("internal_module", "module")
    return [tree.text(node) for node, kind in enumerate(tree.kinds) if kind in kinds and not tree.is_leaf(node)]


def _inner(source: Source, node: int) -> Span:
    """A string without its quotes."""
    start, end = source.span(node)
    return start + 1, end - 1


def _stem(path: str) -> str:
    name = name_of(path).partition(".")[0]
    return name if name != "index" else path.rpartition("/")[0].rpartition("/")[2]
