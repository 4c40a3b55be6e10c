"""How figures are taken: two things in turn, several rounds, the median of their ratios."""

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

Work = Callable[[], float]  # its own seconds


def seconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def run_seconds(command: Sequence[str], folder: Path) -> float:
    """How long a command takes as its users wait for it, from its start to its end. It must go well."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return time.perf_counter() - started


def ratio(name: str, ours: Callable[[], object], peer: Callable[[], object], rounds: int) -> None:
    """Measure the two in turn and print the median of their ratios."""
    compare(name, lambda: seconds(ours), lambda: seconds(peer), rounds)


def compare(name: str, ours: Work, peer: Work, rounds: int) -> None:
    """The same for work that takes its own time, in a process of its own for instance."""
    pairs = [(ours(), peer()) for _ in range(rounds)]
    ratios = sorted(one / other for one, other in pairs)
    best, best_peer = min(one for one, _ in pairs), min(other for _, other in pairs)
    print(
        f"{name:<26} {statistics.median(ratios):7.3f}  ({ratios[0]:.3f} to {ratios[-1]:.3f};"
        f" best {best:.3f} s and {best_peer:.3f} s; load {os.getloadavg()[0]:.1f})",
        flush=True,
    )
