"""What the differential check finds of mutants of operators and values, which the gates cannot be asked to see."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gate_sources import Repository
from peers import HOME

from agent.differential.stage import Place, compare_versions
from agent.settings import Settings
from applier.scope import Scope
from applier.workspace import Workspace

#: found: a call that shows it. missed: functions that come to it were called, all alike. apart: none could be called.
Verdict = Literal["found", "missed", "apart"]
_RUN = "gate-mutations"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One file with one other operator or value."""

    kind: str
    path: str
    line: int
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind}:"


@dataclass(frozen=True, slots=True)
class Told:
    """A mutant, and what came of it."""

    mutant: Mutant
    verdict: Verdict
    why: str  # what is said of it: the difference, or why nothing could be called


def interpreter(packages: Iterable[str]) -> Path:
    """A Python that can import what the packages do; they are installed, too, but their repositories come first."""
    folder = HOME / "gates" / "venv"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


def tried(repository: Repository, mutants: Sequence[Mutant], python: Path) -> Iterator[Told]:
    """What the check says of each mutant of a repository, one after the other."""
    settings = Settings(test=f"{python} -m pytest")
    with Workspace.open(repository.root, _RUN, f"overhaul/{_RUN}", "HEAD") as workspace:
        place = Place(workspace, settings, repository.scan, workspace.head)
        for mutant in mutants:
            yield _told(mutant, repository.texts[mutant.path], place)
            workspace.undo()


def _told(mutant: Mutant, before: str, place: Place) -> Told:
    place.workspace.apply({mutant.path: mutant.after})
    scope = Scope(files=(mutant.path,))
    compared = compare_versions({mutant.path: before}, {mutant.path: mutant.after}, place, scope)
    if compared.problems:
        return Told(mutant, "found", compared.problems[0].message)
    if compared.functions:
        return Told(mutant, "missed", ", ".join(compared.functions))
    return Told(mutant, "apart", "; ".join(why for _, why in compared.skipped[:1]) or "no function of the module")


def print_table(which: str, results: Sequence[Told]) -> None:
    """A line a kind, and the two fractions."""
    kinds = sorted({one.mutant.kind for one in results})
    print(f"\n{f'mutants {which}':<52} {'all':>5} {'called':>8} {'found':>6}")
    for kind in (*kinds, "all"):
        counts = Counter(one.verdict for one in results if kind in (one.mutant.kind, "all"))
        called = counts["found"] + counts["missed"]
        print(f"{kind:<52} {sum(counts.values()):>5} {called:>8} {counts['found']:>6}")
    found = sum(one.verdict == "found" for one in results)
    called = sum(one.verdict != "apart" for one in results)
    print(f"{found / max(called, 1):.1%} of those that a call can reach are found, {found / len(results):.1%} of all")
