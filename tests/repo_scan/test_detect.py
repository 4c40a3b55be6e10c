"""All detectors together, on the samples and on this project itself."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan import Finding, detect, read_texts, scan_repository
from tests.conftest import MakeRepo
from tests.repo_scan.diseased import scan_of


def findings_in(root: Path) -> tuple[Finding, ...]:
    scan = scan_repository(root)
    return detect(scan, read_texts(root, None, scan.outlines))


@pytest.mark.parametrize(
    ("sample", "kinds"),
    [
        ("already_fine", set()),
        ("broken_file", {"syntax-error", "unused-import"}),
        ("copy_paste", {"copies", "unused-import"}),
        ("one_big_module", {"god-module"}),
        ("tangled_shop", {"import-cycle"}),
    ],
)
def test_each_sample_has_its_own_disease(sample_repo: Callable[[str], Path], sample: str, kinds: set[str]) -> None:
    assert {finding.kind for finding in findings_in(sample_repo(sample))} == kinds


def test_findings_are_sorted_and_the_same_for_commit_and_working_tree(make_repo: MakeRepo) -> None:
    root = make_repo({"b.py": "import os\nimport c\n", "c.py": "import sys\nimport b\n", "a.py": "def f(:\n"})
    found = findings_in(root)
    assert [(one.path, one.line, one.kind) for one in found] == [
        ("a.py", 1, "syntax-error"),
        ("b.py", 1, "unused-import"),
        ("b.py", 2, "import-cycle"),
        ("c.py", 1, "unused-import"),
    ]
    scan = scan_repository(root, commit="HEAD")
    assert detect(scan, read_texts(root, "HEAD", scan.outlines)) == found


LINES = [
    "import os",
    "import b",
    "from a import (",
    "    x,",
    ")",
    "def f(x):",
    "    return [x, 1, 2, 3, 4, 5, 6, 7, 8]",
    "",
    "\x0c",
    "f(:",
]
TEXTS = st.lists(st.sampled_from(LINES), max_size=9).map(lambda lines: "\n".join([*lines, ""]))


@given(st.fixed_dictionaries({"a.py": TEXTS, "b.py": TEXTS}))
def test_every_quote_is_the_line_that_stands_there(texts: dict[str, str]) -> None:
    for finding in detect(scan_of(texts), texts):
        assert finding.quote == texts[finding.path].split("\n")[finding.line - 1].strip()
        assert finding.places
