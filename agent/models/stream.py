"""From the bytes of an answer to its events, whatever the answer turns out to be.

httpx-sse splits the lines (on CR, LF and CRLF alone, so that U+2028 in a text survives). It reads a response of our own
making, because a real one would decode by the charset that the server claims, keep a byte order mark in the first
line, and lose a last event that no blank line follows.
"""

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import httpx
from httpx_sse import EventSource


class NotText(Exception):
    """The answer holds bytes that are not UTF-8."""


class WebPage(Exception):
    """The answer is a web page: something else lives at this address."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of an answer."""

    data: str
    name: str = "message"


def read_events(response: httpx.Response) -> Iterator[Event]:
    """Events of an answer, each as it arrives; an answer in one piece of JSON is one event.

    Raises WebPage, NotText and what httpx raises while reading.
    """
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        return split_events(response.iter_bytes())
    return _look_inside(response.read())


def split_events(chunks: Iterable[bytes]) -> Iterator[Event]:
    """Events of a stream cut anywhere. Comments and events without data are left out."""
    for event in EventSource(_as_event_stream(chunks)).iter_sse():
        if event.data.strip():
            yield Event(event.data, event.event)


def _as_event_stream(chunks: Iterable[bytes]) -> httpx.Response:
    headers = {"content-type": "text/event-stream; charset=utf-8-sig"}  # -sig: without a byte order mark
    return httpx.Response(200, headers=headers, content=_ended(chunks))


def _ended(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes, checked to be UTF-8, with the blank line that lets a last event be seen."""
    checked = codecs.getincrementaldecoder("utf-8")()
    for chunk in chunks:
        try:
            checked.decode(chunk)
        except UnicodeDecodeError as error:
            rest = len(error.object) - error.start  # the object is the chunk, after a character begun in the last one
            yield chunk[: max(0, len(chunk) - rest)]
            raise NotText("the answer holds bytes that are not UTF-8") from error
        yield chunk
    yield b"\n\n"


def _look_inside(body: bytes) -> Iterator[Event]:
    """Events of a whole body whose label says little: JSON, a web page, or events after all."""
    start = body.removeprefix(codecs.BOM_UTF8).lstrip()
    if start.startswith(b"<"):
        raise WebPage("the answer is a web page")
    if not start.startswith((b"{", b"[")):
        yield from split_events([body])
        return
    try:
        yield Event(start.decode())
    except UnicodeDecodeError as error:
        raise NotText("the answer holds bytes that are not UTF-8") from error
