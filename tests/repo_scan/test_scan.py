"""The scan as a whole, on real repositories."""

import json
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from repo_scan import (
    Fault,
    NoCommit,
    Outline,
    OutlineCache,
    Scan,
    open_cache,
    outline_texts,
    read_texts,
    scan_repository,
)
from repo_scan.facts import Facts
from repo_scan.render import scan_json
from tests.conftest import MakeRepo, git, settle

MIXED: Mapping[str, str | bytes] = {
    ".gitignore": "*.log\n",
    "README.md": "# Hello\n",
    "app.py": "from shop.cart import total\n",
    "broken.py": "def f(:\n",
    "crlf.py": b"import app\r\n\r\ndef f():\r\n    return 1\r\n",
    "data.bin": b"\0\1\2",
    "latin.py": "# coding: latin-1\nNAME = 'é'\n".encode("latin-1"),
    "legacy.py": b"NAME = '\xe9'\n",
    "nul.py": b"x = 1\0\n",
    "old.py": "print 'hello'\n",
    "shop/__init__.py": "",
    "shop/cart.py": '"""The cart."""\nfrom shop import prices\n\ndef total():\n    return prices.price()\n',
    "shop/prices.py": "from shop import cart\n\ndef price():\n    return 1\n",
    "tests/test_cart.py": "from shop.cart import total\n\ndef test_total():\n    assert total() == 1\n",
}


def facts(scan: Scan) -> tuple[object, ...]:
    """Everything but where it was read."""
    return scan.inventory, scan.outlines, scan.graph, scan.summaries, scan.modules, scan.budget


