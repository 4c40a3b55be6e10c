"""Patience: tries again what a busy server refused.

It goes around the code that drains a reply, since a reply does its work while it is read: wrapped around `stream`
alone it would retry nothing.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from agent.errors import ModelBusy

T = TypeVar("T")
TRIES = 5
_BACKOFF = wait_exponential_jitter(initial=1, max=30, jitter=1)


def patiently(
    sleep: Callable[[float], None] = time.sleep,
    say: Callable[[str], None] = lambda words: None,
    tries: int = TRIES,
) -> Callable[[Callable[[], T]], T]:
    """Call a function until it raises no ModelBusy, at most so many times; each wait is announced through `say`."""
    return Retrying(
        retry=retry_if_exception_type(ModelBusy),
        stop=stop_after_attempt(tries),
        wait=_wait,
        before_sleep=lambda state: say(_announcement(state, tries)),
        sleep=sleep,
        reraise=True,
    )


def _wait(state: RetryCallState) -> float:
    """Our own wait grows from try to try; a server that asks for more is given it."""
    error = _error(state)
    asked = error.retry_after if isinstance(error, ModelBusy) else None
    return max(_BACKOFF(state), asked or 0.0)


def _announcement(state: RetryCallState, tries: int) -> str:
    return f"{_error(state)} Trying again in {state.upcoming_sleep:.0f} s ({state.attempt_number} of {tries})."


def _error(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None
