"""From the bytes of an answer to its events, whatever the answer turns out to be.

The splitting is our own: httpx-sse takes each line through three generators, and the events of a long reply come by the
million. Lines end at CR, LF and CRLF alone, so that U+2028 in a text survives. Events are handed on in the groups in
which the network brought them, so that all further work is done once for a group.
"""

import codecs
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import httpx


class NotText(Exception):
    """The answer holds bytes that are not UTF-8."""


class WebPage(Exception):
    """The answer is a web page: something else lives at this address."""


class Event(NamedTuple):
    """One event of an answer."""

    data: str
    name: str = "message"


def read_events(response: httpx.Response) -> Iterator[list[Event]]:
    """Events of an answer, in groups as they arrive; an answer in one piece of JSON is one event.

    Raises WebPage, NotText and what httpx raises while reading.
    """
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        return split_events(response.iter_bytes())
    return _look_inside(response.read())


def split_events(chunks: Iterable[bytes]) -> Iterator[list[Event]]:
    """Events of a stream cut anywhere, a list for each chunk, be it empty. Comments and events without data are none.

    Raises NotText.
    """
    splitter = _Splitter()
    for chunk in chunks:
        yield splitter.feed(chunk)
        if splitter.fault:
            raise splitter.fault
    yield splitter.close()
    if splitter.fault:
        raise splitter.fault


class _Splitter:
    """Takes the stream line by line; total work is linear however it is cut."""

    def __init__(self) -> None:
        self.fault: NotText | None = None  # after which nothing more is read
        self._held: list[bytes] = []  # pieces of the line that has not ended
        self._after_cr = False  # the last chunk ended in CR: a LF that follows belongs to it
        self._started = False
        self._data: list[bytes] = []
        self._name = b""

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that end in a chunk."""
        if self._after_cr and chunk:
            chunk, self._after_cr = chunk.removeprefix(b"\n"), False
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\n" not in chunk:
            self._held.append(chunk)
            return []
        lines = chunk.split(b"\n")
        if self._held:
            lines[0] = b"".join((*self._held, lines[0]))
        last = lines.pop()
        self._held = [last] if last else []
        return self._read(lines)

    def close(self) -> list[Event]:
        """The last event, which no blank line need follow. A character cut short at the very end is left out."""
        rest = b"".join(self._held)
        with suppress(UnicodeDecodeError):  # which is told of when the line is read
            rest = codecs.getincrementaldecoder("utf-8")().decode(rest).encode()
        return self._read([rest, b""])

    def _read(self, lines: list[bytes]) -> list[Event]:
        if not self._started:
            lines[0], self._started = lines[0].removeprefix(codecs.BOM_UTF8), True
        events: list[Event] = []
        try:
            self._collect(lines, events)
        except UnicodeDecodeError:
            self.fault = NotText("the answer holds bytes that are not UTF-8")
        return events

    def _collect(self, lines: list[bytes], events: list[Event]) -> None:
        """Put the events that end in these lines into a list; one that is blank or holds no data is none."""
        data, name = self._data, self._name
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[6:] if line[5:6] == b" " else line[5:])
            elif line.startswith(b"event:"):
                name = line[6:].strip()
            elif line:
                line.decode()  # a comment, or a field that says nothing here
            elif data:
                text = b"\n".join(data).decode()
                if text and not text.isspace():
                    events.append(Event(text, name.decode()) if name else Event(text))
                data, name = [], b""
            else:
                name = b""
        self._data, self._name = data, name


def _look_inside(body: bytes) -> Iterator[list[Event]]:
    """Events of a whole body whose label says little: JSON, a web page, or events after all."""
    start = body.removeprefix(codecs.BOM_UTF8).lstrip()
    if start.startswith(b"<"):
        raise WebPage("the answer is a web page")
    if not start.startswith((b"{", b"[")):
        yield from split_events([body])
        return
    try:
        yield [Event(start.decode())]
    except UnicodeDecodeError as error:
        raise NotText("the answer holds bytes that are not UTF-8") from error
