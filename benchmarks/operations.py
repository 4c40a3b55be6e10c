"""Random renames and moves on a real package with its own tests: the same result before and after, and the way back.

python benchmarks/operations.py [--package NAME==VERSION] [--draws N] [--seed N] [--no-tests]

For each draw it tells whether the operation was refused, and else whether its tests end as before, a second run of it
changes nothing, and the opposite operation restores every byte.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gate_sources import fetch

from agent.operations import Change, Request, apply_operation
from repo_scan import OutlineCache, Scan, Symbol, open_cache, scan_repository

Texts = dict[str, str]
_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)")
_PARAMETER = re.compile(r"(?<![\w.\[])([a-z]\w*)(?=:|,|=|\))")
_NO_PARAMETERS = ("self", "cls", "str", "int", "bool", "float", "bytes")
_FRESH = "renamed_by_hand"


@dataclass(frozen=True)
class Draw:
    """An operation, and the one that takes it back byte by byte, if there is one."""

    there: Request
    back: Request | None = None


class Copy:
    """A package in a folder of its own, to be changed and tested."""

    def __init__(self, root: Path, texts: Texts) -> None:
        self.root, self.texts = root, dict(texts)
        self._cache: OutlineCache = open_cache(on_disk=False)
        self.write(texts)
        subprocess.run(["git", "init", "-q", str(root)], check=True)

    def write(self, texts: Mapping[str, str | None]) -> None:
        """Put texts into the folder."""
        for path, text in texts.items():
            file = self.root / path
            if text is None:
                file.unlink()
                self.texts.pop(path, None)
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="")
            self.texts[path] = text

    def scan(self) -> Scan:
        """What is there now."""
        return scan_repository(self.root, cache=self._cache)

    def operate(self, request: Request) -> Change:
        """What an operation would do here."""
        return apply_operation(request, self.scan(), self.texts)

    def tested(self) -> Counter[str]:
        """How the package's tests end."""
        options = ["-q", "--no-header", "-p", "no:cacheprovider", "-o", "filterwarnings=default"]
        command = [sys.executable, "-m", "pytest", *options]
        path = f"{self.root / 'src'}:{self.root}"
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, timeout=900)
        last = done.stdout.strip().rsplit("\n", 1)[-1]
        return Counter({what.rstrip("s"): int(count) for count, what in _COUNTS.findall(last)})


def draws(scan: Scan, chance: random.Random) -> Iterator[Draw]:
    """Random operations on what a package defines."""
    symbols = [
        (path, symbol)
        for path, outline in sorted(scan.outlines.items())
        for symbol in outline.symbols
        if path.endswith(".py") and "test" not in path and "docs" not in path and not symbol.name.endswith("__")
    ]
    while True:
        path, symbol = chance.choice(symbols)
        match chance.choices(("rename", "module", "move", "parameter"), (6, 2, 2, 1))[0]:
            case "module" if not path.endswith(("__init__.py", "__main__.py")):
                new = f"{path.rpartition('/')[0]}/{_FRESH}.py".lstrip("/")
                yield Draw(
                    {"op": "rename-module", "module": path, "to": new},
                    {"op": "rename-module", "module": new, "to": path},
                )
            case "move" if "." not in symbol.name:
                new = f"{path.rpartition('/')[0]}/{_FRESH}.py".lstrip("/")
                yield Draw({"op": "move", "symbols": [f"{path}:{symbol.name}"], "to": new})
            case "parameter" if symbol.kind in ("function", "method"):
                options = {"function": f"{path}:{symbol.name}", "parameter": _FRESH}
                yield Draw(
                    {"op": "add-parameter", **options, "default": "None", "value": "1"},
                    {"op": "remove-parameter", **options},
                )
            case "rename":
                yield _rename(path, symbol, chance)


def _rename(path: str, symbol: Symbol, chance: random.Random) -> Draw:
    outer, _, old = symbol.name.rpartition(".")
    name = symbol.name
    if symbol.kind in ("function", "method") and chance.random() < 0.3:
        inner = [one for one in _PARAMETER.findall(symbol.signature) if one not in _NO_PARAMETERS]
        if inner:
            outer, old = name, chance.choice(inner)
            name = f"{outer}.{old}"
    new = ("__" if old.startswith("__") else "_" if old.startswith("_") else "") + _FRESH
    back = f"{outer}.{new}" if outer else new
    return Draw(
        {"op": "rename", "symbol": f"{path}:{name}", "to": new},
        {"op": "rename", "symbol": f"{path}:{back}", "to": old},
    )


def judged(draw: Draw, copy: Copy, base: Counter[str] | None) -> tuple[str, str]:
    """What became of a draw, in a word and in detail."""
    before = dict(copy.texts)
    change = copy.operate(draw.there)
    if change.refused:
        return "refused", change.refused
    copy.write(change.texts)
    try:
        if again := copy.operate(draw.there).texts:
            return "NOT DONE AT ONCE", ", ".join(again)
        if base is not None and (now := copy.tested()) != base:
            left = "; ".join(f"{one.path}:{one.line} {one.reason}" for one in change.left[:5])
            return ("tests differ, places left" if change.left else "TESTS DIFFER"), f"{dict(now)} {left}"
        if draw.back is not None:
            back = copy.operate(draw.back)
            if back.refused:
                return "NO WAY BACK", back.refused
            copy.write(back.texts)
            if copy.texts != before:
                differing = [path for path in before if copy.texts.get(path) != before[path]]
                return "NOT AS BEFORE", ", ".join(differing)
        return "done", f"{len(change.texts)} files, {len(change.left)} places left"
    finally:
        gone = dict.fromkeys(copy.texts.keys() - before.keys())
        copy.write({**gone, **{path: text for path, text in before.items() if copy.texts.get(path) != text}})


def main() -> None:
    """Draw, do, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", default="click==8.1.8")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-tests", action="store_true")
    options = parser.parse_args()
    texts = fetch(options.package).texts
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), texts)
        base = None if options.no_tests else copy.tested()
        print(f"{options.package}: {dict(base or {})}")
        found: Counter[str] = Counter()
        for number, draw in zip(range(options.draws), draws(copy.scan(), random.Random(options.seed)), strict=False):
            word, detail = judged(draw, copy, base)
            found[word] += 1
            print(f"{number:3} {word:12} {draw.there}  {detail}", flush=True)
        print(dict(found))


if __name__ == "__main__":
    main()
