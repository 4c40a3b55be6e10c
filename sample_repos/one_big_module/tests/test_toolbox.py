from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from office.toolbox import (
    Article,
    Booking,
    Cupboard,
    Expense,
    Lending,
    Mail,
    Money,
    Outbox,
    Person,
    PhoneBook,
    Recipe,
    RoomPlan,
    Settings,
    Shift,
    Staff,
    addresses_in,
    age,
    as_markdown,
    bar_chart,
    check_shift,
    coffee_rota,
    common_words,
    correlation,
    ean_digit,
    easter,
    expenses_by_purpose,
    great_circle,
    group_by,
    histogram,
    initials,
    is_ean,
    is_iban,
    is_working_day,
    mileage,
    month_table,
    most_votes,
    moving,
    overtime,
    pivot,
    quantile,
    ranked_choice,
    read_table,
    roman,
    round_trip,
    seats,
    settle,
    shopping_list,
    short_code,
    shortest_route,
    thread_of,
    trend,
    wrap_columns,
    write_table,
)

TABLE = "who, room, hours\nAnn, red, 2\nBob, blue, 1.5\nAnn, blue, 3\n"
ROADS = {"A": {"B": 1, "C": 5}, "B": {"A": 1, "C": 2}, "C": {"A": 5, "B": 2}}


@pytest.mark.parametrize(("number", "digits"), [(4, "IV"), (1994, "MCMXCIV"), (2024, "MMXXIV")])
def test_numbers_in_roman_digits(number: int, digits: str) -> None:
    assert roman(number) == digits


def test_text() -> None:
    assert initials("ann-marie lee") == "A. L."
    assert common_words("The café and the bar: a café in a bar of bars", 2) == ["bar", "cafe"]
    assert wrap_columns(["one", "two", "three"], 15) == ["one    two", "three"]


def test_days() -> None:
    assert easter(2024) == date(2024, 3, 31)
    assert not is_working_day(date(2024, 4, 1))
    assert age(date(2000, 2, 29), date(2024, 2, 28)) == 23
    assert month_table(2024, 2)[1] == "          1  2  3  4"


def test_money_is_split_without_loss() -> None:
    assert [part.cents for part in Money(100).split(3)] == [34, 33, 33]
    assert str(Money(125_000).times(Decimal("1.2"))) == "1,500.00 EUR"
    assert mileage(12.5) == Money(375)


def test_expenses_are_settled() -> None:
    day = date(2024, 1, 1)
    expenses = [Expense("Ann", "food", Money(3000), day), Expense("Bob", "tools", Money(1000), day)]
    assert settle(expenses) == [("Bob", "Ann", 1000)]
    assert expenses_by_purpose([*expenses, *expenses])["food"] == Money(6000)


def test_tables() -> None:
    rows = read_table(TABLE)
    assert group_by(rows, "who")["Bob"] == [{"who": "Bob", "room": "blue", "hours": "1.5"}]
    assert pivot(rows, "who", "room", "hours") == {"Ann": {"red": 2, "blue": 3}, "Bob": {"blue": 1.5}}
    assert read_table(write_table(rows)) == rows
    assert as_markdown(rows[:1]) == "| who | room | hours |\n| --- | --- | --- |\n| Ann | red | 2 |"


def test_numbers() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert trend([1, 3, 5]) == (2, 1)
    assert moving([1, 2, 3, 4], 2) == [1.5, 2.5, 3.5]
    assert (correlation([1, 2, 3], [2, 4, 6]), correlation([1, 2], [3, 3])) == (1, 0)
    assert histogram([1, 2, 3, 5], 2) == [2, 2]
    assert bar_chart({"a": 1, "bb": 2}, 4) == ["a  ██ 1", "bb ████ 2"]


def test_settings() -> None:
    settings = Settings("name = x # why\n[room]\nseats = 4\nopen = yes\n")
    assert (settings.get("name"), settings.number("seats", "room"), settings.flag("open", "room")) == ("x", 4, True)
    assert settings.as_json() == '{"": {"name": "x"}, "room": {"open": "yes", "seats": "4"}}'


