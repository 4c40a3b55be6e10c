"""Ratios against peers in the same run; see README.md beside this file.

`python benchmarks/bench.py [ROUNDS] [--edges]`
"""

import ast
import shutil
import subprocess
import sysconfig
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import edges
import web_edges
from measure import ratio
from real import bench_django
from renames import bench_renames
from streams import bench_characters, bench_streams

from applier.blocks import read_blocks
from applier.fence import Expected, Fence
from repo_scan import OutlineCache, scan_repository


def library_in_git(folder: Path) -> Path:
    """A repository of the standard library's top-level modules."""
    root = folder / "library"
    root.mkdir()
    for source in Path(sysconfig.get_path("stdlib")).glob("*.py"):
        shutil.copyfile(source, root / source.name)
    who = ("-c", "user.name=bench", "-c", "user.email=bench@example.org")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "start")):
        subprocess.run(["git", *words], cwd=root, check=True)
    return root


def bench_scan(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = library_in_git(Path(folder))
        texts = [path.read_text("utf-8") for path in sorted(root.glob("*.py"))]
        remembered = OutlineCache()
        scan_repository(root, cache=remembered)
        ratio("scan / ast", lambda: scan_repository(root), lambda: [ast.parse(text) for text in texts], rounds)
        ratio("rescan / scan", lambda: scan_repository(root, cache=remembered), lambda: scan_repository(root), rounds)


def bench_parser(rounds: int) -> None:
    fence, expected = Fence("k7f3q9zz"), (Expected(1, "file", "a.py"),)

    def reply(lines: int) -> str:
        body = "".join(f"    value_{number} = compute(value_{number})\n" for number in range(lines))
        return f"{fence.open_line(expected[0])}\n{body}{fence.close_line(1)}\n"

    def pieces(text: str, size: int) -> Iterator[str]:
        return (text[start : start + size] for start in range(0, len(text), size))

    def lines_of(text: str) -> int:
        rest, count = "", 0
        for piece in pieces(text, 64):
            *whole, rest = (rest + piece).split("\n")
            count += len(whole)
        return count

    short, long = reply(10_000), reply(20_000)
    ratio(
        "parser, 2x",
        lambda: list(read_blocks(pieces(long, 1), fence, expected)),
        lambda: list(read_blocks(pieces(short, 1), fence, expected)),
        rounds,
    )
    ratio(
        "parser / lines",
        lambda: list(read_blocks(pieces(long, 64), fence, expected)),
        lambda: lines_of(long),
        rounds,
    )


def main() -> None:
    """The figures, and the differences in edges where they are asked for."""
    words = ArgumentParser()
    words.add_argument("rounds", nargs="?", type=int, default=5)
    words.add_argument("--edges", action="store_true", help="compare import edges with the peers', too")
    asked = words.parse_args()
    print("figure                     median ratio")
    bench_scan(asked.rounds)
    bench_parser(asked.rounds)
    bench_django(asked.rounds)
    bench_renames(asked.rounds)
    bench_characters()
    bench_streams()
    if asked.edges:
        edges.main()
        web_edges.main()


if __name__ == "__main__":
    main()
