"""Old and new versions side by side, in real processes: what is found, what is left in peace, what cannot be told.

The cases stand in the text files beside: `== name :: words`, the old text, a line `-- now`, and the new text.
"""

import re
from pathlib import Path

import pytest

from agent.differential.stage import Compared, check_behaviour
from agent.settings import Settings
from applier.scope import Scope
from tests.conftest import MakeRepo, commit_tree, git
from tests.differing import compared, place_of

HERE = Path(__file__).parent


def cases_of(name: str) -> dict[str, tuple[str, str, str]]:
    """By name: the words that are expected, the old text and the new."""
    found = {}
    for part in (HERE / name).read_text().removeprefix("== ").split("\n== "):
        title, _, text = part.partition("\n")
        before, _, after = text.partition("-- now\n")
        found[title.partition(" :: ")[0]] = (title.partition(" :: ")[2], before, f"{after}\n")
    return found


CHANGED, ALIKE, LEFT_OUT = map(cases_of, ("changed.txt", "alike.txt", "left_out.txt"))


def path_of(name: str) -> str:
    return f"pkg/{name.replace(' ', '_').replace(',', '')}.py"


def in_one_step(root: Path, cases: dict[str, tuple[str, str, str]]) -> Compared:
    """All cases at once, each in a file of its own."""

    def make(files: dict[str, str]) -> Path:
        (root / "pkg").mkdir()
        for path, text in files.items():
            (root / path).write_text(text)
        return commit_tree(root)

    before = {path_of(name): old for name, (_, old, _) in cases.items()}
    after = {path_of(name): new for name, (_, _, new) in cases.items()}
    return compared(make, before, after, more={"pkg/__init__.py": ""})


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Compared:
    return in_one_step(tmp_path_factory.mktemp("found"), CHANGED | ALIKE)


@pytest.fixture(scope="module")
def left_out(tmp_path_factory: pytest.TempPathFactory) -> Compared:
    cases = {
        name: (words, old, new if new.strip() else re.sub(r"^(def f.*\n)", r"\1    0\n", old, flags=re.M))
        for name, (words, old, new) in LEFT_OUT.items()
    }
    return in_one_step(tmp_path_factory.mktemp("left"), cases)


def told(found: Compared, name: str) -> list[str]:
    return [problem.message for problem in found.problems if problem.path == path_of(name)]


@pytest.mark.parametrize("name", CHANGED)
def test_a_change_of_meaning_is_found_with_a_call_that_shows_it(name: str, found: Compared) -> None:
    (message, *_) = told(found, name)
    assert CHANGED[name][0] in message


@pytest.mark.parametrize("name", ALIKE)
def test_a_rewrite_that_does_the_same_is_no_problem_and_was_compared(name: str, found: Compared) -> None:
    assert told(found, name) == []
    assert f"{path_of(name)}::f" not in dict(found.skipped)


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_reaches_outside_or_takes_more_than_plain_values_is_left_out_with_the_reason(
    name: str, left_out: Compared
) -> None:
    assert told(left_out, name) == []
    assert LEFT_OUT[name][0] in dict(left_out.skipped)[f"{path_of(name)}::f"]


DOUBLE = "def double(n: int) -> int:\n    return n * 2\n"
TREBLE = DOUBLE.replace("n * 2", "n * 3")
CART = {"shop/__init__.py": "", "shop/cart.py": DOUBLE}


def test_what_ends_the_interpreter_is_the_problem_of_that_function_alone(make_repo: MakeRepo) -> None:
    deep = "    for _ in range(300_000 if n == 7 else 1):\n        items = map(int, items)\n    return next(items)\n"
    text = f"{DOUBLE}\n\ndef first(n: int) -> int:\n    items = iter([n])\n    if n == 7:\n        return 7\n{deep}"
    after = text.replace("    if n == 7:\n        return 7\n", "").replace("n * 2", "2 * n")
    found = compared(make_repo, CART | {"shop/cart.py": text}, CART | {"shop/cart.py": after})
    (problem,) = found.problems
    assert "`first(7)` gave 7 before and ends the interpreter (signal 11) now" in problem.message
    assert len(found.functions) == 2


@pytest.mark.parametrize(
    ("declared", "severity"),
    [
        ((), "refuse"),
        (("shop/cart.py::other",), "refuse"),
        (("shop/other.py::double",), "refuse"),
        (("shop/cart.py::double",), "note"),
    ],
)
def test_a_difference_that_was_declared_is_a_note(
    declared: tuple[str, ...], severity: str, make_repo: MakeRepo
) -> None:
    (problem,) = compared(make_repo, CART, CART | {"shop/cart.py": TREBLE}, changed=declared).problems
    assert problem.severity == severity


HELPED = (
    DOUBLE + "\n\ndef price(n: int) -> int:\n    return double(n) + 1\n\n\ndef other(n: int) -> int:\n    return n\n"
)


@pytest.mark.parametrize(
    ("declared", "severities"), [("double", ["note", "note"]), ("price", ["refuse", "note"]), ("other", ["refuse"] * 2)]
)
def test_what_calls_something_that_is_declared_changed_may_differ(
    declared: str, severities: list[str], make_repo: MakeRepo
) -> None:
    before, after = ({"shop/__init__.py": "", "shop/cart.py": text} for text in (HELPED, HELPED.replace("* 2", "* 3")))
    found = compared(make_repo, before, after, changed=(f"shop/cart.py::{declared}",))
    assert [problem.severity for problem in found.problems] == severities


