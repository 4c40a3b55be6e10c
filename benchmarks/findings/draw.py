"""Draws a random sample of what the detectors find in five real packages; see README.md beside this file.

`python benchmarks/findings/draw.py [FOLDER]`; FOLDER keeps the downloaded sources for the readers of the sample.
"""

import json
import random
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

from repo_scan import Finding, detect, read_texts, scan_repository

PACKAGES = ("dulwich==1.2.21", "mkdocs==1.6.1", "paramiko==5.1.0", "pelican==4.12.0", "scrapy==2.19.0")
SEED, SIZE = 20_240_607, 60
SAMPLE = Path(__file__).with_name("sample.json")


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


def row(package: str, finding: Finding) -> dict[str, object]:
    """A finding in plain words, without anything of this machine."""
    name, _, version = package.partition("==")
    place = {"path": finding.path, "line": finding.line, "quote": finding.quote}
    return {"package": name, "version": version, "kind": finding.kind, **place, "message": finding.message}


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        rows = [row(package, finding) for package in PACKAGES for finding in findings_in(fetch(package, folder))]
    drawn = random.Random(SEED).sample(rows, SIZE)
    drawn.sort(key=lambda one: rows.index(one))
    counts = Counter(f"{one['package']} {one['kind']}" for one in rows)
    kept = {"seed": SEED, "found": len(rows), "found_by_kind": dict(sorted(counts.items())), "sample": drawn}
    SAMPLE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
