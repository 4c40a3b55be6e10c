"""Harms and harmless rewrites of JavaScript and TypeScript: what becomes of small texts."""

import pytest
from rewriting.change import Change, are_apart
from rewriting.web_harms import harms
from rewriting.web_rewrites import rewrites
from rewriting.web_source import WebSource
from rewriting.web_values import value_mutants

SHOP = """import { ceil, floor } from "./math";
import type { Price } from "./price";

export interface Thing {
  name: string;
  price: Price;
}

const LIMIT = 5;

function rounded(value: number) {
  return floor(value);
}

export function total(things: Thing[], tax = 0.5) {
  const count = things.length;
  if (count > LIMIT) {
    throw new Error("too many");
  }
  for (const thing of things) {
    if (thing.price) {
      if (thing.name) {
        console.log(thing.name);
      }
    }
  }
  return rounded(count * tax) + ceil(count);
}

export function sign(value: number) {
  if (value < 0) {
    return "less";
  } else {
    return "more";
  }
}

export class Cart {
  size = 3;

  fill(count: number) {
    if (count) {
      this.size = count;
      this.told();
    }
  }

  told() {
    try {
      console.log(this.size);
    } catch (error) {
      console.error(error);
    } finally {
      this.size = 0;
    }
  }
}

export const double = (value: number) => {
  return value * 2;
};
"""
TEST = """import { total } from "./shop";

test("adds", () => {
  expect(total([])).toBe(0);
  expect(total([1])).toBe(1);
});
"""


def _source(path: str, text: str) -> WebSource:
    source = WebSource.of(path, text)
    assert source is not None
    return source


SOURCE, TESTED = _source("src/shop.ts", SHOP), _source("src/shop.test.ts", TEST)


def _texts(changes: list[Change], kind: str, text: str = SHOP) -> list[str]:
    found = [change.apply(text) for change in changes if change.kind == kind]
    assert found, f"no {kind!r} in {sorted({change.kind for change in changes})}"
    return found


@pytest.mark.parametrize(
    ("kind", "gone", "there"),
    [
        ("function removed", "function sign", ""),
        ("function renamed", "function sign(", "function signRenewed("),
        ("function elided: {}", "return floor(value);", "function rounded(value: number) {}"),
        ("function elided: return null", "return floor(value);", "  return null;\n}"),
        ("function elided: second half", "return rounded", "// ... rest of the code unchanged ..."),
        ("class emptied", "fill(count", "export class Cart {}"),
        ("method removed", "fill(count", ""),
        ("interface member removed", "price: Price;", ""),
        ("field removed", "size = 3", ""),
        ("constant removed", "LIMIT = 5", ""),
        ("parameter removed", ", tax = 0.5", "total(things: Thing[])"),
        ("default removed", "tax = 0.5", "tax)"),
        ("export removed", "export function sign", "function sign"),
        ("import removed", "./math", ""),
        ("name of an import removed", "ceil, floor", "import { floor }"),
        ("body of if emptied", "throw new Error", "if (count > LIMIT) {}"),
        ("if removed", "count > LIMIT", ""),
        ("else removed", 'return "more"', ""),
        ("loop removed", "for (const", ""),
        ("body of catch emptied", "console.error", "catch (error) {}"),
        ("finally removed", "finally", ""),
        ("throw removed", "throw new", ""),
        ("value of return removed", 'return "less"', "return;"),
    ],
)
def test_a_harm_takes_away_what_its_name_says(kind: str, gone: str, there: str) -> None:
    assert any(gone not in text and there in text for text in _texts([*harms(SOURCE)], kind))


@pytest.mark.parametrize(
    ("kind", "there"),
    [
        ("JSDoc added", "/** About sign. */\nexport function sign"),
        ("annotation added", "fill(count: number): void {"),
        ("names of an import in another order", "import { floor, ceil }"),
        ("imports in another order", 'import type { Price } from "./price";\nimport { ceil'),
        ("else after return dropped", '    return "less";\n  }\n  return "more";\n}'),
        ("branches swapped", 'if (!(value < 0)) {\n    return "more";\n  } else {\n    return "less";'),
        ("early return", "if (!(count)) {\n      return;\n    }\n    this.size = count;\n"),
        ("nested ifs joined", "if ((thing.price) && (thing.name)) {\n      console.log(thing.name);\n    }\n"),
        ("local renamed", "const countHere = things.length;\n  if (countHere > LIMIT)"),
        ("private function renamed", "return roundedAnew(count * tax)"),
        ("arrow's body inlined", "(value: number) => (value * 2);"),
        ("function moved within its file", "  told() {\n    try {"),
    ],
)
def test_a_harmless_rewrite_says_the_same_in_other_words(kind: str, there: str) -> None:
    assert any(there in text for text in _texts([*rewrites(SOURCE)], kind))


def test_a_function_moves_to_a_new_file_and_is_given_on_from_the_old_one() -> None:
    text = 'import { a } from "./a";\n\nexport function f(x) {\n  return a(x);\n}\n\nexport const g = a;\n'
    (change,) = [each for each in rewrites(_source("src/f.js", text)) if "new file" in each.kind]
    assert change.new == {"src/fParts.js": 'import { a } from "./a"\n\nexport function f(x) {\n  return a(x);\n}\n'}
    assert "export { f } from './fParts'" in change.apply(text)
    assert "function f" not in change.apply(text)


@pytest.mark.parametrize(
    ("kind", "there"),
    [
        ("test removed", 'from "./shop";\n\n'),
        ("test skipped", 'test.skip("adds"'),
        ("test emptied", 'test("adds", () => {});'),
        ("assertion removed", "{\n  expect(total([1])).toBe(1);\n}"),
        ("assertion emptied", "expect(true).toBe(true);"),
    ],
)
def test_a_test_can_be_harmed_too(kind: str, there: str) -> None:
    assert any(there in text for text in _texts([*harms(TESTED)], kind, TEST))


@pytest.mark.parametrize("source", [SOURCE, TESTED], ids=["module", "test"])
def test_every_change_can_be_made_and_leaves_a_text_that_parses(source: WebSource) -> None:
    for change in [*harms(source), *rewrites(source), *value_mutants(source)]:
        assert are_apart(change.edits), change
        assert WebSource.of(source.path, change.apply(source.text)) is not None, change


@pytest.mark.parametrize("text", ["const a = 'é';\n", "a = 1;\r\n", "function {\n"])
def test_texts_whose_characters_are_not_bytes_or_that_do_not_parse_are_left_alone(text: str) -> None:
    assert WebSource.of("src/a.js", text) is None
