"""A generated repository of many files: time and memory of `overhaul scan`, which should grow with their number.

`python benchmarks/large.py [COUNT ...]`. The scan is the real command, in a process of its own, its output thrown away.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from peers import commit_all

START = Path(__file__).resolve().parent.parent / "overhaul_start.py"
SCAN = (sys.executable, "-P", str(START), "scan", "--format", "json")
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


@dataclass(frozen=True, slots=True)
class Spent:
    """What one scan took, its workers included."""

    seconds: float
    cpu: float
    own_mb: int  # the process alone, at its peak
    all_mb: int  # with its workers, at their peak; pages that they share are counted for each


def scan(root: Path, cache: Path) -> Spent:
    """Scan a repository, and look at the memory in use ten times a second."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    own = together = 0
    with subprocess.Popen(SCAN, cwd=root, env=environment, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            own = max(own, resident(process.pid))
            together = max(together, sum(map(resident, family(process.pid))))
            time.sleep(0.1)
    if process.returncode:
        sys.exit(f"the scan ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(time.perf_counter() - started, cpu, own // 1024, together // 1024)


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for one in found:
        try:
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        except OSError:  # it has ended
            continue
    return found


def resident(pid: int) -> int:
    """Kilobytes that a process has in memory."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        return 0


def show(count: int, what: str, spent: Spent) -> None:
    """One line."""
    each = 1000 * spent.cpu / count
    print(
        f"{count:>7}  {what:<4}  {spent.seconds:>7.1f} s  {spent.cpu:>7.1f} s CPU  {each:.2f} ms CPU a file  "
        f"{spent.own_mb:>5} MB  {spent.all_mb:>5} MB with workers",
        flush=True,
    )


def main(counts: list[int]) -> None:
    """Two lines for each size: nothing known yet, and nothing changed since."""
    if not Path("/proc/self/statm").exists():
        sys.exit("memory is read from /proc, which this system does not have")
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            root, cache = Path(folder) / "repository", Path(folder) / "cache"
            generate(root, count)
            for what in ("cold", "warm"):
                show(count, what, scan(root, cache))


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [25_000, 50_000, 100_000])
