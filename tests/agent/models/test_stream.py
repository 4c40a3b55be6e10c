"""Bytes to events: the same whatever the network does to them."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.models.stream import Event, NotText, WebPage, read_events, split_events

CHUNKINGS = (1, 2, 3, 7, 64, 100_000)
LARGE = "x" * 40_000

STREAMS: dict[str, tuple[bytes, list[Event]]] = {
    "one event": (b"data: a\n\n", [Event("a")]),
    "no space after the colon": (b"data:a\n\n", [Event("a")]),
    "CRLF": (b"data: a\r\n\r\ndata: b\r\n\r\n", [Event("a"), Event("b")]),
    "CR": (b"data: a\r\rdata: b\r\r", [Event("a"), Event("b")]),
    "mixed line ends": (b"data: a\r\n\ndata: b\n\r\n", [Event("a"), Event("b")]),
    "several data lines": (b"data: a\ndata: b\n\n", [Event("a\nb")]),
    "a name": (b"event: error\ndata: boom\n\n", [Event("boom", "error")]),
    "large": (f"data: {LARGE}\n\n".encode(), [Event(LARGE)]),
    "raw characters of several bytes": ("data: é 漢字 😀\n\n".encode(), [Event("é 漢字 😀")]),
    "separators that are no line ends": (
        "data: {\"a\": \"1\u20282\u20293\x854\x0b5\x0c6\x1c7\x1d8\x1e9\"}\n\n".encode(),
        [Event("{\"a\": \"1\u20282\u20293\x854\x0b5\x0c6\x1c7\x1d8\x1e9\"}")],
    ),
    "byte order mark": (b"\xef\xbb\xbfdata: a\n\n", [Event("a")]),
    "last event without a blank line": (b"data: a\n\ndata: b\n", [Event("a"), Event("b")]),
    "last event without a line end": (b"data: a\n\ndata: b", [Event("a"), Event("b")]),
    "last event ends in CR": (b"data: a\n\ndata: b\r", [Event("a"), Event("b")]),
    "other fields": (b"id: 7\nretry: 5\nodd\ndata: a\n\n", [Event("a")]),
}  # fmt: skip

SILENT: dict[str, bytes] = {
    "nothing": b"",
    "blank lines": b"\n\n\r\n\n",
    "comments": b": keep-alive\n\n:\n\n: OPENROUTER PROCESSING\n\n",
    "empty data": b"data:\n\ndata: \n\n",
    "a name without data": b"event: ping\n\n",
    "an id alone": b"id: 3\n\n",
}


def cut(body: bytes, step: int) -> list[bytes]:
    return [body[start : start + step] for start in range(0, len(body), step)]


def flat(groups: Iterable[list[Event]]) -> list[Event]:
    return [event for group in groups for event in group]


@pytest.mark.parametrize("step", CHUNKINGS)
@pytest.mark.parametrize("name", STREAMS)
def test_events_do_not_depend_on_how_the_stream_is_cut(name: str, step: int) -> None:
    body, events = STREAMS[name]
    assert flat(split_events(cut(body, step))) == events


@pytest.mark.parametrize("step", CHUNKINGS)
@pytest.mark.parametrize("name", SILENT)
def test_heartbeats_are_no_events(name: str, step: int) -> None:
    assert flat(split_events(cut(SILENT[name], step))) == []
    assert flat(split_events(cut(SILENT[name] + b"data: a\n\n", step))) == [Event("a")]


@given(
    texts=st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0")), max_size=4),
    cuts=st.lists(st.integers(0, 300), max_size=6),
)
def test_any_text_survives_any_cut(texts: list[str], cuts: list[int]) -> None:
    body = "".join(f"data: .{text}.\n\n" for text in texts).encode()
    edges = [0, *sorted(cuts), len(body)]
    chunks = [body[start:end] for start, end in pairwise(edges)]
    assert [event.data for event in flat(split_events(chunks))] == [f".{text}." for text in texts]


def test_an_event_is_seen_as_soon_as_it_is_there() -> None:
    asked: list[int] = []

    def chunks() -> Iterator[bytes]:
        for number in range(3):
            asked.append(number)
            yield f"data: {number}\n\n".encode()

    assert next(split_events(chunks())) == [Event("0")]
    assert asked == [0]


@pytest.mark.parametrize("step", CHUNKINGS)
@pytest.mark.parametrize(
    ("body", "before"),
    [
        (b"data: caf\xe9 au lait\n\n", []),
        (b"data: a\n\ndata: \xf0\x9f\x98 \n\n", [Event("a")]),
        ("data: é\n\ndata: 😀\n\n".encode() + b"\xff\n\n", [Event("é"), Event("😀")]),
    ],
)
def test_bytes_that_are_not_utf8_are_never_guessed_at(body: bytes, before: list[Event], step: int) -> None:
    seen: list[Event] = []
    with pytest.raises(NotText):
        seen.extend(event for events in split_events(cut(body, step)) for event in events)
    assert seen == before


def test_a_last_character_cut_short_is_a_cut_and_not_a_fault() -> None:
    assert [event.data[:1] for event in flat(split_events([b"data: a\n\ndata: b \xf0\x9f"]))] == ["a", "b"]


def answer(kind: str | None, body: bytes) -> httpx.Response:
    return httpx.Response(200, headers={} if kind is None else {"content-type": kind}, content=body)


@pytest.mark.parametrize(
    ("kind", "body", "events"),
    [
        ("text/event-stream", "data: é\n\n", ["é"]),
        ("text/event-stream; charset=iso-8859-1", "data: é\n\n", ["é"]),  # the format is UTF-8 whatever they say
        ("Text/Event-Stream;charset=utf-8", "data: é\n\n", ["é"]),
        ("application/json", '{"a": "é"}', ['{"a": "é"}']),
        ("application/json; charset=latin-1", '{"a": "é"}', ['{"a": "é"}']),
        ("application/json", "data: a\n\ndata: b\n\n", ["a", "b"]),  # mislabelled
        ("text/plain", "data: a\n\n", ["a"]),
        ("text/plain", ' \n{"a": 1}', ['{"a": 1}']),
        ("text/html", '{"a": 1}', ['{"a": 1}']),
        ("application/json", '\ufeff{"a": 1}', ['{"a": 1}']),
        (None, "data: a\n\n", ["a"]),
        (None, "", []),
        ("application/json", "", []),
    ],
)
def test_the_content_decides_where_the_label_says_little(kind: str | None, body: str, events: list[str]) -> None:
    assert [event.data for event in flat(read_events(answer(kind, body.encode())))] == events


@pytest.mark.parametrize("kind", ["text/html", "text/html; charset=utf-8", "application/json", None])
@pytest.mark.parametrize("body", [b"<!DOCTYPE html><p>hi", b"\n  <html>", b"\xef\xbb\xbf<html>"])
def test_a_web_page_is_recognised(kind: str | None, body: bytes) -> None:
    with pytest.raises(WebPage):
        list(read_events(answer(kind, body)))


def test_json_that_is_not_utf8_is_refused() -> None:
    with pytest.raises(NotText):
        list(read_events(answer("application/json", b'{"a": "\xe9"}')))
