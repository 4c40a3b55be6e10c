"""`overhaul op`: exact operations for people, as runs like any other."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commandline import PYTEST, fingerprint, overhaul, overhaul_json, passes_at, plain_git
from tests.conftest import MakeRepo

Sample = Callable[[str], Path]


def test_a_rename_is_one_verified_commit_that_can_be_accepted_and_rolled_back(
    sample_repo: Sample, own_home: Path, tmp_path: Path
) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    report = overhaul_json(root, "op", "rename", "billing/orders.py:Order.customer", "client", "--test", PYTEST)

    assert fingerprint(root) == before
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    assert report["outcomes"][0]["files"] == ["billing/mail.py", "billing/orders.py", "billing/report.py"]
    assert report["usage"]["requests"] == 0
    assert passes_at(root, report["branch"], tmp_path / "clone")
    assert "client" in overhaul(root, "review").stdout
    assert overhaul(root, "accept").returncode == 0
    assert "order.client" in (root / "billing/report.py").read_text()
    assert overhaul(root, "rollback", "--revert").returncode == 0
    assert "order.client" not in (root / "billing/report.py").read_text()


def test_operations_of_a_file_build_on_each_other(sample_repo: Sample, own_home: Path, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    file = tmp_path / "operations.ndjson"
    file.write_text(
        '{"op": "rename", "symbol": "billing/money.py:format_price", "to": "show"}\n\n'
        '{"op": "rename", "symbol": "billing.money:show.cents", "to": "amount"}\n'
    )
    report = overhaul_json(root, "op", "apply", str(file), "--test", PYTEST)
    assert [line["status"] for line in report["outcomes"]] == ["committed", "committed"]
    text = plain_git(root, "show", f"{report['branch']}:billing/money.py")
    assert "def show(amount: int" in text


def test_what_would_have_to_be_guessed_is_refused_with_the_reason(sample_repo: Sample, own_home: Path) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "op", "rename", "billing/money.py:format_price", "add_tax", status=1)
    assert report["outcomes"][0]["status"] == "refused"
    assert "billing/money.py has a `add_tax` already" in report["outcomes"][0]["problems"][0]


def test_wrong_words_are_answered_with_the_right_ones(sample_repo: Sample, own_home: Path, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    empty = tmp_path / "empty"
    empty.write_text("")
    for words, sentence in (
        (("rename", "x"), "takes SYMBOL TO"),
        (("rename", "x", "y"), "`symbol` must name a definition"),
        (("explode",), "There is no operation 'explode'"),
        (("apply",), "takes a FILE"),
        (("apply", str(empty)), "holds no operations"),
        (("apply", str(tmp_path / "gone")), "cannot be read"),
        (("rename", "gone/a.py:x", "y"), "there is no file gone/a.py"),
    ):
        done = overhaul(root, "op", *words)
        assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_every_kind_of_operation_lands(sample_repo: Sample, own_home: Path, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    file = tmp_path / "operations.json"
    operations = [
        {"op": "rename-module", "module": "billing/text.py", "to": "billing/words.py"},
        {"op": "move", "symbols": ["billing/words.py:shorten"], "to": "billing/short.py"},
        {"op": "add-parameter", "function": "billing/short.py:shorten", "parameter": "end", "default": "None"},
        {"op": "rename", "symbol": "billing/short.py:shorten.end", "to": "mark"},
        {"op": "remove-parameter", "function": "billing/short.py:shorten", "parameter": "mark"},
    ]
    file.write_text(json.dumps(operations))
    report = overhaul_json(root, "op", "apply", str(file), "--test", PYTEST)
    assert [line["status"] for line in report["outcomes"]] == ["committed"] * len(operations)
    text = plain_git(root, "show", f"{report['branch']}:billing/short.py")
    assert text in (root / "billing/text.py").read_text()


def test_lines_of_a_function_become_a_function_of_their_own(
    sample_repo: Sample, own_home: Path, tmp_path: Path
) -> None:
    root = sample_repo("copy_paste")
    lines = (root / "billing/report.py").read_text().splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith("    words ="))
    words = ("op", "extract-function", f"billing/report.py:{first}-{first + 1}", "joined", "--test", PYTEST)
    report = overhaul_json(root, *words)
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    text = plain_git(root, "show", f"{report['branch']}:billing/report.py")
    assert "    slug = joined(title)\n" in text
    assert "def joined(title: str):\n" in text
    assert passes_at(root, report["branch"], tmp_path / "clone")


def test_a_value_in_functions_gets_a_name(sample_repo: Sample, own_home: Path, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    lines = (root / "billing/report.py").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "[a-z0-9]+" in text)
    words = ("op", "extract-constant", f"billing/report.py:{line}", "WORD", "--value", 'r"[a-z0-9]+"', "--test", PYTEST)
    report = overhaul_json(root, *words)
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    text = plain_git(root, "show", f"{report['branch']}:billing/report.py")
    assert 'shorten\n\nWORD = r"[a-z0-9]+"\nWIDTH = 24\n' in text
    assert "re.findall(WORD, " in text
    assert passes_at(root, report["branch"], tmp_path / "clone")


def test_a_name_is_imported_from_where_it_is_defined(sample_repo: Sample, own_home: Path, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    (root / "billing/words.py").write_text("from billing.text import shorten\n")
    (root / "labels.py").write_text("from billing.words import shorten  # labels\n\nprint(shorten('a', 4))\n")
    plain_git(root, "add", "-A")
    plain_git(root, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "Label")
    report = overhaul_json(root, "op", "inline-reexport", "billing/words.py:shorten", "--test", PYTEST)
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    text = plain_git(root, "show", f"{report['branch']}:labels.py")
    assert text.startswith("from billing.text import shorten  # labels\n")
    assert plain_git(root, "show", f"{report['branch']}:billing/words.py").strip() == ""
    assert passes_at(root, report["branch"], tmp_path / "clone")


def test_a_module_becomes_part_of_another(sample_repo: Sample, own_home: Path, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "op", "merge-modules", "billing/text.py", "billing/money.py", "--test", PYTEST)
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    assert passes_at(root, report["branch"], tmp_path / "clone")
    assert "billing/text.py" not in plain_git(root, "ls-tree", "-r", "--name-only", report["branch"]).splitlines()
    assert "from billing.money import" in plain_git(root, "show", f"{report['branch']}:billing/report.py")


def test_a_rehearsal_shows_the_difference_and_writes_nothing(sample_repo: Sample, own_home: Path) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    words = ("op", "rename", "billing/money.py:format_price", "show", "--dry-run")
    done = overhaul(root, *words)
    assert done.returncode == 0
    assert "-def format_price(" in done.stdout
    assert "+def show(" in done.stdout
    document = overhaul_json(root, *words)
    assert document["operations"][0]["refused"] == ""
    assert "Renamed `format_price`" in document["operations"][0]["done"][0]
    assert overhaul(root, "op", "rename", "billing/money.py:gone", "show", "--dry-run").returncode == 1
    assert fingerprint(root) == before


def test_a_rename_in_typescript_lands_with_its_users(sample_repo: Sample, own_home: Path) -> None:
    root = sample_repo("mixed_web")
    report = overhaul_json(root, "op", "rename", "web/src/shelf.ts:isThere", "isInStock", "--test", "true")
    assert [line["status"] for line in report["outcomes"]] == ["committed"]
    assert report["outcomes"][0]["files"] == ["web/src/basket.ts", "web/src/shelf.ts"]
    text = plain_git(root, "show", f"{report['branch']}:web/src/basket.ts")
    assert 'import { isInStock } from "@/shelf";' in text
    assert "if (!isInStock(item, count))" in text


@pytest.mark.parametrize(
    "words",
    [
        ("rename", "shop/cart.py:total", "sum_up", "--to", "other"),
        ("move", "shop/cart.py:total", "shop/sums.py", "--to", "shop/other.py"),
    ],
)
def test_an_option_never_takes_the_place_of_a_word(make_repo: MakeRepo, words: tuple[str, ...]) -> None:
    root = make_repo({"shop/__init__.py": "", "shop/cart.py": "def total(x):\n    return x\n"})
    done = overhaul(root, "op", *words, "--dry-run")
    assert done.returncode == 2
    assert "takes TO as a word, and --to says it again" in done.stderr
