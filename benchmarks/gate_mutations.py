"""Do the gates see a harm, and let a good rewrite be? Real sources, changed in one place each.

`python benchmarks/gate_mutations.py [--seed N] [--each N] [--differential]`. Prints a table of the harms of structure
by kind (98% are to be refused or asked about), one of harmless rewrites (1% at most may be refused), one of noise,
which is to be asked about, and one of mutants of operators and values, which no gate can be asked to see: those are for
the differential check. What was passed, and what was refused or asked about without need, is listed in
gates/passed.txt and gates/alarms.txt for reading.
"""

import argparse
import ast
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from gate_differential import Mutant, Told, interpreter, print_table, tried
from gate_sources import Repository, Texts, fetch
from rewriting import python_harms, python_rewrites, python_values, web_harms, web_rewrites, web_values
from rewriting.change import Change
from rewriting.python_names import is_private
from rewriting.python_source import Source
from rewriting.web_source import WebSource

from applier.scope import Problem
from repo_scan.paths import is_test

HERE = Path(__file__).parent / "gates"
PYTHON = (
    *("attrs==25.3.0", "flask==3.1.0", "requests==2.32.3", "marshmallow==3.26.1", "rich==14.0.0", "packaging==25.0"),
    *("httpx==0.28.1", "tenacity==9.1.2", "paramiko==3.5.0", "sqlparse==0.5.3", "beets==2.2.0"),
)
WEB = (
    *("npm:@reduxjs/toolkit@2.6.1", "npm:rxjs@7.8.2", "npm:zod@3.25.76", "npm:eslint@9.24.0", "npm:axios@1.8.4"),
    *("npm:@tanstack/react-query@5.66.0", "npm:@tanstack/query-core@5.66.0"),
)
GROUPS = ("harms", "harmless", "values")
NOISE = "imports in another order"  # harms nothing, and is no part of any other change: gate 10 is to ask
VERDICTS = ("refuse", "ask", "note", "silent")
LONGEST = 60_000  # characters of a file that is taken
#: What a harm may hide behind.
COVERS = ("docstring added", "comment added", "local renamed", "JSDoc added")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One change of one file of one repository."""

    repository: int
    path: str
    group: str
    language: str  # "py" or "web"
    change: Change
    cover: Change | None = None  # the rewrite that it comes with


@dataclass(frozen=True, slots=True)
class Judged:
    """A change, and what was said of it."""

    candidate: Candidate
    problems: tuple[Problem, ...]

    @property
    def verdict(self) -> str:
        """The gravest word."""
        return next((word for word in VERDICTS if any(one.severity == word for one in self.problems)), "silent")


def candidates(number: int, repository: Repository, rng: random.Random, files: int) -> Iterator[Candidate]:
    """Every change of some of a repository's files."""
    fit = [path for path, text in sorted(repository.sources.items()) if 200 < len(text) < LONGEST]
    others = "\n".join(repository.sources.values())
    for path in sorted(rng.sample(fit, min(files, len(fit)))):
        text = repository.sources[path]
        for group, change in _changes(path, text):
            if change.kind == "private function renamed" and not is_private(change, text, others.replace(text, "")):
                continue
            language = "py" if path.endswith((".py", ".pyi")) else "web"
            yield Candidate(number, path, "noise" if change.kind == NOISE else group, language, change)


def _changes(path: str, text: str) -> Iterator[tuple[str, Change]]:
    if path.endswith((".py", ".pyi")):
        try:
            source = Source.of(path, text)
        except SyntaxError:
            return
        makers: tuple[Callable[[Source], Iterator[Change]], ...] = (
            *(python_harms.harms, python_rewrites.rewrites, python_values.value_mutants),
        )
        for group, make in zip(GROUPS, makers if source.is_plain else (), strict=False):
            yield from ((group, change) for change in make(source))
        return
    web = WebSource.of(path, text)
    for group, of_web in zip(GROUPS, (web_harms.harms, web_rewrites.rewrites, web_values.value_mutants), strict=True):
        yield from ((group, change) for change in (of_web(web) if web is not None else ()))


