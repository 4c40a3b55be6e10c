"""A sign of life while a reply comes, and while it does not."""

import threading

from agent.heartbeat import Heartbeat


def test_it_tells_how_much_came_and_for_how_long_nothing_did() -> None:
    said: list[str] = []
    told = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        told.set()

    with Heartbeat("S01-1", say, 0.02) as beats:
        beats.beat(1234)
        assert told.wait(5)
    assert said[0].startswith("S01-1: about 1,234 tokens received, ")
    assert "the last 0 s ago" in said[0]


def test_a_quick_reply_is_not_spoken_of() -> None:
    said: list[str] = []
    with Heartbeat("S01-1", said.append, 60) as beats:
        beats.beat(5)
    assert said == []
