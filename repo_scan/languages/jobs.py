"""What worker processes do for the scan: one text in, one outline out, as bytes."""

import msgspec

from repo_scan.outline import Outline


def outline(payload: bytes) -> bytes:
    """The target of `workers.run_jobs`: (path, language, text as UTF-8) to an Outline, both as MessagePack."""
    path, language, text = msgspec.msgpack.decode(payload, type=tuple[str, str, bytes])
    return msgspec.msgpack.encode(_outline(path, language, text.decode("utf-8", "surrogatepass")))


def _outline(path: str, language: str, text: str) -> Outline:
    """By the parser of a language, which is loaded where it is needed."""
    if language == "python":
        from repo_scan.languages import python

        return python.outline(path, text)
    from repo_scan.languages import javascript

    return javascript.outline(path, language, text)
