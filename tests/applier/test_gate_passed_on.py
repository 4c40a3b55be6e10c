"""Gate 6 for names that a file passes on: `import X as X`, and what a package takes from its modules for others."""

import pytest

from applier.facts import Facts
from applier.gates.contract import check_contract
from applier.gates.passed_on import kept_to_itself
from applier.scope import Declared, Scope
from tests.gating import Files, judge

HOME = {"p/home.py": "class A:\n    pass\n\n\nclass B:\n    pass\n"}
INIT = "p/__init__.py"
MARKED = "from p.home import A as A\nfrom p.home import B as B\n"
PLAIN = "from p.home import A\nfrom p.home import B\n"


def of(path: str, old: str, new: str, others: Files = HOME, scope: Scope | None = None) -> list[str]:
    def gate(before: Files, after: Files, facts: Facts, scope: Scope) -> tuple[object, ...]:
        return tuple(kept_to_itself(facts, scope, set()))

    problems = judge(gate, {path: old}, {path: new}, others, scope)  # type: ignore[arg-type]
    return [f"{problem.severity}{' owed' * problem.owed} {problem.line} {problem.message}" for problem in problems]


KEPT = {
    "as they were": (INIT, MARKED, MARKED),
    "in one statement": (INIT, MARKED, "from p.home import A as A, B as B\n"),
    "in another order": (INIT, MARKED, "from p.home import B as B\nfrom p.home import A as A\n"),
    "by a list instead": (INIT, MARKED, PLAIN + "\n__all__ = ['A', 'B']\n"),
    "by a longer list": (INIT, MARKED + "__all__ = ['A']\n", PLAIN + "__all__ = ['A', 'B']\n"),
    "defined here now": (INIT, MARKED, "from p.home import B as B\n\n\nclass A:\n    pass\n"),
    "assigned here now": (INIT, MARKED, "import p.home\nfrom p.home import B as B\n\nA = p.home.A\n"),
    "a mark that came": (INIT, PLAIN, MARKED),
    "another name that nothing uses": ("p/m.py", "from p.home import A as Mine\n", ""),
    "an unused import of a module that is no package": ("p/m.py", PLAIN, ""),
    "what a package uses itself": (INIT, "from p.home import A\n\nA()\n", "\n"),
    "a private name of a package": (INIT, "from p.home import A as _A\n", "\n"),
    "what others do": (INIT, "import os\nfrom sys import path\n", "\n"),
    "a package whose list left it out": (
        INIT,
        PLAIN + "\n__all__ = ['A']\n",
        "from p.home import A\n\n__all__ = ['A']\n",
    ),
    "all of a module instead": (INIT, PLAIN, "from p.home import *\n"),
    "the module itself": (INIT, "from p import home\n", "\n"),
    "a test": ("tests/test_p.py", "from p.home import A as A\n", "from p.home import A\n"),
    "for type checkers alone": (
        INIT,
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from p.home import A\n",
        "\n",
    ),
    "TypeScript": ("a.ts", "import { A as A } from './p/home';\n", "import { A } from './p/home';\n"),
    "an unused alias of a module": ("p/m.py", "import p.home as home\n", "\n"),
}


@pytest.mark.parametrize(("path", "old", "new"), KEPT.values(), ids=list(KEPT))
def test_names_that_are_still_passed_on_or_never_were_are_not_told(path: str, old: str, new: str) -> None:
    assert of(path, old, new) == []


LOST = {
    "the mark": (INIT, MARKED, MARKED.replace("A as A", "A"), "ask owed 1 `A` was imported `as A`"),
    "the mark, where it is used": (
        "p/m.py",
        "from p.home import A as A\n\nA()\n",
        "from p.home import A\n\nA()\n",
        "ask owed 1 `A` was imported `as A`",
    ),
    "for another name": (INIT, MARKED, MARKED.replace("A as A", "A as C"), "refuse 1 `A` is gone, which was"),
    "the import": (INIT, MARKED, "from p.home import A as A\n", "refuse 2 `B` is gone, which was imported `as B`"),
    "the import of a module": ("p/m.py", "from p.home import A as A\n", "\n", "refuse 1 `A` is gone"),
    "what a package passes on": (INIT, PLAIN, "from p.home import A\n", "refuse 2 `B` is gone, which was imported for"),
    "all of it": (INIT, "from p.home import A\n", "", "refuse 1 `A` is gone"),
    "the module in place of its names": (INIT, MARKED, "from p.home import B as B\nimport p.home\n", "refuse 1 `A`"),
}


@pytest.mark.parametrize(("path", "old", "new", "told"), LOST.values(), ids=list(LOST))
def test_names_that_are_no_longer_passed_on_are_told(path: str, old: str, new: str, told: str) -> None:
    [problem] = of(path, old, new)
    assert problem.startswith(told)
    assert f'"type": "changed", "text": "<the reason>", "source": "{path}::' in problem


@pytest.mark.parametrize(("path", "old", "new", "told"), LOST.values(), ids=list(LOST))
def test_what_is_declared_is_not_told(path: str, old: str, new: str, told: str) -> None:
    name = told.split("`")[1]
    assert of(path, old, new, scope=Scope((), changed=(Declared(path, name, "a reason"),))) == []
    assert of(path, old, new, scope=Scope((), removed=(Declared("p/home.py", name, "a reason"),))) == []
    assert len(of(path, old, new, scope=Scope((), changed=(Declared(path, name, " "),)))) == 1


def test_a_name_that_another_file_imports_is_told_of_once() -> None:
    user = {**HOME, "user.py": "from p import A\n\nA()\n"}
    problems = judge(check_contract, {INIT: MARKED}, {INIT: "from p.home import B as B\n"}, user)
    assert [problem.severity for problem in problems] == ["refuse"]
