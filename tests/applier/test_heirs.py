"""A file that moved keeps the form and the mode that it had under its old path."""

import stat

import pytest

from applier.heirs import heirs
from applier.workspace import Workspace
from tests.conftest import MakeRepo

OLD = b"import os\r\n\r\n\r\ndef tax(x):\r\n    return x * 2\r\n"
TEXT = OLD.decode().replace("\r\n", "\n")


CHANGED = [TEXT, TEXT.replace("tax", "vat"), f"{TEXT}\n\nRATE = 2\n", TEXT.replace("import os\n", "")]


@pytest.mark.parametrize("text", CHANGED)
def test_a_file_that_takes_the_place_of_one_that_goes_keeps_form_and_mode(text: str, make_repo: MakeRepo) -> None:
    root = make_repo({"p/a.py": OLD, "p/b.py": "x = 1\n"})
    (root / "p/a.py").chmod(0o755)
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        (workspace.root / "p/a.py").chmod(0o755)
        workspace.apply({"p/a.py": None, "p/c.py": text, "p/d.py": "another = 1\n"})
        written = workspace.root / "p/c.py"
        assert written.read_bytes() == text.replace("\n", "\r\n").encode()
        assert stat.S_IMODE(written.stat().st_mode) == 0o755
        assert not stat.S_IMODE((workspace.root / "p/d.py").stat().st_mode) & 0o111
        assert (workspace.root / "p/d.py").read_bytes() == b"another = 1\n"


def test_it_can_be_written_again_as_after_a_formatter(make_repo: MakeRepo) -> None:
    with Workspace.open(make_repo({"a.py": OLD}), "r1", "overhaul/r1", "HEAD") as workspace:
        workspace.apply({"a.py": None, "c.py": TEXT})
        (workspace.root / "c.py").write_text(TEXT)
        workspace.apply({"a.py": None, "c.py": TEXT})
        assert (workspace.root / "c.py").read_bytes() == OLD


@pytest.mark.parametrize(
    ("changes", "originals", "found"),
    [
        ({"a": None, "b": TEXT}, {"a": OLD, "b": None}, {"b": "a"}),
        ({"a": None, "z": None, "b": TEXT}, {"a": OLD, "z": b"x\ny\n", "b": None}, {"b": "a"}),
        ({"a": None, "b": "import os\nx = 1\ny = 2\nz = 3\n"}, {"a": OLD, "b": None}, {}),
        ({"a": "x\n", "b": TEXT}, {"a": OLD, "b": None}, {}),  # it stays
        ({"a": None, "b": TEXT}, {"a": OLD, "b": b"there\n"}, {}),  # it is not new
        ({"a": None, "b": ""}, {"a": OLD, "b": None}, {}),
        ({"a": None, "b": "\n\n"}, {"a": b"\n\n", "b": None}, {}),
        ({"a": None, "b": TEXT}, {"a": b"", "b": None}, {}),
        ({"a": None}, {"a": OLD}, {}),
        ({"b": TEXT}, {"b": None}, {}),
    ],
)
def test_the_nearest_of_those_that_go_is_taken_and_only_if_it_is_near(
    changes: dict[str, str | None], originals: dict[str, bytes | None], found: dict[str, str]
) -> None:
    assert heirs(changes, originals) == found
