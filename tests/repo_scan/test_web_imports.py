"""JavaScript and TypeScript specifiers to files, for every layout a repository may have."""

import json
from collections.abc import Mapping

import pytest

from repo_scan.graph import Edge
from repo_scan.web_imports import WebImports, web_edges
from tests.repo_scan.web import outlines_of


def found(files: Mapping[str, object] | list[str], importer: str, specifier: str) -> str | None:
    """Files with their contents where those matter; what is no text is written as JSON."""
    given = files if isinstance(files, Mapping) else dict.fromkeys(files, "")
    texts = {path: text if isinstance(text, str) else json.dumps(text) for path, text in given.items()}
    return WebImports(texts, texts).resolve(importer, specifier)


PLAIN = ["a.js", "b.js", "b.mjs", "data.json", "style.css", "lib/index.js", "lib/c.js", "b/index.js", "view.jsx"]
TYPED = [
    "src/a.ts",
    "src/b.ts",
    "src/b.js",
    "src/c.tsx",
    "src/d.d.ts",
    "src/e.mts",
    "src/lib/index.ts",
    "src/f.js",
    "src/f.d.ts",
]


@pytest.mark.parametrize(
    ("files", "importer", "specifier", "file"),
    [
        (PLAIN, "a.js", "./b.js", "b.js"),
        (PLAIN, "a.js", "./b", "b.js"),
        (PLAIN, "a.js", "./b.mjs", "b.mjs"),
        (PLAIN, "a.js", "./b/", "b/index.js"),
        (PLAIN, "a.js", "./lib", "lib/index.js"),
        (PLAIN, "a.js", "./lib/c", "lib/c.js"),
        (PLAIN, "lib/c.js", "..//a", "a.js"),
        (PLAIN, "lib/c.js", ".", "lib/index.js"),
        (PLAIN, "lib/c.js", "./", "lib/index.js"),
        (PLAIN, "lib/index.js", "../b/index", "b/index.js"),
        (PLAIN, "a.js", "./data.json", "data.json"),
        (PLAIN, "a.js", "./data", "data.json"),
        (PLAIN, "a.js", "./style.css", "style.css"),
        (PLAIN, "a.js", "./style.css?inline", "style.css"),
        (PLAIN, "a.js", "./view", "view.jsx"),
        (["index.js", "lib/a.js"], "lib/a.js", "..", "index.js"),
        (TYPED, "src/a.ts", "./b", "src/b.ts"),
        (TYPED, "src/a.ts", "./b.js", "src/b.ts"),
        (TYPED, "src/b.js", "./b.js", "src/b.js"),
        (TYPED, "src/f.js", "./a.js", "src/a.ts"),
        (TYPED, "src/a.ts", "./c.js", "src/c.tsx"),
        (TYPED, "src/a.ts", "./c.jsx", "src/c.tsx"),
        (TYPED, "src/a.ts", "./d", "src/d.d.ts"),
        (TYPED, "src/a.ts", "./d.js", "src/d.d.ts"),
        (TYPED, "src/a.ts", "./e.mjs", "src/e.mts"),
        (TYPED, "src/a.ts", "./f", "src/f.js"),
        (TYPED, "src/a.ts", "./f.js", "src/f.js"),
        (TYPED, "src/a.ts", "./lib", "src/lib/index.ts"),
        (TYPED, "src/a.ts", "./lib/index.js", "src/lib/index.ts"),
        ({"p/package.json": {"main": "lib/m.js"}, "p/lib/m.js": "", "a.js": ""}, "a.js", "./p", "p/lib/m.js"),
        ({"p/package.json": {"main": "lib"}, "p/lib.js": "", "p/index.js": ""}, "a.js", "./p", "p/lib.js"),
        ({"p/package.json": {"main": "dist/m.js"}, "p/index.js": ""}, "a.js", "./p", "p/index.js"),
    ],
)
def test_relative_specifiers_are_found(
    files: Mapping[str, object] | list[str], importer: str, specifier: str, file: str
) -> None:
    assert found(files, importer, specifier) == file


