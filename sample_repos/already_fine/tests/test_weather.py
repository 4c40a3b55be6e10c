import pytest

from weather.page import page
from weather.reading import parse
from weather.statistics import mean_celsius

LOG = ["2024-01-02T06:00 -1.5 90", "2024-01-02T12:00 2.0 70", "2024-01-03T06:00 -0.2 88"]


def test_a_line_is_read() -> None:
    reading = parse(LOG[0])
    assert (reading.at.hour, reading.celsius, reading.humidity) == (6, -1.5, 90)


def test_the_mean_has_one_digit() -> None:
    assert mean_celsius([parse(line) for line in LOG]) == 0.1


def test_no_readings_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no mean"):
        mean_celsius([])


def test_the_page_lists_days_with_frost() -> None:
    assert page([parse(line) for line in LOG]) == "3 readings\nmean 0.1 °C\nfrost: 2024-01-02, 2024-01-03"
