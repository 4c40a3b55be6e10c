"""What git's attributes and settings say of files, also of those that are not there yet."""

from pathlib import Path

import pytest

from applier.attributes import Custom, customs
from applier.git import Git
from applier.workspace import Identity, Workspace
from tests.conftest import MakeRepo, git

WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
RULES = (
    "*.txt text eol=crlf\n*.sh text eol=lf\n*.raw -text\n*.auto text=auto\n*.wide working-tree-encoding=UTF-16LE text\n"
)


def _told(root: Path, *paths: str) -> dict[str, Custom]:
    return customs(Git(root), paths)


@pytest.mark.parametrize(
    ("settings", "crlf"),
    [
        ({}, {"a.txt"}),
        ({"core.autocrlf": "true"}, {"a.txt", "a.auto", "a.wide", "a.py"}),
        ({"core.autocrlf": "Yes"}, {"a.txt", "a.auto", "a.wide", "a.py"}),
        ({"core.autocrlf": "input", "core.eol": "crlf"}, {"a.txt"}),
        ({"core.autocrlf": "false", "core.eol": "crlf"}, {"a.txt", "a.auto", "a.wide"}),
    ],
)
def test_a_new_file_ends_its_lines_as_git_would_write_it(
    settings: dict[str, str], crlf: set[str], make_repo: MakeRepo
) -> None:
    root = make_repo({".gitattributes": RULES})
    for name, value in settings.items():
        git(root, "config", name, value)
    names = ["a.txt", "a.sh", "a.raw", "a.auto", "a.wide", "a.py"]
    found = _told(root, *names)
    assert {name for name in names if found[name].newline == "\r\n"} == crlf
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        workspace.apply(dict.fromkeys(names, "one\ntwo\n"))
        ours = {name: (workspace.root / name).read_bytes() for name in names}
        workspace.commit("x", names, WHO)
    git(root, "merge", "-q", "--ff-only", "overhaul/r1")
    assert {name: (root / name).read_bytes() for name in names} == ours, "as git's own checkout writes them"


def test_an_encoding_is_told_for_files_that_are_not_there_and_for_odd_names(make_repo: MakeRepo) -> None:
    root = make_repo({".gitattributes": RULES})
    found = _told(root, "new ü\n.wide", "a.py", "deep/[x].wide")
    assert {name: custom.encoding for name, custom in found.items()} == {
        "new ü\n.wide": "UTF-16LE",
        "a.py": "",
        "deep/[x].wide": "UTF-16LE",
    }
    assert _told(root) == {}


def test_an_encoding_that_is_not_known_is_named(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("*.odd working-tree-encoding=klingon\n")
    assert _told(root, "a.odd")["a.odd"] == Custom("klingon")
