"""Who is asked again, how often, and after what wait. No clock: the sleeping is recorded."""

from collections.abc import Callable, Iterator

import pytest

from agent.errors import AgentError, ContextOverflow, ModelBusy, ModelLimited, ModelRefused
from agent.models.retry import TRIES, patiently


class Caller:
    """Fails with each of the errors in turn, then gives a value."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "value"


def test_a_call_that_works_is_made_once_and_without_a_wait() -> None:
    waits: list[float] = []
    caller = Caller()
    assert patiently(sleep=waits.append)(caller) == "value"
    assert (caller.calls, waits) == (1, [])


@pytest.mark.parametrize("failures", range(1, TRIES))
def test_a_busy_server_is_asked_again(failures: int) -> None:
    waits: list[float] = []
    caller = Caller(*[ModelBusy("busy")] * failures)
    assert patiently(sleep=waits.append)(caller) == "value"
    assert caller.calls == failures + 1
    for number, wait in enumerate(waits):
        assert 2**number <= wait <= 2**number + 1


def test_the_last_error_is_raised_as_it_was() -> None:
    errors = [ModelBusy(f"busy {number}") for number in range(TRIES + 1)]
    caller = Caller(*errors)
    with pytest.raises(ModelBusy) as caught:
        patiently(sleep=lambda seconds: None)(caller)
    assert caught.value is errors[TRIES - 1]
    assert caller.calls == TRIES


@pytest.mark.parametrize(
    "error",
    [ModelLimited("quota"), ModelRefused("key"), ContextOverflow("long"), AgentError("other"), KeyError("bug")],
    ids=lambda error: type(error).__name__,
)
def test_nothing_else_is_tried_twice(error: Exception) -> None:
    waits: list[float] = []
    caller = Caller(error)
    with pytest.raises(type(error)):
        patiently(sleep=waits.append)(caller)
    assert (caller.calls, waits) == (1, [])


@pytest.mark.parametrize(
    ("asked", "low", "high"),
    [(None, 1, 2), (0.0, 1, 2), (0.5, 1, 2), (20.0, 20, 20), (300.0, 300, 300)],
)
def test_a_server_that_asks_for_a_longer_wait_is_given_it(asked: float | None, low: float, high: float) -> None:
    waits: list[float] = []
    patiently(sleep=waits.append)(Caller(ModelBusy("busy", retry_after=asked)))
    assert len(waits) == 1
    assert low <= waits[0] <= high


def test_waits_do_not_grow_without_end() -> None:
    waits: list[float] = []
    with pytest.raises(ModelBusy):
        patiently(sleep=waits.append)(Caller(*[ModelBusy("busy")] * TRIES))
    assert len(waits) == TRIES - 1
    assert max(waits) <= 30


def test_each_wait_is_announced() -> None:
    said: list[str] = []
    patiently(sleep=lambda seconds: None, say=said.append)(Caller(ModelBusy("The server is busy.", retry_after=42.0)))
    assert said == ["The server is busy. Trying again in 42 s (1 of 5)."]


def test_the_reply_must_be_drained_inside() -> None:
    """Wrapped around what only makes a generator nothing is retried; around what reads it, everything is."""
    caller = Caller(ModelBusy("busy"))

    def reply() -> Iterator[str]:
        yield caller()

    def nothing(seconds: float) -> None:
        return

    lazily: Callable[[], Iterator[str]] = reply
    with pytest.raises(ModelBusy):
        list(patiently(sleep=nothing)(lazily))
    caller.errors = [ModelBusy("busy")]
    assert patiently(sleep=nothing)(lambda: list(reply())) == ["value"]
