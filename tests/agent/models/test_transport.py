"""A real server, whose chunks arrive joined and whose connection serves more than one request."""

import socket
import threading
from collections.abc import Iterator

import httpx
import pytest

from agent.models.transport import JoiningTransport

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"
CHUNKS = b"".join(b"4\r\n%04d\r\n" % number for number in range(500))
WHOLE = b"".join(b"%04d" % number for number in range(500))


def served(*answers: bytes) -> int:
    """The port of a server that answers one request after the other on one connection, and then closes it."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with server, server.accept()[0] as client:
            for answer in answers:
                client.recv(65_536)
                client.sendall(answer)

    threading.Thread(target=serve, daemon=True).start()
    port: int = server.getsockname()[1]
    return port


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(transport=JoiningTransport()) as client:
        yield client


def test_small_chunks_that_are_there_arrive_joined(client: httpx.Client) -> None:
    with client.stream("GET", f"http://127.0.0.1:{served(HEAD + CHUNKS + END)}/") as response:
        pieces = list(response.iter_bytes())
    assert b"".join(pieces) == WHOLE
    assert len(pieces) < 50


def test_a_connection_is_used_again(client: httpx.Client) -> None:
    answer = HEAD + CHUNKS + END
    plain = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n1\r\na\r\n"
    port = served(answer, plain, answer)
    contents = [client.get(f"http://127.0.0.1:{port}/").content for _ in range(3)]
    assert contents == [WHOLE, b"1\r\na\r\n", WHOLE]


@pytest.mark.parametrize("end", [b"", b"4", b"4\r", b"4\r\nab", b"zz\r\n"])
def test_an_answer_that_breaks_off_is_an_error_after_what_came(end: bytes, client: httpx.Client) -> None:
    pieces: list[bytes] = []
    with (
        pytest.raises(httpx.RemoteProtocolError),
        client.stream("GET", f"http://127.0.0.1:{served(HEAD + CHUNKS + end)}/") as response,
    ):
        pieces.extend(response.iter_bytes())
    assert b"".join(pieces).startswith(WHOLE)


def test_a_silent_server_is_waited_for_no_longer_than_asked(client: httpx.Client) -> None:
    server = socket.create_server(("127.0.0.1", 0))
    with server, pytest.raises(httpx.ReadTimeout):
        client.get(f"http://127.0.0.1:{server.getsockname()[1]}/", timeout=0.2)
