"""How near the plain estimate of tokens comes to a tokenizer, language by language; see README.md beside this file.

The reference is the o200k vocabulary that the npm package js-tiktoken ships, read by tiktoken. The sources are those of
packages from npm and of this Python.
"""

import base64
import json
import re
import shutil
import statistics
import subprocess
import sysconfig
import tarfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import tiktoken
from peers import HOME

from repo_scan.tokens import estimate_tokens

VOCABULARY = "js-tiktoken@1.0.21"
# A language, the package that holds sources in it, and which of its files are meant.
SOURCES = (
    ("Python", "", "*.py"),
    ("JavaScript", "express@4.21.2", "**/*.js"),
    ("TypeScript", "rxjs@7.8.1", "src/**/*.ts"),
    ("Java", "react-native-device-info@10.13.2", "**/*.java"),
    ("C++", "better-sqlite3@12.11.1", "src/**/*.[ch]pp"),
    ("Objective-C", "react-native-device-info@10.13.2", "**/*.m"),
    ("Markdown", "rxjs@7.8.1", "**/*.md"),
)
SHORTEST = 200  # tokens of a file whose own error is told
LONGEST_LINE = 2000  # characters; beyond it a file was written by no person


def package(name: str) -> Path:
    """An npm package, unpacked, in the benchmarks' own folder."""
    folder = HOME / "npm" / name.replace("/", "-")
    if not folder.exists():
        fetched = HOME / "npm" / "packed"
        shutil.rmtree(fetched, ignore_errors=True)
        fetched.mkdir(parents=True)
        subprocess.run(["npm", "pack", "--silent", name], cwd=fetched, stdout=subprocess.DEVNULL, check=True)
        with tarfile.open(next(fetched.iterdir())) as packed:
            packed.extractall(folder, filter="data")
    return folder / "package"


def reference() -> Callable[[str], int]:
    """Counts as o200k does."""
    script = (package(VOCABULARY) / "dist" / "ranks" / "o200k_base.js").read_text("utf-8")
    pattern, ranks = (json.loads(_literal(script, name)) for name in ("pat_str", "bpe_ranks"))
    table: dict[bytes, int] = {}
    for line in filter(None, ranks.split("\n")):
        _, offset, *tokens = line.split(" ")
        table.update((base64.b64decode(token), int(offset) + place) for place, token in enumerate(tokens))
    encoding = tiktoken.Encoding("o200k", pat_str=pattern, mergeable_ranks=table, special_tokens={})
    return lambda text: len(encoding.encode_ordinary(text))


def _literal(script: str, name: str) -> str:
    found = re.search(rf'"?{name}"?:\s*("(?:[^"\\]|\\.)*")', script)
    assert found, f"{VOCABULARY} keeps its {name} elsewhere"
    return found[1]


def texts(name: str, pattern: str) -> list[str]:
    """The sources of a language that people wrote."""
    root = package(name) if name else Path(sysconfig.get_path("stdlib"))
    found: Iterable[str] = (path.read_text("utf-8", errors="replace") for path in sorted(root.glob(pattern)))
    return [text for text in found if text and max(map(len, text.split("\n"))) <= LONGEST_LINE]


def main() -> None:
    """Print a line a language."""
    count = reference()
    print("language      files  estimate/count   of single files: median, 5% and 95%   within 10%    MB/s")
    for language, name, pattern in SOURCES:
        known = [(text, count(text)) for text in texts(name, pattern)]
        started = time.perf_counter()
        guesses = [estimate_tokens(text) for text, _ in known]
        seconds = time.perf_counter() - started
        single = sorted(g / c for g, (_, c) in zip(guesses, known, strict=True) if c >= SHORTEST)
        near = sum(0.9 <= ratio <= 1.1 for ratio in single) / len(single)
        low, high = single[len(single) // 20], single[len(single) * 19 // 20]
        speed = sum(len(text) for text, _ in known) / seconds / 1e6
        print(
            f"{language:<13} {len(known):5}  {sum(guesses) / sum(c for _, c in known):14.3f}   "
            f"{statistics.median(single):23.3f} {low:.3f} {high:.3f}   {near:10.0%}   {speed:5.1f}"
        )


if __name__ == "__main__":
    main()