def test_a_room_is_not_taken_twice() -> None:
    plan = RoomPlan(["red", "blue"])
    nine, ten, eleven = (datetime(2024, 1, 2, hour) for hour in (9, 10, 11))
    plan.book(Booking("red", nine, eleven, "Ann"))
    with pytest.raises(ValueError, match="taken by Ann until 11:00"):
        plan.book(Booking("red", ten, eleven, "Bob"))
    assert plan.free(ten, eleven) == ["blue"]
    assert plan.cancel("Ann") == 1


def test_the_cupboard_says_what_to_buy() -> None:
    cupboard = Cupboard()
    cupboard.put(Article("pens", 12, minimum=10, pack=6))
    cupboard.take("pens", 5)
    assert cupboard.to_buy() == {"pens": 1}
    with pytest.raises(KeyError, match="did you mean pens"):
        cupboard.take("pans")


def test_routes() -> None:
    assert shortest_route(ROADS, "A", "C") == (3, ["A", "B", "C"])
    assert round_trip(ROADS, "A", ["C"]) == ["A", "B", "C", "B", "A"]
    assert round(great_circle((52.52, 13.405), (48.857, 2.352))) == 877


def test_staff() -> None:
    staff = Staff([Person("Ann", birthday=date(1990, 1, 3)), Person("Bob", "Ann", {"tax"}), Person("Eve", "Bob", {"tax", "law"})])
    assert staff.chain("Eve") == ["Eve", "Bob", "Ann"]
    assert staff.team("Ann") == ["Bob", "Eve"]
    assert staff.who_can("tax", "law") == ["Eve"]
    assert staff.birthdays(date(2023, 12, 30)) == [(date(2024, 1, 3), "Ann")]


def test_mail() -> None:
    hello, answer = Mail("a@x.org", ("b@x.org",), "Hello", ""), Mail("b@x.org", ("a@x.org",), "Re: hello", "")
    assert addresses_in("Ann <A@x.org>, b.c@d.example.org or a@x.org") == ["a@x.org", "b.c@d.example.org"]
    assert thread_of([hello, answer]) == {"hello": [hello, answer]}
    outbox = Outbox(lambda mail: mail is hello)
    outbox.put(hello)
    outbox.put(answer, urgent=True)
    assert list(outbox.flush()) == [answer]
    assert len(outbox) == 1


def test_votes() -> None:
    assert most_votes(["a", "b", "b", "a", "c"]) == ["a", "b"]
    assert ranked_choice([["a", "b"], ["b", "a"], ["c", "b"], ["b"], ["a"]]) == "b"
    assert seats({"a": 100, "b": 60, "c": 30}, 6) == {"a": 3, "b": 2, "c": 1}


def test_codes_check_themselves() -> None:
    assert ean_digit("400638133393") == 1
    assert is_ean("4006381333931")
    assert not is_ean("4006381333932")
    assert is_iban("DE89 3704 0044 0532 0130 00")
    assert short_code(1000) == "AAAA9J"


def test_the_phone_book_is_read_from_both_sides() -> None:
    book = PhoneBook([("Zoë", "0351 / 12-34 56"), ("Ann", "+44 (0) 20 7946 0000")])
    assert book.who_calls("0049 351 123456") == "Zoë"
    assert book.numbers["Ann"] == ["+442079460000"]
    assert book.typed("96") == ["Zoë"]


def test_shifts_need_breaks() -> None:
    shift = Shift("Ann", datetime(2024, 1, 2, 8), datetime(2024, 1, 2, 17), timedelta(minutes=15))
    assert check_shift(shift) == ["a break of 30 minutes is due"]
    assert overtime([shift], week=8) == {"Ann": 0.75}


def test_the_kitchen() -> None:
    cake = Recipe("cake", 4, {("flour", "kg"): 0.5, ("milk", "ml"): 200})
    assert shopping_list([cake.for_people(8)], {"milk": 500}) == {"flour": 1000}
    assert list(coffee_rota(["Ann", "Bob"], date(2024, 3, 28), 3).values()) == ["Ann", "Bob", "Ann"]


def test_books_are_lent_in_order() -> None:
    shelf = Lending(["Emma"])
    assert shelf.lend("Emma", "Ann", date(2024, 1, 1)) == date(2024, 1, 29)
    assert shelf.lend("Emma", "Bob", date(2024, 1, 2)) is None
    assert shelf.overdue(date(2024, 2, 1)) == {"Ann": ["Emma"]}
    assert shelf.give_back("Emma") == "Bob"
