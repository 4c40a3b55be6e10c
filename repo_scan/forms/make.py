"""Texts to their normal forms, by way of worker processes: a text that its parser dies of is lost alone."""

from collections.abc import Collection, Mapping

import msgspec

from repo_scan.forms.form import Form, Surroundings
from repo_scan.languages import language_of
from repo_scan.workers import Failure, run_jobs

_TARGET = "repo_scan.forms.make:answer"


class _Job(msgspec.Struct, frozen=True, array_like=True):
    language: str
    text: bytes
    only: tuple[str, ...]
    around: Surroundings


def forms_of(
    texts: Mapping[str, str], only: Collection[str], around: Mapping[str, Surroundings], *, jobs: int | None = None
) -> dict[str, Form]:
    """What texts say, apart from the kinds in `only`; of those in a known language."""
    paths = [path for path in sorted(texts) if language_of(path) is not None]
    payloads = [_payload(path, texts[path], only, around.get(path, Surroundings())) for path in paths]
    found = {paths[index]: _form(answered) for index, answered in run_jobs(_TARGET, payloads, jobs=jobs)}
    return {path: found[path] for path in paths}


def answer(payload: bytes) -> bytes:
    """The target of the workers: a text to its form, both as MessagePack."""
    job = msgspec.msgpack.decode(payload, type=_Job)
    text = job.text.decode("utf-8", "surrogatepass")
    return msgspec.msgpack.encode(_made(job.language, text, frozenset(job.only), job.around))


def _made(language: str, text: str, only: frozenset[str], around: Surroundings) -> Form:
    """By the reader of a language, which is loaded where it is needed."""
    if language == "python":
        from repo_scan.forms import python

        return python.form(text, only, around)
    from repo_scan.forms import javascript

    return javascript.form(language, text, only, around)


def _payload(path: str, text: str, only: Collection[str], around: Surroundings) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return msgspec.msgpack.encode(_Job(str(language_of(path)), data, tuple(sorted(only)), around))


def _form(answered: bytes | Failure) -> Form:
    if isinstance(answered, Failure):
        return Form(reason=f"its parser {answered.reason}")
    return msgspec.msgpack.decode(answered, type=Form)
