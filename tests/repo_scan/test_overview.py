"""The overview is that of a scan, whatever was known before."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from repo_scan import OutlineCache, Overview, open_cache, scan_repository, take_overview
from repo_scan.render import scan_json
from repo_scan.source import begin_listing
from repo_scan.store import Store
from tests.conftest import MakeRepo, git, settle
from tests.repo_scan.test_scan import MIXED, Counting

TREE: Mapping[str, str | bytes] = {
    **MIXED,
    "shop/__init__.py": "from shop.prices import price\n",
    "shop/deep/__init__.py": "",
    "shop/deep/a.py": "from shop import price\nfrom . import b\n",
    "shop/deep/b.py": "def f():\n    from shop.deep import a\n",
    "web/package.json": '{"name": "web", "main": "main.js"}',
    "web/tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
    "web/main.js": "import { x } from './src/x';\n",
    "web/src/x.ts": "import type { y } from '@/y';\nexport const x = 1;\n",
    "web/src/y.ts": "export type y = number;\n",
}


def told(overview: Overview) -> str:
    """Everything but where it was read."""
    document = scan_json(overview, Path("/"), 0)
    return json.dumps([document, [entry.fault for entry in overview.inventory.files]])


Change = Callable[[Path], object]


def write(path: str, text: str) -> Change:
    return lambda root: (root / path).write_text(text)


CHANGES: Mapping[str, Change] = {
    "nothing": lambda root: None,
    "a file touched": lambda root: (root / "app.py").touch(),
    "a comment": write("app.py", "from shop.cart import total\n# a comment\n"),
    "an import on another line": write("app.py", "\n\nfrom shop.cart import total\n"),
    "another import": write("app.py", "import crlf\n"),
    "an import of another kind": write("app.py", "def f():\n    from shop.cart import total\n"),
    "an import that closes a cycle": write("shop/prices.py", "import app\n"),
    "a cycle opened by an import's kind": write("shop/prices.py", "def price():\n    from shop import cart\n"),
    "a cycle opened": write("shop/prices.py", "def price():\n    return 1\n"),
    "a name that a package binds": write("shop/__init__.py", "prices = 1\n"),
    "a name that a package binds no more": write("shop/__init__.py", ""),
    "a file that no longer parses": write("app.py", "def f(:\n"),
    "a file that parses now": write("broken.py", "import app\n"),
    "a text that is binary now": lambda root: (root / "app.py").write_bytes(b"\0"),
    "a binary that is text now": write("nul.py", "import app\n"),
    "a new file": write("new.py", "import app\n"),
    "a new module in the way of another": write("tests/app.py", "import shop\n"),
    "a new package": write("tests/__init__.py", ""),
    "a file gone": lambda root: (root / "shop/prices.py").unlink(),
    "a package gone": lambda root: (root / "shop/deep/__init__.py").unlink(),
    "a file that became a link": lambda root: ((root / "app.py").unlink(), (root / "app.py").symlink_to("crlf.py")),
    "a file moved": lambda root: (root / "shop/cart.py").rename(root / "shop/basket.py"),
    "two files changed": lambda root: (
        write("app.py", "import latin\n")(root),
        write("shop/deep/b.py", "import shop.deep.a\n")(root),
    ),
    "a text without a language": write("README.md", "# Goodbye\n"),
    "another script": write("web/main.js", "import './src/y';\n"),
    "other settings": write("web/tsconfig.json", '{"compilerOptions": {"verbatimModuleSyntax": true}}'),
    "an entry elsewhere": write("web/package.json", '{"name": "web", "main": "src/x.ts"}'),
    "a file ignored": write(".gitignore", "*.log\napp.py\nnew.py\n"),
}


def known_tree(make_repo: MakeRepo) -> tuple[Path, Path]:
    """A repository whose files have settled, and the store of a cache that knows it."""
    root = make_repo(TREE)
    settle(root)
    cache = open_cache()
    take_overview(root, jobs=1, cache=cache)
    assert cache.store is not None
    return root, cache.store.path


def copied(store: Path, name: str, kind: type[OutlineCache] = OutlineCache) -> OutlineCache:
    """A cache of its own that knows the same."""
    return kind(store=Store(Path(shutil.copy(store, store.with_name(name)))))


def put_back(root: Path) -> None:
    git(root, "reset", "-q", "--hard")
    git(root, "clean", "-q", "-f", "-d", "-x")


def test_whatever_changed_the_overview_is_that_of_a_scan(make_repo: MakeRepo) -> None:
    root, store = known_tree(make_repo)
    random = Random(7)
    several = [" and ".join(random.sample(sorted(CHANGES), 3)) for _ in range(12)]
    wrong: list[str] = []
    for number, name in enumerate([*CHANGES, *several]):
        for change in name.split(" and "):
            with suppress(FileNotFoundError):  # another change has moved it away
                CHANGES[change](root)
        found = take_overview(root, jobs=1, cache=copied(store, str(number)))
        wrong += [name] if told(found) != told(scan_repository(root, jobs=1, deep=False)) else []
        put_back(root)
    assert wrong == []


def test_one_cache_may_see_one_change_after_another(make_repo: MakeRepo) -> None:
    root, cache = make_repo(TREE), OutlineCache()
    for name in Random(3).sample(sorted(CHANGES), 10):
        with suppress(FileNotFoundError):
            CHANGES[name](root)
        assert told(take_overview(root, jobs=1, cache=cache)) == told(scan_repository(root, jobs=1)), name


def test_of_a_known_tree_nothing_is_examined_and_no_outline_loaded(make_repo: MakeRepo) -> None:
    root, store = known_tree(make_repo)
    cache = copied(store, "again", Counting)
    take_overview(root, cache=cache)
    assert isinstance(cache, Counting)
    assert (cache.kept, cache.facts) == (0, {})


def test_where_one_file_changed_it_alone_is_examined_and_packages_alone_are_loaded(make_repo: MakeRepo) -> None:
    root, store = known_tree(make_repo)
    CHANGES["another import"](root)
    cache = copied(store, "again", Counting)
    found = take_overview(root, cache=cache)
    assert isinstance(cache, Counting)
    entries = {entry.path: entry for entry in found.inventory.files}
    wanted = {path for path in entries if path == "app.py" or path.endswith("__init__.py")}
    assert cache.kept == 1
    assert {blob for _, blob in cache.facts} == {entries[path].blob for path in wanted}


@pytest.mark.parametrize("change", ["nothing", "another import", "a new file"])
def test_what_is_known_of_a_tree_holds_when_outlines_are_forgotten(make_repo: MakeRepo, change: str) -> None:
    root, store = known_tree(make_repo)
    with sqlite3.connect(store) as database:
        database.execute("DELETE FROM facts WHERE key NOT LIKE '% tree %'")
    database.close()
    CHANGES[change](root)
    assert told(take_overview(root, cache=copied(store, "again"))) == told(scan_repository(root))


def test_a_folder_limits_the_modules_as_it_does_in_a_scan(make_repo: MakeRepo) -> None:
    root = make_repo(TREE)
    for within in ("shop", "nowhere"):
        assert told(take_overview(root, within=within, budget=9)) == told(
            scan_repository(root, within=within, budget=9)
        )


def test_git_may_have_begun_before(make_repo: MakeRepo) -> None:
    root = make_repo(TREE)
    assert told(take_overview(root, records=begin_listing(root))) == told(take_overview(root))


def test_progress_counts_up_to_all_files_that_there_are(make_repo: MakeRepo) -> None:
    seen: list[tuple[int, int]] = []
    take_overview(make_repo(MIXED), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, len(MIXED)) for done in range(len(MIXED) + 1)]
