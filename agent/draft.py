"""What a step has written so far: whole files, a log, and the anchors it restated. Grows answer by answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.plan import Step
from agent.sources import Versions, check_sources
from agent.worklog import EntryType, LogEntry, read_log
from applier.blocks import Block, BrokenBlock
from applier.endings import settle_ending
from applier.fence import BlockKind, Expected
from applier.scope import Declared, Problem
from applier.unwrap import unwrap

Texts = Mapping[str, str]
_NAMES: dict[BlockKind, str] = {
    "anchor": "The block that restates the constraints",
    "file": "The block for {}",
    "new": "The block for the new file {}",
    "delete": "The block that deletes {}",
    "log": "The log block",
}


@dataclass(frozen=True, slots=True)
class Followed:
    """Files outside of a step that exact operations led to where a name went."""

    before: Texts = field(default_factory=dict)
    after: Texts = field(default_factory=dict)
    allow: tuple[str, ...] = ()  # of them, those that decide what runs, in which names changed and no more
    done: tuple[str, ...] = ()  # a sentence for each name


@dataclass(frozen=True, slots=True)
class Draft:
    """One step's work before it is accepted."""

    texts: Mapping[str, str | None] = field(default_factory=dict)  # None deletes
    log: tuple[LogEntry, ...] = ()
    logged: bool = False  # a log block came, be it empty
    anchors: frozenset[str] = frozenset()  # ids restated
    sources: int = 0  # places that the log named
    false_sources: int = 0  # of them, those that are not there
    followed: Followed = Followed()

    def after(self, before: Texts) -> dict[str, str]:
        """All texts of the step as they would be."""
        whole: dict[str, str | None] = {**before, **self.texts, **self.followed.after}
        return {path: text for path, text in whole.items() if text is not None}

    def changes(self, before: Texts) -> dict[str, str | None]:
        """Only what differs from before."""
        texts = {**self.texts, **self.followed.after}
        return {path: text for path, text in texts.items() if before.get(path) != text}

    @property
    def declared_words(self) -> tuple[str, ...]:
        """What the log declares removed or changed, a line each, and which files followed: the report and the commit
        must say it."""
        kinds = ("removed", "changed")
        declared = (f"{entry.type} {entry.source}: {entry.text}" for entry in self.log if entry.type in kinds)
        return (*declared, *self.followed.done)

    def declared(self, kind: EntryType) -> tuple[Declared, ...]:
        """What the log declares `removed` or `changed`: source `path::name`, with a reason."""
        pairs = ((entry, *entry.source.partition("::")) for entry in self.log if entry.type == kind)
        return tuple(Declared(path, name, entry.text) for entry, path, _, name in pairs)


def expected_blocks(step: Step, anchors: bool) -> tuple[Expected, ...]:
    """The blocks that a step's reply must hold, in order: anchor, files, log."""
    kinds: list[tuple[str, str | None]] = [("anchor", None)] if anchors else []
    kinds += [("file", path) for path in step.files]
    kinds += [("new", path) for path in step.new]
    kinds += [("delete", path) for path in step.delete]
    return numbered((*kinds, ("log", None)))


def numbered(kinds: Sequence[tuple[str, str | None]]) -> tuple[Expected, ...]:
    """Blocks numbered from 01."""
    return tuple(Expected(number, kind, path) for number, (kind, path) in enumerate(kinds, start=1))  # type: ignore[arg-type]


def take(draft: Draft, blocks: Iterable[Block], before: Texts, step: str) -> tuple[Draft, tuple[Problem, ...]]:
    """The draft with more blocks in it, and what in them cannot be read."""
    problems: list[Problem] = []
    for block in blocks:
        match block.kind:
            case "anchor":
                draft = replace(draft, anchors=draft.anchors | _restated(block))
            case "log":
                entries, unread = read_log(block.body.split("\n"), step)
                draft = replace(draft, log=draft.log + entries, logged=True)
                problems += [Problem("blocks", "note", None, 0, sentence) for sentence in unread]
            case _ if block.path is not None:
                draft = replace(draft, texts={**draft.texts, block.path: _text(block, before)})
            case _:
                pass
    return draft, tuple(problems)


def receive(
    draft: Draft,
    expected: Sequence[Expected],
    blocks: Iterable[Block],
    broken: Iterable[BrokenBlock],
    before: Texts,
    step: str,
    ending: str,
) -> tuple[Draft, tuple[Problem, ...]]:
    """The draft with a reply in it, and what gate 1 says: what did not come, came twice, was not asked for."""
    broken, asked = tuple(broken), {(block.kind, block.path) for block in expected}
    doubled = {(part.kind, part.path): part.reason for part in broken if part.doubled}
    reasons = {(part.kind, part.path): part.reason for part in broken} | doubled
    taken = [block for block in blocks if (block.kind, block.path) not in doubled]
    draft, unread = take(draft, taken, before, step)
    got = {(block.kind, block.path) for block in taken}
    lacking = (block for block in expected if (block.kind, block.path) not in got)
    strange = [part for part in broken if (part.kind, part.path) not in asked]
    missing = tuple(_lacking(block, reasons.get((block.kind, block.path)), ending, strange) for block in lacking)
    unasked = tuple(Problem("blocks", "note", part.path, 0, f"{part.reason} It was left out.") for part in strange)
    return draft, (*unread, *missing, *unasked, *_late(taken))


def _late(taken: Sequence[Block]) -> tuple[Problem, ...]:
    """Said of constraints that were restated when files were written already."""
    if not any(block.kind == "anchor" for block in taken[1:]):
        return ()
    return (Problem("blocks", "note", None, 0, "The constraints were restated after other blocks, not before them."),)


def proven(draft: Draft, earlier: Draft, versions: Versions) -> tuple[Draft, tuple[Problem, ...]]:
    """The draft without those sources of its newer log entries that are not there, and what is said of them."""
    old = len(earlier.log)
    checked = check_sources(draft.log[old:], versions)
    draft = replace(
        draft,
        log=draft.log[:old] + checked.entries,
        sources=draft.sources + checked.named,
        false_sources=draft.false_sources + len(checked.false),
    )
    words = "The log names the source {}, which is not there; it was left out."
    return draft, tuple(Problem("log", "note", None, 0, words.format(source)) for source in checked.false)


def _lacking(block: Expected, fault: str | None, ending: str, strange: Sequence[BrokenBlock]) -> Problem:
    """A block that is to be sent: it came with a fault, or did not come, perhaps since another was sent for it."""
    instead = next((part for part in strange if part.kind == block.kind or part.path == block.path), None)
    other = f"; it holds a block of kind {instead.kind} for {instead.path}, which nobody asked for" if instead else ""
    words = fault or f"{_NAMES[block.kind].format(block.path)} is missing: {ending}{other}. Give it whole."
    return Problem("blocks", "refuse", block.path, 0, words)


def _restated(block: Block) -> frozenset[str]:
    """Ids before the colon of each line that has words after it; "A1: ok" says nothing."""
    pairs = (line.partition(":") for line in block.body.split("\n"))
    return frozenset(name.strip().strip("*`-. ") for name, _, words in pairs if len(words.split()) > 1)


def _text(block: Block, before: Texts) -> str | None:
    if block.kind == "delete":
        return None
    original = before.get(block.path or "")
    return settle_ending(unwrap(block.body, original), original)