FAINT = {
    "a private function": ("def _f(n: int) -> int:\n    return n\n", "def _f(n: int) -> int:\n    return n + 1\n"),
    "a value of unknown kind": ("def f(x):\n    return not x\n", "def f(x):\n    return x is None\n"),
    "another type of an equal value": (
        "def f(n: int) -> list[int]:\n    return [n]\n",
        "def f(n: int):\n    return (n,)\n",
    ),
    "an accident that happens no more": (
        "def f(d: dict[str, int]) -> int:\n    return d['x']\n",
        "def f(d: dict[str, int]) -> int:\n    return d.get('x', 0)\n",
    ),
}


@pytest.mark.parametrize(("old", "new"), FAINT.values(), ids=list(FAINT))
def test_a_difference_of_less_weight_is_asked_about(old: str, new: str, make_repo: MakeRepo) -> None:
    found = compared(make_repo, CART | {"shop/cart.py": old}, CART | {"shop/cart.py": new})
    assert [problem.severity for problem in found.problems] == ["ask"]


@pytest.mark.parametrize(("text", "problems"), [(DOUBLE.replace("n * 2", "n + n"), 0), (TREBLE, 1)])
def test_a_function_that_moved_with_the_step_is_compared_with_what_it_was(
    text: str, problems: int, make_repo: MakeRepo
) -> None:
    before = {"src/shop/__init__.py": "", "src/shop/cart.py": DOUBLE}
    after = {"src/shop/__init__.py": "", "src/shop/cart.py": "from shop.sums import double\n", "src/shop/sums.py": text}
    found = compared(make_repo, before, after)
    assert (found.functions, len(found.problems)) == (("src/shop/sums.py::double",), problems)
    assert all(problem.path == "src/shop/sums.py" for problem in found.problems)


@pytest.mark.parametrize(
    "after",
    [
        DOUBLE,
        DOUBLE + "\n\ndef fresh(n: int) -> int:\n    return n\n",  # there is nothing to compare it with
        '"""The cart."""\n\n\n' + DOUBLE.replace("    return", '    """Twice."""\n    # twice\n    return'),
        DOUBLE.replace("n: int)", "n: int, by: int)").replace("2", "by"),  # the gate for contracts has its say
        "def twice(n: int) -> int:\n    return n * 3\n",
    ],
)
def test_what_is_not_the_same_function_changed_is_not_called(after: str, make_repo: MakeRepo) -> None:
    found = compared(make_repo, CART, CART | {"shop/cart.py": after})
    assert (found.functions, found.problems) == ((), ())


def test_a_method_without_its_object_is_called_and_others_are_not(make_repo: MakeRepo) -> None:
    text = (
        "class Sums:\n    @staticmethod\n    def double(n: int) -> int:\n        return n * 2\n\n"
        "    def treble(self, n: int) -> int:\n        return n * 3\n"
    )
    after = CART | {"shop/cart.py": text.replace("n * ", "n + ")}
    found = compared(make_repo, CART | {"shop/cart.py": text}, after)
    assert [problem.message.partition("(")[0] for problem in found.problems] == ["`Sums.double"]


def test_calls_with_literals_are_taken_from_the_repository(make_repo: MakeRepo) -> None:
    old = "def grade(marks):\n    return sum(map(len, marks['passed'].split('/'))) == 1234\n"
    word = "a/" * 617 + "b" * 617
    tests = f"from shop.cart import grade\n\n\ndef test_grade():\n    assert grade({{'passed': {word!r}}})\n"
    after = CART | {"shop/cart.py": old.replace("== 1234", "== 1235")}
    found = compared(make_repo, CART | {"shop/cart.py": old}, after, more={"tests/test_cart.py": tests})
    assert "gave True before and gives False now" in found.problems[0].message


def test_nothing_of_it_stays_and_a_note_says_what_was_done(make_repo: MakeRepo) -> None:
    root = make_repo(CART)
    after = CART | {"shop/cart.py": DOUBLE.replace("n * 2", "n + n") + "\n\ndef f():\n    print(1)\n"}
    with place_of(root, Settings()) as place:
        place.workspace.apply(after)
        (note,) = check_behaviour(CART, after, place, Scope(files=tuple(CART)))
        assert place.workspace.changed() == ("shop/cart.py",)
        assert git(place.workspace.root, "status", "--porcelain", "--ignored").split() == ["M", "shop/cart.py"]
        assert len(git(root, "worktree", "list").splitlines()) == 2
    assert note.severity == "note"
    assert re.fullmatch(r"1 function called in both versions \(\d+ calls\), all alike", note.message)


def test_what_was_not_compared_is_named_with_its_reason(make_repo: MakeRepo) -> None:
    noisy = "def f(n: int) -> None:\n    print(n)\n"
    with place_of(make_repo(CART | {"shop/cart.py": noisy})) as place:
        after = CART | {"shop/cart.py": noisy.replace("(n)\n", "(n + 1)\n")}
        place.workspace.apply(after)
        (note,) = check_behaviour(CART | {"shop/cart.py": noisy}, after, place, Scope(files=tuple(CART)))
    words = "no function could be called in both versions; not compared: shop/cart.py::f (it uses print)"
    assert note.message == words


def test_the_same_step_is_given_the_same_calls(make_repo: MakeRepo) -> None:
    after = CART | {"shop/cart.py": TREBLE}
    first = compared(make_repo, CART, after)
    with place_of(make_repo(CART, "again")) as place:
        place.workspace.apply(after)
        again = check_behaviour(CART, after, place, Scope(files=tuple(CART)))
    assert first.problems == again[:-1]


def test_a_file_in_whose_place_another_is_imported_is_not_called(make_repo: MakeRepo) -> None:
    text = "def f(n: int) -> int:\n    return n\n"
    found = compared(make_repo, {"json/__init__.py": text}, {"json/__init__.py": text.replace("n\n", "n + 1\n")})
    assert found.problems == ()
    assert "importing it finds" in dict(found.skipped)["json/__init__.py::f"]