@pytest.mark.parametrize(
    ("files", "importer", "specifier"),
    [
        (PLAIN, "a.js", "b"),
        (PLAIN, "a.js", "lib/c"),
        (PLAIN, "a.js", "./missing"),
        (PLAIN, "a.js", "../a"),
        (PLAIN, "a.js", "/b.js"),
        (PLAIN, "a.js", "node:fs"),
        (PLAIN, "a.js", "fs"),
        (PLAIN, "a.js", "https://example.org/b.js"),
        (PLAIN, "a.js", ""),
        (PLAIN, "a.js", "./B"),
        (PLAIN, "a.js", "#b"),
        (PLAIN, "a.js", "@scope/b"),
        (["a.js", "bjs"], "a.js", "./b"),
        (["a.js", "lib/c.js"], "a.js", "./lib"),
        ({"a.js": "", "node_modules/b/index.js": ""}, "a.js", "b"),
        ({"a.js": "", "b/package.json": {"name": "b"}, "b/index.js": ""}, "a.js", "b"),  # of no workspace
        ({"a.js": "", "package.json": "{ broken", "tsconfig.json": "[]"}, "a.js", "b"),
        ({"a.js": "", "package.json": {"workspaces": 3, "name": ["x"]}, "tsconfig.json": {"extends": 1}}, "a.js", "b"),
    ],
)
def test_what_is_external_or_missing_is_not_found(
    files: Mapping[str, object] | list[str], importer: str, specifier: str
) -> None:
    assert found(files, importer, specifier) is None


ONE, TWO = "packages/one/src/index.ts", "packages/two/src/index.ts"


def workspace(root: object, one: Mapping[str, object], *more: str) -> dict[str, object]:
    files: dict[str, object] = {"package.json": root, TWO: "", "packages/two/package.json": {"name": "two"}}
    files["packages/one/package.json"] = {"name": "@my/one", **one}
    return files | dict.fromkeys(more, "")


NPM: dict[str, object] = {"workspaces": ["packages/*"]}


@pytest.mark.parametrize(
    ("files", "specifier", "file"),
    [
        (workspace(NPM, {"main": "src/index.ts"}, ONE), "@my/one", ONE),
        (workspace(NPM, {"main": "./src"}, ONE), "@my/one", ONE),
        (workspace(NPM, {}, "packages/one/index.js"), "@my/one", "packages/one/index.js"),
        (workspace({"workspaces": {"packages": ["./packages/*/"]}}, {"module": "src/index.ts"}, ONE), "@my/one", ONE),
        (workspace({"workspaces": ["pack*/**"]}, {"main": "src/index.ts"}, ONE), "@my/one", ONE),
        (workspace({"workspaces": ["packages/one", "packages/two"]}, {"source": "src/index.ts"}, ONE), "@my/one", ONE),
        (workspace({}, {}, ONE) | {"pnpm-workspace.yaml": "packages:\n  # all\n  - 'packages/*'\n"}, "@my/one", ONE),
        (workspace({}, {}, ONE) | {"pnpm-workspace.yaml": 'packages: ["packages/*", "apps/*"]\n'}, "@my/one", ONE),
        # only there when built
        (workspace(NPM, {"main": "dist/index.js"}, ONE), "@my/one", ONE),
        (workspace(NPM, {"main": "dist/esm/index.js", "types": "dist/index.d.ts"}, ONE), "@my/one", ONE),
        (workspace(NPM, {"exports": "./dist/main.js"}, "packages/one/src/main.ts"),
         "@my/one", "packages/one/src/main.ts"),
        (workspace(NPM, {}, "packages/one/src/a/b.ts"), "@my/one/dist/a/b", "packages/one/src/a/b.ts"),
        # subpaths
        (workspace(NPM, {}, "packages/one/lib/a.js"), "@my/one/lib/a.js", "packages/one/lib/a.js"),
        (workspace(NPM, {"exports": {"./a": "./x/a.js"}}, "packages/one/x/a.js"), "@my/one/a", "packages/one/x/a.js"),
        (workspace(NPM, {"exports": {"./*": "./x/*.js"}}, "packages/one/x/a/b.js"),
         "@my/one/a/b", "packages/one/x/a/b.js"),
        (workspace(NPM, {"exports": {"./*": "./x/*.js", "./u/*": "./y/*.js"}}, "packages/one/y/a.js",
                   "packages/one/x/u/a.js"), "@my/one/u/a", "packages/one/y/a.js"),
        # conditions
        (workspace(NPM, {"exports": {"types": "./t.d.ts", "browser": "./b.js", "default": "./d.js"}},
                   "packages/one/t.d.ts", "packages/one/b.js", "packages/one/d.js"), "@my/one", "packages/one/d.js"),
        (workspace(NPM, {"exports": {".": {"import": {"types": "./t.d.ts", "default": "./d.js"}}}},
                   "packages/one/t.d.ts", "packages/one/d.js"), "@my/one", "packages/one/d.js"),
        (workspace(NPM, {"exports": {".": [{"types": "./t.d.ts"}, "./missing.js"]}}, "packages/one/t.d.ts"),
         "@my/one", "packages/one/t.d.ts"),
        # by its own name
        (workspace({}, {}, ONE), "two", TWO),
    ],
)  # fmt: skip
def test_packages_of_the_workspace_are_found(files: dict[str, object], specifier: str, file: str) -> None:
    assert found(files, TWO, specifier) == file


