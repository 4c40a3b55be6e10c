"""Scans of repositories with JavaScript and TypeScript in them, as a whole."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from repo_scan import Graph, detect, read_texts, scan_repository
from repo_scan.summary import summarize
from tests.conftest import git
from tests.repo_scan.web import outline_of

MakeRepo = Callable[..., Path]

ALIASED = {
    "tsconfig.json": '{ "extends": "./config/tsconfig.base.json", /* why not */ }',
    "config/tsconfig.base.json": json.dumps({"compilerOptions": {"paths": {"@/*": ["../src/*"]}}}),
    "src/a.ts": "import { b } from '@/b';\nexport const a = b;\n",
    "src/b.ts": "import type { C } from '@/c';\nexport const b = 1;\n",
    "src/c.ts": "import { a } from '@/a';\nexport type C = typeof a;\n",
    "main.py": "import a\n",
}


def edges(root: Path, commit: str | None = None) -> list[tuple[str, str, str]]:
    found = scan_repository(root, commit=commit, jobs=1).graph.edges
    return [(edge.importer, edge.imported, edge.kind) for edge in found]


def test_names_are_mapped_by_the_settings_of_the_tree_that_is_scanned(make_repo: MakeRepo) -> None:
    root = make_repo(ALIASED)
    aliased = [
        ("src/a.ts", "src/b.ts", "runtime"),
        ("src/b.ts", "src/c.ts", "type-only"),
        ("src/c.ts", "src/a.ts", "type-only"),
    ]
    assert edges(root) == aliased
    git(root, "rm", "-q", "tsconfig.json")
    assert edges(root) == []
    assert edges(root, "HEAD") == aliased


def test_imports_of_types_and_dynamic_ones_close_no_cycle(make_repo: MakeRepo) -> None:
    runtime = {
        "a.ts": "import { b } from './b';\nexport const a = () => b();\n",
        "b.ts": "import { a } from './a';\nexport const b = () => a();\n",
    }
    dynamic = {"c.js": "import './d.js';\n", "d.js": "export const later = () => import('./c.js');\n"}
    types = {"e.ts": "import { F } from './f';\nexport type E = F;\n", "f.ts": "import './e';\nexport type F = 1;\n"}
    scan = scan_repository(make_repo(runtime | dynamic | types), jobs=1)
    assert scan.graph.cycles == (("a.ts", "b.ts"),)


LONG = "\n".join(f"function f{n}(a, b) {{ if (a) {{ return b + {n}; }} return a; }}" for n in range(400))
COPY = "{ let sum = 0; for (const x of xs) { sum += x.cents * x.count; } return sum; }"
UNREMARKABLE = {
    "imports.ts": "import { a, b } from './other';\nimport * as c from 'react';\nexport const d = 1;\n",
    "requires.js": "const fs = require('fs');\nconst { a } = require('./other');\n",
    "other.js": f"export function one(xs) {COPY}\nexport const a = 1, b = 2;\n",
    "copy.js": f"export function two(xs) {COPY}\nfunction _unused() {{}}\n",
    "star.ts": "export * from './other';\n",
    "long.js": LONG,
    "script.js": "#!/usr/bin/env node\nmain();\n",
}


def test_detectors_that_know_python_alone_say_nothing_of_other_languages(make_repo: MakeRepo) -> None:
    root = make_repo(UNREMARKABLE)
    scan = scan_repository(root, jobs=1, budget=1000)
    assert detect(scan, read_texts(root, None, [entry.path for entry in scan.inventory.files])) == ()


def test_a_cycle_and_a_syntax_error_are_found_in_any_language(make_repo: MakeRepo) -> None:
    root = make_repo(
        {
            "a.ts": "import { b } from './b.js';\nexport const a = () => b;\n",
            "b.ts": "import { a } from './a.js';\nexport const b = () => a;\n",
            "broken.jsx": "let x = 1;\nlet y = <div>;\n",
        }
    )
    scan = scan_repository(root, jobs=1)
    found = detect(scan, read_texts(root, None, scan.outlines))
    assert [(one.kind, one.path, one.quote) for one in found] == [
        ("import-cycle", "a.ts", "import { b } from './b.js';"),
        ("syntax-error", "broken.jsx", "let y = <div>;"),
    ]


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        (
            "bundle.min.js",
            "!function(){" + "var a=function(b){return b+1};" * 2000 + "}();",
            "a line over 20,000 characters",
        ),
        ("data.json", "[" + "1," * 2_500_000 + "1]", "larger than 1 MB"),
        ("line.json", "[" + "1," * 20_000 + "1]", "a line over 20,000 characters"),
        ("video.ts", b"G@\x00\x10\x00\x00\xb0\r", "binary"),
        ("wide.js", "let x = 1;".encode("utf-16-le"), "binary"),
    ],
)
def test_what_is_no_source_is_skipped_with_a_reason(
    make_repo: MakeRepo, path: str, content: str | bytes, reason: str
) -> None:
    scan = scan_repository(make_repo({path: content, "a.ts": f"import './{path}';\n"}), jobs=1)
    assert [(item.path, item.reason) for item in scan.inventory.skipped] == [(path, reason)]
    assert scan.graph.edges == ()
    assert list(scan.outlines) == ["a.ts"]


def test_a_byte_order_mark_and_carriage_returns_change_nothing(make_repo: MakeRepo) -> None:
    plain = {"a.ts": "import './b';\nexport function f() {}\n", "b.ts": "", "package.json": '{"name": "x"}'}
    marked = {path: "\ufeff" + text.replace("\n", "\r\n") for path, text in plain.items()}
    one, other = (scan_repository(make_repo(files, name), jobs=1) for files, name in ((plain, "p"), (marked, "m")))
    assert one.outlines == other.outlines
    assert one.graph.edges == other.graph.edges


def test_modules_and_summaries_hold_both_languages(sample_repo: Callable[[str], Path]) -> None:
    scan = scan_repository(sample_repo("mixed_web"), jobs=1)
    levels = {module.files: module.level for module in scan.modules}
    assert levels["web/src/basket.ts", "web/src/prices.ts", "web/src/shelf.ts"] > levels[("web/src/types.ts",)]
    assert str(scan.summaries["web/src/prices.ts"]) == (
        "web/src/prices.ts: module\n"
        "  public: discounted(cents: number): number; shown(cents: number): string; headline(): string\n"
        "  imports: web/src/basket.ts, web/src/shelf.ts\n"
        "  imported by: web/src/basket.ts, web/src/page.tsx, web/src/shelf.ts"
    )
    assert scan.graph.imports_of("web/src/shelf.ts") == (
        "web/src/catalogue.json", "web/src/prices.ts", "web/src/types.ts"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "role"),
    [
        ("a.ts", "/** Sums of carts. And more. */\nimport './b';\n", "Sums of carts."),
        ("index.ts", "export * from './a';\nexport { b } from './b';\n", "hands on what others define"),
        ("a.d.ts", "export declare const a: string;\n", "type stubs"),
        ("a.test.ts", "it('a', () => {});\n", "tests"),
        ("a.js", "import './b';\nmain();\n", "script"),
        ("a.ts", "export const A = 1;\n", "constants"),
        ("a.ts", "export const a = () => 1;\n", "module"),
        ("a.ts", "let x = ;\n", "does not parse"),
    ],
)
def test_the_role_is_what_a_file_says_of_itself_or_what_it_is(path: str, text: str, role: str) -> None:
    assert summarize(outline_of(text, path), Graph.of(()), 1).role == role
