"""Shallow outlines of JavaScript: what a scan needs is in them, the same as in deep ones."""

import pytest

from repo_scan.languages.javascript import outline
from repo_scan.outline import Outline


def surface_of(one: Outline) -> tuple[object, ...]:
    """What both kinds of outline tell."""
    symbols = [
        (s.name, s.kind, s.signature, s.line, s.end_line, s.decorators, s.docstring, s.exported) for s in one.symbols
    ]
    return one.docstring, symbols, one.imports, one.exports, one.parsed, one.faults


TEXTS = {
    "a function": "/** What. */\nexport function f(a, {b}) {\n  const c = a + b;\n  return c;\n}\n",
    "a require in a function": "function f() {\n  if (x) { return require('./a'); }\n}\n",
    "an import in an arrow": "const f = async () => { const m = await import('./m.js'); return m; };\n",
    "a reference in a comment of a body": "function f() {\n  /// <reference path='a.d.ts' />\n}\n",
    "a class": "export default class A extends B {\n  #x = 1;\n  static m(a = 1) { return a; }\n}\n",
    "CommonJS": "exports.a = function (x) { return x; };\nmodule.exports.b = (y) => { y(); };\n",
    "a prototype": "function S() { this.x = 1; }\nS.prototype.area = function () { return 1; };\n",
    "a wrapped module": "(function (root) {\n  var a = require('a');\n  root.f = function () {};\n})(this);\n",
    "functions of an object": "const o = { f() { return 1; }, g: function () {}, h: () => { return 3; } };\n",
    "a function in a block": "if (x) {\n  function f() { return 1; }\n} else {\n  var g = () => { h(); };\n}\n",
    "an arrow without a body": "export const f = x => x + 1;\n",
    "a generator": "function* g() { yield 1; }\nconst h = function* () { yield 2; };\n",
    "a broken text": "function f() { return (; }\nfunction g() { return 1; }\n",
    "newer words": "import a from './a.json' with { type: 'json' };\nfunction f() { return 1; }\n",
    "tests": "describe('x', () => {\n  it('does', () => { expect(1).toBe(1); });\n});\n",
    "nothing": "",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_the_surface_of_a_text_is_the_same_shallow_and_deep(text: str) -> None:
    shallow, deep = outline("a.js", "javascript", text, deep=False), outline("a.js", "javascript", text)
    assert surface_of(shallow) == surface_of(deep)
    assert (shallow.deep, deep.deep) == (False, True)


def test_what_is_inside_of_functions_is_left_to_a_deep_outline() -> None:
    text = "function f(a) {\n  // why\n  if (a && b) { return c(a, b, a, b, a); }\n  return b;\n}\n"
    shallow, deep = outline("a.js", "javascript", text, deep=False), outline("a.js", "javascript", text)
    assert (shallow.references, shallow.comments) == ((), ())
    assert "c" in deep.references
    assert (shallow.symbols[0].complexity, shallow.symbols[0].fingerprint) == (0, "")
    assert deep.symbols[0].complexity > 1


@pytest.mark.parametrize("language", ["typescript", "tsx"])
def test_of_typescript_all_is_read_since_uses_tell_imports_of_types(language: str) -> None:
    imports = "import { A } from './a';\nimport { b } from './b';\n"
    text = imports + "export const f = (x: A) => b(x);\ntest('f', () => { f(b); });\n"
    shallow, deep = outline("a.ts", language, text, deep=False), outline("a.ts", language, text)
    assert surface_of(shallow) == surface_of(deep)
    assert [found.kind for found in shallow.imports] == ["type-only", "runtime"]
    assert [test.name for test in shallow.tests] == ["f"]
    assert (shallow.deep, shallow.references, deep.deep) == (False, (), True)