@pytest.mark.parametrize(
    ("files", "specifier"),
    [
        (workspace({}, {"main": "src/index.ts"}, ONE), "@my/one"),
        (workspace({"workspaces": ["apps/*"]}, {"main": "src/index.ts"}, ONE), "@my/one"),
        (workspace({"workspaces": ["packages/*", "!packages/one"]}, {}, ONE), "@my/one"),
        (workspace({"workspaces": ["*"]}, {}, ONE), "@my/one"),
        (workspace(NPM, {}, ONE), "@my"),
        (workspace(NPM, {}, ONE), "one"),
        (workspace(NPM, {}, ONE), "@my/one-more"),
        (workspace(NPM, {}, ONE), "@my/one/missing"),
        (workspace({}, {}, ONE) | {"pnpm-workspace.yaml": "other:\n  - packages/*\n"}, "@my/one"),
    ],
)
def test_other_packages_are_external(files: dict[str, object], specifier: str) -> None:
    assert found(files, TWO, specifier) is None


IMPORTS = {
    "name": "me",
    "imports": {"#a": "./lib/a.js", "#x/*": "./lib/*.js", "#c": {"node": "./lib/n.js"}, "#p": "me/lib/a"},
}


@pytest.mark.parametrize(
    ("specifier", "file"),
    [("#a", "lib/a.js"), ("#x/b/c", "lib/b/c.js"), ("#c", "lib/n.js"), ("#p", "lib/a.js"), ("#d", None), ("#x", None)],
)
@pytest.mark.parametrize("folder", ["", "packages/me/"])
def test_internal_names_of_a_package_are_found(folder: str, specifier: str, file: str | None) -> None:
    files: dict[str, object] = {f"{folder}package.json": IMPORTS}
    files |= dict.fromkeys([f"{folder}lib/{name}.js" for name in ("a", "b/c", "n")], "")
    assert found(files, f"{folder}src/main.js", specifier) == (file and folder + file)


def options(**given: object) -> dict[str, object]:
    return {"compilerOptions": given}


CODE = dict.fromkeys(["src/a.ts", "src/lib/b.ts", "src/lib/index.ts", "shared/c.ts", "app/main.ts"], "")
COMMENTED = """{
  // where names lead
  "compilerOptions": {
    "baseUrl": "./src", /* "baseUrl": "." */
    "paths": { "@/*": ["*"], "url": ["https://x/**"], },
  },
}"""


