"""What nothing asks for any more, and nobody outside can have used, is asked about; what else is gone is refused."""

import pytest

from applier.gates.loss import check_loss
from tests.gating import judge as gated

REST = "def kept():\n    return 2\n"
HELPER = "def _help(x):\n    y = x + 1\n    return y * y\n\n\n"


def verdicts(before: str, after: str, path: str = "shop/cart.py", others: dict[str, str] | None = None) -> list[str]:
    return [problem.severity for problem in gated(check_loss, {path: before}, {path: after}, others or {})]


ASKED = {
    "a private function": (HELPER + REST, REST, "shop/cart.py"),
    "a private constant": ("_RATE = 3\n\n\n" + REST, REST, "shop/cart.py"),
    "a private class": ("class _Help:\n    x = 1\n\n\n" + REST, REST, "shop/cart.py"),
    "a private method": (
        "class Cart:\n    def _f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
        "class Cart:\n    def g(self):\n        return 2\n",
        "shop/cart.py",
    ),
    "a helper of tests": ("def help(x):\n    return x\n\n\n" + REST, REST, "tests/helpers.py"),
    "a fixture": (
        "import pytest\n\n\n@pytest.fixture\ndef shop():\n    return 1\n\n\n" + REST,
        "import pytest\n\n\n" + REST,
        "tests/conftest.py",
    ),
    "a name of a script": ("MODE = 1\n\n\n" + REST, REST, "tools/format.py"),
    "a name of an example": ("MODE = 1\n\n\n" + REST, REST, "examples/words.py"),
    "a helper of the set-up": ("def here():\n    return 1\n\n\n" + REST, REST, "setup.py"),
}
REFUSED = {
    "a public function": ("def help(x):\n    return x\n\n\n" + REST, REST, "shop/cart.py", {}),
    "a private function that another file uses": (
        HELPER + REST,
        REST,
        "shop/cart.py",
        {"shop/page.py": "from shop.cart import _help\n\n_help(1)\n"},
    ),
    "a public constant": ("MODE = 1\n\n\n" + REST, REST, "shop/tools.py", {}),
    "one that is emptied under another name": (
        HELPER + REST,
        "def _assist(x):\n    return None\n\n\n" + REST,
        "shop/cart.py",
        {},
    ),
    "what a runner calls": ("def pytest_configure(config):\n    return 1\n\n\n" + REST, REST, "tests/conftest.py", {}),
    "a fixture for every test": (
        "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef shop():\n    return 1\n\n\n" + REST,
        "import pytest\n\n\n" + REST,
        "tests/conftest.py",
        {},
    ),
    "a test": ("def test_f():\n    assert f()\n\n\n" + REST, REST, "tests/test_a.py", {}),
    "a class of tests": (
        "class TestF:\n    def test_f(self):\n        assert f()\n\n\n" + REST,
        REST,
        "tests/test_a.py",
        {"tests/test_b.py": "def test_g():\n    assert g()\n"},
    ),
    "a special method": (
        "class Cart:\n    def __eq__(self, other):\n        return True\n\n    def g(self):\n        return 2\n",
        "class Cart:\n    def g(self):\n        return 2\n",
        "shop/cart.py",
        {},
    ),
}


@pytest.mark.parametrize(("before", "after", "path"), ASKED.values(), ids=ASKED)
def test_what_nothing_asks_for_is_asked_about(before: str, after: str, path: str) -> None:
    assert verdicts(before, after, path) == ["ask"]


@pytest.mark.parametrize(("before", "after", "path", "others"), REFUSED.values(), ids=REFUSED)
def test_what_somebody_may_need_is_refused(before: str, after: str, path: str, others: dict[str, str]) -> None:
    assert verdicts(before, after, path, others) == ["refuse"]


CLASS = (
    "class TestF:\n    def test_f(self):\n        assert f(1) == 2\n\n"
    "    def test_g(self):\n        assert g(1) == 2\n\n\n"
)
APART = "def test_f():\n    assert f(1) == 2\n\n\ndef test_g():\n    assert g(1) == 2\n"


def test_a_class_of_tests_that_stand_in_another_file_is_asked_about() -> None:
    assert verdicts(CLASS + REST, REST, "tests/test_a.py", {"tests/test_b.py": APART}) == ["ask"]


@pytest.mark.parametrize("other", [APART.replace("(1) == 2", " is None"), APART.replace("def test_", "def help_")])
def test_one_whose_tests_stand_nowhere_is_refused(other: str) -> None:
    assert "refuse" in verdicts(CLASS + REST, REST, "tests/test_a.py", {"tests/test_b.py": other})


SET_UP = (
    "class TestF:\n    def setup_method(self):\n        self.x = make()\n\n"
    "    def test_f(self):\n        assert f(1) == 2\n"
)


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("    @pytest.fixture\n    def x(self):\n        return make()\n\n", ["ask"]),
        ("", ["refuse"]),
        ("    def x(self):\n        return make()\n\n", ["refuse"]),
    ],
)
def test_what_sets_up_tests_is_asked_about_where_fixtures_came(now: str, said: list[str]) -> None:
    head, test = SET_UP.partition("    def setup_method")[0], SET_UP[SET_UP.index("    def test_f") :]
    assert verdicts(SET_UP, head + now + test, "tests/test_a.py") == said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("RATE = 3\n", "def __getattr__(name):\n    return 3\n", ["ask"]),
        ("RATE = 3\n\n\ndef __getattr__(name):\n    return 3\n", "def __getattr__(name):\n    return 3\n", ["refuse"]),
        ("class C:\n    def f(self): ...\n", "class C:\n    def __getattr__(self, name): ...\n", ["refuse"]),
    ],
)
def test_a_name_that_the_module_may_give_is_asked_about(before: str, after: str, said: list[str]) -> None:
    assert verdicts(before, after) == said
