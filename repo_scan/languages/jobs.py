"""What worker processes do for the scan: one text in, one outline out, as bytes."""

import msgspec

from repo_scan.languages import python

_PARSERS = {"python": python.outline}


def outline(payload: bytes) -> bytes:
    """The target of `workers.run_jobs`: (path, language, text as UTF-8) to an Outline, both as MessagePack."""
    path, language, text = msgspec.msgpack.decode(payload, type=tuple[str, str, bytes])
    return msgspec.msgpack.encode(_PARSERS[language](path, text.decode("utf-8", "surrogatepass")))
