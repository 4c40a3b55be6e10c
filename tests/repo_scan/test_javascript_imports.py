"""Import statements of JavaScript and TypeScript texts, and when they count."""

import pytest

from repo_scan.outline import Import
from tests.repo_scan.web import outline_of


def imports(text: str, path: str = "a.ts") -> list[tuple[str, str | None, str | None, str]]:
    return [(item.module, item.name, item.alias, item.kind) for item in outline_of(text, path).imports]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import './a';", [("./a", None, None)]),
        ("import a from './a';", [("./a", "default", "a")]),
        ("import * as a from './a';", [("./a", None, "a")]),
        ("import { a, b as c } from './a';", [("./a", "a", None), ("./a", "b", "c")]),
        ("import a, { default as b } from './a';", [("./a", "default", "a"), ("./a", "default", "b")]),
        ("import {} from './a';", [("./a", None, None)]),
        ("import a from './a.json' with { type: 'json' };", [("./a.json", "default", "a")]),
        ("import a from './a.json' assert { type: 'json' };", [("./a.json", "default", "a")]),
        ("import { 'string name' as a } from './a';", [("./a", "string name", "a")]),
        ("import defer * as a from './a';", [("./a", None, "a")]),
        ("export * from './a';", [("./a", "*", None)]),
        ("export * as a from './a';", [("./a", None, "a")]),
        ("export { a, b as default } from './a';", [("./a", "a", None), ("./a", "b", "default")]),
        ("const a = require('./a');", [("./a", None, "a")]),
        ("const { a, b: c } = require('./a');", [("./a", "a", None), ("./a", "b", "c")]),
        ("require('./a');", [("./a", None, None)]),
        ("f(require('./a').b);", [("./a", None, None)]),
        ("module.exports = require(`./a`);", [("./a", None, None)]),
        ("(function () { require('./a'); })();", [("./a", None, None)]),
        ("(function () { require('./a'); }).call(this);", [("./a", None, None)]),
        ("(() => { require('./a'); })();", [("./a", None, None)]),
    ],
)
def test_what_a_file_needs_to_be_loaded_is_a_runtime_import(text: str, found: list[tuple[str, str, str]]) -> None:
    assert imports(text, "a.js") == [(*item, "runtime") for item in found]


@pytest.mark.parametrize(
    "text",
    [
        "import('./a');",
        "const a = await import('./a');",
        "const load = () => import('./a');",
        "function f() { return require('./a'); }",
        "class A { m() { require('./a'); } }",
        "exports.f = () => require('./a');",
        "f(function () { require('./a'); });",
    ],
)
def test_what_is_loaded_later_is_a_dynamic_import(text: str) -> None:
    assert imports(text, "a.js") == [("./a", None, None, "dynamic")]


@pytest.mark.parametrize(
    "text",
    [
        "import type { a } from './a';",
        "import type a from './a';",
        "import type * as a from './a';",
        "import { type a } from './a'; a();",
        "export type { a } from './a';",
        "export { type a } from './a';",
        "export type * from './a';",
        "import type a = require('./a');",
        "type T = import('./a').T;",
        "type T = typeof import('./a');",
        "let x: import('./a').T<string>;",
        "let x: import('./a').T[] = [];",
        "let x = y as import('./a').T;",
        "/// <reference path='./a' />",
        # used as types alone, so the compiler leaves them out
        "import { a } from './a'; let x: a;",
        "import * as a from './a'; let x: a.T;",
        "import { a } from './a'; type T = typeof a;",
        "import { a } from './a'; class A implements a {}",
        "import { a } from './a'; export type { a };",
        "import a = require('./a'); let x: a.T;",
        "import { a } from './a';",
    ],
)
def test_what_the_compiler_takes_out_is_a_type_only_import(text: str) -> None:
    assert {(item[0], item[3]) for item in imports(text)} == {("./a", "type-only")}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("import { a } from './a'; a();", "a.ts"),
        ("import { a } from './a'; class A extends a {}", "a.ts"),
        ("import { a } from './a'; export { a };", "a.ts"),
        ("import { a } from './a'; export default a;", "a.ts"),
        ("import { a } from './a'; let x = { a };", "a.ts"),
        ("import { a } from './a'; let x = <a />;", "a.tsx"),
        ("import a from './a'; let x = <a.B>text</a.B>;", "a.tsx"),
        ("import { a } from './a'; @d class A { constructor(x: a) {} }", "a.ts"),
        ("import { a, b } from './a'; let x: a = b;", "a.ts"),
        ("import a = require('./a'); a();", "a.ts"),
        ("import { a } from './a';", "a.js"),
        ("import './a';", "a.ts"),
        ("export * from './a';", "a.ts"),
        ("import type from './a'; type();", "a.ts"),
    ],
)
def test_what_stays_in_the_program_is_no_type_only_import(text: str, path: str) -> None:
    assert {item[3] for item in imports(text, path)} == {"runtime"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "// import './a'",
        "/* require('./a') */",
        "const s = \"import a from './a'\";",
        "require(name);",
        "require(`./${name}`);",
        "import(name);",
        "require.resolve('./a');",
        "loader.require('./a');",
        "import.meta.url;",
        "export { a };",
        "export const a = 1;",
        "importScripts('./a');",
    ],
)
def test_what_only_looks_like_an_import_is_none(text: str) -> None:
    assert imports(text) == []


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("if (a) { require('./a'); }", True),
        ("try { require('./a'); } catch {}", True),
        ("const a = b ? require('./a') : null;", True),
        ("const a = b && require('./a');", True),
        ("const a = require('./a');", False),
        ("{ require('./a'); }", False),
    ],
)
def test_a_require_that_may_not_happen_is_guarded(text: str, guarded: bool) -> None:
    assert [item.guarded for item in outline_of(text, "a.js").imports] == [guarded]


def test_lines_are_those_of_the_statement() -> None:
    text = "import {\n  a,\n  b,\n} from './a';\na(b);\n"
    assert outline_of(text).imports == (
        Import("./a", "a", None, 1, end_line=4),
        Import("./a", "b", None, 1, end_line=4),
    )
