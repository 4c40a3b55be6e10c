"""What a rewrite obliges other files to, where an exact operation does it: they follow a name to where it went.

Computed on the repository as it was before the step, of which the step's own files are then left out: those the model
wrote. So a large test file is never rewritten by a model for the sake of three changed calls.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.desk import Desk
from agent.draft import Draft, Followed
from agent.facts import facts_of_texts
from agent.operations import Change, Request
from agent.operations.registry import apply_to
from agent.operations.repository import Repository
from agent.operations.sequence import after
from agent.plan import Step
from agent.worklog import LogEntry, count
from applier.facts import FileFacts
from applier.paths import protected

Texts = Mapping[str, str]
FactsByPath = Mapping[str, FileFacts]


@dataclass(frozen=True, slots=True)
class Way:
    """Where a definition went: from one qualified name of one file to another."""

    path: str
    name: str
    new_path: str
    new_name: str

    def __str__(self) -> str:
        return f"`{self.name}` of {self.path} to `{self.new_name}` of {self.new_path}"


def follow(draft: Draft, own: Texts, step: Step, desk: Desk) -> Followed:
    """The other files, with each use of what the step renamed or moved led to where that stands now.

    Nothing where a step may change one kind of thing alone, and of a way only all: where an operation cannot be sure,
    or a file may not be written, the gates speak as ever.
    """
    whole = all(path in draft.texts for path in (*step.files, *step.new))
    ways = _ways(draft, own, desk) if whole and not step.only else ()
    if not ways:
        return Followed()
    texts, mine = desk.read_all(), {*step.files, *step.new, *step.delete}
    repo, done, allow, touched = Repository(desk.scan, texts), list[str](), set[str](), set[str]()
    for way in ways:
        walked = _walk(way, repo, lambda change: _may(change, texts.keys(), mine, desk))
        if walked is not None:
            repo, changes = walked
            others = {path for change in changes for path in change.texts} - mine
            touched |= others
            allow |= {path for change in changes for path in change.allow}
            done += [_words(way, others, changes)] if others else []
    return Followed(
        before={path: texts[path] for path in sorted(touched)},
        after={path: repo.texts[path] for path in sorted(touched)},
        allow=tuple(sorted(allow - mine)),
        done=tuple(done),
    )


def _ways(draft: Draft, own: Texts, desk: Desk) -> Sequence[Way]:
    """What the log says of where names went, and top-level definitions that stand in another file of the step now."""
    texts = draft.after(own)
    before, now = facts_of_texts(own, desk.cache), facts_of_texts(texts, desk.cache)
    told = [way for entry in draft.log if (way := _told(entry)) and _went(way, before, now)]
    known = {(way.path, way.name) for way in told}
    moved = (way for way in _moves(before, now) if _is_as_it_was(way, own, before, texts, now))
    return (*told, *(way for way in moved if (way.path, way.name) not in known))


def _told(entry: LogEntry) -> Way | None:
    (path, _, name), (new_path, _, new_name) = entry.source.partition("::"), entry.to.partition("::")
    stays_inside = name.rpartition(".")[0] == new_name.rpartition(".")[0]  # of its class; a class takes all along
    fits = name and new_name and stays_inside and (path == new_path or "." not in name)
    return Way(path, name, new_path, new_name) if fits else None


def _went(way: Way, before: FactsByPath, now: FactsByPath) -> bool:
    """Whether the old name is gone, and the new one new."""
    fresh = _names(now, way.new_path) - _names(before, way.new_path)
    return way.name in _names(before, way.path) - _names(now, way.path) and way.new_name in fresh


def _moves(before: FactsByPath, now: FactsByPath) -> Iterator[Way]:
    homes = defaultdict[str, list[str]](list)
    for path in now:
        for name in _names(now, path) - _names(before, path):
            homes[name].append(path)
    for path, facts in before.items():
        imported = {item.binds for item in now[path].imports} if path in now else set()
        for symbol in facts.symbols:
            gone = "." not in symbol.name and symbol.name not in _names(now, path) | imported
            if gone and len(homes[symbol.name]) == 1:
                yield Way(path, symbol.name, homes[symbol.name][0], symbol.name)


def _is_as_it_was(way: Way, own: Texts, before: FactsByPath, texts: Texts, now: FactsByPath) -> bool:
    """Whether a definition only changed its file. What has but the name of one that is gone may be something else:
    there the log must say that it is the same."""
    old = _lines(before[way.path], way.name, own[way.path])
    return old == _lines(now[way.new_path], way.new_name, texts[way.new_path])


def _lines(facts: FileFacts, name: str, text: str) -> list[list[str]]:
    """The lines of a definition; of each, if it is defined several times."""
    lines = text.split("\n")
    return [lines[one.line - 1 : max(one.line, one.end_line)] for one in facts.symbols if one.name == name]


def _names(facts: FactsByPath, path: str) -> set[str]:
    return {symbol.name for symbol in facts[path].symbols} if path in facts else set()


def _walk(way: Way, repo: Repository, may: Callable[[Change], bool]) -> tuple[Repository, list[Change]] | None:
    """The repository after a way, and what that changed; None where it cannot be gone to its end."""
    changes = list[Change]()
    for request in _requests(way):
        change = apply_to(request, repo)
        if change.refused or not may(change):
            return None
        changes.append(change)
        repo = after(repo, change)
    return repo, changes


def _words(way: Way, others: Collection[str], changes: Sequence[Change]) -> str:
    words = f"{count(len(others), 'other file')} followed {way}: {', '.join(sorted(others))}"
    left = [f"{place.path}:{place.line} ({place.reason})" for change in changes for place in change.left]
    return f"{words}; left alone: {', '.join(left)}" if left else words


def _requests(way: Way) -> Iterator[Request]:
    last = way.new_name.rpartition(".")[2]
    if way.new_name != way.name:
        yield {"op": "rename", "symbol": f"{way.path}:{way.name}", "to": last}
    if way.new_path != way.path:
        yield {"op": "move", "symbols": [f"{way.path}:{last}"], "to": way.new_path}


def _may(change: Change, known: Collection[str], mine: set[str], desk: Desk) -> bool:
    """Whether the other files of a change are there to be changed, and may be."""
    allow, others = desk.job.settings.allow, {path: text for path, text in change.texts.items() if path not in mine}
    return all(
        text is not None
        and path in known
        and desk.job.covers(path)
        and (path in change.allow or not protected(path, allow))
        for path, text in others.items()
    )
