"""A repository as the operations see it: its texts, who imports what, and facts that are read when they are wanted."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from agent.operations.edits import Edits
from agent.operations.facts import Facts
from applier.paths import protected
from repo_scan import Import, Outline, Scan
from repo_scan.imports import ImportMap
from repo_scan.paths import folder_of, name_of
from repo_scan.workers import Failure, run_jobs

_READ, _WRITE = "agent.operations.jobs:read", "agent.operations.jobs:write"
Run = Callable[[str, Sequence[bytes]], Iterable[tuple[int, bytes | Failure]]]


@dataclass(frozen=True, slots=True)
class Imported:
    """One import of a file, and the file of the repository that it binds."""

    importer: str
    item: Import
    target: str | None
    whole: bool  # it binds the module itself, not something in it


class Repository:
    """Texts with what the scan knows of them. Facts come from worker processes, a batch at a time."""

    def __init__(self, scan: Scan, texts: Mapping[str, str], run: Run = run_jobs) -> None:
        self.scan = scan
        self.texts = texts
        self.map: ImportMap = scan.import_map
        self._run = run
        self._facts: dict[str, Facts] = {}
        self._troubles: dict[str, str] = {}  # why a file has no facts
        self._imports: dict[str, tuple[Imported, ...]] = {}
        self._importers: dict[str, list[Imported]] | None = None

    def renewed(self, scan: Scan, texts: Mapping[str, str]) -> "Repository":
        """The repository after changes; what is known of texts that stayed the same is kept."""
        new = Repository(scan, texts, self._run)
        new._facts = {path: facts for path, facts in self._facts.items() if texts.get(path) == self.texts[path]}
        return new

    def outline(self, path: str) -> Outline | None:
        """The outline of a Python file that parses; None for any other."""
        outline = self.scan.outlines.get(path)
        parsed = outline is not None and outline.parsed and outline.language == "python" and path in self.texts
        return outline if parsed else None

    def read(self, paths: Iterable[str]) -> None:
        """Get the facts of many files at once."""
        wanted = [path for path in sorted(set(paths)) if path not in self._facts and path not in self._troubles]
        readable = [path for path in wanted if self.outline(path) is not None]
        self._troubles |= dict.fromkeys(set(wanted) - set(readable), "it does not parse")
        payloads = [self.texts[path].encode("utf-8", "surrogatepass") for path in readable]
        for index, answer in self._run(_READ, payloads) if payloads else ():
            facts = answer.reason if isinstance(answer, Failure) else msgspec.msgpack.decode(answer, type=Facts | str)
            if isinstance(facts, str):
                self._troubles[readable[index]] = f"its syntax tree cannot be read ({facts})"
            else:
                self._facts[readable[index]] = facts

    def facts(self, path: str) -> Facts | None:
        """The facts of one file; None if it has none."""
        self.read([path])
        return self._facts.get(path)

    def trouble(self, path: str) -> str:
        """Why a file has no facts."""
        return self._troubles.get(path, "")

    def write(self, edits: Mapping[str, Edits]) -> tuple[dict[str, str], dict[str, str]]:
        """New texts of all files with edits, and reasons for those that could not be rewritten."""
        paths = sorted(edits)
        payloads = [
            msgspec.msgpack.encode((self.texts[path].encode("utf-8", "surrogatepass"), edits[path])) for path in paths
        ]
        texts: dict[str, str] = {}
        failed: dict[str, str] = {}
        for index, answer in self._run(_WRITE, payloads) if payloads else ():
            if isinstance(answer, Failure):
                failed[paths[index]] = f"libcst {answer.reason} on it"
                continue
            worked, said = msgspec.msgpack.decode(answer, type=tuple[bool, bytes])
            (texts if worked else failed)[paths[index]] = said.decode("utf-8", "surrogatepass")
        return dict(sorted(texts.items())), failed

    def imports(self, path: str) -> tuple[Imported, ...]:
        """What a file imports, in order."""
        if path not in self._imports:
            outline = self.scan.outlines.get(path)
            self._imports[path] = tuple(map(self._resolved(path), outline.imports if outline is not None else ()))
        return self._imports[path]

    def importers(self, path: str) -> Sequence[Imported]:
        """Every import of a file by another, sorted by importer."""
        if self._importers is None:
            self._importers = {}
            for importer in sorted(self.scan.outlines):
                for one in self.imports(importer):
                    if one.target is not None and one.target != importer:
                        self._importers.setdefault(one.target, []).append(one)
        return self._importers.get(path, ())

    def mentioning(self, *words: str) -> Iterator[str]:
        """Python files in which one of the words is an identifier, sorted."""
        wanted = set(words)
        return (
            path for path, outline in sorted(self.scan.outlines.items()) if not wanted.isdisjoint(outline.references)
        )

    def packages_above(self, path: str) -> tuple[str, ...]:
        """The `__init__` files that Python runs before it runs a file, innermost first."""
        found: list[str] = []
        folder = folder_of(path)
        if name_of(path) == "__init__.py":
            folder = folder_of(folder)
        while folder and f"{folder}/__init__.py" in self.map.modules:
            found.append(f"{folder}/__init__.py")
            folder = folder_of(folder)
        return tuple(found)

    def is_outside(self, importer: str, module: str) -> bool:
        """Whether a module comes from elsewhere: the standard library, or another project."""
        return not self.map.is_internal(importer, module)

    def untouchable(self, path: str) -> str | None:
        """Why a file must not be rewritten by anybody."""
        if reason := protected(path):
            return f"this is {reason}"
        return None if self.outline(path) is not None else "it does not parse"

    def _resolved(self, path: str) -> Callable[[Import], Imported]:
        def resolve(item: Import) -> Imported:
            target = self.map.resolve(path, item)
            whole = item.name is None or (item.name != "*" and target != self.map.find(path, item.module))
            return Imported(path, item, target, whole)

        return resolve
