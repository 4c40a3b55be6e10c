"""`overhaul op` with operations that give functions another shape: each is one commit that passes the gates."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commandline import PYTEST, overhaul_json, passes_at, plain_git

#: words of the command line, the files that the commit changes, and what one of them holds then.
LANDED: list[tuple[str, list[str], str]] = [
    (
        "parameter-object billing/money.py:format_price Printed --name price",
        ["billing/money.py", "tests/test_basics.py"],
        'class Printed:\n    """The parameters of `format_price`."""\n\n    cents: int\n    currency: str = "EUR"\n',
    ),
]


@pytest.mark.parametrize(("words", "files", "piece"), LANDED, ids=[words.split()[0] for words, _, _ in LANDED])
def test_an_operation_lands_and_the_tests_pass(
    words: str, files: list[str], piece: str, sample_repo: Callable[[str], Path], own_home: Path, tmp_path: Path
) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "op", *words.split(), "--test", PYTEST)
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)], report
    assert report["outcomes"][0]["files"] == files
    assert piece in plain_git(root, "show", f"{report['branch']}:{files[0]}")
    assert passes_at(root, report["branch"], tmp_path / "clone")
