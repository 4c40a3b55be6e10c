"""What of the standard library keeps to itself."""

import pytest

from agent.differential.harmless import is_harmless, unknown_methods


@pytest.mark.parametrize(
    "name",
    ["builtins.len", "math.floor", "json.dumps", "os.path.join", "datetime.date", "re.compile", "socket.AF_INET"],
)
def test_these_may_be_used(name: str) -> None:
    assert is_harmless(name)


@pytest.mark.parametrize(
    "name",
    [
        *("builtins.open", "builtins.print", "builtins.exec", "os.path.exists", "os.environ", "os"),
        *("datetime.date.today",),
        *("datetime.datetime.now", "random.random", "uuid.uuid4", "subprocess.run", "requests.get", "socket.socket"),
        *("pathlib.Path.home", "requests.GET", "time.time", "logging.basicConfig", "urllib.request.urlopen", "jsonx.a"),
    ],
)  # fmt: skip
def test_these_may_not(name: str) -> None:
    assert not is_harmless(name)


@pytest.mark.parametrize(
    ("called", "used", "unknown"),
    [
        ({"strip", "append", "items", "group", "isoformat"}, set(), set()),
        ({"read_text", "fetch", "now"}, set(), {"read_text", "fetch", "now"}),
        ({"write", "getvalue"}, {"io.StringIO"}, set()),
        ({"write"}, set(), {"write"}),
    ],
)
def test_methods_that_no_plain_value_has_are_unknown(called: set[str], used: set[str], unknown: set[str]) -> None:
    assert unknown_methods(called, used) == unknown
