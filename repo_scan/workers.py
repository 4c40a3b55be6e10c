"""A pool of worker processes for code that may crash, hang or eat all memory: parsers written in C, above all.

A job that kills its worker fails alone; the worker is replaced. Nothing of the target repository is imported.
"""

import os
import selectors
import signal
import struct
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from repo_scan.errors import ScanError

SECONDS = 20  # for one job
MEMORY = 2 << 30  # bytes of address space of one worker
_BATCH_BYTES, _BATCH_JOBS = 256 << 10, 64
_LENGTH = struct.Struct(">I")
_MAIN = Path(__file__).with_name("worker_main.py")
_UNWANTED = frozenset({"PYTHONPATH", "PYTHONINSPECT", "PYTHONSTARTUP", "PYTHONWARNINGS"})


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a job gave no answer, as what "it" did."""

    reason: str  # "crashed (signal 11)", "took longer than 20 s", "failed: MemoryError"


def run_jobs(
    target: str,
    payloads: Sequence[bytes],
    *,
    jobs: int | None = None,
    seconds: int = SECONDS,
    memory: int = MEMORY,
) -> Generator[tuple[int, bytes | Failure], None, None]:
    """Run `target` ("package.module:function", bytes to bytes) on every payload; (index, answer) as they come."""
    queue = _batches(payloads)
    limit = min(jobs or default_jobs(), len(queue))
    command = [sys.executable, "-P", str(_MAIN), target, str(seconds), str(memory)]
    workers: list[_Worker] = []
    try:
        with selectors.DefaultSelector() as ready:
            for _ in range(limit):
                workers.append(_Worker.start(command, ready))
            yield from _drive(workers, queue, payloads, ready, seconds)
    finally:
        for worker in workers:
            worker.end()


def default_jobs() -> int:
    """As many workers as this process may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(payloads: Sequence[bytes]) -> deque[list[int]]:
    """Indices in groups worth one message."""
    queue: deque[list[int]] = deque()
    size = 0
    for index, payload in enumerate(payloads):
        if not queue or size + len(payload) > _BATCH_BYTES or len(queue[-1]) >= _BATCH_JOBS:
            queue.append([])
            size = 0
        queue[-1].append(index)
        size += len(payload)
    return queue


@dataclass(slots=True)
class _Worker:
    """One process, the jobs it holds, and what it has sent so far."""

    command: list[str]
    process: subprocess.Popen[bytes]
    requests: IO[bytes]
    answers: IO[bytes]
    errors: IO[bytes]  # a file, not a pipe: nobody needs to drain it
    started: bool = False
    pending: deque[int] = field(default_factory=lambda: deque[int]())
    received: bytearray = field(default_factory=bytearray)

    @classmethod
    def start(cls, command: list[str], ready: selectors.BaseSelector) -> "_Worker":
        """A new process; in a session of its own, so that Ctrl-C in the terminal reaches us alone."""
        errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `end`)
        environment = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            bufsize=0,
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        worker = cls(command, process, process.stdin, process.stdout, errors)
        ready.register(worker.answers, selectors.EVENT_READ, worker)
        return worker

    def feed(self, batch: list[int], payloads: Sequence[bytes]) -> None:
        """Send a batch. A worker that is gone is noticed when its answers end."""
        self.pending.extend(batch)
        message = [_LENGTH.pack(len(batch))]
        for index in batch:
            message += (_LENGTH.pack(len(payloads[index])), payloads[index])
        with suppress(BrokenPipeError):
            _write_all(self.requests, b"".join(message))

    def frames(self, data: bytes) -> Iterator[bytes]:
        """Whole answers, as far as they have arrived."""
        self.received += data
        while len(self.received) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(self.received)[0]
            if len(self.received) < end:
                return
            frame = bytes(self.received[_LENGTH.size : end])
            del self.received[:end]
            yield frame

    def end(self) -> None:
        """Leave no process and no open file behind."""
        self.process.kill()
        self.process.wait()
        for stream in (self.requests, self.answers, self.errors):
            stream.close()

    def last_words(self, seconds: int) -> str:
        """Why the process ended, after its answers have."""
        code = self.process.wait()
        if code == -signal.SIGALRM:
            return f"took longer than {seconds} s"
        if code < 0:
            return f"crashed (signal {-code})"
        self.errors.seek(0)
        lines = self.errors.read().decode("utf-8", "replace").strip().split("\n")
        return f"failed: {lines[-1]}" if lines[-1] else f"ended with exit code {code}"


def _drive(
    workers: list[_Worker],
    queue: deque[list[int]],
    payloads: Sequence[bytes],
    ready: selectors.BaseSelector,
    seconds: int,
) -> Generator[tuple[int, bytes | Failure], None, None]:
    """Hand out batches and pass on answers until every job has one."""
    left = len(payloads)
    while left:
        for key, _ in ready.select():
            worker: _Worker = key.data
            data = os.read(key.fd, 1 << 20)
            for answer in _answers(worker, data) if data else _failure(worker, queue, seconds):
                left -= 1
                yield answer
            if not data:
                ready.unregister(worker.answers)
                workers.remove(worker)
                worker.end()
                if queue:
                    workers.append(_Worker.start(worker.command, ready))
            elif worker.started and not worker.pending and queue:
                worker.feed(queue.popleft(), payloads)


def _answers(worker: _Worker, data: bytes) -> Iterator[tuple[int, bytes]]:
    for frame in worker.frames(data):
        if worker.started:
            yield worker.pending.popleft(), frame
        worker.started = True  # the first frame says so, and answers nothing


def _failure(worker: _Worker, queue: deque[list[int]], seconds: int) -> Iterator[tuple[int, Failure]]:
    """The job that a worker died of; the others it held go back into the queue."""
    reason = worker.last_words(seconds)
    if not worker.started:
        raise ScanError(f"A worker process cannot start: it {reason}")
    if worker.pending:
        yield worker.pending.popleft(), Failure(reason)
    if worker.pending:
        queue.appendleft(list(worker.pending))


def _write_all(stream: IO[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]
