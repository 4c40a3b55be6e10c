"""The arrows of docs/design.md §2: who may import whom, and behind which door each library sits."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import repo_scan

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "repo_scan": set[str](),
    "prompts": set[str](),
    "applier": set[str](),
    "agent": {"repo_scan", "prompts", "applier"},
}
# Each library behind one module or one small folder of one package: a path prefix per package that has a door.
DOORS = {
    "ast_grep_py": ("agent/pattern_jobs.py",),
    "charset_normalizer": ("applier/charset.py", "repo_scan/charset.py"),
    "tree_sitter": ("repo_scan/languages/",),
    "tree_sitter_javascript": ("repo_scan/languages/",),
    "tree_sitter_python": ("repo_scan/languages/",),
    "tree_sitter_typescript": ("repo_scan/languages/",),
    "libcst": ("agent/operations/",),
    "httpx": ("agent/models/", "agent/publish/client.py"),
    "tenacity": ("agent/models/",),
    "hypothesis": ("agent/differential/inputs.py",),
    "jinja2": ("prompts/render.py", "agent/publish/page.py"),
    "typer": ("agent/cli/",),
    "filelock": ("agent/hold.py",),
    "genai_prices": ("agent/prices.py",),
    "platformdirs": ("agent/models/memory.py", "applier/places.py", "repo_scan/cache.py"),
}
SOURCES = sorted(path.relative_to(ROOT).as_posix() for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))


def imported_names(path: str) -> set[str]:
    """Every module that a file imports, dotted, relative imports resolved."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports in full"
            found.add(node.module or "")
    return found


def tops(path: str) -> set[str]:
    return {name.split(".")[0] for name in imported_names(path)}


@pytest.mark.parametrize("path", SOURCES)
def test_a_package_imports_only_the_packages_it_may(path: str) -> None:
    own = path.split("/")[0]
    strangers = (set(MAY_IMPORT) - MAY_IMPORT[own] - {own}) & tops(path)
    assert not strangers, f"{path} imports {sorted(strangers)}"


@pytest.mark.parametrize("path", SOURCES)
def test_each_library_sits_behind_its_door(path: str) -> None:
    for library in tops(path) & set(DOORS):
        assert path.startswith(DOORS[library]), f"{path} imports {library}, whose door is {DOORS[library]}"


def test_every_door_is_used() -> None:
    """A door that nobody goes through is a stale line in this file."""
    used = {library for path in SOURCES for library in tops(path)}
    assert set(DOORS) <= used


def test_only_the_command_line_prints_or_exits() -> None:
    for path in SOURCES:
        if path.startswith("agent/cli/") or path == "repo_scan/worker_main.py":
            continue
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        calls = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"print", "exit", "input"}, path


def test_the_entry_point_needs_the_standard_library_alone() -> None:
    tree = ast.parse((ROOT / "overhaul_start.py").read_text("utf-8"))
    at_import = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert at_import <= {"gc", "os", "sys"}


def test_every_public_name_of_the_scan_is_there_when_it_is_asked_for() -> None:
    assert {name for name in repo_scan.__all__ if not hasattr(repo_scan, name)} == set()
    with pytest.raises(AttributeError, match="no attribute 'missing'"):
        _ = repo_scan.missing


def test_the_command_line_starts_without_what_only_some_commands_need() -> None:
    heavy = "{'httpx', 'msgspec', 'sqlite3', 'repo_scan.scan', 'repo_scan.detectors', 'agent.models'}"
    code = f"import sys, agent.cli.app; print(*({heavy} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_every_package_is_installed() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    there = {Path(path).parent.as_posix().replace("/", ".") for path in SOURCES}
    assert sorted(named) == sorted(there)
