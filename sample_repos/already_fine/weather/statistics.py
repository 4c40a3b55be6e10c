"""Figures over many readings."""

from collections.abc import Sequence
from datetime import date

from weather.reading import Reading


def mean_celsius(readings: Sequence[Reading]) -> float:
    """The mean temperature, to one digit."""
    if not readings:
        raise ValueError("no readings, no mean")
    return round(sum(reading.celsius for reading in readings) / len(readings), 1)


def frost_days(readings: Sequence[Reading]) -> list[date]:
    """The days on which it froze, in order."""
    return sorted({reading.at.date() for reading in readings if reading.celsius < 0})
