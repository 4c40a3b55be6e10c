"""Draws a random sample of what the detectors find in real packages; see README.md beside this file.

`python benchmarks/findings/draw.py NAME [FOLDER]`; FOLDER keeps the downloaded sources for the readers of the sample.
"""

import json
import random
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from repo_scan import Finding, detect, read_texts, scan_repository

HERE = Path(__file__).parent
Row = dict[str, object]  # a finding in plain words


@dataclass(frozen=True, slots=True)
class Draw:
    """One sample: of which packages, with which seed, and how many at most of one package and of one kind."""

    packages: tuple[str, ...]
    seed: int
    most: int = 60
    size: int = 60


DRAWS = {
    "first": Draw(
        ("dulwich==1.2.21", "mkdocs==1.6.1", "paramiko==5.1.0", "pelican==4.12.0", "scrapy==2.19.0"), seed=20_240_607
    ),
    "second": Draw(
        ("boto==2.49.0", "gns3-server==3.0.6", "nltk==3.10.4", "obspy==1.5.1", "Trac==1.6"), seed=20_261_129, most=20
    ),
    "third": Draw(
        (
            *("beets==2.14.1", "deluge==2.2.0", "docutils==0.23", "scapy==2.8.0", "tornado==6.6.1"),
            *("reportlab==5.1.0", "supervisor==4.3.0"),  # since the five gave only 49 that may be drawn
        ),
        seed=31_415_926,
        most=20,
    ),
    "fourth": Draw(
        (
            *("CherryPy==18.10.0", "glances==4.5.8", "gramps==6.0.8", "pyglet==2.1.19", "pyinstaller==6.22.3"),
            *("spyder==6.1.8", "translate-toolkit==3.20.4"),
        ),
        seed=27_182_818,
        most=20,
    ),
}


def fetch(package: str, folder: Path) -> Path:
    """The unpacked source distribution of a package, as a git repository of one commit."""
    archives, root = folder / "archives", folder / package.replace("==", "-")
    if not root.exists():
        fetching = (
            "download",
            "--quiet",
            "--no-deps",
            "--no-binary",
            ":all:",
            "--dest",
            str(archives / package),
            package,
        )
        subprocess.run([sys.executable, "-m", "pip", *fetching], check=True)
        (archive,) = (archives / package).iterdir()
        with tarfile.open(archive) as content:
            content.extractall(folder / "unpacked" / package, filter="data")
        (top,) = (folder / "unpacked" / package).iterdir()
        top.rename(root)
    if not (root / ".git").exists():
        who = ("-c", "user.name=bench", "-c", "user.email=bench@example.org")
        for words in (("init", "-q"), ("add", "--all", "--force"), (*who, "commit", "-q", "-m", "start")):
            subprocess.run(["git", *words], cwd=root, check=True)
    return root


def findings_in(root: Path) -> tuple[Finding, ...]:
    scan = scan_repository(root, commit="HEAD")
    return detect(scan, read_texts(root, "HEAD", (entry.path for entry in scan.inventory.files)))


def row(package: str, finding: Finding) -> Row:
    """A finding in plain words, without anything of this machine."""
    name, _, version = package.partition("==")
    place = {"path": finding.path, "line": finding.line, "quote": finding.quote}
    return {"package": name, "version": version, "kind": finding.kind, **place, "message": finding.message}


def drawn_from(rows: list[Row], draw: Draw) -> list[Row]:
    """Rows at random, each as likely as any other; one that would be too much of its package or kind is passed over."""
    drawn: list[Row] = []
    counts: Counter[str] = Counter()
    for one in random.Random(draw.seed).sample(rows, len(rows)):
        labels = (f"package {one['package']}", f"kind {one['kind']}")
        if len(drawn) < draw.size and all(counts[label] < draw.most for label in labels):
            drawn.append(one)
            counts.update(labels)
    return sorted(drawn, key=rows.index)


def main(name: str, place: str = "") -> None:
    """Draw a sample and write it down."""
    draw = DRAWS[name]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(place or temporary)
        rows = [row(package, finding) for package in draw.packages for finding in findings_in(fetch(package, folder))]
    drawn = drawn_from(rows, draw)
    counts = Counter(f"{one['package']} {one['kind']}" for one in rows)
    kept = {"seed": draw.seed, "found": len(rows), "found_by_kind": dict(sorted(counts.items())), "sample": drawn}
    (HERE / name).mkdir(exist_ok=True)
    (HERE / name / "sample.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
