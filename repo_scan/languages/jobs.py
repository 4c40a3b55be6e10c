"""What worker processes do for the scan: one content in, its facts out, as bytes."""

import msgspec

from repo_scan.decoding import Unreadable, count_lines, decode
from repo_scan.facts import Facts
from repo_scan.outline import Outline
from repo_scan.tokens import estimate_tokens


class Job(msgspec.Struct, frozen=True, array_like=True):
    """One content to be examined."""

    path: str
    language: str | None
    data: bytes
    deep: bool = True
    is_text: bool = False  # not from a file: UTF-8 whatever it says of itself, lone surrogates too; looked at closely


def examine(payload: bytes) -> bytes:
    """The target of `workers.run_jobs`: a Job to its Facts, both as MessagePack."""
    job = msgspec.msgpack.decode(payload, type=Job)
    return msgspec.msgpack.encode(_facts(job))


def _facts(job: Job) -> Facts:
    read = decode(job.data, job.language)
    reason = read.reason if isinstance(read, Unreadable) else ""
    text = job.data.decode("utf-8", "surrogatepass") if job.is_text else read
    if isinstance(text, Unreadable):
        return Facts(reason)
    outline = _outline(job, text) if job.language is not None else None
    return Facts(reason, count_lines(text), len(job.data), estimate_tokens(text), outline)


def _outline(job: Job, text: str) -> Outline:
    """By the parser of a language, which is loaded where it is needed."""
    if job.language == "python":
        from repo_scan.languages import python

        return python.outline(job.path, text, deep=job.deep, close=job.is_text)
    from repo_scan.languages import javascript

    return javascript.outline(job.path, str(job.language), text, deep=job.deep, close=job.is_text)
