"""A generated repository of many files: time and memory, which should grow with their number. `python large.py`."""

import sys
import tempfile
from pathlib import Path

from peers import commit_all, run_ours

SCAN = """
import resource, sys, time
from pathlib import Path
from repo_scan import scan_repository
started = time.perf_counter()
scan = scan_repository(Path(sys.argv[1]))
seconds = time.perf_counter() - started
own, workers = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(seconds, own // 1024, workers // 1024, len(scan.outlines), len(scan.graph.edges), len(scan.modules))
"""
BODY = '''"""Module {number}."""

from pkg{folder}.m{one} import work_{one}
from pkg{other}.m{two} import work_{two}


def work_{number}(items, limit=10):
    """Do some work."""
    total = 0
    for item in items[:limit]:
        if item > {number} and total < limit:
            total += work_{one}(item) - work_{two}(item)
    return total
'''
IN_FOLDER = 50


def generate(root: Path, count: int) -> None:
    """So many files in packages of fifty, each importing two that come before it."""
    for number in range(count):
        one, two = max(number - 1, 0), number // 2
        folder = root / f"pkg{number // IN_FOLDER}"
        if number % IN_FOLDER == 0:
            folder.mkdir(parents=True)
            (folder / "__init__.py").write_text("")
        body = BODY.format(number=number, one=one, two=two, folder=one // IN_FOLDER, other=two // IN_FOLDER)
        (folder / f"m{number}.py").write_text(body)
    commit_all(root)


def main(counts: list[int]) -> None:
    """One line for each size."""
    print("files    seconds  MB, this process and its largest worker  outlines  edges  modules")
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            generate(Path(folder), count)
            print(f"{count:<8} {run_ours(SCAN, folder).strip()}", flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [25_000, 50_000, 100_000])
