"""A reply of a million one-token events, all the way to the run's files, beside OpenAI's client that only iterates it.

`python streams.py [EVENTS]`. The server runs in a process of its own and writes so many events at once.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from peers import PYTHON, peers_installed

from applier.blocks import read_blocks
from applier.fence import Expected, Fence

EVENTS = 1_000_000
PEER_EVENTS = 100_000  # its rate does not change with the length
ROUNDS = 3

SERVER = r"""
import socket, sys
events, at_once = int(sys.argv[1]), int(sys.argv[2])
KEY = "k7f3q9zz"
LINES = ["def", " work", "_", "(items", "):\\n", "   ", " return", " compute", "(items", ")\\n"]
def event(text):
    return ('data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"m",'
            '"system_fingerprint":"fp_1","choices":[{"index":0,"delta":{"content":"%s"},"logprobs":null,'
            '"finish_reason":null}]}\n\n' % text).encode()
def texts():
    # A hundred files of equal length, each in its block.
    for number in range(1, 101):
        yield "<<<BLOCK:%02d:file:m%d.py:%s>>>\\n" % (number, number, KEY)
        for token in range(events // 100 - 2):
            yield str(token) if token % 10 == 2 else LINES[token % 10]  # no two lines in a row are equal
        yield "\\n<<<END:%02d:%s>>>\\n" % (number, KEY)
def writes():
    held = []
    for text in texts():
        held.append(event(text))
        if len(held) == at_once:
            yield b"".join(held)
            held = []
    end = event("").replace(b'"finish_reason":null', b'"finish_reason":"stop"')
    yield b"".join(held) + end + b"data: [DONE]\n\n"
chunks = [b"%x\r\n%s\r\n" % (len(data), data) for data in writes()]
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    client, _ = server.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    asked = b""
    while not asked.rstrip().endswith(b"}"):
        asked += client.recv(65536)
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    for chunk in chunks:
        client.sendall(chunk)
    client.sendall(b"0\r\n\r\n")
    client.close()
"""

OURS = r"""
import resource, sys, tempfile, time
from pathlib import Path
from agent.journal import Journal
from agent.models.openai import OpenAIModel
from agent.models.protocol import Limits, Prompt
from agent.reading import Reading
from agent.receiving import Keeper
from applier.fence import Expected, Fence
port, events = int(sys.argv[1]), int(sys.argv[2])
expected = tuple(Expected(n, "file", f"m{n}.py") for n in range(1, 101))
prompt = Prompt("step", Fence("k7f3q9zz"), expected, "s", "v")
model = OpenAIModel("m", f"http://127.0.0.1:{port}/v1", "")
now = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "run") as journal:
    started, spent, early, closed = time.perf_counter(), time.process_time(), 0, 0
    with Keeper(journal, "S01-1", prompt, lambda line: None) as keeper:
        reading = Reading(prompt)
        reading.begin()
        for chunk in keeper.keep(model.stream(prompt, Limits()), 10 * events):
            for block in reading.take(chunk):
                keeper.block_closed(block)
                closed += 1
                early = early or (now() if closed == 5 else 0)
    seconds, own = time.perf_counter() - started, time.process_time() - spent
assert closed == 100, closed
print(events / seconds, events / own, early // 1024, now() // 1024)
"""

THEIRS = r"""
import sys, time
from openai import OpenAI
port = int(sys.argv[1])
client = OpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key="none")
started, spent, events = time.perf_counter(), time.process_time(), 0
for event in client.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}], stream=True):
    events += 1
print(events / (time.perf_counter() - started), events / (time.process_time() - spent))
"""


CEILING = r"""
import socket, sys, time
port, events = int(sys.argv[1]), int(sys.argv[2])
with socket.create_connection(("127.0.0.1", port)) as server:
    server.sendall(b"POST / HTTP/1.1\r\n\r\n{}")
    started = time.perf_counter()
    while server.recv(65536):
        pass
print(events / (time.perf_counter() - started))
"""


class Server:
    """The server's process."""

    def __init__(self, events: int, at_once: int) -> None:
        words = [sys.executable, "-c", SERVER, str(events), str(at_once)]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        self.port = self._process.stdout.readline().strip()

    def __enter__(self) -> str:
        return self.port

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def measured(python: str | Path, script: str, *words: str) -> list[float]:
    """The numbers that a script prints."""
    done = subprocess.run([python, "-c", script, *words], stdout=subprocess.PIPE, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def bench_streams(events: int = EVENTS) -> None:
    """For each way in which the server writes: events a second, and events a second of the client's own CPU time."""
    if not peers_installed("openai"):
        return
    for at_once in (50, 1):
        ratios: list[tuple[float, float]] = []
        with Server(events, at_once) as port, Server(min(events, PEER_EVENTS), at_once) as peer_port:
            print(f"  {measured(sys.executable, CEILING, port, str(events))[0]:9,.0f} events/s with a bare socket")
            for _ in range(ROUNDS):
                rate, own_rate, early, late = measured(sys.executable, OURS, port, str(events))
                peer, peer_own = measured(PYTHON, THEIRS, peer_port)
                ratios.append((rate / peer, own_rate / peer_own))
                print(
                    f"  {rate:9,.0f} and {peer:7,.0f} events/s, {own_rate:9,.0f} and {peer_own:7,.0f} a CPU second; "
                    f"{early:.0f} MB after 5%, {late:.0f} MB at the end",
                    flush=True,
                )
        times, own_times = (statistics.median(column) for column in zip(*ratios, strict=True))
        print(f"events, {at_once:>2} a write / openai {times:6.1f} times, {own_times:.1f} by CPU time", flush=True)


def bench_characters() -> None:
    """The parser on a quarter and on the whole of ten megabytes, each cut into single characters."""
    fence, expected = Fence("k7f3q9zz"), (Expected(1, "file", "a.py"),)

    def cpu_seconds(size: int) -> float:
        line = "    value = compute(value, other)\n"
        text = f"{fence.open_line(expected[0])}\n{line * (size // len(line))}{fence.close_line(1)}\n"
        started = time.process_time()
        assert len(list(read_blocks(text, fence, expected))) == 1
        return time.process_time() - started

    quarter, whole = cpu_seconds(2_500_000), cpu_seconds(10_000_000)
    print(f"parser, 10 MB by characters  {whole / quarter:.2f} times a quarter of it ({whole:.1f} s of CPU time)")


if __name__ == "__main__":
    bench_characters()
    bench_streams(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
