"""A rename over 400 files of Django beside rope's, with and without a broken file, and over all of Django."""

import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import compare
from peers import PYTHON, django, peers_installed, run_ours

FILES = 400
PLACE, OLD, NEW = "django/utils/functional.py", "cached_property", "kept_property"
MOST = 0.15  # seconds for a file that must be parsed, beside a warm scan

# Each prints how many files it changed, and the seconds of the work itself. Rope remembers nothing that would help it.
OURS = """
import sys, time
from pathlib import Path
from agent.operations import apply_operation
from repo_scan import OutlineCache, open_cache, scan_repository
root = Path(sys.argv[1])
started = time.perf_counter()
scan = scan_repository(root, cache=OutlineCache() if sys.argv[5:] else open_cache())
texts = {path: (root / path).read_text("utf-8") for path in scan.outlines}
change = apply_operation({"op": "rename", "symbol": f"{sys.argv[2]}:{sys.argv[3]}", "to": sys.argv[4]}, scan, texts)
assert not change.refused, change.refused
for path, text in change.texts.items():
    (root / path).write_text(text, "utf-8")
print(len(change.texts), time.perf_counter() - started)
"""
ROPE = """
import sys, time
from rope.base.project import Project
from rope.refactor.rename import Rename
started = time.perf_counter()
project = Project(sys.argv[1], ropefolder=None)
resource = project.get_resource(sys.argv[2])
place = resource.read().index("class " + sys.argv[3]) + len("class ")
changes = Rename(project, resource, place).get_changes(sys.argv[4])
project.do(changes)
print(len(changes.changes), time.perf_counter() - started)
"""
# The scan is warm: its cache on the disk knows every file. What is printed is the rename alone, by the files it parsed.
WARM = """
import sys, time
from pathlib import Path
from agent.operations import apply_operation
from repo_scan import open_cache, scan_repository
root = Path(sys.argv[1])
scan = scan_repository(root, cache=open_cache())
texts = {path: (root / path).read_text("utf-8", "replace") for path in scan.outlines}
started = time.perf_counter()
change = apply_operation({"op": "rename", "symbol": f"{sys.argv[2]}:{sys.argv[3]}", "to": sys.argv[4]}, scan, texts)
assert not change.refused, change.refused
print(sum(sys.argv[3] in text for text in texts.values()), time.perf_counter() - started)
"""


def bench_renames(rounds: int) -> None:
    """Ratios beside rope; then seconds for a file on all of Django."""
    if not peers_installed("rope"):
        print("rope cannot be installed here: no figures beside it")
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        source = _some_files(place / "source")
        _ours(source, place)  # from now on the cache on the disk knows these files, as after any command
        compare("rename / rope", lambda: _ours(source, place), lambda: _rope(source, place), rounds)
        compare("first rename / rope", lambda: _ours(source, place, "cold"), lambda: _rope(source, place), rounds)
        (source / "django" / "broken.py").write_text(f"from django.utils.functional import {OLD}\n\ndef (\n")
        said = _run_rope(source, place)
        print(
            f"with a broken file: ours {_ours(source, place):.2f} s; rope: {said.stderr.strip().splitlines()[-1][:90]}"
        )
    for _ in range(2):  # the first fills the cache
        figures = [_figures(run_ours(WARM, str(django()), PLACE, OLD, NEW)) for _ in range(rounds)]
    each = statistics.median(seconds / files for files, seconds in figures)
    print(f"all of Django, warm: {each:.3f} s for each of {figures[0][0]} files that hold the word (at most {MOST})")


def _some_files(root: Path) -> Path:
    """The first files of Django's package that leave it whole, with the one that defines the name."""
    package = django() / "django"
    parts = (
        "utils",
        "conf/__init__.py",
        "core",
        "db",
        "http",
        "forms",
        "template",
        "middleware",
        "views",
        "urls",
        "apps",
    )
    found = [path for part in parts for path in _python(package / part)]
    rest = [path for path in _python(package) if path not in found]
    for path in [*found, *rest][:FILES]:
        goal = root / path.relative_to(package.parent)
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, goal)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


def _python(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def _fresh(source: Path, place: Path) -> Path:
    copy = place / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(source, copy)
    return copy


def _ours(source: Path, place: Path, *cold: str) -> float:
    return _figures(run_ours(OURS, str(_fresh(source, place)), PLACE, OLD, NEW, *cold))[1]


def _rope(source: Path, place: Path) -> float:
    done = _run_rope(source, place)
    if done.returncode:
        sys.exit(f"rope failed: {done.stderr[-300:]}")
    return _figures(done.stdout)[1]


def _run_rope(source: Path, place: Path) -> "subprocess.CompletedProcess[str]":
    words = [str(PYTHON), "-c", ROPE, str(_fresh(source, place)), PLACE, OLD, NEW]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def _figures(said: str) -> tuple[int, float]:
    files, seconds = said.split()[-2:]
    return int(files), float(seconds)


if __name__ == "__main__":
    bench_renames(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
