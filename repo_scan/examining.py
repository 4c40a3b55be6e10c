"""Contents to facts, by way of the cache and worker processes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from repo_scan.cache import OutlineCache
from repo_scan.facts import Facts
from repo_scan.languages.jobs import Job
from repo_scan.outline import Fault, Outline
from repo_scan.workers import Failure, run_jobs

_TARGET = "repo_scan.languages.jobs:examine"


@dataclass(frozen=True, slots=True)
class Content:
    """One content to be examined."""

    path: str
    language: str | None
    blob: str  # equal for equal contents
    data: bytes
    is_text: bool = False  # UTF-8 whatever it says of itself, and to be looked at closely


def examine(
    contents: Iterable[Content],
    cache: OutlineCache,
    *,
    deep: bool = True,
    jobs: int | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> Iterator[tuple[Content, Facts]]:
    """The facts of each content, in no particular order. Equal ones are examined once, known ones not at all.

    `meanwhile` is called while the first worker starts, if there is any need for one.
    """
    sent: list[tuple[str | None, str]] = []
    waiting: dict[tuple[str | None, str], list[Content]] = {}
    known: list[tuple[Content, Facts]] = []

    def payloads() -> Iterator[bytes]:
        for content in contents:
            key = content.language, content.blob
            if key in waiting:
                waiting[key].append(content)
            elif (facts := _known(content, cache, deep)) is not None:
                known.append((content, facts))
            else:
                waiting[key] = [content]
                sent.append(key)
                yield _payload(content, deep)

    for index, answer in run_jobs(_TARGET, payloads(), jobs=jobs, meanwhile=meanwhile):
        alike = waiting.pop(sent[index])
        facts = _without_parser(alike[0], answer) if isinstance(answer, Failure) else _decoded(answer)
        cache.keep(*sent[index], facts, None if isinstance(answer, Failure) else answer)
        yield from ((content, facts) for content in alike)
        yield from known
        known.clear()
    yield from known


def _known(content: Content, cache: OutlineCache, deep: bool) -> Facts | None:
    return cache.known(content.language, content.blob, deep=deep, close=content.is_text)


def _payload(content: Content, deep: bool) -> bytes:
    return msgspec.msgpack.encode(Job(content.path, content.language, content.data, deep, content.is_text))


def _decoded(answer: bytes) -> Facts:
    return msgspec.msgpack.decode(answer, type=Facts)


def _without_parser(content: Content, failure: Failure) -> Facts:
    """Facts of what its parser died of: another process counts lines and tokens, without one."""
    job = msgspec.msgpack.encode(Job(content.path, None, content.data, is_text=content.is_text))
    [(_, answer)] = run_jobs(_TARGET, [job], jobs=1)
    if isinstance(answer, Failure):
        return Facts(f"the reader {answer.reason}")
    if content.language is None:
        return _decoded(answer)
    fault = Fault(0, f"the parser {failure.reason}")
    outline = Outline(content.path, content.language, parsed=False, faults=(fault,), close=True)
    return msgspec.structs.replace(_decoded(answer), outline=outline)
