"""What a file offers to those who import it, in one state of the repository. In doubt: nobody can tell."""

from collections import ChainMap
from collections.abc import Mapping

from applier.facts import Facts, FileFacts, SymbolFact

_OF_MODULES = frozenset(
    {
        *("__name__", "__file__", "__doc__", "__path__", "__package__", "__spec__", "__loader__", "__dict__"),
        *("__builtins__", "__cached__", "__annotations__", "__all__", "__class__"),
    }
)


class State:
    """All files of the repository, before a step or after it."""

    def __init__(self, step: Mapping[str, FileFacts], others: Mapping[str, FileFacts]) -> None:
        self._files: Mapping[str, FileFacts] = ChainMap(dict(step), others)  # type: ignore[arg-type]

    @classmethod
    def before(cls, facts: Facts) -> "State":
        """The repository as the step found it."""
        return cls(facts.before, facts.earlier or facts.others)

    @classmethod
    def after(cls, facts: Facts) -> "State":
        """The repository as the step would leave it."""
        return cls(facts.after, facts.later or facts.others)

    def file(self, path: str | None) -> FileFacts | None:
        """Facts of a file, if anything is known of what stands in it."""
        found = self._files.get(path) if path is not None else None
        return found if found is not None and found.language is not None and not found.faults else None

    def offers(self, path: str, name: str) -> bool | None:
        """Whether others can get at a name of a file; None where that cannot be told."""
        return self._offers(path, name, set())

    def _offers(self, path: str, name: str, seen: set[str]) -> bool | None:
        file = self.file(path)
        if file is None:
            return None
        seen.add(path)
        known = self._in_python(file, name) if file.language == "python" else self._in_script(file, name)
        return self._by_star(file, name, seen) if known is False else known

    def _in_python(self, file: FileFacts, name: str) -> bool | None:
        if name in _OF_MODULES or name in file.binds or any(symbol.name == name for symbol in file.symbols):
            return True
        if any(found.binds == name for found in file.imports if found.name != "*"):
            return True
        folder, _, own = file.path.rpartition("/")
        if own.startswith("__init__.") and any(f"{folder}/{name}{ending}" in self._files for ending in _MODULES):
            return True
        return None if file.dynamic else False

    def _in_script(self, file: FileFacts, name: str) -> bool | None:
        if name in (file.exports or ()) or name in file.binds:
            return True
        return None if file.dynamic or self._has_declarations(file.path) else False

    def _has_declarations(self, path: str) -> bool:
        """Whether a file declares types for compilers, or another one does for it: those offer more than exports."""
        return path.endswith(_DECLARED) or any(path.rpartition(".")[0] + ending in self._files for ending in _DECLARED)

    def _by_star(self, file: FileFacts, name: str, seen: set[str]) -> bool | None:
        """Whether one of the files whose names a file takes over, all at once, has the name."""
        answer: bool | None = False
        for found in file.imports:
            if found.name == "*" and _takes_over(file, found.binds):
                known = self._starred(found.resolved, name, seen)
                if known:
                    return True
                answer = None if known is None else answer
        return answer

    def _starred(self, path: str | None, name: str, seen: set[str]) -> bool | None:
        target = self.file(path)
        if path is None or target is None:
            return None
        if path in seen:
            return False
        if target.language != "python":
            return name != "default" and self._offers(path, name, seen)
        if target.exports is not None:
            return name in target.exports
        return not name.startswith("_") and self._offers(path, name, seen)

    def listed(self, path: str) -> tuple[str, ...] | None:
        """The names that a file itself lists as public, if it does."""
        file = self.file(path)
        return file.exports if file is not None else None

    def home(self, path: str, name: str) -> tuple[str, tuple[SymbolFact, ...]] | None:
        """Where a name of a file is really defined, by way of what it imports by that name; None if out of sight."""
        for _ in range(_FARTHEST):
            file = self.file(path)
            if file is None:
                return None
            if symbols := tuple(symbol for symbol in file.symbols if symbol.name == name):
                return path, symbols
            found = next((item for item in file.imports if item.binds == name and item.member not in (None, "*")), None)
            if found is None or found.resolved is None or found.member is None:
                return None
            path, name = found.resolved, found.member
        return None


_MODULES = (".py", "/__init__.py", ".pyi", "/__init__.pyi")
_DECLARED = (".d.ts", ".d.mts", ".d.cts")
_FARTHEST = 10  # files that a name is passed on through


def _takes_over(file: FileFacts, binds: str) -> bool:
    return binds == "*" and (file.language == "python" or "*" in (file.exports or ()))
