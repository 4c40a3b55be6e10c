"""The script that runs in the target's interpreter: what a call may reach, how it ends, and the oldest Python."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agent.differential import runner

CALLS = {
    "return n + 1": {"value": ["int", "2"], "arguments": [["int", "1"]]},
    "raise KeyError(n)": {"raised": ["KeyError", "LookupError", "Exception", "BaseException"], "meant": True},
    "return {}[n]": {"raised": ["KeyError", "LookupError", "Exception", "BaseException"], "meant": False},
    "raise SystemExit": {"raised": ["SystemExit", "BaseException"], "meant": True},
    "while True: pass": {"slow": True},
    "return open(__file__).read()": {"touched": "open"},
    "import os; os.remove('x')": {"touched": "os.remove"},
    "import os; return os.listdir('.')": {"touched": "os.listdir"},
    "import subprocess; subprocess.run('true')": {"touched": "subprocess.Popen"},
    "import socket; socket.create_connection(('127.0.0.1', 9))": {"touched": "socket.getaddrinfo"},
    "try:\n        open('x', 'w')\n    except BaseException: return 1": {"touched": "open"},
    "import fractions; return fractions.Fraction(n, 2)": {"value": ["Fraction", "Fraction(1, 2)"]},  # loads files
    "print('x', flush=True); return n": {"value": ["int", "1"]},
    "return (i for i in iter(int, 1))": {"value": ["iterator", [["int", "0"]] * runner.ITEMS]},
}


def records(root: Path, text: str, functions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    (root / "a.py").write_text(text)
    module = {"name": "a", "file": str(root / "a.py"), "functions": functions}
    job = {"roots": [str(root)], "out": str(root / "out"), "seconds": 5, "call_seconds": 0.3, "modules": [module]}
    (root / "job").write_text(json.dumps(job))
    done = subprocess.run([sys.executable, runner.__file__, root / "job"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return [json.loads(line) for line in (root / "out").read_text().splitlines()]


def test_each_call_is_written_down_with_how_it_ended(tmp_path: Path) -> None:
    text = "".join(f"def f{number}(n):\n    {body}\n\n\n" for number, body in enumerate(CALLS))
    functions = [{"id": n, "name": f"f{n}", "calls": [(["1"], [])]} for n in range(len(CALLS))]
    found = {one["id"]: one["outcome"] for one in records(tmp_path, text, functions) if "outcome" in one}
    for number, (body, expected) in enumerate(CALLS.items()):
        assert found[number].items() >= expected.items(), body
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "job", "out"]


def test_no_function_sees_what_another_left_behind(tmp_path: Path) -> None:
    text = "N = []\n\n\ndef f():\n    N.append(1)\n    return len(N)\n"
    functions = [{"id": n, "name": "f", "calls": [([], []), ([], [])]} for n in (0, 1)]
    values = [one["outcome"]["value"][1] for one in records(tmp_path, text, functions) if "outcome" in one]
    assert values == ["1", "2", "1", "2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nothing_of_this_name\n", "ModuleNotFoundError"),
        ("raise SystemExit(3)\n", "SystemExit"),
        ("open('made', 'w')\n", "Touched: open"),
        ("import os\nos.mkdir('made')\n", "Touched: os.mkdir"),
        ("import subprocess\nsubprocess.run(['true'])\n", "Touched: subprocess.Popen"),
    ],
)
def test_a_file_that_cannot_be_imported_or_does_something_then_is_told(text: str, words: str, tmp_path: Path) -> None:
    (record,) = records(tmp_path, text, [{"id": 0, "name": "f", "calls": []}])
    assert words in record["error"]
    assert not (Path.cwd() / "made").exists()


def test_values_that_cannot_be_written_whole_are_cut() -> None:
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]
    for value in (deep, [[0] * 100] * 100, {"a": list(range(9000))}):
        assert '"cut"' in json.dumps(runner.Writer().write(value))


def test_it_is_written_for_the_oldest_python_that_targets_have() -> None:
    tree = ast.parse(Path(runner.__file__).read_text(), feature_version=(3, 8))
    newer = (ast.Match, ast.TryStar)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= sys.stdlib_module_names