@pytest.mark.parametrize(
    ("configs", "importer", "specifier", "file"),
    [
        ({"tsconfig.json": options(paths={"@/*": ["./src/*"]})}, "app/main.ts", "@/a", "src/a.ts"),
        ({"tsconfig.json": options(paths={"@/*": ["src/*"]})}, "app/main.ts", "@/lib", "src/lib/index.ts"),
        ({"tsconfig.json": options(paths={"@lib": ["src/lib"]})}, "app/main.ts", "@lib", "src/lib/index.ts"),
        ({"tsconfig.json": options(paths={"@/*": ["none/*", "src/*"]})}, "app/main.ts", "@/a", "src/a.ts"),
        ({"tsconfig.json": options(paths={"*": ["src/*"], "@s/*": ["shared/*"]})},
         "app/main.ts", "@s/c", "shared/c.ts"),
        ({"tsconfig.json": options(paths={"@/*": ["src/*"], "@/lib/*": ["shared/*"]})},
         "src/a.ts", "@/lib/c", "shared/c.ts"),
        ({"tsconfig.json": options(paths={"@/*": ["src/*"]})}, "app/main.ts", "@/a.js", "src/a.ts"),
        ({"tsconfig.json": options(paths={"#/*": ["src/*"]})}, "app/main.ts", "#/a", "src/a.ts"),
        ({"tsconfig.json": options(paths={"~/*": ["src/*"]})}, "app/main.ts", "~/a", "src/a.ts"),
        ({"jsconfig.json": options(baseUrl="src")}, "app/main.ts", "lib/b", "src/lib/b.ts"),
        ({"tsconfig.json": options(baseUrl=".")}, "app/main.ts", "src/a", "src/a.ts"),
        ({"tsconfig.json": options(baseUrl="src", paths={"@/*": ["lib/*"]})}, "app/main.ts", "@/b", "src/lib/b.ts"),
        ({"tsconfig.json": COMMENTED}, "app/main.ts", "@/a", "src/a.ts"),
        # nearest first
        ({"tsconfig.json": options(baseUrl="src"), "app/tsconfig.json": options(baseUrl="../shared")},
         "app/main.ts", "c", "shared/c.ts"),
        # extends
        ({"app/tsconfig.json": {"extends": "../base.tsconfig.json"},
          "base.tsconfig.json": options(paths={"@/*": ["src/*"]})},
         "app/main.ts", "@/a", "src/a.ts"),
        ({"app/tsconfig.json": {"extends": "../tsconfig.base"}, "tsconfig.base.json": options(baseUrl="src")},
         "app/main.ts", "a", "src/a.ts"),
        ({"app/tsconfig.json": {"extends": ["../tsconfig.a.json", "../tsconfig.b.json"]},
          "tsconfig.a.json": options(baseUrl="shared"), "tsconfig.b.json": options(baseUrl="src")},
         "app/main.ts", "a", "src/a.ts"),
        ({"app/tsconfig.json": {"extends": "../tsconfig.json", **options(baseUrl="../shared")},
          "tsconfig.json": options(baseUrl="src")}, "app/main.ts", "c", "shared/c.ts"),
        ({"app/tsconfig.json": {"extends": "../tsconfig.json"},
          "tsconfig.json": options(paths={"@/*": ["${configDir}/../src/*"]})}, "app/main.ts", "@/a", "src/a.ts"),
        ({"app/tsconfig.json": {"extends": "tool/tsconfig.base.json"}, "tool/package.json": {"name": "tool"},
          "package.json": {"workspaces": ["tool"]}, "tool/tsconfig.base.json": options(paths={"@/*": ["../src/*"]})},
         "app/main.ts", "@/a", "src/a.ts"),
        # a configuration that only names others
        ({"tsconfig.json": {"files": [], "references": [{"path": "./tsconfig.app.json"}]},
          "tsconfig.app.json": options(paths={"@/*": ["./src/*"]})}, "app/main.ts", "@/a", "src/a.ts"),
        # several folders seen as one
        ({"tsconfig.json": options(rootDirs=["src", "shared"])}, "src/a.ts", "./c", "shared/c.ts"),
    ],
)  # fmt: skip
def test_names_that_a_configuration_maps_are_found(
    configs: Mapping[str, object], importer: str, specifier: str, file: str
) -> None:
    assert found({**CODE, **configs}, importer, specifier) == file


@pytest.mark.parametrize(
    ("configs", "importer", "specifier"),
    [
        ({"tsconfig.json": options(paths={"@/*": ["src/*"]})}, "app/main.ts", "@/missing"),
        ({"tsconfig.json": options(paths={"@/*": ["src/*"]})}, "app/main.ts", "@a"),
        ({"tsconfig.json": options(paths={"@/*": ["src/*"]})}, "app/main.ts", "a"),
        ({"tsconfig.json": options(paths={"@/*": ["../../src/*"]})}, "app/main.ts", "@/a"),
        ({"tsconfig.json": options(paths={"@/*": "src/*", "b": 3, "c": [None]})}, "app/main.ts", "c"),
        ({"tsconfig.json": options(baseUrl="src")}, "app/main.ts", "react"),
        ({"tsconfig.json": options(baseUrl=3)}, "app/main.ts", "src/a"),
        ({"tsconfig.json": options(paths={"@/*": ["src/*"]}), "app/tsconfig.json": {}}, "app/main.ts", "@/a"),
        ({"src/tsconfig.json": options(paths={"@/*": ["*"]})}, "app/main.ts", "@/a"),
        ({"tsconfig.build.json": options(paths={"@/*": ["src/*"]})}, "app/main.ts", "@/a"),
        ({"tsconfig.json": {"extends": "./tsconfig.json"}}, "app/main.ts", "@/a"),
        ({"tsconfig.json": {"extends": "./gone"}}, "app/main.ts", "@/a"),
        ({"tsconfig.json": {"extends": "@tsconfig/node20/tsconfig.json"}}, "app/main.ts", "@/a"),
        ({"tsconfig.json": "{" * 100_000}, "app/main.ts", "@/a"),
        (
            {"tsconfig.json": {"references": [{"path": "./src"}]}, "src/tsconfig.json": options(baseUrl=".")},
            "app/main.ts",
            "a",
        ),
    ],
)
def test_names_that_no_configuration_maps_are_external(
    configs: Mapping[str, object], importer: str, specifier: str
) -> None:
    assert found({**CODE, **configs}, importer, specifier) is None


