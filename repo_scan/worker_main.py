"""The other side of workers.py: a process that runs one function on payloads from its standard input.

Started by path, so the folder of our packages is not on `sys.path` yet. It is appended, never put first: nothing of
ours or of the current folder may shadow the standard library.
"""

import gc
import importlib
import io
import os
import resource
import signal
import struct
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

_LENGTH = struct.Struct(">I")
_UNCOLLECTED = 200_000  # objects, at which it is worth looking for cycles among them: parsers make none


def main() -> None:
    """Answer batches of payloads until standard input ends."""
    target, seconds, memory = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    answers = _private_output()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # the default action ends us, even inside C code that hangs
    with suppress(ValueError, OSError):  # not every system limits address space
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    module, _, function = target.partition(":")
    work = getattr(importlib.import_module(module), function)
    gc.freeze()  # what was imported stays
    gc.disable()
    _send(answers, b"")  # ready
    waiting: SimpleQueue[list[bytes]] = SimpleQueue()
    threading.Thread(target=_read_ahead, args=(waiting,), daemon=True).start()
    while batch := waiting.get():
        for payload in batch:
            signal.alarm(seconds)
            answer = work(payload)
            signal.alarm(0)
            _send(answers, answer)
        if gc.get_count()[0] > _UNCOLLECTED:
            gc.collect()


def _read_ahead(waiting: "SimpleQueue[list[bytes]]") -> None:
    """Take in what is sent, so that the sender waits for no work of ours, and we not for it."""
    # Not `sys.stdin.buffer`, whose lock this thread would hold when the process ends: Python calls that fatal.
    requests = io.BufferedReader(io.FileIO(0, closefd=False))
    while batch := _receive_batch(requests):
        waiting.put(batch)
    waiting.put([])


def _private_output() -> BinaryIO:
    """Our standard output, out of the reach of whatever prints."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _receive_batch(stream: BinaryIO) -> list[bytes]:
    """All payloads of the next batch; none at the end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return []
    return [stream.read(_LENGTH.unpack(stream.read(_LENGTH.size))[0]) for _ in range(_LENGTH.unpack(head)[0])]


def _send(stream: BinaryIO, data: bytes) -> None:
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


if __name__ == "__main__":
    main()
