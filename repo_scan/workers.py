"""A pool of worker processes for code that may crash, hang or eat all memory: parsers written in C, above all.

A job that kills its worker fails alone; the worker is replaced. Nothing of the target repository is imported.
"""

import fcntl
import os
import selectors
import signal
import struct
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from repo_scan.errors import ScanError

SECONDS = 20  # for one job
MEMORY = 2 << 30  # bytes of address space of one worker
_BATCH_BYTES, _BATCH_JOBS = 256 << 10, 64
_LOW = 48  # jobs of a worker, at which it gets more
_PIPE = 1 << 20  # bytes on their way to a worker
_FITS = 32 << 10  # bytes that any pipe takes before they are read: as much can be sent to a worker that is starting
_LENGTH = struct.Struct(">I")
_MAIN = Path(__file__).with_name("worker_main.py")
_UNWANTED = frozenset({"PYTHONPATH", "PYTHONINSPECT", "PYTHONSTARTUP", "PYTHONWARNINGS"})


Batch = deque[tuple[int, bytes]]  # jobs by index


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a job gave no answer, as what "it" did."""

    reason: str  # "crashed (signal 11)", "took longer than 20 s", "failed: MemoryError"


def run_jobs(
    target: str,
    payloads: Iterable[bytes],
    *,
    jobs: int | None = None,
    seconds: int = SECONDS,
    memory: int = MEMORY,
    meanwhile: Callable[[], object] | None = None,
) -> Generator[tuple[int, bytes | Failure], None, None]:
    """Run `target` ("package.module:function", bytes to bytes) on every payload; (index, answer) as they come.

    Payloads are taken while workers are busy, as many as they need and no more. `meanwhile` is called while the first
    worker starts, which takes a while.
    """
    command = [sys.executable, "-P", str(_MAIN), target, str(seconds), str(memory)]
    with selectors.DefaultSelector() as ready:
        pool = _Pool(command, jobs or default_jobs(), seconds, _batches(payloads), ready)
        try:
            while pool.has_work():
                yield from pool.step()
                if pool.workers and meanwhile is not None:
                    meanwhile()
                    meanwhile = None
        finally:
            for worker in pool.workers:
                worker.end()


def default_jobs() -> int:
    """As many workers as this process may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(payloads: Iterable[bytes]) -> Iterator[Batch]:
    """Payloads with their indices, in groups worth one message."""
    batch, size = Batch(), 0
    for index, payload in enumerate(payloads):
        if batch and (size + len(payload) > _BATCH_BYTES or len(batch) >= _BATCH_JOBS):
            yield batch
            batch, size = Batch(), 0
        batch.append((index, payload))
        size += len(payload)
    if batch:
        yield batch


@dataclass(slots=True)
class _Worker:
    """One process, the jobs it holds, and what it has sent so far."""

    command: list[str]
    process: subprocess.Popen[bytes]
    requests: IO[bytes]
    answers: IO[bytes]
    errors: IO[bytes]  # a file, not a pipe: nobody needs to drain it
    started: bool = False
    pending: Batch = field(default_factory=Batch)
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
        _widen(process.stdin)
        worker = cls(command, process, process.stdin, process.stdout, errors)
        ready.register(worker.answers, selectors.EVENT_READ, worker)
        return worker

    @property
    def is_hungry(self) -> bool:
        """Whether it will soon have nothing left to do. It reads ahead, so it can be sent work while it works."""
        return self.started and len(self.pending) < _LOW

    def feed(self, batch: Batch) -> None:
        """Send a batch. A worker that is gone is noticed when its answers end."""
        self.pending.extend(batch)
        message = [_LENGTH.pack(len(batch))]
        for _, payload in batch:
            message += (_LENGTH.pack(len(payload)), payload)
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

    def answered(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The jobs that are done with this."""
        for frame in self.frames(data):
            if self.started:
                yield self.pending.popleft()[0], frame
            self.started = True  # the first frame says so, and answers nothing

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


@dataclass(slots=True)
class _Pool:
    """The workers, and the work that is not with one of them yet."""

    command: list[str]
    limit: int
    seconds: int
    batches: Iterator[Batch]
    ready: selectors.BaseSelector
    workers: list[_Worker] = field(default_factory=list)
    queue: deque[Batch] = field(default_factory=lambda: deque[Batch]())
    is_all: bool = False  # of the batches

    def has_work(self) -> bool:
        """Whether a job is without an answer."""
        return not self.is_all or bool(self.queue) or any(worker.pending for worker in self.workers)

    def step(self) -> Iterator[tuple[int, bytes | Failure]]:
        """Pass on the answers that are there; without any take up more work, or else wait."""
        may_take = not self.is_all and len(self.queue) < self.limit
        heard = self.ready.select(0 if may_take else None)
        for key, _ in heard:
            yield from self._hear(key.data)
        if may_take and not heard:
            self._take()
        self._hand_out()

    def _hear(self, worker: _Worker) -> Iterator[tuple[int, bytes | Failure]]:
        data = os.read(worker.answers.fileno(), 1 << 20)
        if data:
            yield from worker.answered(data)
            return
        self.ready.unregister(worker.answers)
        self.workers.remove(worker)
        try:
            yield from self._failure(worker)
        finally:
            worker.end()

    def _failure(self, worker: _Worker) -> Iterator[tuple[int, Failure]]:
        """The job that a worker died of; the others it held go back into the queue."""
        reason = worker.last_words(self.seconds)
        if not worker.started:
            raise ScanError(f"A worker process cannot start: it {reason}")
        if worker.pending:
            yield worker.pending.popleft()[0], Failure(reason)
        if worker.pending:
            self.queue.appendleft(worker.pending)

    def _take(self) -> None:
        batch = next(self.batches, None)
        if batch is None:
            self.is_all = True
        else:
            self.queue.append(batch)

    def _hand_out(self) -> None:
        """Feed who is hungry, and take on another worker where there is still work for one."""
        for worker in sorted(self.workers, key=lambda one: len(one.pending)):
            if self.queue and worker.is_hungry:
                worker.feed(self.queue.popleft())
        starting = sum(not worker.started for worker in self.workers)
        if len(self.queue) > starting and len(self.workers) < self.limit:
            self.workers.append(worker := _Worker.start(self.command, self.ready))
            if sum(len(payload) for _, payload in self.queue[0]) <= _FITS:
                worker.feed(self.queue.popleft())


def _widen(pipe: IO[bytes]) -> None:
    """Make room for a whole batch where the system lets us: while we wait to be read by one worker, all others wait."""
    if sys.platform == "linux":
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)


def _write_all(stream: IO[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]
