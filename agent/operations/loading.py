"""What happens when a file is imported: which others are loaded with it, and whether any of them does something."""

from collections.abc import Collection, Iterable, Iterator

from agent.operations.effects import is_harmless_base
from agent.operations.facts import Effect
from agent.operations.known import is_plain, is_standard
from agent.operations.repository import Imported, Repository
from repo_scan import Import

_DEEPEST = 8  # classes derived from each other, followed no further


class Loading:
    """Answers about loading, for one repository."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._reach: dict[tuple[str, bool], frozenset[str]] = {}
        self._deeds: dict[str, str] = {}
        self._gone: set[Imported] = set()

    def forget(self, imports: Iterable[Imported]) -> None:
        """From now on answer as if these imports were gone."""
        self._gone.update(imports)
        self._reach.clear()

    def loaded_by(self, path: str, *, surely: bool = False) -> frozenset[str]:
        """Files that importing `path` loads, itself among them; `surely`: whatever its conditions and handlers do."""
        key = (path, surely)
        if key not in self._reach:
            self._reach[key] = frozenset(self.reached([path], surely=surely))
        return self._reach[key]

    def reached(
        self,
        start: Iterable[str],
        *,
        surely: bool = False,
        without: Collection[Imported] = (),
        begun: Collection[str] = (),
    ) -> set[str]:
        """The same for several files, as if some imports were not there, and beside what is begun already."""
        seen: set[str] = set(begun)
        waiting = list(start)
        while waiting:
            path = waiting.pop()
            if path in seen:
                continue
            seen.add(path)
            waiting += self._repo.packages_above(path)
            for one in self._repo.imports(path):
                runs = one.item.kind == "runtime" and not (surely and one.item.guarded)
                if one.target is not None and runs and one not in without and one not in self._gone:
                    waiting.append(one.target)
        return seen.difference(begun)

    def loaded_from(
        self, path: str, target: str, *, surely: bool = False, without: Collection[Imported] = ()
    ) -> set[str]:
        """Files that importing `target` from `path` loads, beside those that are on their way when `path` is run."""
        begun = {path, *self._repo.packages_above(path)}
        return self.reached([target], surely=surely, without=without, begun=begun)

    def leads_back(self, home: str, path: str) -> str:
        """A file by way of which `home` imports `path`, now or when a function of it is called; "" if none does."""
        begun = {path, *self._repo.packages_above(path)}  # these are being loaded already: no need to load them again
        seen: set[str] = set()
        waiting = [home]
        while waiting:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            waiting += [package for package in self._repo.packages_above(here) if package not in begun]
            for one in self._repo.imports(here):
                if one.target == path and one.item.kind != "type-only":
                    return here
                if one.target is not None and one.item.kind != "type-only":
                    waiting.append(one.target)
        return ""

    def outside(self, paths: Iterable[str], *, surely: bool = False) -> set[str]:
        """Modules from elsewhere that these files import when they are loaded."""
        return {
            one.item.module
            for path in paths
            for one in self._repo.imports(path)
            if one.target is None and one.item.kind == "runtime" and not (surely and one.item.guarded)
        }

    def deed(self, paths: Iterable[str]) -> str:
        """What the first of these files that does something does when it is loaded; "" if all only define names."""
        ordered = sorted(paths)
        self._repo.read(ordered)
        return next((deed for path in ordered if (deed := self._deed(path))), "")

    def _deed(self, path: str) -> str:
        if path not in self._deeds:
            self._deeds[path] = next(self._all_deeds(path), "")
        return self._deeds[path]

    def _all_deeds(self, path: str) -> Iterator[str]:
        facts = self._repo.facts(path)
        if facts is None:
            yield f"{path} is not known well enough: {self._repo.trouble(path)}"
            return
        for effect in facts.effects:
            if self._matters(path, effect):
                yield f"{path} {_said(effect)} in line {effect.line} when it is imported"
        for one in self._repo.imports(path):
            if one.item.kind == "runtime" and one.target is None and not self._repo.is_outside(path, one.item.module):
                yield f"{path} imports `{one.item.module}` in line {one.item.line}, which is not there"

    def _matters(self, path: str, effect: Effect) -> bool:
        if effect.kind == "base":
            return not self._is_plain_class(path, effect.what, 0)
        if effect.kind == "call" and effect.what == "logging.getLogger":
            # a logger that exists before logging is set up is switched off by the set-up
            return any(self._repo.mentioning("dictConfig", "fileConfig"))
        return True

    def _is_plain_class(self, path: str, dotted: str, depth: int) -> bool:
        """Whether deriving from a class of this repository runs no code, and nobody asks who derives from it."""
        facts = self._repo.facts(path)
        if facts is None or depth > _DEEPEST or any(self._repo.mentioning("__subclasses__")):
            return False
        if not dotted.startswith(":"):
            return "." in dotted and self._is_plain_import(path, dotted, depth)
        known = next((one for one in facts.classes if f":{one.name}" == dotted), None)
        if known is None or known.hooks or len(facts.bound(known.name)) != 1:
            return False
        return all(is_harmless_base(base) or self._is_plain_class(path, base, depth + 1) for base in known.bases)

    def _is_plain_import(self, path: str, dotted: str, depth: int) -> bool:
        name = dotted.rpartition(".")[2]
        module = dotted.removesuffix(name)
        module = module[:-1] if module.strip(".") else module
        target = self._repo.map.resolve(path, Import(module, name, None, 0))
        if target is None:
            return False
        facts = self._repo.facts(target)
        bound = facts.bound(name) if facts is not None else ()
        if len(bound) == 1 and bound[0].kind == "import":
            return self._is_plain_class(target, bound[0].dotted, depth + 1)
        return self._is_plain_class(target, f":{name}", depth + 1)


def new_outside(more: Iterable[str], known: Iterable[str]) -> str:
    """A module from elsewhere that is loaded by `more` but not by `known`, and that may matter; "" if there is none."""
    have = {part for module in known for part in _with_parents(module)}
    strange = (module for module in sorted(set(more)) if module not in have)
    return next((module for module in strange if not (is_standard(module) and is_plain(module))), "")


def _with_parents(module: str) -> Iterator[str]:
    while module:
        yield module
        module = module.rpartition(".")[0]


def _said(effect: Effect) -> str:
    if effect.kind == "call":
        return f"calls `{effect.what}`"
    return f"derives from `{effect.what}`" if effect.kind == "base" else effect.what
