"""Tells now and then that a reply still comes, how fast, and for how long nothing came."""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

Say = Callable[[str], None]
HEARTBEAT_SECONDS = 10.0


class Heartbeat:
    """Speaks at intervals while a reply is read, from a thread of its own: a silent server must be told of too."""

    def __init__(self, label: str, say: Say, every: float = HEARTBEAT_SECONDS) -> None:
        self._label = label
        self._say = say
        self._every = every
        self._over = threading.Event()
        self._started = self._heard = time.monotonic()
        self._tokens = 0.0
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def beat(self, tokens: float) -> None:
        """So many tokens have come by now."""
        self._tokens, self._heard = tokens, time.monotonic()

    def _tell(self) -> None:
        while not self._over.wait(self._every):
            now = time.monotonic()
            rate = self._tokens / (now - self._started)
            self._say(
                f"{self._label}: about {self._tokens:,.0f} tokens received, {rate:.0f} tokens/s, "
                f"the last {now - self._heard:.0f} s ago"
            )
