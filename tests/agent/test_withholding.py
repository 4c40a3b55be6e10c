"""Secrets stay here: no request holds a word of them, the skip is told, and only what is sent is looked at."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from agent.withholding import Withheld, why_withheld, withheld_lines, withhold, without
from repo_scan import open_cache, read_texts, scan_repository
from repo_scan.store import Store
from tests.commandline import overhaul, overhaul_json, plain_git
from tests.loopback import Loopback
from tests.obedient import Obedient

TOKEN = "q7Zr2LmX9vKp4TnB8wYd" + "3HsG6jRf5Ac1UeWoVtQi"  # in halves, for whoever looks for secrets here
FILES = {
    ".env": "PLAIN=swordfish-in-the-environment\n",
    "keys.py": '"""Holds what nobody may see: marzipan."""\nimport os\n\n'
    f'TOKEN = "{TOKEN}"\n\n\ndef pistachio(x):\n    return x\n',
    "login.py": 'PASSWORD = "hunter2"\n',
    "shop.py": '"""Money."""\nfrom keys import pistachio\n\n\ndef price(x):\n    return pistachio(x) * 2\n',
}
SECRETS = ("swordfish", TOKEN, "marzipan")
PLAN = {
    "levels": [
        {
            "steps": [
                {"id": "S01", "title": "Tidy the keys", "files": ["keys.py"]},
                {"id": "S02", "title": "Tidy the environment", "files": [".env"]},
                {"id": "S03", "title": "Tidy the shop", "files": ["shop.py"]},
                {"id": "S04", "title": "Make another", "new": ["deploy/.env"]},
            ]
        }
    ]
}


def turn(path: str, text: str) -> str:
    return text.replace("pistachio(x) * 2", "2 * pistachio(x)")


@pytest.fixture
def root(make_repo: Any, tmp_path: Path) -> Path:
    (tmp_path / "plan.json").write_text(json.dumps(PLAN))
    made: Path = make_repo(FILES)
    return made


def test_nothing_of_a_file_with_secrets_is_sent_and_the_report_says_so(root: Path, tmp_path: Path) -> None:
    with Loopback(Obedient([{"step": "1", "files": ["shop.py"]}], turn)) as server:
        model = ("--model", "tiny", "--base-url", server.url, "--goal", "Turn it round")
        dry = overhaul(root, "run", *model, "--dry-run")
        assert server.requests == []
        planned = overhaul(root, "plan", *model)
        report = overhaul_json(root, "run", *model, "--plan", str(tmp_path / "plan.json"), status=1)
        sent = "\n".join(request.words for request in server.requests)
    assert "price" in sent
    assert [secret for secret in SECRETS if secret in sent] == []
    assert "F01" not in sent  # the unused import of keys.py
    for done in (dry, planned):
        assert "not sent to a model: .env (by its name" in done.stderr
        assert "not sent to a model: keys.py (line 4 looks like" in done.stderr
        assert "login.py:1: a name like password" in done.stderr
    assert [kept["path"] for kept in report["withheld"]] == [".env", "keys.py"]
    assert report["notes"] == ["login.py:1: a name like password"]
    assert [line["status"] for line in report["outcomes"]] == ["refused", "refused", "committed", "refused"]
    assert "line 4 looks like" in report["outcomes"][0]["problems"][0]
    assert plain_git(root, "diff", "--name-only", "main", report["branch"]).split() == ["shop.py"]
    assert "not sent to a model: keys.py" in overhaul(root, "status").stdout


def test_an_operation_is_local_and_may_touch_it(root: Path) -> None:
    report = overhaul_json(root, "run", "--test", "true")
    assert report["withheld"] == []  # nobody is sent anything, so nothing was looked for
    assert [line["files"] for line in report["outcomes"]] == [["keys.py"]]


def test_the_user_may_say_otherwise_but_the_repository_may_not(root: Path) -> None:
    scan = scan_repository(root)
    texts = read_texts(root, None, [file.path for file in scan.inventory.files])
    assert list(withhold(scan, texts, (), None).files) == [".env", "keys.py"]
    assert list(withhold(scan, texts, ("keys.*", ".env"), None).files) == []
    assert why_withheld("keys.py", texts["keys.py"], ("keys.*",)) == ""
    assert why_withheld("keys.py", texts["keys.py"], ()) != ""


def test_what_was_found_is_remembered_by_content_and_damage_does_no_harm(root: Path, tmp_path: Path) -> None:
    scan = scan_repository(root)
    texts = read_texts(root, None, [file.path for file in scan.inventory.files])
    store = Store(tmp_path / "facts.sqlite")
    first = withhold(scan, texts, (), store)
    blind = dict.fromkeys(texts, "")  # remembered, so that nobody looks
    assert withhold(scan, blind, (), store) == first
    keys = dict.fromkeys(_keys(store), b"\xc1 damaged")
    store.put(keys)
    assert withhold(scan, texts, (), store) == first
    assert TOKEN.encode() not in b"".join(path.read_bytes() for path in tmp_path.glob("facts.sqlite*"))


def _keys(store: Store) -> list[str]:
    with sqlite3.connect(store.path) as database:
        return [key for (key,) in database.execute("SELECT key FROM facts")]


def test_the_map_says_nothing_of_what_is_withheld(root: Path) -> None:
    scan = scan_repository(root, cache=open_cache(on_disk=False))
    assert "keys.py" not in without(scan, ["keys.py"]).summaries
    assert without(scan, []) is scan


def test_many_files_are_told_in_few_lines() -> None:
    withheld = Withheld(files={f"{n}.pem": "by its name" for n in range(30)}, notes=("a.py:1: x", "b.py:1: x"))
    lines = list(withheld_lines(withheld))
    assert len(lines) == 12
    assert "20 more files" in lines[10]
    assert "and 1 more" in lines[11]
    assert list(withheld_lines(Withheld())) == []
