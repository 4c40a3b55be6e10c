"""Hard constraints that a program checks: refused before anything is spent, or held against every step."""

from typing import Any

import pytest

from tests.commandline import overhaul, overhaul_json
from tests.loopback import Loopback
from tests.obedient import Obedient

SOURCE = '"""Money."""\n\n\ndef price(x):\n    if x is None:\n        return 0\n    return x * 2\n'
ANCHOR = '[[anchors]]\nid = "A1"\ntext = "Nothing prints."\n'
PLAN = [{"step": "m", "files": ["shop.py"]}]


def asked(server: Loopback) -> int:
    return sum(request.path.endswith("/chat/completions") for request in server.requests)


@pytest.mark.parametrize("command", ["plan", "diagnose", "run"])
def test_a_broken_pattern_stops_a_command_before_anything_is_asked(make_repo: Any, command: str) -> None:
    root = make_repo({"shop.py": SOURCE, "overhaul.toml": f'{ANCHOR}forbid = "print("\n'})
    with Loopback(Obedient(PLAN, lambda path, text: text)) as server:
        done = overhaul(root, command, "--model", "tiny", "--base-url", server.url, "--goal", "Tidy")
        assert done.returncode == 2, done.stderr
        assert "The anchor A1 has a pattern in `forbid` that cannot be used: 'print('" in done.stderr
        assert asked(server) == 0


@pytest.mark.parametrize(
    ("new", "status", "words"),
    [
        ("    print(x)\n    return x * 2\n", "refused", "The constraint A1 is broken (Nothing prints.): `print(x)`"),
        ("    return 2 * x\n", "committed", ""),
    ],
)
def test_a_step_is_held_to_a_pattern(make_repo: Any, new: str, status: str, words: str) -> None:
    root = make_repo({"shop.py": SOURCE, "overhaul.toml": f'repairs = 0\n{ANCHOR}forbid = "print($$$)"\n'})
    with Loopback(Obedient(PLAN, lambda path, text: text.replace("    return x * 2\n", new))) as server:
        flags = ("--model", "tiny", "--base-url", server.url, "--goal", "Tidy")
        report = overhaul_json(root, "run", *flags, status=int(status == "refused"))
    [line] = report["outcomes"]
    assert line["status"] == status
    assert any(words in problem for problem in line["problems"]) or not words


def test_the_numbers_of_a_step_stand_in_the_report(make_repo: Any) -> None:
    shorter = SOURCE.replace("    if x is None:\n        return 0\n", "")
    root = make_repo({"shop.py": SOURCE})
    with Loopback(Obedient(PLAN, lambda path, text: shorter, changed=("shop.py::price",))) as server:
        report = overhaul_json(root, "run", "--model", "tiny", "--base-url", server.url, "--goal", "Tidy")
    assert "lines 5 → 3, complexity 2 → 1, nesting 1 → 0" in report["outcomes"][0]["problems"]
