"""A virtual environment that is brought along becomes one of the worktree's own."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.relocating import move_in
from applier.workspace import Workspace
from tests.conftest import MakeRepo, git
from tests.environments import make_environment, with_finder, with_path_file

FILES = {"src/shop/__init__.py": "HERE = __file__\n", ".gitignore": ".venv\n"}


@pytest.mark.parametrize("install", [with_path_file, with_finder])
def test_a_brought_environment_runs_its_own_python_and_loads_the_worktree(
    install: Callable[[Path, Path], None], make_repo: MakeRepo
) -> None:
    root = make_repo(FILES)
    site = make_environment(root / ".venv")
    install(site, root / "src")
    script = root / ".venv/bin/where"
    script.write_text(f"#!{root}/.venv/bin/python\nimport sys, shop\nprint(sys.prefix, shop.HERE)\n")
    script.chmod(0o755)
    before = {path: path.read_bytes() for path in root.glob(".venv/**/*") if path.is_file()}
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        workspace.bring([".venv"])
        said = subprocess.run(
            [".venv/bin/where"], cwd=workspace.root, capture_output=True, text=True, check=True
        ).stdout
        assert said == f"{workspace.root}/.venv {workspace.root}/src/shop/__init__.py\n"
        assert not workspace.changed()
    assert {path: path.read_bytes() for path in root.glob(".venv/**/*") if path.is_file()} == before
    assert git(root, "status", "--porcelain") == ""


OLD, NEW = Path("/me/shop"), Path("/cache/r1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"#!/me/shop/.venv/bin/python\nx\n", b"#!/cache/r1/.venv/bin/python\nx\n"),
        (b'VIRTUAL_ENV="/me/shop/.venv"\r\n', b'VIRTUAL_ENV="/cache/r1/.venv"\r\n'),
        (b"/me/shop", b"/cache/r1"),
        (b'{"url": "file:///me/shop"}', b'{"url": "file:///cache/r1"}'),
        (b"\xff /me/shop/x", b"\xff /cache/r1/x"),
        # what stays
        (b"/me/shop-2/src\n", b"/me/shop-2/src\n"),
        (b"/me/shop.old/src\n", b"/me/shop.old/src\n"),
        (b"/other/me/shop/src\n", b"/other/me/shop/src\n"),
        (b"\x7fELF\0/me/shop/lib", b"\x7fELF\0/me/shop/lib"),
        (b"", b""),
    ],
)
def test_only_the_checkout_itself_is_renamed_and_only_in_texts(before: bytes, after: bytes, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/run").write_bytes(before)
    move_in(tmp_path, OLD, NEW)
    assert (tmp_path / "bin/run").read_bytes() == after


def test_the_base_installation_behind_a_link_is_not_written_to(tmp_path: Path) -> None:
    base = tmp_path / "base-python"
    base.write_bytes(b"#!/me/shop/x\n")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(base)
    move_in(tmp_path, OLD, NEW)
    assert base.read_bytes() == b"#!/me/shop/x\n"


@pytest.mark.parametrize("path", ["data/bin/run", "bin/run"])
def test_a_folder_that_is_no_environment_is_copied_as_it_is(path: str, make_repo: MakeRepo) -> None:
    root = make_repo({"a": "x\n", ".gitignore": "data\nbin\n"})
    (root / path).parent.mkdir(parents=True)
    (root / path).write_text(f"#!{root}/x\n")
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        workspace.bring([path.split("/")[0]])
        assert (workspace.root / path).read_text() == f"#!{root}/x\n"