def drawn(found: Sequence[Candidate], each: int, rng: random.Random) -> list[Candidate]:
    """At most so many of a kind, and a third of the harms behind a harmless rewrite of the same file."""
    kinds: dict[tuple[str, str, str], list[Candidate]] = defaultdict(list)
    covers: dict[tuple[int, str], list[Change]] = defaultdict(list)
    for one in found:
        kinds[one.group, one.language, one.change.kind].append(one)
        if one.change.kind in COVERS:
            covers[one.repository, one.path].append(one.change)
    taken: list[Candidate] = []
    for key in sorted(kinds):
        for one in rng.sample(kinds[key], min(each, len(kinds[key]))):
            taken.append(_covered(one, covers[one.repository, one.path], rng) if one.group == "harms" else one)
    return taken + _several([one for one in found if one.group == "harmless"], each, rng)


def _several(harmless: Sequence[Candidate], each: int, rng: random.Random) -> list[Candidate]:
    """Up to five harmless rewrites of one file at once, of which at most one brings a file."""
    files: dict[tuple[int, str], list[Candidate]] = defaultdict(list)
    for one in harmless:
        files[one.repository, one.path].append(one)
    made: list[Candidate] = []
    for key in rng.sample(sorted(files), min(4 * each, len(files))):
        first, *more = rng.sample(files[key], min(20, len(files[key])))
        whole, kinds = first.change, {first.change.kind}
        for one in more:
            joined = whole.joined(one.change)
            if len(kinds) < 5 and one.change.kind not in kinds and joined and len(joined.new) < 2:
                whole, kinds = joined, kinds | {one.change.kind}
        whole = Change("several at once", whole.line, whole.edits, whole.new)
        made.append(Candidate(*key, first.group, first.language, whole))
    return made


def _covered(one: Candidate, covers: Sequence[Change], rng: random.Random) -> Candidate:
    cover = rng.choice(covers) if covers and rng.random() < 0.35 else None
    if cover is None or one.change.joined(cover) is None:
        return one
    return Candidate(one.repository, one.path, one.group, one.language, one.change, cover)


def _after(text: str, one: Candidate) -> dict[str, str]:
    """The texts after a change; its cover may bring no file."""
    whole = one.change.joined(one.cover) if one.cover else one.change
    assert whole is not None
    return {one.path: whole.apply(text), **whole.new}


_REPOSITORIES: list[Repository] = []  # for the processes that judge


def judge(one: Candidate) -> Judged:
    """What the gates say of one change, apart from what they say of its cover alone."""
    repository = _REPOSITORIES[one.repository]
    before: Texts = {one.path: repository.texts[one.path]}
    problems = repository.judge(before, _after(before[one.path], one))
    if one.cover is not None:
        known = {(each.gate, each.message) for each in _of_cover(one)}
        problems = tuple(each for each in problems if (each.gate, each.message) not in known)
    return Judged(one, problems)


def _of_cover(one: Candidate) -> tuple[Problem, ...]:
    repository = _REPOSITORIES[one.repository]
    text = repository.texts[one.path]
    return repository.judge({one.path: text}, {one.path: one.cover.apply(text) if one.cover else text})


def judged(taken: Sequence[Candidate], jobs: int) -> list[Judged]:
    """All of them, in order."""
    for number, repository in enumerate(_REPOSITORIES):
        own = [one for one in taken if one.repository == number]
        texts = [item for one in own for item in _after(repository.texts[one.path], one).items()]
        texts += [(one.path, repository.texts[one.path]) for one in own]
        texts += [(one.path, one.cover.apply(repository.texts[one.path])) for one in own if one.cover]
        repository.prepare(texts)
        repository.cache.store = None  # no database is shared among processes
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        return list(pool.map(judge, taken, chunksize=16))


