"""Which files no model gets to see or to rewrite, since they hold secrets; found out once for each content."""

import fnmatch
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from agent import secrets
from agent.secrets import Hit, find_secrets, secret_by_name
from agent.worklog import count
from repo_scan import Scan
from repo_scan.store import Store

Texts = Mapping[str, str]


class Withheld(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept from models, and what is shown to them all the same though a name in it gives pause."""

    files: dict[str, str] = {}  # path -> why
    notes: tuple[str, ...] = ()  # "src/a.py:12: a name like password"


def withhold(scan: Scan, texts: Texts, send: Sequence[str], store: Store | None) -> Withheld:
    """Go through all files of a scan, of which `texts` are those that can be read; what matches `send` may go."""
    blobs = {entry.path: entry.blob for entry in scan.inventory.files if not _may_go(entry.path, send)}
    named = {path: _BY_NAME for path in blobs if secret_by_name(path)}
    found = _hits({path: blob for path, blob in blobs.items() if path in texts and path not in named}, texts, store)
    held = {path: _reason(sure[0]) for path, hits in found.items() if (sure := [hit for hit in hits if hit.sure])}
    notes = [
        f"{path}:{hit.line}: {hit.kind}" for path, hits in sorted(found.items()) if path not in held for hit in hits
    ]
    return Withheld(files=dict(sorted({**named, **held}.items())), notes=tuple(notes))


def why_withheld(path: str, text: str, send: Sequence[str]) -> str:
    """Why a file must not go to a model; "" where it may."""
    if _may_go(path, send):
        return ""
    if secret_by_name(path):
        return _BY_NAME
    return next((_reason(hit) for hit in find_secrets(text) if hit.sure), "")


def without(scan: Scan, paths: Iterable[str]) -> Scan:
    """A scan whose summaries say nothing of some files."""
    hidden = set(paths)
    if not hidden:
        return scan
    return replace(scan, summaries={path: words for path, words in scan.summaries.items() if path not in hidden})


def withheld_lines(withheld: Withheld) -> Iterator[str]:
    """What the user must know of it: each file and why, and how many notes."""
    for path, reason in list(withheld.files.items())[:_TOLD]:
        yield f"not sent to a model: {path} ({reason})"
    if len(withheld.files) > _TOLD:
        yield f"not sent to a model: {count(len(withheld.files) - _TOLD, 'more file')}, which the report names"
    if withheld.notes:
        more = f", and {len(withheld.notes) - 1} more" if len(withheld.notes) > 1 else ""
        yield f"sent all the same, since the value beside it looks harmless: {withheld.notes[0]}{more}"


def _may_go(path: str, send: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(path, glob) or path == glob for glob in send)


_TOLD = 10
_BY_NAME = "by its name it holds keys or passwords"


def _reason(hit: Hit) -> str:
    return f"line {hit.line} looks like {hit.kind}"


def _hits(blobs: Mapping[str, str], texts: Texts, store: Store | None) -> dict[str, tuple[Hit, ...]]:
    keys = {path: f"{_finder()} {blob}" for path, blob in blobs.items()}
    known = _known(store.get(set(keys.values()))) if store else {}
    fresh: dict[str, bytes] = {}
    for path, key in keys.items():
        if key not in known:
            known[key] = find_secrets(texts[path])
            fresh[key] = msgspec.msgpack.encode(known[key])
    if store:
        store.put(fresh)
    return {path: known[key] for path, key in keys.items()}


def _known(stored: Mapping[str, bytes]) -> dict[str, tuple[Hit, ...]]:
    found = {}
    for key, data in stored.items():
        try:
            found[key] = msgspec.msgpack.decode(data, type=tuple[Hit, ...])
        except msgspec.MsgspecError:
            continue  # damaged: found out again
    return found


@cache
def _finder() -> str:
    """The very code that found them, so that another version finds anew."""
    return hashlib.sha1(Path(secrets.__file__).read_bytes(), usedforsecurity=False).hexdigest()[:12]
