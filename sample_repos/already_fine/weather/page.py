"""The page that the station shows."""

from collections.abc import Sequence

from weather.reading import Reading
from weather.statistics import frost_days, mean_celsius


def page(readings: Sequence[Reading]) -> str:
    """Three lines: how many readings, the mean, and the days with frost."""
    frost = ", ".join(day.isoformat() for day in frost_days(readings)) or "none"
    return f"{len(readings)} readings\nmean {mean_celsius(readings)} °C\nfrost: {frost}"
