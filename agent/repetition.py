"""Notices a reply that repeats itself without end. Linear: each look costs what it looks at, and there are few."""

from collections.abc import Callable

WINDOW = 16_384  # characters; what repeats over all of them is suspected
LOOK_EVERY = 4_096
SHORTEST = 4  # times that a passage must fit into the window to be called repeated


class Repetition:
    """Watches a reply as it comes. What the prompt itself holds may be repeated as long as there, and twice over."""

    def __init__(self, prompt: Callable[[], str]) -> None:
        self._prompt = prompt
        self._window = ""
        self._fresh: list[str] = []
        self.unseen = 0  # characters since the last look
        self._run = 0  # characters that repeat, up to now
        self._allowed: int | None = None

    def endless(self, chunk: str) -> bool:
        """Whether the reply, with one more chunk, has repeated itself for longer than it may."""
        if self.unseen + len(chunk) < LOOK_EVERY:
            self._fresh.append(chunk)
            self.unseen += len(chunk)
            return False
        parts = (chunk[start : start + LOOK_EVERY] for start in range(0, len(chunk), LOOK_EVERY))
        return any(self._endless(part) for part in parts)

    def _endless(self, part: str) -> bool:
        self._fresh.append(part)
        self.unseen += len(part)
        if self.unseen < LOOK_EVERY:
            return False
        self._window = "".join((self._window, *self._fresh))[-WINDOW:]
        self._run = self._run + self.unseen if _repeats(self._window) else 0
        self._fresh.clear()
        self.unseen = 0
        if self._run and self._allowed is None:
            self._allowed = 2 * longest_run(self._prompt())
        return self._run > 0 and WINDOW + self._run > (self._allowed or 0)


def longest_run(text: str) -> int:
    """How many characters of a text repeat a short passage, at most, as far as looks at intervals tell."""
    longest = run = 0
    for end in range(WINDOW, len(text) + 1, LOOK_EVERY):
        run = run + LOOK_EVERY if _repeats(text[end - WINDOW : end]) else 0
        longest = max(longest, WINDOW + run if run else 0)
    return longest


def _repeats(window: str) -> bool:
    """Whether a window is one short passage again and again."""
    if len(window) < WINDOW:
        return False
    probe = window[-256:]
    before = window.rfind(probe, 0, -1)
    period = len(window) - 256 - before
    return before >= 0 and period * SHORTEST <= WINDOW and window[period:] == window[:-period]
