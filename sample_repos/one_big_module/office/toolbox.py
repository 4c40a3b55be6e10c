"""Everything that the office needs, in one place."""

import csv
import heapq
import io
import json
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

# --- text ---------------------------------------------------------------------------------------

ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"))
ROMAN_SMALL = ((9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
STOP_WORDS = frozenset({"a", "an", "and", "in", "of", "on", "or", "the", "to"})


def roman(number: int) -> str:
    """A number from 1 to 3999 in Roman digits."""
    if not 0 < number < 4000:
        raise ValueError(f"{number} has no Roman digits")
    digits = []
    for value, letters in ROMAN + ROMAN_SMALL:
        count, number = divmod(number, value)
        digits.append(letters * count)
    return "".join(digits)


def without_accents(text: str) -> str:
    """The text with plain letters in place of accented ones."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def headline(text: str) -> str:
    """Capitals as in a headline: small words stay small, except the first."""
    words = text.lower().split()
    return " ".join(word if at and word in STOP_WORDS else word.capitalize() for at, word in enumerate(words))


def initials(name: str) -> str:
    """The initials of a name, joined names counted as one: "Ann-Marie Lee" is "A. L."."""
    return " ".join(f"{part[0].upper()}." for part in name.split())


def common_words(text: str, count: int) -> list[str]:
    """The most common words of a text, without the small ones."""
    words = re.findall(r"[a-z]+", without_accents(text).lower())
    found = Counter(word for word in words if word not in STOP_WORDS)
    return [word for word, _ in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:count]]


def wrap_columns(texts: Iterable[str], width: int, gap: int = 2) -> list[str]:
    """Texts in as many columns as fit into the width."""
    cells = list(texts)
    if not cells:
        return []
    cell = max(len(text) for text in cells) + gap
    per_row = max(1, width // cell)
    rows = [cells[at : at + per_row] for at in range(0, len(cells), per_row)]
    return ["".join(text.ljust(cell) for text in row).rstrip() for row in rows]


def distance(left: str, right: str) -> int:
    """How many letters must be put in, taken out or exchanged to make one word the other."""
    row = list(range(len(right) + 1))
    for at, letter in enumerate(left, start=1):
        previous, row[0] = row[0], at
        for place, other in enumerate(right, start=1):
            change = previous + (letter != other)
            previous, row[place] = row[place], min(change, row[place] + 1, row[place - 1] + 1)
    return row[-1]


def closest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like a mistyped word, or None if none is near."""
    ranked = sorted((distance(word.lower(), choice.lower()), choice) for choice in choices)
    return ranked[0][1] if ranked and ranked[0][0] <= max(1, len(word) // 3) else None


# --- dates --------------------------------------------------------------------------------------

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FIXED_HOLIDAYS = {(1, 1): "New Year", (5, 1): "Labour Day", (12, 25): "Christmas Day", (12, 26): "Boxing Day"}


def easter(year: int) -> date:
    """Easter Sunday, by the anonymous Gregorian method."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(year, f // 31, f % 31 + 1)


def holidays(year: int) -> dict[date, str]:
    """The days on which the office is closed, beside weekends."""
    days = {date(year, month, day): name for (month, day), name in FIXED_HOLIDAYS.items()}
    sunday = easter(year)
    days[sunday - timedelta(days=2)] = "Good Friday"
    days[sunday + timedelta(days=1)] = "Easter Monday"
    return days


def is_working_day(day: date) -> bool:
    """Whether somebody is in the office."""
    return day.weekday() < 5 and day not in holidays(day.year)


def add_working_days(start: date, count: int) -> date:
    """The working day so many working days later."""
    day = start
    while count > 0:
        day += timedelta(days=1)
        count -= is_working_day(day)
    return day


def age(born: date, today: date) -> int:
    """Age in full years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def friendly(day: date, today: date) -> str:
    """A date as one says it: "today", "yesterday", "Fri", "3 May"."""
    days = (day - today).days
    named = {-1: "yesterday", 0: "today", 1: "tomorrow"}
    if days in named:
        return named[days]
    if 1 < days < 7:
        return WEEKDAYS[day.weekday()]
    return f"{day.day} {day:%B}" if day.year == today.year else f"{day.day} {day:%B %Y}"


def month_table(year: int, month: int) -> list[str]:
    """A month as lines of seven columns, from Monday."""
    first = date(year, month, 1)
    after = date(year + month // 12, month % 12 + 1, 1)
    cells = ["  "] * first.weekday() + [f"{day:2}" for day in range(1, (after - first).days + 1)]
    rows = [" ".join(cells[at : at + 7]) for at in range(0, len(cells), 7)]
    return [" ".join(name[:2] for name in WEEKDAYS), *rows]


# --- money --------------------------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class Money:
    """An amount in cents of one currency."""

    cents: int
    currency: str = "EUR"

    def __add__(self, other: "Money") -> "Money":
        if self.currency != other.currency:
            raise ValueError(f"cannot add {other.currency} to {self.currency}")
        return Money(self.cents + other.cents, self.currency)

    def times(self, factor: Decimal) -> "Money":
        """The amount multiplied, rounded to a whole cent."""
        cents = (Decimal(self.cents) * factor).quantize(Decimal(1), rounding=ROUND_HALF_UP)
        return Money(int(cents), self.currency)

    def split(self, parts: int) -> list["Money"]:
        """Parts that differ by a cent at most and sum up to the whole."""
        share, left = divmod(self.cents, parts)
        return [Money(share + (at < left), self.currency) for at in range(parts)]

    def __str__(self) -> str:
        return f"{self.cents / 100:,.2f} {self.currency}"


@dataclass(frozen=True)
class Expense:
    """Something paid for by somebody, for a purpose."""

    who: str
    purpose: str
    amount: Money
    day: date


def expenses_by_purpose(expenses: Iterable[Expense]) -> dict[str, Money]:
    """The sum a purpose, in the order of the alphabet."""
    sums: dict[str, Money] = {}
    for expense in expenses:
        before = sums.get(expense.purpose)
        sums[expense.purpose] = before + expense.amount if before else expense.amount
    return dict(sorted(sums.items()))


def settle(expenses: Iterable[Expense]) -> list[tuple[str, str, int]]:
    """Who gives how many cents to whom so that everybody paid the same."""
    paid: defaultdict[str, int] = defaultdict(int)
    for expense in expenses:
        paid[expense.who] += expense.amount.cents
    shares = dict(zip(sorted(paid), Money(sum(paid.values())).split(len(paid) or 1), strict=False))
    balance = {who: paid[who] - shares[who].cents for who in paid}
    transfers = []
    while any(balance.values()):
        giver, taker = min(balance, key=lambda who: (balance[who], who)), max(balance, key=lambda who: (balance[who], who))
        cents = min(-balance[giver], balance[taker])
        balance[giver] += cents
        balance[taker] -= cents
        transfers.append((giver, taker, cents))
    return transfers


def mileage(kilometres: float, rate: str = "0.30") -> Money:
    """What the office pays for a trip by car."""
    return Money(int((Decimal(str(kilometres)) * Decimal(rate) * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP)))


# --- tables -------------------------------------------------------------------------------------


def read_table(text: str, separator: str = ",") -> list[dict[str, str]]:
    """Rows of a table with a heading; blanks around cells do not count."""
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    heading = [cell.strip() for cell in next(rows, [])]
    return [dict(zip(heading, (cell.strip() for cell in row), strict=False)) for row in rows if any(row)]


def write_table(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as a table with a heading, columns in the order of first use."""
    kept = [dict(row) for row in rows]
    columns = list(dict.fromkeys(name for row in kept for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(kept)
    return out.getvalue()


def as_markdown(rows: list[dict[str, str]]) -> str:
    """Rows as a table in Markdown."""
    if not rows:
        return ""
    columns = list(rows[0])
    lines = [columns, ["---"] * len(columns), *([row.get(name, "") for name in columns] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def group_by(rows: Iterable[dict[str, str]], column: str) -> dict[str, list[dict[str, str]]]:
    """Rows by the value of one column."""
    groups: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        groups[row.get(column, "")].append(row)
    return dict(groups)


def pivot(rows: Iterable[dict[str, str]], down: str, across: str, value: str) -> dict[str, dict[str, float]]:
    """Sums of one column by two others."""
    table: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for row in rows:
        table[row[down]][row[across]] += float(row[value] or 0)
    return {name: dict(cells) for name, cells in table.items()}


# --- numbers ------------------------------------------------------------------------------------


def mean(values: Iterable[float]) -> float:
    """The mean; none of nothing."""
    numbers = list(values)
    if not numbers:
        raise ValueError("no values, no mean")
    return math.fsum(numbers) / len(numbers)


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which a share of all values lies, interpolated."""
    numbers = sorted(values)
    place = (len(numbers) - 1) * share
    low, high = math.floor(place), math.ceil(place)
    return numbers[low] + (numbers[high] - numbers[low]) * (place - low)


def trend(values: list[float]) -> tuple[float, float]:
    """Slope and start of the straight line that fits best."""
    middle, centre = (len(values) - 1) / 2, mean(values)
    above = math.fsum((at - middle) * (value - centre) for at, value in enumerate(values))
    below = math.fsum((at - middle) ** 2 for at in range(len(values)))
    slope = above / below if below else 0.0
    return slope, centre - slope * middle


def moving(values: list[float], width: int) -> list[float]:
    """Means of a window that moves over the values."""
    return [mean(values[at : at + width]) for at in range(len(values) - width + 1)]


def correlation(left: list[float], right: list[float]) -> float:
    """How far two rows of values go up and down together, from -1 to 1; 0 where one of them does not move."""
    centre, other = mean(left), mean(right)
    together = math.fsum((one - centre) * (two - other) for one, two in zip(left, right, strict=True))
    alone = math.fsum((one - centre) ** 2 for one in left) * math.fsum((two - other) ** 2 for two in right)
    return together / math.sqrt(alone) if alone else 0.0


def histogram(values: Iterable[float], count: int) -> list[int]:
    """How many values lie in each of so many equal parts of their range."""
    numbers = sorted(values)
    low, high = numbers[0], numbers[-1]
    parts = [0] * count
    for number in numbers:
        share = (number - low) / (high - low) if high > low else 0.0
        parts[min(int(share * count), count - 1)] += 1
    return parts


def bar_chart(numbers: Mapping[str, float], width: int = 40) -> list[str]:
    """One line of blocks a number."""
    top = max(numbers.values(), default=0) or 1
    label = max((len(name) for name in numbers), default=0)
    return [f"{name:<{label}} {'█' * round(value / top * width)} {value:g}" for name, value in numbers.items()]


# --- settings -----------------------------------------------------------------------------------


class Settings:
    """Settings from a file of `name = value` lines in sections."""

    def __init__(self, text: str = "") -> None:
        self.values: dict[str, dict[str, str]] = {"": {}}
        section = ""
        for line in text.splitlines():
            line = line.partition("#")[0].strip()
            if line.startswith("[") and line.endswith("]"):
                section = line[1:-1].strip()
                self.values.setdefault(section, {})
            elif "=" in line:
                name, _, value = line.partition("=")
                self.values[section][name.strip()] = value.strip()

    def get(self, name: str, section: str = "", default: str = "") -> str:
        return self.values.get(section, {}).get(name, default)

    def number(self, name: str, section: str = "", default: float = 0) -> float:
        """The value as a number."""
        text = self.get(name, section)
        try:
            return float(text) if text else default
        except ValueError as error:
            raise ValueError(f"{name} should be a number, not {text!r}") from error

    def flag(self, name: str, section: str = "") -> bool:
        """Whether the value says yes."""
        return self.get(name, section).lower() in {"1", "on", "true", "yes"}

    def as_json(self) -> str:
        return json.dumps({section: values for section, values in self.values.items() if values}, sort_keys=True)


# --- rooms --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Booking:
    """A room, taken from one moment to another."""

    room: str
    start: datetime
    end: datetime
    who: str

    def overlaps(self, other: "Booking") -> bool:
        return self.room == other.room and self.start < other.end and other.start < self.end


class RoomPlan:
    """Which room is taken when."""

    def __init__(self, rooms: Iterable[str]) -> None:
        self.rooms = tuple(rooms)
        self.bookings: list[Booking] = []

    def book(self, booking: Booking) -> None:
        """Take a room, unless somebody has it."""
        if booking.room not in self.rooms:
            raise ValueError(f"there is no room {booking.room}")
        for other in self.bookings:
            if booking.overlaps(other):
                raise ValueError(f"{booking.room} is taken by {other.who} until {other.end:%H:%M}")
        self.bookings.append(booking)

    def free(self, start: datetime, end: datetime) -> list[str]:
        """Rooms that nobody has in that time."""
        wishes = [Booking(room, start, end, "") for room in self.rooms]
        return [wish.room for wish in wishes if not any(wish.overlaps(other) for other in self.bookings)]

    def cancel(self, who: str) -> int:
        """Give back all rooms of somebody; how many that were."""
        kept = [booking for booking in self.bookings if booking.who != who]
        gone = len(self.bookings) - len(kept)
        self.bookings = kept
        return gone


# --- stock --------------------------------------------------------------------------------------


@dataclass
class Article:
    """Something in the cupboard, and when to buy more of it."""

    name: str
    count: int
    minimum: int = 0
    pack: int = 1


class Cupboard:
    """Pens, paper and the rest."""

    def __init__(self) -> None:
        self.articles: dict[str, Article] = {}
        self.taken: Counter[str] = Counter()

    def put(self, article: Article) -> None:
        known = self.articles.get(article.name)
        if known:
            known.count += article.count
        else:
            self.articles[article.name] = article

    def take(self, name: str, count: int = 1) -> None:
        """Take something out; there must be enough of it."""
        article = self.articles.get(name)
        if article is None:
            hint = closest(name, self.articles)
            raise KeyError(f"no {name} here" + (f", did you mean {hint}?" if hint else ""))
        if article.count < count:
            raise ValueError(f"only {article.count} of {name} left")
        article.count -= count
        self.taken[name] += count

    def to_buy(self) -> dict[str, int]:
        """How many packs of what to buy."""
        short = [article for article in self.articles.values() if article.count < article.minimum]
        return {article.name: math.ceil((article.minimum - article.count) / article.pack) for article in short}


# --- routes -------------------------------------------------------------------------------------

Roads = Mapping[str, Mapping[str, float]]


def shortest_route(roads: Roads, start: str, goal: str) -> tuple[float, list[str]]:
    """Length and stops of the shortest way."""
    queue: list[tuple[float, list[str]]] = [(0.0, [start])]
    seen: set[str] = set()
    while queue:
        length, stops = heapq.heappop(queue)
        here = stops[-1]
        if here == goal:
            return length, stops
        if here in seen:
            continue
        seen.add(here)
        for there, way in roads.get(here, {}).items():
            heapq.heappush(queue, (length + way, [*stops, there]))
    raise ValueError(f"no way from {start} to {goal}")


def round_trip(roads: Roads, start: str, stops: Iterable[str]) -> list[str]:
    """A way past all stops and back, always to the nearest one next."""
    left, here, trip = set(stops), start, [start]
    while left:
        ways = sorted((shortest_route(roads, here, stop), stop) for stop in left)
        (_, way), here = ways[0]
        trip += way[1:]
        left.discard(here)
    return trip + shortest_route(roads, here, start)[1][1:]


def great_circle(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Kilometres between two places given by latitude and longitude."""
    (north, east), (north2, east2) = [(math.radians(lat), math.radians(lon)) for lat, lon in (start, end)]
    half = math.sin((north2 - north) / 2) ** 2 + math.cos(north) * math.cos(north2) * math.sin((east2 - east) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))


# --- people -------------------------------------------------------------------------------------


@dataclass
class Person:
    """Somebody of the office."""

    name: str
    boss: str | None = None
    skills: set[str] = field(default_factory=set)
    birthday: date | None = None


class Staff:
    """Who works here and for whom."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = {person.name: person for person in people}

    def chain(self, name: str) -> list[str]:
        """Somebody and everybody above."""
        chain: list[str] = []
        step: str | None = name
        while step is not None:
            if step in chain:
                raise ValueError(f"{step} is above {step}")
            chain.append(step)
            step = self.people[step].boss
        return chain

    def team(self, boss: str) -> list[str]:
        """Everybody below, nearest first."""
        below = sorted(person.name for person in self.people.values() if person.boss == boss)
        return below + [name for person in below for name in self.team(person)]

    def who_can(self, *skills: str) -> list[str]:
        return sorted(person.name for person in self.people.values() if person.skills.issuperset(skills))

    def birthdays(self, today: date, days: int = 30) -> list[tuple[date, str]]:
        """Birthdays to come, soonest first."""
        coming = []
        for person in self.people.values():
            if person.birthday is not None:
                this_year = person.birthday.replace(year=today.year)
                next_one = this_year if this_year >= today else person.birthday.replace(year=today.year + 1)
                if (next_one - today).days <= days:
                    coming.append((next_one, person.name))
        return sorted(coming)


# --- mail ---------------------------------------------------------------------------------------

ADDRESS = re.compile(r"(?P<user>[\w.+-]+)@(?P<host>[\w-]+(?:\.[\w-]+)+)")


@dataclass(frozen=True)
class Mail:
    """One message."""

    sender: str
    to: tuple[str, ...]
    subject: str
    body: str


def addresses_in(text: str) -> list[str]:
    """Every mail address of a text, once, in order."""
    return list(dict.fromkeys(match.group(0).lower() for match in ADDRESS.finditer(text)))


def fill_in(template: str, values: Mapping[str, object]) -> str:
    """The template with each {{name}} replaced; a missing one is an error that names it."""

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in values:
            raise KeyError(f"nothing given for {name}")
        return str(values[name])

    return re.sub(r"\{\{\s*(\w+)\s*\}\}", value, template)


def thread_of(mails: Iterable[Mail]) -> dict[str, list[Mail]]:
    """Mails by subject, where answers count to what they answer."""
    threads: defaultdict[str, list[Mail]] = defaultdict(list)
    for mail in mails:
        threads[re.sub(r"^((re|fwd?):\s*)+", "", mail.subject, flags=re.IGNORECASE).lower()].append(mail)
    return dict(threads)


class Outbox:
    """Mails that wait to be sent, the urgent ones first."""

    def __init__(self, send: Callable[[Mail], bool]) -> None:
        self._send = send
        self._queue: list[tuple[int, int, Mail]] = []
        self._number = 0

    def put(self, mail: Mail, urgent: bool = False) -> None:
        self._number += 1
        heapq.heappush(self._queue, (0 if urgent else 1, self._number, mail))

    def __len__(self) -> int:
        return len(self._queue)

    def flush(self) -> Iterator[Mail]:
        """Send everything; what could not be sent stays and is given back."""
        failed = []
        while self._queue:
            entry = heapq.heappop(self._queue)
            if not self._send(entry[2]):
                failed.append(entry)
        for entry in failed:
            heapq.heappush(self._queue, entry)
            yield entry[2]


# --- tasks --------------------------------------------------------------------------------------


@dataclass
class Task:
    """Something to do, how many days it takes, and what comes before it."""

    name: str
    days: int = 1
    after: tuple[str, ...] = ()
    done: bool = False


def in_order(tasks: Iterable[Task]) -> list[Task]:
    """Tasks so that each comes after what it waits for."""
    waiting = {task.name: task for task in tasks}
    ordered: list[Task] = []
    finished: set[str] = set()
    while waiting:
        ready = [task for task in waiting.values() if finished.issuperset(task.after)]
        if not ready:
            raise ValueError(f"these wait for each other: {', '.join(sorted(waiting))}")
        for task in ready:
            ordered.append(waiting.pop(task.name))
            finished.add(task.name)
    return ordered


def schedule(tasks: Iterable[Task], start: date) -> dict[str, date]:
    """The working day on which each task ends, if several can be done at once."""
    ends: dict[str, date] = {}
    for task in in_order(tasks):
        begin = max((ends[name] for name in task.after), default=start)
        ends[task.name] = add_working_days(begin, task.days)
    return ends


def progress(tasks: Iterable[Task]) -> str:
    """How much of the work is done, by days."""
    kept = list(tasks)
    total = sum(task.days for task in kept)
    done = sum(task.days for task in kept if task.done)
    return f"{done} of {total} days ({done * 100 // total if total else 100} %)"


# --- votes --------------------------------------------------------------------------------------


def most_votes(ballots: Iterable[str]) -> list[str]:
    """Who has the most votes; several if it is a tie."""
    counted = Counter(ballots)
    top = max(counted.values(), default=0)
    return sorted(name for name, votes in counted.items() if votes == top)


def ranked_choice(ballots: Iterable[list[str]]) -> str:
    """The winner if the last one drops out until somebody has more than half."""
    left = [list(ballot) for ballot in ballots]
    while True:
        firsts = Counter(ballot[0] for ballot in left if ballot)
        if not firsts:
            raise ValueError("nobody voted")
        winner, votes = max(firsts.items(), key=lambda item: (item[1], item[0]))
        if votes * 2 > sum(firsts.values()) or len(firsts) == 1:
            return winner
        last = min(firsts, key=lambda name: (firsts[name], name))
        left = [[name for name in ballot if name != last] for ballot in left]


def seats(votes: Mapping[str, int], count: int) -> dict[str, int]:
    """Seats in proportion to votes, by the highest averages."""
    given = dict.fromkeys(sorted(votes), 0)
    for _ in range(count):
        given[max(given, key=lambda name: votes[name] / (given[name] + 1))] += 1
    return given


# --- codes --------------------------------------------------------------------------------------

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that are mistaken for each other


def ean_digit(digits: str) -> int:
    """The check digit of a bar code of twelve digits."""
    if not re.fullmatch(r"\d{12}", digits):
        raise ValueError(f"{digits!r} is not twelve digits")
    return -sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits)) % 10


def is_ean(code: str) -> bool:
    """Whether thirteen digits are a bar code."""
    return bool(re.fullmatch(r"\d{13}", code)) and ean_digit(code[:12]) == int(code[12])


def is_iban(text: str) -> bool:
    """Whether an account number can be right: the letters become numbers, and the rest of a division must be 1."""
    plain = re.sub(r"\s", "", text).upper()
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}", plain):
        return False
    digits = "".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])
    return int(digits) % 97 == 1


def short_code(number: int, length: int = 6) -> str:
    """A number as a code that can be read out over the telephone."""
    code = ""
    while number or len(code) < length:
        number, at = divmod(number, len(CODE_LETTERS))
        code = CODE_LETTERS[at] + code
    return code


# --- telephone ----------------------------------------------------------------------------------

KEYPAD = {letter: digit for digit, letters in enumerate("abc def ghi jkl mno pqrs tuv wxyz".split(), 2) for letter in letters}


def plain_phone(text: str, country: str = "49") -> str:
    """A telephone number in the international form: "0351 / 12-34" is "+493511234"."""
    digits = re.sub(r"[^\d+]", "", text.replace("(0)", ""))
    if digits.startswith("00"):
        digits = "+" + digits[2:]
    if digits.startswith("0"):
        digits = f"+{country}{digits[1:]}"
    if not re.fullmatch(r"\+\d{6,15}", digits):
        raise ValueError(f"{text!r} is no telephone number")
    return digits


def dial(name: str) -> str:
    """The keys to press for a name."""
    return "".join(str(KEYPAD[letter]) for letter in without_accents(name).lower() if letter in KEYPAD)


class PhoneBook:
    """Names and numbers, found from either side."""

    def __init__(self, entries: Iterable[tuple[str, str]] = ()) -> None:
        self.numbers: defaultdict[str, list[str]] = defaultdict(list)
        for name, number in entries:
            self.add(name, number)

    def add(self, name: str, number: str) -> None:
        plain = plain_phone(number)
        if plain not in self.numbers[name]:
            self.numbers[name].append(plain)

    def who_calls(self, number: str) -> str:
        """The name behind a number, or the number itself."""
        plain = plain_phone(number)
        return next((name for name, numbers in sorted(self.numbers.items()) if plain in numbers), plain)

    def typed(self, keys: str) -> list[str]:
        """Names that begin with what was typed on the keypad."""
        return sorted(name for name in self.numbers if dial(name).startswith(keys))


# --- time sheets --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shift:
    """Somebody at work, with a break."""

    who: str
    start: datetime
    end: datetime
    pause: timedelta = timedelta()

    @property
    def worked(self) -> timedelta:
        return self.end - self.start - self.pause


def check_shift(shift: Shift) -> list[str]:
    """What the law has against a shift."""
    hours = (shift.end - shift.start) / timedelta(hours=1)
    wanted = timedelta(minutes=45 if hours > 9 else 30 if hours > 6 else 0)
    faults = []
    if shift.end <= shift.start:
        faults.append("it ends before it starts")
    if shift.pause < wanted:
        faults.append(f"a break of {wanted.seconds // 60} minutes is due")
    if shift.worked > timedelta(hours=10):
        faults.append("more than ten hours")
    return faults


def hours_by_week(shifts: Iterable[Shift]) -> dict[tuple[str, int], float]:
    """Hours by person and calendar week."""
    sums: defaultdict[tuple[str, int], timedelta] = defaultdict(timedelta)
    for shift in shifts:
        sums[shift.who, shift.start.isocalendar().week] += shift.worked
    return {key: round(worked / timedelta(hours=1), 2) for key, worked in sorted(sums.items())}


def overtime(shifts: Iterable[Shift], week: float = 38.5) -> dict[str, float]:
    """Hours above those of the contract, by person."""
    over: defaultdict[str, float] = defaultdict(float)
    for (who, _), hours in hours_by_week(shifts).items():
        over[who] += hours - week
    return {who: round(hours, 2) for who, hours in over.items()}


# --- kitchen ------------------------------------------------------------------------------------

UNITS = {"g": 1, "kg": 1000, "ml": 1, "l": 1000, "tsp": 5, "tbsp": 15}


@dataclass(frozen=True)
class Recipe:
    """A dish for so many people; amounts by name and unit."""

    title: str
    people: int
    needs: Mapping[tuple[str, str], float]

    def for_people(self, people: int) -> "Recipe":
        factor = people / self.people
        return Recipe(self.title, people, {key: round(amount * factor, 2) for key, amount in self.needs.items()})


def shopping_list(recipes: Iterable[Recipe], at_home: Mapping[str, float]) -> dict[str, float]:
    """What to buy, in grams and millilitres, beyond what is at home."""
    wanted: defaultdict[str, float] = defaultdict(float)
    for recipe in recipes:
        for (name, unit), amount in recipe.needs.items():
            wanted[name] += amount * UNITS[unit]
    return {name: amount - at_home.get(name, 0) for name, amount in sorted(wanted.items()) if amount > at_home.get(name, 0)}


def coffee_rota(people: list[str], start: date, days: int) -> dict[date, str]:
    """Who makes the coffee, on working days."""
    rota: dict[date, str] = {}
    day = start
    while len(rota) < days:
        if is_working_day(day):
            rota[day] = people[len(rota) % len(people)]
        day += timedelta(days=1)
    return rota


# --- library ------------------------------------------------------------------------------------


class Lending:
    """Who has which book, and who waits for it."""

    def __init__(self, titles: Iterable[str], weeks: int = 4) -> None:
        self.weeks = weeks
        self.loans: dict[str, tuple[str, date] | None] = dict.fromkeys(titles)
        self.waiting: defaultdict[str, list[str]] = defaultdict(list)

    def lend(self, title: str, who: str, today: date) -> date | None:
        """The day on which the book is due, or None if somebody else has it first."""
        if title not in self.loans:
            raise KeyError(f"no book called {title}")
        queue = self.waiting[title]
        if self.loans[title] is not None or (queue and queue[0] != who):
            if who not in queue:
                queue.append(who)
            return None
        if queue:
            queue.pop(0)
        due = today + timedelta(weeks=self.weeks)
        self.loans[title] = (who, due)
        return due

    def give_back(self, title: str) -> str | None:
        """Who may have the book next."""
        self.loans[title] = None
        return self.waiting[title][0] if self.waiting[title] else None

    def overdue(self, today: date) -> dict[str, list[str]]:
        """Books that should be back, by reader."""
        late: defaultdict[str, list[str]] = defaultdict(list)
        for title, loan in self.loans.items():
            if loan is not None and loan[1] < today:
                late[loan[0]].append(title)
        return {who: sorted(titles) for who, titles in sorted(late.items())}
