"""What operations would do, one after the other, on texts in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from agent.operations.change import Change, Request
from agent.operations.registry import apply_to
from agent.operations.repository import Repository
from agent.operations.sequence import after
from repo_scan import Scan


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """An operation, what it would do, and how the files would differ."""

    request: Request
    change: Change
    diff: str


def rehearse(requests: Sequence[Request], scan: Scan, texts: Mapping[str, str]) -> Iterator[Rehearsed]:
    """Try operations; each builds on those before. Raises SettingsError."""
    repo = Repository(scan, texts)
    for request in requests:
        change = apply_to(request, repo)
        yield Rehearsed(request, change, "".join(_diff(repo.texts, change)))
        repo = after(repo, change)


def _diff(texts: Mapping[str, str], change: Change) -> Iterator[str]:
    for path, text in sorted(change.texts.items()):
        before, now = texts.get(path, "").splitlines(keepends=True), (text or "").splitlines(keepends=True)
        old = f"a/{path}" if path in texts else "/dev/null"
        new = f"b/{path}" if text is not None else "/dev/null"
        for line in unified_diff(before, now, old, new):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
