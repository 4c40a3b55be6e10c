"""Texts to outlines, by way of worker processes and the cache."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from repo_scan.cache import OutlineCache
from repo_scan.outline import Fault, Outline
from repo_scan.workers import Failure, run_jobs

_TARGET = "repo_scan.languages.jobs:outline"


@dataclass(frozen=True, slots=True)
class Content:
    """One text to be outlined."""

    path: str
    language: str
    text: str  # needed only where the cache does not know the blob
    blob: str  # equal for equal texts


def outline_contents(
    contents: Sequence[Content],
    cache: OutlineCache,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Outline]:
    """One outline for each content, by path, sorted; equal ones are parsed once."""
    done: dict[str, Outline] = {}
    wanted: dict[tuple[str, str], list[Content]] = {}
    for content in contents:
        known = cache.outline(content.path, content.language, content.blob)
        if known is not None:
            done[content.path] = known
        else:
            wanted.setdefault((content.language, content.blob), []).append(content)
    alike = list(wanted.values())
    payloads = [_payload(same[0]) for same in alike]
    if progress is not None:
        progress(len(done), len(contents))
    for index, answer in run_jobs(_TARGET, payloads, jobs=jobs):
        for content in alike[index]:
            done[content.path] = cache.outline(content.path, content.language, content.blob) or _keep(
                content, answer, cache
            )
        if progress is not None:
            progress(len(done), len(contents))
    return {path: done[path] for path in sorted(done)}


def _payload(content: Content) -> bytes:
    # A text from elsewhere than a file may hold lone surrogates; the parser shall say so, not the transport.
    return msgspec.msgpack.encode((content.path, content.language, content.text.encode("utf-8", "surrogatepass")))


def _keep(content: Content, answer: bytes | Failure, cache: OutlineCache) -> Outline:
    if isinstance(answer, Failure):  # not to be remembered for long: another time it may go well
        outline = Outline(content.path, content.language, faults=(Fault(0, f"the parser {answer.reason}"),))
        cache.keep_outline(content.blob, outline)
    else:
        outline = msgspec.msgpack.decode(answer, type=Outline)
        cache.keep_outline(content.blob, outline, answer)
    return outline
