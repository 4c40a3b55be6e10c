"""Texts to the parts whose layout can be compared, by way of worker processes. Made for texts of a step alone."""

from collections.abc import Mapping

import msgspec

from repo_scan.languages import language_of
from repo_scan.languages.part import Part
from repo_scan.workers import Failure, run_jobs

_TARGET = "repo_scan.layouts:answer"


def parts_of(texts: Mapping[str, str]) -> dict[str, tuple[Part, ...]]:
    """Parts by path, of texts in a known language; of one that its parser dies of there are none."""
    paths = [path for path in sorted(texts) if language_of(path) is not None]
    payloads = [
        msgspec.msgpack.encode((language_of(path), texts[path].encode("utf-8", "surrogatepass"))) for path in paths
    ]
    return {paths[index]: _decoded(answered) for index, answered in run_jobs(_TARGET, payloads)}


def answer(payload: bytes) -> bytes:
    """The target of the workers: a language and a text to its parts, as MessagePack."""
    language, data = msgspec.msgpack.decode(payload, type=tuple[str, bytes])
    text = data.decode("utf-8", "surrogatepass")
    return msgspec.msgpack.encode(_parts(language, text))


def _parts(language: str, text: str) -> tuple[Part, ...]:
    """By the reader of a language, which is loaded where it is needed."""
    if language == "python":
        from repo_scan.languages import python_parts

        return python_parts.parts_of(text)
    from repo_scan.languages import javascript_parts

    return javascript_parts.parts_of(language, text)


def _decoded(answered: bytes | Failure) -> tuple[Part, ...]:
    return () if isinstance(answered, Failure) else msgspec.msgpack.decode(answered, type=tuple[Part, ...])
