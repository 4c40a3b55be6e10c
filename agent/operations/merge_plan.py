"""Which edits merge copies of a function into one: in the files of the copies, and in those that import them."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from agent.operations.edits import Edits, Name, NewImport, Repoint
from agent.operations.facts import Binding, Facts
from agent.operations.import_acts import acts_inside
from agent.operations.import_rules import file_objection, wanted_elsewhere
from agent.operations.loading import Loading
from agent.operations.merge_rules import MergeRules, Spot, direct_importers
from agent.operations.patching import patched_in
from agent.operations.remove_unused import edit_name, removable
from agent.operations.repository import Imported, Repository
from agent.operations.spelling import is_own_import, spelled_from


@dataclass(slots=True)
class _File:
    """What is to be done to one file, while it is collected."""

    functions: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    imports: list[Name] = field(default_factory=list)
    repoints: list[Repoint] = field(default_factory=list)
    added: list[NewImport] = field(default_factory=list)
    beside: tuple[int, ...] = ()
    after: bool = False

    def edits(self) -> Edits:
        return Edits(
            tuple(self.functions),
            tuple(self.constants),
            tuple(self.imports),
            tuple(self.repoints),
            tuple(self.added),
            self.beside,
            self.after,
        )


class MergePlan:
    """Edits that make everybody use the function at home, as far as files may be touched."""

    def __init__(self, repo: Repository, rules: MergeRules, home: Spot, copies: Sequence[Spot]) -> None:
        self._repo = repo
        self._rules = rules
        self._loading = Loading(repo)
        self._home = home
        self._copies = copies
        self._files: dict[str, _File] = {}

    def edits(self, closed: Collection[str]) -> dict[str, Edits]:
        """All edits by file; files in `closed` are left as they are."""
        for copy in self._copies:
            self._file(copy.path).functions.append(copy.name)
        staying = {copy: self._repoint_importers(copy, closed) for copy in self._copies}
        for copy in self._copies:
            self._import_home(copy, staying[copy])
        for path in dict.fromkeys(copy.path for copy in self._copies):
            self._tidy(path)
        return {path: file.edits() for path, file in sorted(self._files.items())}

    def _file(self, path: str) -> _File:
        return self._files.setdefault(path, _File())

    def _repoint_importers(self, copy: Spot, closed: Collection[str]) -> bool:
        """Let those that import the copy import the home; whether some could not."""
        some_stay = False
        for one in direct_importers(self._repo, copy):
            module = "" if one.importer in closed else self._new_module(one)
            if not module:
                some_stay = True
                continue
            bound = one.item.binds
            redundant = one.item.alias is not None and one.item.alias == one.item.name
            alias = bound if bound != self._home.name or redundant else None
            old = Name(one.item.line, copy.name, one.item.alias)
            self._file(one.importer).repoints.append(Repoint(old, NewImport(module, self._home.name, alias)))
            self._loading.forget([one])
        return some_stay

    def _new_module(self, one: Imported) -> str:
        """How the importer writes the home's module; "" if its import had better stay as it is."""
        repo, item = self._repo, one.item
        facts = repo.facts(one.importer)
        if facts is None or repo.untouchable(one.importer) or repo.is_borrowed(one.importer):
            return ""
        if item.guarded or item.kind == "type-only":
            return ""
        if item.kind == "runtime" and len(facts.bound(item.binds)) != 1:
            return ""
        if next(acts_inside(repo, self._loading, one, {one}), ""):
            return ""
        return spelled_from(repo, one.importer, self._home.path, like=one)

    def _import_home(self, copy: Spot, some_stay: bool) -> None:
        facts = self._repo.facts(copy.path)
        function = facts.function(copy.name) if facts is not None else None
        if facts is None or function is None:
            return
        used = any(use.name == copy.name and use.owner not in self._file(copy.path).functions for use in facts.uses)
        if not used and not some_stay and self._may_vanish(copy, facts):
            return
        file, home = self._file(copy.path), self._home
        module = spelled_from(self._repo, copy.path, home.path)
        alias = copy.name if copy.name != home.name else None
        handed_on = not used and copy.name not in facts.exports
        if alias is None and (handed_on or (some_stay and self._says_what_it_hands_on())):
            alias = copy.name
        comment = "# noqa: F401" if handed_on and copy.name != home.name else ""
        file.added.append(NewImport(module, home.name, alias, comment))
        own = (one for one in self._repo.imports(copy.path) if is_own_import(self._repo, copy.path, one))
        file.beside = tuple(sorted({one.item.line for one in own if one.item.line < function.line}))
        file.after = file.after or self._rules.comes_last(home, copy)

    def _says_what_it_hands_on(self) -> bool:
        """Whether this repository marks names that are handed on by `as` with the same name."""
        items = (one.item for path in self._repo.python for one in self._repo.imports(path))
        return any(item.alias is not None and item.alias == item.name for item in items)

    def _may_vanish(self, copy: Spot, facts: Facts) -> bool:
        """Whether nobody can miss the name: it is private, and no file of the repository speaks of it."""
        if not copy.name.startswith("_") or facts.words or copy.name in facts.exports or copy.name in facts.spoken:
            return False
        return not next(self._spoken_of(copy), "")

    def _spoken_of(self, copy: Spot) -> Iterator[str]:
        """Files that may take the name from its module, other than by an import that is changed."""
        reach = re.compile(rf"[.:'\"]\s*{re.escape(copy.name)}\b")
        for path, text in sorted(self._repo.texts.items()):
            if copy.name in text and path != copy.path and reach.search(text):
                yield path

    def _tidy(self, path: str) -> None:
        """Take out what only the copies used."""
        repo, file, facts = self._repo, self._file(path), self._repo.facts(path)
        if facts is None or file_objection(repo, path):
            return
        idle = [one for one in facts.bindings if self._is_idle(one, facts, file)]
        unused = [one for one in idle if one.kind == "import"]
        gone = removable(repo, self._loading, path, unused, {})
        file.imports += [edit_name(one) for one in gone]
        file.constants += [one.name for one in idle if one.kind == "constant" and self._is_private(path, one, facts)]

    def _is_idle(self, binding: Binding, facts: Facts, file: _File) -> bool:
        """Whether only functions that go away used a name."""
        owners = {use.owner for use in facts.uses if use.name == binding.name}
        return bool(owners) and owners <= set(file.functions) and len(facts.bound(binding.name)) == 1 and binding.plain

    def _is_private(self, path: str, binding: Binding, facts: Facts) -> bool:
        name = binding.name
        if not name.startswith("_") or name.startswith("__") or name in facts.exports or name in facts.spoken:
            return False
        if next(wanted_elsewhere(self._repo, path, name), ""):
            return False
        return not patched_in(self._repo, (path,), (name,))
