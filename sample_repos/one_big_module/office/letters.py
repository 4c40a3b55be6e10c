"""Letters that the office writes."""

from datetime import date

from office.toolbox import Mail, Money, fill_in, friendly, headline

REMINDER = "Dear {{ name }},\nplease send us {{ amount }} until {{ day }}.\n"


def reminder(name: str, amount: Money, day: date, today: date) -> Mail:
    """The mail that asks for money."""
    body = fill_in(REMINDER, {"name": headline(name), "amount": amount, "day": friendly(day, today)})
    return Mail("office@example.org", (f"{name.split()[0].lower()}@example.org",), "A reminder", body)
