"""Small chunks are joined, and an answer says the same as without that: h11 reads it both ways and is the judge."""

from itertools import pairwise

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.models.chunks import LONGEST_HEAD, ChunkJoiner

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


def chunked(*texts: bytes, sizes: str = "%x") -> bytes:
    return b"".join(b"%b\r\n%b\r\n" % ((sizes % len(text)).encode(), text) for text in texts)


def joined(*reads: bytes) -> list[bytes]:
    """What is handed on for each read, and at the end what was held."""
    joiner = ChunkJoiner()
    return [*(joiner.feed(read) for read in reads), joiner.held]


def cut(body: bytes, edges: list[int]) -> list[bytes]:
    return [body[start:end] for start, end in pairwise([0, *sorted(min(edge, len(body)) for edge in edges), len(body)])]


def understood(reads: list[bytes]) -> tuple[bytes, str]:
    """The body that these reads make, and how it ends."""
    connection = h11.Connection(h11.CLIENT)
    connection.send(h11.Request(method="POST", target="/", headers=[("Host", "h")]))
    connection.send(h11.EndOfMessage())
    body = b""
    for read in (*(read for read in reads if read), b""):
        try:
            connection.receive_data(read)
            while (event := connection.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
                if isinstance(event, h11.Data):
                    body += event.data
                elif isinstance(event, h11.EndOfMessage):
                    return body, "whole"
                elif isinstance(event, h11.ConnectionClosed):
                    return body, "closed"
        except h11.RemoteProtocolError:
            return body, "broken"
    return body, "open"


def test_chunks_that_came_in_one_read_are_one() -> None:
    assert joined(HEAD, chunked(b"a", b"bc", b"d" * 20)) == [HEAD, chunked(b"abc" + b"d" * 20), b""]


def test_chunks_that_came_with_the_header_are_one() -> None:
    assert joined(HEAD + chunked(b"a", b"b")) == [HEAD + chunked(b"ab"), b""]


@pytest.mark.parametrize("header", ["transfer-encoding:chunked", "TRANSFER-ENCODING: \t Chunked "])
@pytest.mark.parametrize("sizes", ["%x", "%X", "%08x"])
def test_a_header_and_a_size_may_be_spelt_in_any_way(header: str, sizes: str) -> None:
    head = f"HTTP/1.1 200 OK\r\n{header}\r\n\r\n".encode()
    assert joined(head + chunked(b"a" * 30, b"b", sizes=sizes)) == [head + chunked(b"a" * 30 + b"b"), b""]


def test_a_chunk_that_is_cut_is_handed_on_as_far_as_it_is_there() -> None:
    reads = (HEAD, chunked(b"a", b"b") + b"5\r\nhel", b"lo\r\n" + chunked(b"c", b"d"))
    assert joined(*reads) == [HEAD, chunked(b"ab") + b"5\r\nhel", b"lo\r\n" + chunked(b"cd"), b""]


@pytest.mark.parametrize("half", [b"1", b"1e", b"1e\r", b"0001e\r"])
def test_only_the_head_of_a_chunk_waits_for_its_rest(half: bytes) -> None:
    rest = (chunked(b"x" * 30)[2:])[half.count(b"\r") :] if half != b"1" else chunked(b"x" * 30)[1:]
    assert joined(HEAD, chunked(b"a") + half) == [HEAD, chunked(b"a"), half]
    assert joined(HEAD, chunked(b"a") + half, rest) == [HEAD, chunked(b"a"), chunked(b"x" * 30), b""]


AS_IT_IS: dict[str, bytes] = {
    "nothing": b"",
    "a header that has not ended": HEAD[:-2],
    "no header at all": b"x" * (LONGEST_HEAD + 5),
    "a length": b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n" + chunked(b"a", b"b"),
    "no length": b"HTTP/1.1 200 OK\r\n\r\n" + chunked(b"a", b"b"),
    "another encoding too": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n" + chunked(b"a", b"b"),
    "a header that only speaks of it": b"HTTP/1.1 200 OK\r\nX: Transfer-Encoding: chunked\r\n\r\n"
    + chunked(b"a", b"b"),
    "an interim answer": b"HTTP/1.1 100 Continue\r\n\r\n" + HEAD + chunked(b"a", b"b"),
    "one chunk": HEAD + chunked(b"abc"),
    "the end alone": HEAD + END,
    "a trailer": HEAD + b"0\r\nX-Cost: 3\r\n\r\n",
    "an extension": HEAD + b"1;a=b\r\na\r\n1;a=b\r\nb\r\n",
    "a size that is none": HEAD + b"+1\r\na\r\n1_0\r\nb\r\n",
    "a size beyond reason": HEAD + b"123456789\r\na\r\n",
    "a chunk longer than it says": HEAD + b"1\r\nabc\r\n1\r\nd\r\n",
    "a chunk of which half is there": HEAD + b"5\r\nhel",
    "a chunk without its line end": HEAD + b"5\r\nhello",
}


@pytest.mark.parametrize("name", AS_IT_IS)
def test_what_it_does_not_know_is_handed_on_as_it_is(name: str) -> None:
    assert joined(AS_IT_IS[name]) == [AS_IT_IS[name], b""]
    assert b"".join(joined(*cut(AS_IT_IS[name], list(range(len(AS_IT_IS[name])))))) == AS_IT_IS[name]


TEXTS = st.lists(st.binary(min_size=1, max_size=40), max_size=8)
EDGES = st.lists(st.integers(0, 400), max_size=8)


@given(texts=TEXTS, edges=EDGES, end=st.sampled_from([END, b"", b"0\r\nX: y\r\n\r\n", b"zz"]))
def test_any_answer_says_the_same_however_it_is_cut(texts: list[bytes], edges: list[int], end: bytes) -> None:
    reads = cut(HEAD + chunked(*texts) + end, edges)
    assert understood(joined(*reads)) == understood(reads)


@given(texts=TEXTS, edges=EDGES, at=st.integers(0, 300), fault=st.binary(max_size=3), over=st.integers(0, 3))
def test_a_damaged_answer_is_as_damaged_as_before(
    texts: list[bytes], edges: list[int], at: int, fault: bytes, over: int
) -> None:
    body = chunked(*texts) + END
    reads = cut(HEAD + body[:at] + fault + body[at + over :], edges)
    assert understood(joined(*reads)) == understood(reads)