def test_every_path_of_gits_list_is_either_a_file_or_skipped(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    (root / "x.log").write_text("ignored")
    (root / "new.py").write_text("x = 1\n")
    (root / "link.py").symlink_to("app.py")
    inventory = scan_repository(root).inventory
    files, skipped = [entry.path for entry in inventory.files], [item.path for item in inventory.skipped]
    told = git(root, "ls-files", "-c", "-o", "--exclude-standard", "-z").split("\0")
    assert sorted(files + skipped) == sorted(path for path in told if path)
    assert files == sorted(files)
    assert {item.path: item.reason for item in inventory.skipped} == {
        "data.bin": "binary",
        "legacy.py": "not UTF-8 and declares no encoding",
        "link.py": "symlink",
        "nul.py": "binary",
    }


def test_one_bad_file_never_ends_the_scan(make_repo: MakeRepo) -> None:
    scan = scan_repository(make_repo(MIXED))
    assert {path for path, outline in scan.outlines.items() if outline.faults} == {"broken.py", "old.py"}
    assert {symbol.name for symbol in scan.outlines["shop/cart.py"].symbols} == {"total"}
    assert scan.outlines.keys() == scan.summaries.keys() == {path for module in scan.modules for path in module.files}


def test_entries_hold_the_plain_numbers(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x = 'é'\n", "notes.txt": "one\ntwo"})
    code, notes = scan_repository(root).inventory.files
    assert (code.language, code.lines, code.bytes, code.tokens) == ("python", 1, 9, 5)
    assert (notes.language, notes.lines, notes.bytes) == (None, 2, 7)
    assert code.blob == git(root, "hash-object", "a.py").strip()


def test_graph_modules_and_summaries_belong_together(make_repo: MakeRepo) -> None:
    scan = scan_repository(make_repo(MIXED))
    assert scan.graph.cycles == (("shop/cart.py", "shop/prices.py"),)
    assert scan.graph.importers_of("shop/cart.py") == ("app.py", "shop/prices.py", "tests/test_cart.py")
    assert scan.summaries["shop/cart.py"].role == "The cart."
    cycle = next(module for module in scan.modules if module.id == "shop/cart.py")
    assert cycle.files == ("shop/cart.py", "shop/prices.py")
    assert cycle.level < next(module.level for module in scan.modules if module.id == "app.py")


def test_the_import_map_of_a_scan_answers_for_its_files(make_repo: MakeRepo) -> None:
    scan = scan_repository(make_repo(MIXED))
    assert scan.import_map.find("app.py", "shop.cart") == "shop/cart.py"
    assert scan.import_map.names_of("shop/cart.py") == ("shop.cart",)


def test_a_commit_is_read_as_it_was_whatever_the_working_tree_holds(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    clean = scan_repository(root)
    (root / "app.py").write_text("dirty = 1\n")
    (root / "new.py").write_text("")
    (root / "README.md").unlink()
    scan = scan_repository(root, commit="HEAD")
    assert facts(scan) == facts(clean)
    assert scan.commit == git(root, "rev-parse", "HEAD").strip()
    assert clean.commit is None


def test_a_scan_changes_neither_index_nor_any_other_file(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    os.utime(root / "app.py", (1, 1))
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    scan_repository(root)
    scan_repository(root, commit="HEAD")
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_the_number_of_workers_makes_no_difference(make_repo: MakeRepo) -> None:
    many = {f"pkg/m{n}.py": f"import pkg.m{n + 1}\ndef f{n}(x):\n    return x\n" for n in range(150)}
    root = make_repo({**MIXED, **many})
    assert facts(scan_repository(root, jobs=1)) == facts(scan_repository(root, jobs=3))


def test_a_repository_without_commit_is_scanned_but_has_no_commit_to_scan(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text("x = 1\n")
    assert list(scan_repository(tmp_path).outlines) == ["a.py"]
    with pytest.raises(NoCommit):
        scan_repository(tmp_path, commit="HEAD")


def test_an_empty_repository_has_an_empty_scan(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    scan = scan_repository(tmp_path)
    assert facts(scan)[1:] == ({}, scan.graph, {}, (), 8000)
    assert (scan.inventory.files, scan.graph.edges) == ((), ())


def test_a_folder_limits_the_modules_and_nothing_else(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    whole, part = scan_repository(root), scan_repository(root, within="shop")
    assert {path for module in part.modules for path in module.files} == {
        "shop/__init__.py",
        "shop/cart.py",
        "shop/prices.py",
    }
    assert facts(part)[:4] == facts(whole)[:4]


def test_progress_counts_up_to_all_files_that_there_are(make_repo: MakeRepo) -> None:
    told: list[tuple[int, int]] = []
    scan_repository(make_repo(MIXED), progress=lambda done, total: told.append((done, total)))
    assert told == [(done, len(MIXED)) for done in range(len(MIXED) + 1)]


class Counting(OutlineCache):
    """A cache that counts how often something was found out."""

    kept = 0

    def keep(self, language: str | None, blob: str, facts: Facts, encoded: bytes | None = None) -> None:
        self.kept += 1
        super().keep(language, blob, facts, encoded)


def test_with_a_cache_only_what_changed_is_parsed_again(make_repo: MakeRepo) -> None:
    root, cache = make_repo(MIXED), Counting()
    first = scan_repository(root, cache=cache)
    assert cache.kept == len({entry.blob for entry in first.inventory.files}) + len(first.inventory.skipped)
    again = scan_repository(root, cache=cache)
    assert facts(again) == facts(first)
    assert cache.kept == len({entry.blob for entry in first.inventory.files}) + len(first.inventory.skipped)
    (root / "app.py").write_text("changed = 1\n")
    changed = scan_repository(root, cache=cache)
    assert facts(changed) == facts(scan_repository(root))
    assert [symbol.name for symbol in changed.outlines["app.py"].symbols] == ["changed"]


def test_warm_and_cold_with_one_worker_and_two_the_document_is_the_same(make_repo: MakeRepo, own_home: Path) -> None:
    root = make_repo(MIXED)
    settle(root)

    def document(jobs: int, cache: OutlineCache | None, deep: bool = False) -> str:
        return json.dumps(scan_json(scan_repository(root, jobs=jobs, cache=cache, deep=deep), root, 0))

    cold = document(1, None)
    assert document(2, None) == cold
    for jobs, deep in ((1, False), (2, False), (1, True), (1, False)):  # the first fills the store
        assert document(jobs, open_cache(), deep) == cold
    assert document(1, open_cache(on_disk=False)) == cold
    assert list(own_home.rglob("facts.sqlite"))


def test_a_scan_from_the_store_is_the_same_in_every_fact(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    cold = scan_repository(root, cache=open_cache())
    counting = Counting(store=open_cache().store)
    assert facts(scan_repository(root, cache=counting)) == facts(cold)
    assert counting.kept == 0
    assert facts(scan_repository(root, commit="HEAD", cache=open_cache())) == facts(cold)


def test_files_that_are_as_they_were_are_not_read_again(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    settle(root)
    first = scan_repository(root, cache=open_cache())
    known = {path: blob for path, (_, blob) in open_cache().tree(root).stamps.known.items()}
    assert known.items() >= {entry.path: entry.blob for entry in first.inventory.files}.items()
    kept = root.joinpath("app.py").stat()
    (root / "app.py").write_text("changed = 1\n".ljust(kept.st_size))  # of the same size
    os.utime(root / "app.py", ns=(kept.st_atime_ns, kept.st_mtime_ns))  # and, it says, of the same time
    (root / "new.py").write_text("import app\n")
    (root / "old.py").unlink()
    assert facts(scan_repository(root, cache=open_cache())) == facts(scan_repository(root))


@pytest.mark.parametrize("damage", [b"", b"junk", b"\x92\x93\x01"])
def test_damaged_facts_in_the_store_are_found_out_again(make_repo: MakeRepo, damage: bytes) -> None:
    root, cache = make_repo(MIXED), open_cache()
    cold = scan_repository(root, cache=cache)
    assert cache.store is not None
    with sqlite3.connect(cache.store.path) as database:
        database.execute("UPDATE facts SET value = ?", (damage,))
    database.close()
    assert facts(scan_repository(root, cache=open_cache())) == facts(cold)


def test_a_file_that_its_parser_died_of_is_tried_again_next_time() -> None:
    cache = open_cache()
    dead = Outline("a.py", "python", parsed=False, faults=(Fault(0, "it crashed"),))
    cache.keep("python", "b10b", Facts(lines=1, outline=dead))
    cache.save()
    assert cache.known("python", "b10b") is not None
    later = open_cache()
    later.fetch([("python", "b10b")])
    assert later.known("python", "b10b") is None


def test_a_cache_serves_commit_working_tree_and_texts_alike(make_repo: MakeRepo) -> None:
    root, cache = make_repo(MIXED), OutlineCache()
    outlines = scan_repository(root, cache=cache).outlines
    size = len(cache.facts)
    assert scan_repository(root, commit="HEAD", cache=cache).outlines == outlines
    text = "from shop.cart import total\n"
    close = outline_texts({"app.py": text}, cache=cache)["app.py"]
    assert msgspec.structs.replace(close, close=False) == outlines["app.py"]
    assert scan_repository(root, cache=cache).outlines["app.py"] == close
    assert len(cache.facts) == size


def test_equal_content_at_two_paths_gives_each_its_own_outline(make_repo: MakeRepo) -> None:
    root, cache = make_repo({"a.py": "x = 1\n", "b/c.py": "x = 1\n", "d.txt": "x = 1\n"}), OutlineCache()
    for _ in range(2):
        scan = scan_repository(root, cache=cache)
        assert {path: outline.path for path, outline in scan.outlines.items()} == {"a.py": "a.py", "b/c.py": "b/c.py"}
        assert [entry.lines for entry in scan.inventory.files] == [1, 1, 1]


def test_bytes_that_mean_different_texts_are_not_mixed_up(make_repo: MakeRepo) -> None:
    text, cache = "# coding: latin-1\nNAME = 'é'\n", OutlineCache()
    scan_repository(make_repo({"a.py": text}), cache=cache)  # its UTF-8 bytes read as Latin-1
    assert outline_texts({"a.py": text}, cache=cache) == outline_texts({"a.py": text})


def test_what_is_known_of_a_content_is_kept_by_language() -> None:
    cache = OutlineCache()
    cache.keep(None, "b10b", Facts(lines=1))
    assert cache.known(None, "b10b") == Facts(lines=1)
    assert cache.known("python", "b10b") is None


def test_a_shallow_scan_tells_the_same_of_graph_and_surface_as_a_deep_one(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    shallow, deep = scan_repository(root, deep=False), scan_repository(root)
    assert json.dumps(scan_json(shallow, root, 0)) == json.dumps(scan_json(deep, root, 0))
    assert (shallow.graph, shallow.modules, shallow.summaries) == (deep.graph, deep.modules, deep.summaries)
    assert not any(outline.deep for outline in shallow.outlines.values())


def test_what_a_deep_scan_found_serves_a_shallow_one_and_not_the_other_way(make_repo: MakeRepo) -> None:
    root, cache = make_repo({"a.py": "def f(x):\n    return x\n"}), Counting()
    for deep, kept in ((False, 1), (False, 1), (True, 2), (False, 2), (True, 2)):
        scan_repository(root, cache=cache, deep=deep)
        assert cache.kept == kept


def test_texts_are_read_with_plain_line_ends_and_what_is_none_left_out(make_repo: MakeRepo) -> None:
    root = make_repo(MIXED)
    (root / "app.py").write_text("dirty = 1\n")
    wanted = ["crlf.py", "latin.py", "legacy.py", "data.bin", "app.py", "missing.py", "README.md", ".git/config"]
    assert read_texts(root, None, wanted) == {
        "crlf.py": "import app\n\ndef f():\n    return 1\n",
        "latin.py": "# coding: latin-1\nNAME = 'é'\n",
        "app.py": "dirty = 1\n",
        "README.md": "# Hello\n",
    }
    assert read_texts(root, "HEAD", ["app.py"]) == {"app.py": MIXED["app.py"]}


def test_texts_in_memory_have_outlines_if_their_language_is_known() -> None:
    outlines = outline_texts({"b.py": "x = 1\n", "a.py": "def f(:\n", "notes.md": "# x\n", "c.pyi": "y: int\n"})
    assert list(outlines) == ["a.py", "b.py", "c.pyi"]
    assert [outline.parsed for outline in outlines.values()] == [False, True, True]
    assert outline_texts({}) == {}


def test_a_text_that_no_file_could_hold_is_a_fault_not_a_crash() -> None:
    outlines = outline_texts({"a.py": "x = '\ud800'\n", "b.py": '"""\\ud800"""\n', "c.py": "x\0"})
    assert [bool(outline.faults) for outline in outlines.values()] == [True, False, True]


NAMES = st.sampled_from(["a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "pkg/d.py", "notes.txt", "t/test_e.py"])
LINES = st.lists(
    st.sampled_from(
        [
            "import a",
            "from pkg import c",
            "from . import d",
            "def f(x):",
            "    return x",
            "class A:",
            "",
            "# é",
            "x = (",
            "y = 1",
        ]
    ),
    max_size=6,
)
ENDS = st.sampled_from(["\n", "\r\n"])


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=st.dictionaries(NAMES, st.tuples(LINES, ENDS), min_size=1, max_size=6))
def test_a_commit_and_a_clean_working_tree_of_it_are_the_same_to_a_scan(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, tuple[list[str], str]]
) -> None:
    root = tmp_path_factory.mktemp("repo")
    git(root, "init", "-q")
    for path, (lines, end) in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes("".join(line + end for line in lines).encode())
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    assert facts(scan_repository(root, jobs=1)) == facts(scan_repository(root, commit="HEAD", jobs=2))
