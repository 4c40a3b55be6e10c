"""The scan of Django's source distribution beside aider's repository map and grimp's import graph of the same tree."""

import os
import shutil
import tempfile
from pathlib import Path

from measure import compare
from peers import django, peers_installed, run_ours, run_peer

# Each prints the seconds of the work itself: neither is charged for starting Python and importing its own code.
OURS = """
import sys, time
from pathlib import Path
from repo_scan import open_cache, scan_repository
started = time.perf_counter()
scan_repository(Path(sys.argv[1]), cache=open_cache())
print(time.perf_counter() - started)
"""
EDGES = """
import sys, time
from pathlib import Path
from repo_scan import OutlineCache, scan_repository
started = time.perf_counter()
scan_repository(Path(sys.argv[1]), cache=OutlineCache())
print(time.perf_counter() - started)
"""
AIDER = """
import sys, time
from pathlib import Path
from aider.io import InputOutput
from aider.repomap import RepoMap
class Model:
    def token_count(self, text):
        return len(text) // 4
root = Path(sys.argv[1])
files = [str(path) for path in root.rglob("*.py")]
started = time.perf_counter()
made = RepoMap(map_tokens=1024, root=str(root), main_model=Model(), io=InputOutput(yes=True, pretty=False))
assert made.get_repo_map([], files)
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
    """Cold, warm, one changed file, and edges alone."""
    if not peers_installed("aider-chat", "grimp"):
        print("aider and grimp cannot be installed here: no figures beside them")
        return
    root = django()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        compare("cold / aider cold", lambda: _cold(root, folder), lambda: _aider_cold(root), rounds)
        compare("warm / aider warm", lambda: _ours(root), lambda: _seconds(run_peer(AIDER, str(root))), rounds)
        compare("one file changed / warm", lambda: _changed(root), lambda: _ours(root), rounds)
        package = root / "django"
        compare("one package / grimp", lambda: _alone(package), lambda: _grimp(root), rounds)


def _ours(root: Path) -> float:
    return _seconds(run_ours(OURS, str(root)))


def _cold(root: Path, cache: str) -> float:
    shutil.rmtree(Path(cache) / "overhaul", ignore_errors=True)
    return _ours(root)


def _aider_cold(root: Path) -> float:
    for folder in root.glob(".aider*"):
        shutil.rmtree(folder)
    return _seconds(run_peer(AIDER, str(root)))


def _changed(root: Path) -> float:
    path = root / "django" / "utils" / "text.py"
    text = path.read_text("utf-8")
    path.write_text(f"{text}\n# {os.urandom(8).hex()}\n", "utf-8")
    try:
        return _ours(root)
    finally:
        path.write_text(text, "utf-8")


def _alone(package: Path) -> float:
    """The whole scan, of nothing but one package: there is no way to have edges alone."""
    from peers import commit_all

    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(package, Path(folder) / package.name)
        commit_all(Path(folder))
        return _seconds(run_ours(EDGES, folder))


def _grimp(root: Path) -> float:
    return _seconds(run_peer(GRIMP, str(root), "django"))


def _seconds(output: str) -> float:
    return float(output.split()[-1])
