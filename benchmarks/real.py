"""The scan of Django's source distribution beside aider's repository map and grimp's import graph of the same tree."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from measure import compare, run_seconds
from peers import PYTHON, django, peers_installed, run_ours, run_peer

OVERHAUL = [sys.executable, str(Path(__file__).resolve().parent.parent / "overhaul_start.py")]
# The map of a whole repository as its users ask for it: no key is needed, no request is sent.
AIDER = ["--show-repo-map", "--map-tokens", "1024", "--model", "gpt-4o", "--yes-always", "--no-check-update"]
AIDER += ["--no-gitignore", "--analytics-disable", "--no-show-model-warnings", "--no-show-release-notes"]

# Both print the seconds of the work itself: neither is charged for starting Python and importing its own code.
EDGES = """
import sys, time
from pathlib import Path
from repo_scan import OutlineCache, scan_repository
started = time.perf_counter()
scan_repository(Path(sys.argv[1]), cache=OutlineCache(), deep=False)
print(time.perf_counter() - started)
"""
CLONES = """
import sys, time
from pathlib import Path
from repo_scan import open_cache, scan_repository
from repo_scan.detectors.clones import clones
root = Path(sys.argv[1])
scan = scan_repository(root, cache=open_cache())
texts = {path: (root / path).read_text("utf-8", "replace") for path in scan.outlines}
started = time.perf_counter()
clones(scan, texts)
print(time.perf_counter() - started)
"""
GRIMP = """
import sys, time
sys.path.insert(0, sys.argv[1])
import grimp
started = time.perf_counter()
grimp.build_graph(sys.argv[2], cache_dir=None)
print(time.perf_counter() - started)
"""


def bench_django(rounds: int) -> None:
    """Cold, warm, one changed file, clones, and edges alone."""
    if not peers_installed("aider-chat", "grimp"):
        print("aider and grimp cannot be installed here: no figures beside them")
        return
    root = django()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        _scan(root)  # once, so that Python has compiled what it loads
        compare("cold / aider cold", lambda: _cold(root, folder), lambda: _aider_cold(root), rounds)
        compare("warm / aider warm", lambda: _scan(root), lambda: _aider(root), rounds)
        compare("one file changed / warm", lambda: _changed(root), lambda: _scan(root), 3 * rounds)
        compare("diagnose / cold", lambda: _cold(root, folder, "diagnose"), lambda: _cold(root, folder), rounds)
        compare("clones / cold", lambda: _seconds(run_ours(CLONES, str(root))), lambda: _cold(root, folder), rounds)
        package = root / "django"
        compare("one package / grimp", lambda: _alone(package), lambda: _grimp(root), rounds)


def _scan(root: Path) -> float:
    """The whole command, from its start to its end."""
    return run_seconds([*OVERHAUL, "scan", str(root)], root)


def _cold(root: Path, cache: str, command: str = "scan") -> float:
    shutil.rmtree(Path(cache) / "overhaul", ignore_errors=True)
    return run_seconds([*OVERHAUL, command, str(root)], root)


def _aider(root: Path) -> float:
    return run_seconds([str(PYTHON.with_name("aider")), *AIDER], root)


def _aider_cold(root: Path) -> float:
    for folder in root.glob(".aider.tags*"):
        shutil.rmtree(folder)
    return _aider(root)


def _changed(root: Path) -> float:
    path = root / "django" / "utils" / "text.py"
    text = path.read_text("utf-8")
    path.write_text(f"{text}\n# {os.urandom(8).hex()}\n", "utf-8")
    try:
        return _scan(root)
    finally:
        path.write_text(text, "utf-8")


def _alone(package: Path) -> float:
    """The whole scan, of nothing but one package and without a cache."""
    from peers import commit_all

    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(package, Path(folder) / package.name)
        commit_all(Path(folder))
        return _seconds(run_ours(EDGES, folder))


def _grimp(root: Path) -> float:
    return _seconds(run_peer(GRIMP, str(root), "django"))


def _seconds(output: str) -> float:
    return float(output.split()[-1])
