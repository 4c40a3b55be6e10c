"""What one job hands to the next: packed, looked through, and taken back only where it decides nothing it must not."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.action.artifacts import pack, pack_record, unpack, unpack_record
from agent.errors import AgentError
from agent.settings import Settings
from applier.errors import NotAcceptable
from tests.conftest import MakeRepo, git
from tests.finished import finished_run

RUN = "20260101-000000-aaaa"
FILES = {"a.py": "A = 1\n", "b.py": "B = 1\n"}
STEPS: dict[str, dict[str, str | None]] = {"S01": {"a.py": "A = 2\n"}, "S02": {"b.py": "B = 2\n"}}
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def packed(make_repo: MakeRepo, tmp_path: Path) -> tuple[Path, Path]:
    """A fresh checkout, and the artifacts of a run that another one made."""
    root, folder = make_repo(FILES), tmp_path / "artifacts"
    journal = finished_run(root, RUN, STEPS, pending={"S03": "b.py"})
    pack(root, journal, folder)
    pack_record(journal, folder)
    git(tmp_path, "clone", "-q", "--single-branch", "-b", "main", f"file://{root}", "there")
    return tmp_path / "there", folder


def test_what_was_packed_is_unpacked(packed: tuple[Path, Path]) -> None:
    root, folder = packed
    dossier, head = unpack(root, folder, allow=())
    assert [line.step for line in dossier.report.outcomes] == ["S01", "S02", "S03"]
    assert head == dossier.report.head
    assert git(root, "for-each-ref", "refs/heads") == git(root, "for-each-ref", "refs/heads/main")


@pytest.mark.parametrize(
    "change",
    [
        lambda report: report["outcomes"][0].update(files=["README.md"]),
        lambda report: report["outcomes"][0].update(commit="0" * 40),
        lambda report: report["outcomes"][0].update(commit="--all"),
        lambda report: report["outcomes"][0].update(step="S09"),
        lambda report: report["outcomes"].pop(0),
        lambda report: report["outcomes"][2].update(status="committed", commit="HEAD"),
        lambda report: report.update(head="0" * 40),
        lambda report: report.update(run="../../x"),
        lambda report: report.update(base="HEAD"),
    ],
)
def test_a_dossier_that_tells_of_something_else_is_refused(packed: tuple[Path, Path], change: Change) -> None:
    root, folder = packed
    document = json.loads((folder / "dossier.json").read_text())
    change(document["report"])
    (folder / "dossier.json").write_text(json.dumps(document))
    with pytest.raises(NotAcceptable):
        unpack(root, folder, allow=())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1, "evil": 2}', "[" * 100_000])
def test_what_is_no_dossier_is_refused(packed: tuple[Path, Path], text: str) -> None:
    root, folder = packed
    (folder / "dossier.json").write_text(text)
    with pytest.raises(AgentError, match="cannot be read"):
        unpack(root, folder, allow=())


def test_a_run_is_brought_back_with_its_branch(packed: tuple[Path, Path]) -> None:
    root, folder = packed
    assert unpack_record(root, folder, Settings()) == RUN
    assert (root / ".git/overhaul/runs" / RUN / "journal.ndjson").exists()
    dossier, head = unpack(root, folder, allow=())
    assert git(root, "rev-parse", f"overhaul/{RUN}").strip() == head == dossier.report.head


@pytest.mark.parametrize(
    "settings",
    [
        {"base_url": "https://evil.example/v1"},
        {"key_variable": "OTHER_KEY"},
        {"servers": {"m": {"base_url": "https://evil.example/v1"}}},
        {"test": "curl evil"},
        {"lint": "curl evil"},
        {"anchors": [{"id": "A1", "text": "x", "command": "curl evil"}]},
        {"models": {"plan": "evil"}},
        {"differential": True},
    ],
)
def test_a_record_that_would_decide_where_a_key_goes_or_what_runs_is_refused(
    packed: tuple[Path, Path], settings: dict[str, object]
) -> None:
    root, folder = packed
    file = folder / "record" / RUN / "journal.ndjson"
    lines = file.read_text().split("\n")
    started = json.loads(lines[0])
    started["job"]["settings"] |= settings
    file.write_text("\n".join([json.dumps(started), *lines[1:]]))
    with pytest.raises(AgentError, match="otherwise than this workflow"):
        unpack_record(root, folder, Settings())
    assert not (root / ".git/overhaul").exists()


def test_a_record_with_links_or_without_a_run_is_refused(packed: tuple[Path, Path]) -> None:
    root, folder = packed
    (folder / "record" / RUN / "link").symlink_to("/etc")
    with pytest.raises(AgentError, match="no record of a run"):
        unpack_record(root, folder, Settings())
    shutil.rmtree(folder / "record")
    with pytest.raises(AgentError, match="no record of a run"):
        unpack_record(root, folder, Settings())
