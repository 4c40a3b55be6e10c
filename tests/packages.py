"""A generated package of modules that import each other, with tests, and a server's answers for a whole run on it."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.obedient import Obedient, Rewrite, expected_of, words_of

Entry = dict[str, Any]
CHECK = f'"{sys.executable}" check.py'  # the same as the tests, without waiting for a test runner


def module_path(number: int) -> str:
    return f"shop/part{number}.py"


def package(count: int = 10) -> dict[str, str]:
    """Each module but the first imports the one before it; tests reach them all."""
    files = {"shop/__init__.py": "", "README.md": "A shop.\n"}
    for number in range(count):
        before = f"from shop.part{number - 1} import price{number - 1}\n\n\n" if number else ""
        inner = f"price{number - 1}(x)" if number else "x"
        more = "".join(f"def extra{number}_{one}(y):\n    return y + {one}\n\n\n" for one in range(number % 3))
        own = f"# One more than before.\ndef price{number}(x):\n    return {inner} + 1\n"
        files[module_path(number)] = before + more + own
    last = count - 1
    test = f"from shop.part{last} import price{last}\n\n\ndef test_price():\n    assert price{last}(0) == {count}\n"
    check = f"from shop.part{last} import price{last}\n\nassert price{last}(0) == {count}\n"
    return {**files, "tests/test_shop.py": test, "check.py": check}


def outline(numbers: Sequence[int]) -> list[Entry]:
    """A step for each module."""
    return [{"step": str(n), "title": f"Tidy part {n}", "files": [module_path(n)]} for n in numbers]


LAZY = "    # ... existing code ...\n"


def eliding(path: str, text: str) -> str:
    """A rewrite that is refused."""
    return document(path, text).replace("    return ", f"{LAZY}    return ")


def document(path: str, text: str) -> str:
    """A harmless rewrite, which also puts right what was refused: every function that has no docstring gets one."""
    text = text.replace(LAZY, "")
    return re.sub(r'(def (\w+)\(.*\):\n)(?!    """)', r'\1    """The \2."""\n', text)


class Answers:
    """Answers a run: one outline after the other, each file rewritten; `slips` are wrong rewrites, once a path."""

    def __init__(
        self, *outlines: list[Entry], rewrite: Rewrite = document, slips: Mapping[str, Rewrite] | None = None
    ) -> None:
        self._outlines, self._rewrite, self._slips = list(outlines), rewrite, dict(slips or {})
        self.asked: list[str] = []  # "outline", "finding", or the files of a step

    def __call__(self, body: dict[str, Any]) -> str:
        expected = expected_of(words_of(body))
        kinds = [kind for _, kind, _, _ in expected]
        self.asked += [path or kind for _, kind, path, _ in expected if path or kind in ("outline", "finding")]
        plan = self._outlines.pop(0) if "outline" in kinds else []
        return Obedient(plan, self._write)(body)

    def _write(self, path: str, text: str) -> str:
        return self._slips.pop(path, self._rewrite)(path, text)


def plan_file(numbers: Sequence[int]) -> str:
    """The same steps as a plan that a user brings, each after the one before it."""
    steps = [{"id": f"S{n:02d}", "title": f"Tidy part {n}", "files": [module_path(n)]} for n in numbers]
    return json.dumps({"schema": 1, "goal": "Document everything", "levels": [{"steps": [step]} for step in steps]})
