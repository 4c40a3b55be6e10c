"""The scan as JSON, for Graphviz and for Mermaid."""

import json
from pathlib import Path

import msgspec
import pytest

from repo_scan import scan_repository
from repo_scan.render import as_dot, as_mermaid, scan_json
from repo_scan.tokens import estimate_tokens
from tests.conftest import MakeRepo, git

CART = """\
from shop import prices
if TYPE_CHECKING:
    from shop import log

def total(): ...
LIMIT = 1
"""
SHOP = {
    "README.md": "# Shop\n",
    "logo.png": b"\x89PNG\0",
    "broken.py": "def f(:\n",
    "shop/__init__.py": "",
    "shop/cart.py": CART,
    "shop/prices.py": "from shop import cart\ndef f():\n    from shop import log\n",
    "shop/log.py": "",
}


def test_the_document_holds_what_the_design_names(make_repo: MakeRepo) -> None:
    root = make_repo(SHOP)
    document = scan_json(scan_repository(root, budget=500), root, 0.5)
    assert list(document) == [
        "schema", "root", "commit", "budget", "files", "skipped", "edges", "cycles", "modules", "seconds",
    ]  # fmt: skip
    assert (document["schema"], document["root"], document["commit"]) == (1, str(root), None)
    assert (document["budget"], document["seconds"]) == (500, 0.5)
    assert document["files"][3] == {  # type: ignore[index]
        "path": "shop/cart.py", "language": "python", "lines": 6, "bytes": len(CART), "tokens": estimate_tokens(CART),
        "parsed": True, "symbols": 2,
    }  # fmt: skip
    assert document["skipped"] == [{"path": "logo.png", "reason": "binary"}]
    assert document["edges"] == [
        {"importer": "shop/cart.py", "imported": "shop/log.py", "line": 3, "kind": "type-only"},
        {"importer": "shop/cart.py", "imported": "shop/prices.py", "line": 1, "kind": "runtime"},
        {"importer": "shop/prices.py", "imported": "shop/cart.py", "line": 1, "kind": "runtime"},
        {"importer": "shop/prices.py", "imported": "shop/log.py", "line": 3, "kind": "dynamic"},
    ]
    assert document["cycles"] == [["shop/cart.py", "shop/prices.py"]]
    assert [module["id"] for module in document["modules"]] == ["broken.py", "shop/__init__.py", "shop/cart.py"]  # type: ignore[attr-defined]


def test_files_without_a_language_and_broken_ones_are_not_parsed(make_repo: MakeRepo) -> None:
    root = make_repo(SHOP)
    files = {entry["path"]: entry for entry in scan_json(scan_repository(root), root, 0)["files"]}  # type: ignore[attr-defined]
    assert (files["README.md"]["language"], files["README.md"]["parsed"]) == (None, False)
    assert (files["broken.py"]["language"], files["broken.py"]["parsed"]) == ("python", False)


def test_a_module_says_that_it_is_cut_only_if_it_is(make_repo: MakeRepo) -> None:
    root = make_repo(SHOP)
    cut: dict[int, list[bool]] = {}
    for budget in (30, 500):
        modules = scan_json(scan_repository(root, budget=budget), root, 0)["modules"]
        cut[budget] = [module.get("cut", False) for module in modules]  # type: ignore[attr-defined]
    assert any(cut[30])
    assert not any(cut[500])


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_document_is_the_same_from_run_to_run_byte_for_byte(make_repo: MakeRepo, jobs: int) -> None:
    root = make_repo(SHOP)
    first = scan_json(scan_repository(root, jobs=1), root, 1.0)
    again = scan_json(scan_repository(root, jobs=jobs), root, 1.0)
    assert json.dumps(first) == json.dumps(again)
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


def test_names_that_are_not_text_can_still_be_written_as_json(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    Path(str(tmp_path) + "/caf\udce9.py").write_text("")
    document = scan_json(scan_repository(tmp_path), tmp_path, 0)
    assert json.loads(json.dumps(document, ensure_ascii=False).encode())["skipped"] == [
        {"path": "caf\\xe9.py", "reason": "its name is not UTF-8"}
    ]


def test_dot_draws_each_pair_once_with_its_kind_and_cycles_in_red(make_repo: MakeRepo) -> None:
    drawn = as_dot(scan_repository(make_repo(SHOP)))
    assert drawn.startswith("digraph imports {")
    assert '  "shop/cart.py" -> "shop/prices.py" [color=red];' in drawn
    assert '  "shop/cart.py" -> "shop/log.py" [style=dashed];' in drawn
    assert '  "shop/prices.py" -> "shop/log.py" [style=dotted];' in drawn
    assert drawn.count("->") == 4


def test_mermaid_draws_the_same(make_repo: MakeRepo) -> None:
    assert as_mermaid(scan_repository(make_repo(SHOP))).split("\n") == [
        "graph LR",
        '  n0["broken.py"]',
        '  n1["shop/__init__.py"]',
        '  n2["shop/cart.py"]',
        '  n3["shop/log.py"]',
        '  n4["shop/prices.py"]',
        "  n2 -.-> n3",
        "  n2 --> n4",
        "  n4 --> n2",
        "  n4 -.-> n3",
        "  linkStyle 1,2 stroke:red",
    ]


def test_names_cannot_break_out_of_their_quotes(make_repo: MakeRepo) -> None:
    scan = scan_repository(make_repo({'a"b\\c#<d>.py': ""}))
    assert r'  "a\"b\\c#<d>.py";' in as_dot(scan)
    assert '  n0["a#quot;b\\c#35;#lt;d#gt;.py"]' in as_mermaid(scan)
