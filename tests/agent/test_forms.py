"""What the rest of the repository says of imports that come and go where only imports may change."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.facts import facts_for
from applier.gates.equivalence import check_equivalence
from applier.scope import Scope
from repo_scan import OutlineCache, scan_repository

FILES = {
    "app/__init__.py": "",
    "app/names.py": "X = 1\n\n\ndef f():\n    return X\n",
    "app/acting.py": "from app.names import f\n\nf()\n",
    "app/through.py": "import app.acting\n",
    "app/passing.py": "from app.names import *\n",
    "app/last.py": "from app.passing import *\n\nprint(X)\n",
    "app/main.py": "import json\nimport app.through\nimport requests\nfrom app.names import f, X\n\nprint(f(), X)\n",
    "app/user.py": "from app.main import json\n\nprint(json)\n",
    "web/effect.ts": "globalThis.a = 1;\n",
    "web/plain.ts": "export const a = 1;\n",
    "web/page.js": 'import "./effect";\nimport { a } from "./plain";\nimport "node:fs";\nimport b from "b";\nf(a);\n',
}


@pytest.fixture
def judged(make_repo: Callable[..., Path]) -> Callable[[str, str], list[str]]:
    def judge(path: str, after: str) -> list[str]:
        cache, before = OutlineCache(), {path: FILES[path]}
        facts = facts_for(before, {path: after}, scan_repository(make_repo(FILES), cache=cache), cache)
        problems = check_equivalence(before, {path: after}, facts, Scope((path,), only=("imports",)))
        return [f"{problem.severity}: {problem.message}" for problem in problems]

    return judge


def test_each_import_that_goes_is_judged_by_what_the_repository_says_of_it(
    judged: Callable[[str, str], list[str]],
) -> None:
    said = judged("app/main.py", "from app.names import X, f\n\nprint(f(), X)\n")
    assert [words.partition(" and loading")[0] for words in said] == [
        "ask: `app.through` is no longer loaded with this file,",
        "ask: `requests` is no longer loaded with this file,",
        "refuse: app/user.py imports `json` from this file, where no import binds it any more. Put the import back.",
    ]
    assert "does something (app/acting.py:3)" in said[0]
    assert "it is not of this repository" in said[1]


def test_a_star_is_the_names_that_it_brings_in(judged: Callable[[str, str], list[str]]) -> None:
    assert judged("app/passing.py", "from app.names import X, f\n") == []


def test_a_star_that_passes_a_star_on_is_not_known(judged: Callable[[str, str], list[str]]) -> None:
    said = judged("app/last.py", "from app.names import X\n\nprint(X)\n")
    assert said
    assert all(words.startswith("refuse") for words in said)


def test_imports_of_the_web_are_judged_by_the_file_that_they_load(judged: Callable[[str, str], list[str]]) -> None:
    said = judged("web/page.js", 'import { a } from "./plain";\nf(a);\n')
    assert [words.partition("`")[2].partition("`")[0] for words in said] == ["./effect", "b"]
    assert "does something (web/effect.ts:1)" in said[0]
