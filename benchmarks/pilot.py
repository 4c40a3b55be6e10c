"""A pilot on a real package, its scorecard, accept, a base that moves, and the whole run from there.

`python benchmarks/pilot.py` fetches the source distribution of a package with tests of its own, and serves a model that
gives every function a docstring; in two files it first leaves code out. It tells what the pilot said, and whether
the package's tests end afterwards as they did before.
"""

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gate_sources import fetch

sys.path.append(str(Path(__file__).resolve().parent.parent))  # for what the tests share with this

from tests.commandline import overhaul, overhaul_json, plain_git
from tests.documenting import described
from tests.loopback import Loopback, Scripted
from tests.obedient import words_of
from tests.packages import LAZY, Answers

PACKAGE = "toolz==1.0.0"
TEST = f'"{sys.executable}" -m pytest -q -p no:cacheprovider toolz/tests'
WHO = ("-c", "user.name=a", "-c", "user.email=a@b")


def main() -> None:
    """The figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        root, home = Path(folder) / "package", Path(folder) / "home"
        subprocess.run(["git", "clone", "-q", str(fetch(PACKAGE).root), str(root)], check=True)
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = str(home)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        _run(root)


def _run(root: Path) -> None:
    files, before, started = _files(root), _tests(root), time.perf_counter()
    plan = [{"step": path, "title": f"Describe {path}", "files": [path]} for path in files]
    moved = files[-1]
    slips = dict.fromkeys(files[1:3], _lazy)
    answers = Answers(plan, plan[-1:], rewrite=_write, slips=slips)
    with Loopback(lambda body: _counted(answers(body), body)) as server:
        words = ("--model", "tiny", "--base-url", server.url, "--goal", "Explain what it does", "--test", TEST)
        pilot = overhaul_json(root, "run", "--pilot", *words)
        print(overhaul(root, "status").stdout)
        overhaul_json(root, "accept")
        (root / moved).write_text("# Mine.\n" + (root / moved).read_text())
        plain_git(root, *WHO, "commit", "-qam", "the user's")
        whole = overhaul_json(root, "resume")
        requests = len(server.requests)
    print(overhaul(root, "status").stdout)
    overhaul_json(root, "accept")
    ends = [line["status"] for line in whole["outcomes"]]
    print(f"files               {len(files)}")
    print(f"pilot               {pilot['pilot']['module']}, {pilot['pilot']['verdict']}")
    print(f"steps               {len(ends)}, of which committed {ends.count('committed')}")
    print(f"requests            {requests}")
    print(f"the user's line     {'kept' if (root / moved).read_text().startswith('# Mine.') else 'LOST'}")
    print(f"tests before/after  {before} / {_tests(root)}")
    print(f"seconds             {time.perf_counter() - started:.0f}")


def _counted(reply: str, body: dict[str, Any]) -> Scripted:
    """The reply of a server that counts its tokens."""
    usage = {"prompt_tokens": len(words_of(body)) // 4, "completion_tokens": len(reply) // 4}
    return Scripted.reply(reply, step=200, usage=usage)


def _files(root: Path) -> list[str]:
    found = sorted((root / "toolz").rglob("*.py"))
    texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found if "tests" not in path.parts}
    return [path for path, text in texts.items() if described(text) != text]


def _write(path: str, text: str) -> str:
    return described(text.replace(LAZY, ""))


def _lazy(path: str, text: str) -> str:
    return described(text).replace("    return ", f"{LAZY}    return ", 1)


def _tests(root: Path) -> str:
    done = subprocess.run(shlex.split(TEST), cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip().split("\n")[-1].partition(" in ")[0]


if __name__ == "__main__":
    main()
