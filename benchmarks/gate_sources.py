"""Real packages as repositories for measuring the gates: fetched once into the user's cache, scanned once a run."""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec
from peers import HOME, commit_all

from agent.facts import facts_for
from agent.layouts import layout_of
from agent.surroundings import Surroundings
from applier.facts import FileFacts
from applier.gates import check
from applier.layout import Layouts, Part
from applier.scope import Problem, Scope
from repo_scan import OutlineCache, Scan, open_cache, outline_texts, read_texts, scan_repository
from repo_scan.languages import language_of
from repo_scan.languages.part import Part as ScannedPart
from repo_scan.layouts import answer

Texts = Mapping[str, str]
#: The language of the paths with these endings is known.
ENDINGS = (".py", ".pyi", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")


@dataclass(frozen=True)
class Repository:
    """One release of one package."""

    name: str  # "click==8.1.8", "npm:rxjs@7.8.2"
    root: Path
    cache: OutlineCache = field(default_factory=open_cache)
    around: Surroundings[FileFacts] = field(default_factory=Surroundings)

    @cached_property
    def scan(self) -> Scan:
        """Everything in it, outlined deeply."""
        return scan_repository(self.root, commit="HEAD", cache=self.cache)

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every text of it."""
        return read_texts(self.root, "HEAD", (entry.path for entry in self.scan.inventory.files))

    @property
    def sources(self) -> dict[str, str]:
        """Those in a language that is known."""
        return {path: text for path, text in self.texts.items() if path.endswith(ENDINGS)}

    def prepare(self, texts: Iterable[tuple[str, str]]) -> None:
        """Outline texts, all at once, so that judging finds them known."""
        outline_texts({f"{number}/{path}": text for number, (path, text) in enumerate(texts)}, cache=self.cache)

    def judge(self, before: Texts, after: Texts) -> tuple[Problem, ...]:
        """What the gates say of a step that declares nothing."""
        scope = Scope(
            files=tuple(path for path in before if path in after),
            new=tuple(path for path in after if path not in before),
            delete=tuple(path for path in before if path not in after),
        )
        facts = facts_for(before, after, self.scan, self.cache, self.around)
        return check(before, after, replace(facts, layouts=_LayoutsHere(before, after)), scope)


@dataclass(frozen=True)
class _LayoutsHere:
    """What `LayoutsOf` tells, without a process for each step: these sources crash no parser."""

    before: Texts
    after: Texts

    def __call__(self, paths: Collection[str]) -> Layouts:
        sides = ({path: _layout(path, texts[path]) for path in paths} for texts in (self.before, self.after))
        return Layouts(*sides)


@lru_cache(maxsize=64)
def _layout(path: str, text: str) -> tuple[Part, ...]:
    payload = msgspec.msgpack.encode((language_of(path), text.encode("utf-8", "surrogatepass")))
    return layout_of(msgspec.msgpack.decode(answer(payload), type=tuple[ScannedPart, ...]))


def fetch(name: str) -> Repository:
    """A package of the Python index, or one of npm behind "npm:", as a repository of one commit."""
    root = HOME / "gates" / name.replace("npm:", "npm-").replace("/", "-")
    if not (root / ".git").exists():
        archive = _packed(name, HOME / "gates" / "packed" / root.name)
        unpacked = HOME / "gates" / "unpacked" / root.name
        with tarfile.open(archive) as content:
            content.extractall(unpacked, filter="data")
        (top,) = (path for path in unpacked.iterdir() if path.is_dir())
        if name.startswith("npm:"):
            _drop_builds(top)
        top.rename(root)
        commit_all(root)
    return Repository(name, root, around=Surroundings(root))


def _drop_builds(top: Path) -> None:
    """Take out what was made from the sources: the same again, in another form."""
    for path in top.iterdir():
        if path.is_dir() and path.name not in ("src", "lib", "test", "tests", "__tests__"):
            shutil.rmtree(path)
        elif path.is_file() and path.suffix in (*ENDINGS, ".map"):
            path.unlink()


def _packed(name: str, folder: Path) -> Path:
    """The archive of a package; its source distribution where it is one of Python."""
    folder.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "pack", "--silent", name.removeprefix("npm:")]
    package = name.partition("==")[0]  # its own build tools may come as they are
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", package, name]
    command = npm if name.startswith("npm:") else pip
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return next(path for path in folder.iterdir() if path.suffix in (".gz", ".tgz"))