def test_an_edge_has_the_line_and_kind_of_the_import() -> None:
    texts = {
        "a.ts": "import { b } from './b';\nimport type { C } from './c';\nb();\nconst d = () => import('./d.js');\n",
        "b.ts": "import './b';\nimport 'react';\nimport './data.json';\n",
        "c.ts": "import { E } from './e';\nexport const c = E;\n",
        "d.js": "require('./b');\n",
        "e.d.ts": "export { b as E } from './b';\n",
        "data.json": "{}",
    }
    assert web_edges(outlines_of(texts), texts, {}) == (
        Edge("a.ts", "b.ts", 1, "runtime"),
        Edge("a.ts", "c.ts", 2, "type-only"),
        Edge("a.ts", "d.js", 4, "dynamic"),
        Edge("b.ts", "data.json", 3, "runtime"),
        Edge("c.ts", "e.d.ts", 1, "type-only"),
        Edge("d.js", "b.ts", 1, "runtime"),
        Edge("e.d.ts", "b.ts", 1, "type-only"),
    )


KEPT = "runtime"
TYPES = "type-only"


@pytest.mark.parametrize(
    ("statement", "plain", "kept"),
    [
        ("import { b } from './b'; let x: b;", TYPES, KEPT),
        ("import b from './b';", TYPES, KEPT),
        ("import { type b } from './b';", TYPES, KEPT),  # `import {} from "./b"` is what remains
        ("export { type b } from './b';", TYPES, KEPT),
        ("import { b } from './b'; b();", KEPT, KEPT),
        ("import type { b } from './b';", TYPES, TYPES),
        ("import type b from './b'; import { type b as c } from './c';", TYPES, TYPES),
        ("export type { b } from './b';", TYPES, TYPES),
        ("export type * from './b';", TYPES, TYPES),
        ("let x: import('./b').T;", TYPES, TYPES),
        ("const b = () => import('./b');", "dynamic", "dynamic"),
    ],
)
def test_a_compiler_told_to_keep_imports_loads_what_is_not_marked_as_a_type(
    statement: str, plain: str, kept: str
) -> None:
    texts = {"a.ts": statement, "b.ts": ""}
    for configs, kind in (({}, plain), ({"tsconfig.json": json.dumps(options(verbatimModuleSyntax=True))}, kept)):
        assert [edge.kind for edge in web_edges(outlines_of(texts), texts, configs)] == [kind]


@pytest.mark.parametrize(
    ("configs", "kind"),
    [
        ({"tsconfig.json": options(preserveValueImports=True)}, KEPT),
        ({"tsconfig.json": {"extends": "./base.json"}, "base.json": options(verbatimModuleSyntax=True)}, KEPT),
        ({"tsconfig.json": {"references": [{"path": "./tsconfig.app.json"}]},
          "tsconfig.app.json": options(verbatimModuleSyntax=True)}, KEPT),
        ({"tsconfig.json": {"extends": "./base.json", **options(verbatimModuleSyntax=False)},
          "base.json": options(verbatimModuleSyntax=True)}, TYPES),
        ({"tsconfig.json": options(verbatimModuleSyntax="true")}, TYPES),
        ({"tsconfig.json": options(isolatedModules=True)}, TYPES),
        ({"src/tsconfig.json": options(verbatimModuleSyntax=True)}, TYPES),
    ],
)  # fmt: skip
def test_the_nearest_configuration_says_whether_imports_are_kept(configs: Mapping[str, object], kind: str) -> None:
    texts = {"a.ts": "import { b } from './b';\n", "b.ts": ""}
    written = {path: json.dumps(config) for path, config in configs.items()}
    assert [edge.kind for edge in web_edges(outlines_of(texts), {**texts, **written}, written)] == [kind]
