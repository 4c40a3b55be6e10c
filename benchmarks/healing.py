"""The built-in model on real packages: what it heals, whether tests end as before, and whether anything was refused.

python benchmarks/healing.py [--package NAME==VERSION]…

For each package: findings by kind before and after, how many steps landed, and how many of the package's tests end
otherwise than they did.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gate_sources import fetch
from operations import NEEDED, Copy
from peers import PYTHON, peers_installed

sys.path.append(str(Path(__file__).resolve().parent.parent))  # for what the tests share with this

from tests.commandline import overhaul, overhaul_json, plain_git

#: Six packages in which there is something to heal and whose tests take seconds, with words for pytest.
PACKAGES: Mapping[str, tuple[str, ...]] = {
    "bottle==0.12.25": (),
    "freezegun==1.5.1": (),
    "lark==1.1.9": ("--ignore=tests/test_nearley",),
    "mistune==3.0.2": (),
    "python-dateutil==2.8.2": (),
    "toolz==1.0.0": (),
}
WHO = ("-c", "user.name=a", "-c", "user.email=a@b")


def heal(package: str) -> Counter[str]:
    """One run of the built-in model on one package, told as it goes; the numbers of what became of its steps."""
    words = PACKAGES.get(package, ())
    with tempfile.TemporaryDirectory() as folder:
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = f"{folder}/home"
        copy = Copy(Path(folder) / "copy", fetch(package).texts)
        plain_git(copy.root, "add", "-A")
        plain_git(copy.root, *WHO, "commit", "-qm", "as released")
        tests, findings = copy.tested(*words), _findings(copy.root)
        start = f'PYTHONPATH="$PWD/src:$PWD" "{PYTHON}" -m pytest -q -p no:cacheprovider'
        test = " ".join((start, "-o filterwarnings=default", *words))
        done = overhaul(copy.root, "run", "--json", "--test", test, "--trust-repo-config")
        assert done.returncode in (0, 1), done.stderr
        report = json.loads(done.stdout)
        ends = Counter(str(one["status"]) for one in report["outcomes"])
        print(f"{package}: exit {done.returncode}, steps {dict(ends)}", flush=True)
        for one in report["outcomes"]:
            why = "; ".join(map(str, one.get("reasons", ())))
            print(f"   {one['status']}: {one.get('title', one['step'])} {why}", flush=True)
        if ends["committed"]:
            accepted = overhaul(copy.root, "accept")
            assert accepted.returncode == 0, accepted.stderr
        after = _findings(copy.root)
        other = (tests - copy.tested(*words)).total()
        print(f"   findings {findings.total()} -> {after.total()}: {dict(findings)} -> {dict(after)}")
        print(f"   {tests.total()} tests, {other} end otherwise", flush=True)
        return ends + Counter({"findings before": findings.total(), "findings after": after.total(), "tests": other})


def _findings(root: Path) -> Counter[str]:
    report: Any = overhaul_json(root, "diagnose")
    return Counter(str(one["kind"]) for one in report["findings"])


def main() -> None:
    """All packages, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", action="append")
    options = parser.parse_args()
    if not peers_installed(*NEEDED, "hypothesis"):
        raise SystemExit(f"{', '.join(NEEDED)} cannot be installed here.")
    whole: Counter[str] = Counter()
    for package in options.package or PACKAGES:
        whole += heal(package)
    print("all", dict(whole))


if __name__ == "__main__":
    main()
