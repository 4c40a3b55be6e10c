"""One reading of the station."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Reading:
    """Temperature in degrees Celsius and humidity in percent at one moment."""

    at: datetime
    celsius: float
    humidity: int


def parse(line: str) -> Reading:
    """A reading from a line of the station's log: "2024-03-01T12:00 4.5 81"."""
    moment, celsius, humidity = line.split()
    return Reading(datetime.fromisoformat(moment), float(celsius), int(humidity))
