"""What worker processes do for the operations: bytes in, bytes out. Each loads only the parser that it needs."""

import msgspec

from agent.operations.edits import Edits
from agent.operations.errors import CannotRewrite, Unreadable
from agent.operations.facts import Facts


def read(payload: bytes) -> bytes:
    """A text to its facts, or to the reason why it has none."""
    from agent.operations.reading import read_facts

    try:
        answer: Facts | str = read_facts(payload.decode("utf-8", "surrogatepass"))
    except Unreadable as error:
        answer = str(error)
    return msgspec.msgpack.encode(answer)


def write(payload: bytes) -> bytes:
    """A text and its edits to whether they worked, and the new text or the reason."""
    from agent.operations.rewriting import rewrite

    text, edits = msgspec.msgpack.decode(payload, type=tuple[bytes, Edits])
    try:
        worked, answer = True, rewrite(text.decode("utf-8", "surrogatepass"), edits)
    except (CannotRewrite, Unreadable) as error:
        worked, answer = False, str(error)
    return msgspec.msgpack.encode((worked, answer.encode("utf-8", "surrogatepass")))
