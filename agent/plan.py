"""The plan: ordered levels of steps, from an outline that is checked before anything is written."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from typing import Any, Literal

import msgspec

from agent.operations import check_request
from agent.outline import OutlineEntry
from agent.owners import circle
from agent.splitting import split_entries
from agent.worklog import one_line
from applier.forms import KINDS
from applier.paths import is_inside, protected
from repo_scan import Graph, Scan

SCHEMA = 1
STEP_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")  # names files of the journal
StepKind = Literal["rewrite", "operation"]


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One module rewrite, or one operation."""

    id: str  # "S01"
    title: str
    kind: StepKind = "rewrite"
    files: tuple[str, ...] = ()  # to be rewritten; an operation's files are computed when it starts
    new: tuple[str, ...] = ()  # to be created
    delete: tuple[str, ...] = ()  # to be deleted
    only: tuple[str, ...] = ()  # what alone may change: "docstrings", "imports", ...
    op: dict[str, Any] | None = None
    criteria: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()  # ids of steps that come before it for more than their imports

    @property
    def paths(self) -> frozenset[str]:
        """The files that it was planned for, or that its operation names."""
        values = (self.op or {}).values()
        named = [str(word) for value in values for word in (value if isinstance(value, (list, tuple)) else [value])]
        return frozenset((*self.files, *self.new, *self.delete, *(word.partition(":")[0] for word in named)))

    @property
    def module(self) -> str:
        """What a reader calls the step's place: its first file, or the operation."""
        return str(self.op["op"]) if self.op else next(iter(self.files + self.new + self.delete), "")


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps that do not depend on each other; no file has two owners in it."""

    steps: tuple[Step, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan file, and the plan in memory."""

    schema: int = SCHEMA
    goal: str = ""
    base: str = ""
    levels: tuple[Level, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order."""
        return tuple(step for level in self.levels for step in level.steps)


@dataclass(frozen=True, slots=True)
class Drafted:
    """What an outline came to: a plan, or what is wrong with it in words fit to send back."""

    plan: Plan
    problems: tuple[str, ...]
    said: tuple[str, ...] = ()  # what the user should know of it


def plan_from_outline(
    lines: Iterable[str], scan: Scan, goal: str, base: str, allow: Sequence[str] = (), most_lines: int | None = None
) -> Drafted:
    """Read an outline block's lines and check them against the scan; steps of more than `most_lines` are split."""
    entries, problems = read_outline(lines)
    problems += check_entries(entries, scan, allow)
    if problems:
        return Drafted(Plan(goal=goal, base=base), problems)
    entries, said = split_entries(entries, scan, most_lines)
    return Drafted(Plan(goal=goal, base=base, levels=arrange(entries, scan.graph)), (), said)


def read_outline(lines: Iterable[str]) -> tuple[tuple[OutlineEntry, ...], tuple[str, ...]]:
    """Entries of the lines that can be read, and a sentence for each that cannot."""
    entries, problems = [], []
    for line in lines:
        if not line.strip():
            continue
        try:
            entries.append(msgspec.json.decode(line, type=OutlineEntry))
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            problems.append(f"The outline line {line.strip()[:80]!r} cannot be read: {error}.")
    return tuple(entries), tuple(problems)


def check_entries(entries: Sequence[OutlineEntry], scan: Scan, allow: Sequence[str] = ()) -> tuple[str, ...]:
    """Everything wrong with an outline: names, paths, sizes, dependencies, operations."""
    problems = [
        f"Two steps are called {entry.step!r}; give each a name of its own."
        for position, entry in enumerate(entries)
        if entry.step in {other.step for other in entries[:position]}
    ]
    names = {entry.step for entry in entries}
    paths = [*(file.path for file in scan.inventory.files), *_made(entries)]
    for entry in entries:
        strangers = sorted(set(entry.depends_on) - names)
        problems += [f"Step {entry.step} depends on {name!r}, which is no step of this outline." for name in strangers]
        problems += _check_only(entry)
        problems += check_request(entry.op, paths) if entry.op is not None else _check_files(entry, scan, paths, allow)
    if not problems and _order(entries, {}) is None:
        names_in_it = ", ".join(circle(entries))
        problems.append(f"The steps {names_in_it} depend on each other in a circle; take one dependency out.")
    return tuple(problems)


def _made(entries: Sequence[OutlineEntry]) -> Iterator[str]:
    """Files that operations of the outline bring, for the steps that come after them."""
    for entry in entries:
        if entry.op is not None and str(entry.op.get("to", "")).endswith(".py"):
            yield str(entry.op["to"])


def _check_only(entry: OutlineEntry) -> list[str]:
    known = ", ".join(KINDS)
    problems = [
        f"Step {entry.step}: there is no kind of change {kind!r}; `only` takes {known}."
        for kind in entry.only
        if kind not in KINDS
    ]
    if entry.only and (entry.new or entry.delete):
        limit = f"only {' and '.join(entry.only)} may change in it"
        problems.append(f"Step {entry.step}: {limit}, so it cannot create or delete files; leave out `only` or those.")
    return problems


def _check_files(entry: OutlineEntry, scan: Scan, paths: Collection[str], allow: Sequence[str]) -> list[str]:
    tokens = {file.path: file.tokens for file in scan.inventory.files}
    skipped = {skip.path: skip.reason for skip in scan.inventory.skipped}
    problems = []
    if not entry.files and not entry.new and not entry.delete:
        problems.append(f"Step {entry.step} names no files and no operation.")
    for path in entry.files + entry.delete:
        if path in skipped:
            problems.append(f"Step {entry.step}: {path} cannot be rewritten ({skipped[path]}); leave it out.")
        elif path not in paths:
            meant = "".join(f" (or is it {other}?)" for other in get_close_matches(path, paths, 1, 0.8))
            problems.append(
                f"Step {entry.step}: there is no file {path}{meant}; name it under new, or correct the path."
            )
    problems += [
        f"Step {entry.step}: {path} is there already; name it under files, not new."
        for path in entry.new
        if path in tokens
    ]
    problems += [
        f"Step {entry.step}: {path!r} is no path inside the repository; name it from the top of the repository."
        for path in entry.new
        if not is_inside(path) and not protected(path, ["**"])
    ]
    for path in entry.files + entry.new + entry.delete:
        if reason := protected(path, allow):
            problems.append(f"Step {entry.step}: {path} may not be written ({reason}); leave it out.")
    whole = sum(tokens.get(path, 0) for path in entry.files)
    if whole > scan.budget and len(entry.files) > 1:
        problems.append(
            f"Step {entry.step} holds {whole} tokens of files, over the {scan.budget} a step may have; split it."
        )
    return problems


def arrange(entries: Sequence[OutlineEntry], graph: Graph) -> tuple[Level, ...]:
    """Levels of steps: what a step depends on lies in a level before it, imported before importer where nothing else
    is said; an operation is a level of its own; no file has two owners in one level."""
    wishes = _import_wishes(entries, graph)
    order = _order(entries, wishes) or _order(entries, {}) or list(entries)
    levels: list[list[OutlineEntry]] = []
    place: dict[str, int] = {}
    for entry in order:
        before = [place[name] for name in (*entry.depends_on, *wishes.get(entry.step, ())) if name in place]
        at = max(before, default=-1) + 1
        at = max([at, *(index + 1 for index, level in enumerate(levels) if _must_follow(entry, level))])
        while len(levels) <= at:
            levels.append([])
        levels[at].append(entry)
        place[entry.step] = at
    ids = {entry.step: f"S{number:02d}" for number, entry in enumerate(chain.from_iterable(levels), start=1)}
    return tuple(Level(tuple(_step(entry, ids) for entry in level)) for level in levels if level)


def _must_follow(entry: OutlineEntry, level: Sequence[OutlineEntry]) -> bool:
    owned = {path for other in level for path in other.files + other.new + other.delete}
    alone = entry.op is not None or any(other.op is not None for other in level)
    return bool(level) and (alone or bool(owned & {*entry.files, *entry.new, *entry.delete}))


def _import_wishes(entries: Sequence[OutlineEntry], graph: Graph) -> dict[str, set[str]]:
    """For each step the steps that own files it imports."""
    owners: dict[str, set[str]] = {}
    for entry in entries:
        for path in entry.files:
            owners.setdefault(path, set()).add(entry.step)
    return {
        entry.step: {
            owner
            for path in entry.files
            for imported in graph.imports_of(path)
            for owner in owners.get(imported, ())
            if owner != entry.step
        }
        for entry in entries
    }


def _order(entries: Sequence[OutlineEntry], wishes: Mapping[str, set[str]]) -> list[OutlineEntry] | None:
    """Entries so that each follows what it needs, otherwise as given; None where they need each other in a circle."""
    waiting, done, order = list(entries), set[str](), list[OutlineEntry]()
    while waiting:
        ready = next(
            (entry for entry in waiting if {*entry.depends_on, *wishes.get(entry.step, ())} <= done | {entry.step}),
            None,
        )
        if ready is None:
            return None
        waiting.remove(ready)
        order.append(ready)
        done.add(ready.step)
    return order


def _step(entry: OutlineEntry, ids: Mapping[str, str]) -> Step:
    return Step(
        id=ids[entry.step],
        title=one_line(entry.title)[:200],
        kind="operation" if entry.op is not None else "rewrite",
        files=entry.files,
        new=entry.new,
        delete=entry.delete,
        only=entry.only,
        op=entry.op,
        criteria=entry.criteria,
        depends_on=tuple(ids[name] for name in entry.depends_on),
    )
