"""Random operations on real packages with their own tests: the same result before and after, and the way back.

python benchmarks/operations.py [--package NAME==VERSION]… [--applied N] [--seed N] [--no-tests]

It draws until so many were carried out on each package. For each it tells whether the operation was refused, and else
whether every test ends as before, every module can be imported that could be, a second run changes nothing, and the
opposite operation, where there is one, restores every byte.
"""

import argparse
import os
import random
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

from gate_sources import fetch
from peers import PYTHON, peers_installed

from agent.operations import Change, Request, apply_operation
from repo_scan import OutlineCache, Scan, Symbol, open_cache, scan_repository

Texts = dict[str, str]
#: Six packages whose tests take seconds, and what these need beside pytest.
PACKAGES = (
    "cachetools==5.5.0",
    "click==8.1.8",
    "humanize==4.11.0",
    "itsdangerous==2.2.0",
    "marshmallow==3.26.1",
    "sqlparse==0.5.3",
)
NEEDED = ("pytest", "freezegun", "simplejson")
_MOST = 400  # draws on a package
_IMPORTS = """
import importlib, pkgutil, sys
for top in sys.argv[2:]:
    for found in pkgutil.walk_packages([sys.argv[1] + "/" + top], top + ".", onerror=lambda name: None):
        try:
            importlib.import_module(found.name)
        except BaseException as error:
            print(found.name, type(error).__name__, error)
"""
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

    def tested(self, *words: str) -> Counter[tuple[str, str]]:
        """How each of the package's tests ends; of cases, which are named after what they are given, how many how.

        `words` are more words for pytest.
        """
        report = self.root.parent / "report.xml"
        report.unlink(missing_ok=True)
        self._run(
            "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "filterwarnings=default", f"--junitxml={report}",
            *words,
        )  # fmt: skip
        cases = ElementTree.parse(report).getroot().iter("testcase")
        return Counter(
            (
                f"{one.get('classname')}.{(one.get('name') or '').partition('[')[0]}",
                next((e.tag for e in one), "passed"),
            )
            for one in cases
        )

    def unimportable(self) -> list[str]:
        """Modules of the package that cannot be imported, each with the reason."""
        place = self.root / "src" if (self.root / "src").is_dir() else self.root
        tops = [path.parent.name for path in place.glob("*/__init__.py") if "test" not in path.parent.name]
        return self._run("-c", _IMPORTS, str(place), *tops).splitlines()

    def _run(self, *words: str) -> str:
        path = f"{self.root / 'src'}:{self.root}"
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [str(PYTHON), *words]
        return subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, text=True, timeout=900
        ).stdout


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
        kinds = ("rename", "module", "move", "parameter", "merge", "object", "split")
        match chance.choices(kinds, (6, 2, 2, 1, 1, 1, 1))[0]:
            case "merge":
                near = [one for one, _ in symbols if one.rpartition("/")[0] == path.rpartition("/")[0] and one != path]
                if near:
                    yield Draw({"op": "merge-modules", "module": path, "into": chance.choice(near)})
            case "object" if symbol.kind == "function":
                yield Draw({"op": "parameter-object", "function": f"{path}:{symbol.name}", "class": "MadeByHand"})
            case "split" if "." not in symbol.name:
                new = f"{path.rpartition('/')[0]}/{_FRESH}.py".lstrip("/")
                groups = {new: [symbol.name]}
                yield Draw({"op": "split-module", "module": path, "groups": groups, "reexport": chance.random() < 0.5})
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


def judged(draw: Draw, copy: Copy, base: Counter[tuple[str, str]] | None, known: list[str]) -> tuple[str, str]:
    """What became of a draw, in a word and in detail."""
    before = dict(copy.texts)
    change = copy.operate(draw.there)
    if change.refused:
        return "refused", change.refused
    copy.write(change.texts)
    try:
        if again := copy.operate(draw.there).texts:
            return "NOT DONE AT ONCE", ", ".join(again)
        if len(lost := copy.unimportable()) > len(known):
            return "NOT TO BE IMPORTED", "; ".join(one for one in lost if one not in known)
        if base is not None and (differing := sorted(copy.tested().items() ^ base.items())):
            left = "; ".join(f"{one.path}:{one.line} {one.reason}" for one in change.left[:5])
            return ("tests differ, places left" if change.left else "TESTS DIFFER"), f"{differing[:4]} {left}"
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


def _ends(base: Counter[tuple[str, str]] | None) -> dict[str, int]:
    found: Counter[str] = Counter()
    for (_, end), number in (base or {}).items():
        found[end] += number
    return dict(found)


def operate_on(package: str, applied: int, seed: int, tests: bool) -> Counter[str]:
    """Draw, do, judge, print."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder) / "copy", fetch(package).texts)
        base, known = copy.tested() if tests else None, copy.unimportable()
        print(f"{package}: {_ends(base)}, {len(known)} modules cannot be imported", flush=True)
        for number, draw in enumerate(islice(draws(copy.scan(), random.Random(seed)), _MOST)):
            word, detail = judged(draw, copy, base, known)
            found[word] += 1
            print(f"{number:3} {word:12} {draw.there}  {detail}", flush=True)
            if found.total() - found["refused"] == applied:
                break
    print(package, dict(found), flush=True)
    return found


def main() -> None:
    """All packages, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", action="append")
    parser.add_argument("--applied", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-tests", action="store_true")
    options = parser.parse_args()
    if not peers_installed(*NEEDED):
        raise SystemExit(f"{', '.join(NEEDED)} cannot be installed here.")
    whole: Counter[str] = Counter()
    for package in options.package or PACKAGES:
        whole += operate_on(package, options.applied, options.seed, not options.no_tests)
    print("all", dict(whole))


if __name__ == "__main__":
    main()
