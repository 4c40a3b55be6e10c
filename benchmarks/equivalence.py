"""Docstrings and hints for every function of a real package, by a model that hides changes of meaning.

`python benchmarks/equivalence.py [--seed N]` fetches the source distribution of a package without dependencies, and
runs one step a file, each limited to docstrings and annotations and gated by the package's own tests. In every fifth
file the model hides one change of meaning at first: an operator, a constant, a default, a dropped `not`, an order of
calls, a returned value. All of those should be refused and put right, and all other files land at the first try.
"""

import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

from peers import commit_all, unpacked

sys.path.append(str(Path(__file__).resolve().parent.parent))  # for what the tests share with this

from agent.outcome import Committed
from agent.settings import Settings
from tests.documenting import DocumentingModel, documented
from tests.test_equivalence import document

PACKAGE = "boltons==25.0.0"


def main() -> None:
    """The figures of one run."""
    words = ArgumentParser()
    words.add_argument("--seed", type=int, default=0)
    seed = words.parse_args().seed
    with tempfile.TemporaryDirectory() as folder:
        root = unpacked(PACKAGE, Path(folder) / "package")
        commit_all(root)
        texts = _texts(root)
        model = DocumentingModel(texts, seed)
        started = time.perf_counter()
        test = f'"{sys.executable}" -m pytest -q -p no:cacheprovider --noconftest tests'  # written for an older pytest
        landed = document(root, texts, model, Settings(model=model.name, test=test))
        _tell(model, texts, landed, time.perf_counter() - started)
        _check(root, texts)


def _texts(root: Path) -> dict[str, str]:
    """The Python files of a repository that hold functions to be documented."""
    found = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in sorted(root.rglob("*.py"))}
    protected = ("setup.py", "conftest.py")
    return {path: text for path, text in found.items() if not path.endswith(protected) and documented(text) != text}


def _tell(model: DocumentingModel, texts: dict[str, str], landed: list[Committed], seconds: float) -> None:
    by_gate = [path for path in model.harms if all("[equivalence]" in words for words in model.said.get(path, ["-"]))]
    wrongly = sorted(model.said.keys() - model.harms.keys())
    print(f"files                      {len(texts)}")
    print(f"committed                  {len(landed)}")
    print(f"  with the tests as before {sum(one.verified for one in landed)}")
    print(f"with a hidden change       {len(model.harms)} ({_kinds(model)})")
    print(f"  refused by this gate     {len(by_gate)}")
    print(f"others sent back           {len(wrongly)} {' '.join(wrongly)}".rstrip())
    print(f"seconds                    {seconds:.0f}")


def _kinds(model: DocumentingModel) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(Counter(model.harms.values()).items()))


def _check(root: Path, texts: dict[str, str]) -> None:
    """Whether the branch holds the right version of every file."""
    show = ["git", "show"]
    wrong = [
        path
        for path, text in texts.items()
        if subprocess.run(
            [*show, f"overhaul/documents:{path}"], cwd=root, capture_output=True, check=True
        ).stdout.decode()
        != documented(text)
    ]
    print(f"files that landed otherwise {len(wrong)} {' '.join(wrong)}".rstrip())


if __name__ == "__main__":
    main()