def table(group: str, results: Sequence[Judged]) -> None:
    """A line a kind, and one for all."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    gates: dict[str, Counter[str]] = defaultdict(Counter)
    for one in results:
        key = f"{one.candidate.language} {one.candidate.change.kind}"
        rows[key][one.verdict] += 1
        gates[key].update({each.gate for each in one.problems})
    print(f"\n{group:<44} {'all':>5} {'refused':>8} {'asked':>6} {'noted':>6} {'passed':>7}   gates")
    for key in sorted(rows):
        _row(key, rows[key], ", ".join(f"{gate} {count}" for gate, count in gates[key].most_common()))
    total = sum(rows.values(), Counter[str]())
    _row("all", total, "")
    seen, every = total["refuse"] + total["ask"], sum(total.values())
    print(f"{seen / every:.1%} refused or asked about, {total['refuse'] / every:.1%} refused")


def _row(name: str, counts: Counter[str], gates: str) -> None:
    numbers = [sum(counts.values()), *(counts[word] for word in VERDICTS)]
    print("{:<44} {:>5} {:>8} {:>6} {:>6} {:>7}   {}".format(name, *numbers, gates))


def listing(results: Iterable[Judged]) -> str:
    """A line for each: where, what, and what was said."""
    return "".join(f"{line}\n" for one in results for line in _listed(one))


def _listed(one: Judged) -> Iterator[str]:
    candidate, repository = one.candidate, _REPOSITORIES[one.candidate.repository]
    line = repository.texts[candidate.path].split("\n")[candidate.change.line - 1].strip()
    cover = f" (with: {candidate.cover.kind})" if candidate.cover else ""
    yield f"{repository.name} {candidate.path}:{candidate.change.line}  {candidate.change.kind}{cover}  | {line[:100]}"
    yield from (f"    {problem.severity}: {problem}"[:400] for problem in one.problems if problem.severity != "note")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20_270_101)
    parser.add_argument("--each", type=int, default=16, help="changes of a kind, at most")
    parser.add_argument("--files", type=int, default=40, help="files of a package, at most")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--differential", action="store_true", help="run the differential check on value mutants")
    given = parser.parse_args()
    started = time.perf_counter()
    rng = random.Random(given.seed)
    _REPOSITORIES[:] = [fetch(name) for name in (*PYTHON, *WEB)]
    found = [
        one
        for number, repository in enumerate(_REPOSITORIES)
        for one in candidates(number, repository, rng, given.files)
    ]
    results = judged(drawn(found, given.each, rng), given.jobs)
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in results:
        groups[one.candidate.group].append(one)
    for group in sorted(groups):
        table(group, groups[group])
    HERE.mkdir(exist_ok=True)
    passed, alarms = ("note", "silent"), ("refuse", "ask")
    (HERE / "passed.txt").write_text(listing(one for one in groups["harms"] if one.verdict in passed), "utf-8")
    (HERE / "alarms.txt").write_text(listing(one for one in groups["harmless"] if one.verdict in alarms), "utf-8")
    if given.differential:
        differential([one.candidate for one in groups["values"]], "drawn from all")
        mutants = [one for one in found if one.group == "values" and is_within_reach(one)]
        differential(rng.sample(mutants, min(6 * given.each, len(mutants))), "in functions at the top of their module")
    print(f"{time.perf_counter() - started:.0f} s")


def is_within_reach(one: Candidate) -> bool:
    """Whether a mutant stands in a function that belongs to no class and is there for no test."""
    if one.language != "py" or is_test(one.path):
        return False
    tree = ast.parse(_REPOSITORIES[one.repository].texts[one.path])
    tops = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return any(node.lineno <= one.change.line <= (node.end_lineno or 0) for node in tops)


def differential(mutants: Sequence[Candidate], which: str) -> None:
    """Mutants of Python, whatever the gates said of them, given to the differential check."""
    python = interpreter(PYTHON)
    told: list[Told] = []
    for number, repository in enumerate(_REPOSITORIES):
        own = [one for one in mutants if one.repository == number and one.language == "py"]
        texts = [one.change.apply(repository.texts[one.path]) for one in own]
        made = [Mutant(one.change.kind, one.path, one.change.line, text) for one, text in zip(own, texts, strict=True)]
        told += tried(repository, made, python) if made else ()
    print_table(which, told)
    with (HERE / "mutants.txt").open("a", encoding="utf-8") as file:
        file.writelines(f"{one.verdict} {one.mutant} {one.why}\n" for one in told)


if __name__ == "__main__":
    main()
