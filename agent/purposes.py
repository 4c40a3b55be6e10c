"""What each file is for, in a line by a model: which lines are known by content, and which are to be asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from agent.settings import Settings
from repo_scan import Scan
from repo_scan.store import Store
from repo_scan.tokens import estimate_tokens

VERSION = "1"  # raise it whenever the same file would be asked for another line
LONGEST = 6000  # characters of a file that are shown
MOST_FILES = 40  # of one request


@dataclass(frozen=True, slots=True)
class Described:
    """One file that is to be described, as far as it is shown."""

    path: str
    blob: str
    text: str

    @property
    def tokens(self) -> int:
        """What it takes of a prompt."""
        return estimate_tokens(f"{self.path}\n{self.text}")


@dataclass(frozen=True, slots=True)
class Purposes:
    """Lines by blob id, and the files that had none at first, in the portions in which to ask for them."""

    known: Mapping[str, str] = field(default_factory=dict)
    batches: tuple[tuple[Described, ...], ...] = ()


def look_up(
    scan: Scan, texts: Mapping[str, str], paths: Iterable[str], settings: Settings, store: Store | None
) -> Purposes:
    """What is known of the files at `paths`, all of which a prompt can show, and what is not.

    An empty one needs no line.
    """
    if settings.summaries != "model":
        return Purposes()
    blobs, model = {entry.path: entry.blob for entry in scan.inventory.files}, settings.model_for("small")
    files = {blobs[path]: path for path in sorted(paths, reverse=True) if texts[path].strip()}  # equal ones once
    known = _known(store, model, files)
    waiting = [Described(path, blob, _shown(texts[path])) for blob, path in files.items() if blob not in known]
    room = settings.caps_of(model).context_tokens * 6 // 10
    return Purposes(known, tuple(_batches(sorted(waiting, key=lambda file: file.path), room)))


def keep(store: Store | None, model: str, lines: Mapping[str, str]) -> None:
    """Remember lines of a model, by blob id."""
    if store is not None:
        store.put({_key(model, blob): line.encode() for blob, line in lines.items()})


def told(scan: Scan, lines: Mapping[str, str]) -> Scan:
    """A scan whose summaries begin with these lines in place of what the outline says."""
    own = {
        entry.path: lines[entry.blob]
        for entry in scan.inventory.files
        if entry.blob in lines and entry.path in scan.summaries
    }
    if not own:
        return scan
    changed = {path: replace(scan.summaries[path], role=line) for path, line in own.items()}
    return replace(scan, summaries={**scan.summaries, **changed})


def _known(store: Store | None, model: str, blobs: Iterable[str]) -> dict[str, str]:
    keys = {_key(model, blob): blob for blob in blobs}
    known: dict[str, str] = {}
    for key, data in (store.get(keys) if store else {}).items():
        with suppress(UnicodeDecodeError):  # damaged: asked for again
            known[keys[key]] = data.decode()
    return known


def _key(model: str, blob: str) -> str:
    return f"purpose {VERSION} {model} {blob}"


def _shown(text: str) -> str:
    """The beginning of a file, up to the end of a line, and how much more there is."""
    if len(text) <= LONGEST:
        return text
    head = text[: text.rfind("\n", 0, LONGEST) + 1] or f"{text[:LONGEST]}\n"
    return f"{head}(… and {len(text) - len(head):,} characters more)\n"


def _batches(files: Sequence[Described], room: int) -> Iterator[tuple[Described, ...]]:
    """Portions that a prompt can hold; a file that is too large alone goes alone."""
    batch: list[Described] = []
    left = room
    for file in files:
        if batch and (len(batch) == MOST_FILES or file.tokens > left):
            yield tuple(batch)
            batch, left = [], room
        batch.append(file)
        left -= file.tokens
    if batch:
        yield tuple(batch)
