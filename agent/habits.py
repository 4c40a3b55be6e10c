"""What a model showed of itself in earlier runs: how its count of tokens differs from our estimate, and how fast it is.

Kept in the user's cache folder. Losing it costs a forecast some of its sharpness, so no fault of the file is worth a
word.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

KNOWN_WELL = 200_000  # tokens; what was seen before counts as no more than that against what is new


class Habit(msgspec.Struct, frozen=True):
    """Sums over the answers of one model."""

    estimated: float = 0.0  # tokens of prompts, by our estimate
    reported: float = 0.0  # of the same prompts, by the server
    written: float = 0.0  # tokens of replies
    seconds: float = 0.0  # in which they were written

    @property
    def ratio(self) -> float | None:
        """Reported tokens for one that we estimate."""
        return self.reported / self.estimated if self.estimated else None

    @property
    def speed(self) -> float | None:
        """Tokens a second."""
        return self.written / self.seconds if self.seconds else None

    def after(self, other: "Habit") -> "Habit":
        """This, then the other: what is long past fades."""
        asked = min(1.0, KNOWN_WELL / self.estimated) if self.estimated else 1.0
        wrote = min(1.0, KNOWN_WELL / self.written) if self.written else 1.0
        return Habit(
            self.estimated * asked + other.estimated,
            self.reported * asked + other.reported,
            self.written * wrote + other.written,
            self.seconds * wrote + other.seconds,
        )


def habits_file() -> Path:
    """Where they are kept by default."""
    from agent.models.memory import memory_folder  # with the network's library, which not every run needs

    return memory_folder() / "habits.json"


@dataclass(slots=True)
class Habits:
    """All models by name and server; without a path they last as long as the process."""

    path: Path | None = None
    known: dict[str, Habit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None:
            with suppress(OSError, msgspec.DecodeError):
                self.known = msgspec.json.decode(self.path.read_bytes(), type=dict[str, Habit])

    def of(self, model: str) -> Habit:
        """What is known of a model."""
        return self.known.get(model, Habit())

    def learn(self, model: str, seen: Habit) -> None:
        """Remember what an answer showed."""
        self.known[model] = self.of(model).after(seen)
        if self.path is not None:
            with suppress(OSError):
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                draft = self.path.with_suffix(".part")
                draft.write_bytes(msgspec.json.encode(self.known))
                draft.replace(self.path)
