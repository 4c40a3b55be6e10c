"""Tests of a JavaScript or TypeScript text, as Jest, Vitest, Mocha, node:test, AVA and tape would find them.

A test is called like the blocks around it and its own title: "cart.adds up". Dots in titles become "·", so that names
come apart where blocks do.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from repo_scan.languages.javascript_definitions import FUNCTIONS
from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import TestCase

_TESTS = frozenset({"it", "test", "specify", "fit"})
_SKIPPED_TESTS = frozenset({"xit", "xtest", "xspecify"})
_GROUPS = frozenset({"describe", "suite", "context", "fdescribe"})
_SKIPPED_GROUPS = frozenset({"xdescribe", "xsuite", "xcontext"})
_SKIPS = frozenset({"skip", "todo", "skipIf", "runIf", "fixme", "failing", "fails"})
_CHECKS = frozenset({"expect", "assert", "should", "expectTypeOf", "expectType", "expectError", "expectAssignable"})
_CHECKS_OF_T = frozenset(
    {"is", "not", "equal", "equals", "notEqual", "deepEqual", "notDeepEqual", "deepEquals", "strictEqual", "same"}
    | {"notSame", "ok", "notOk", "true", "false", "truthy", "falsy", "throws", "throwsAsync", "notThrows", "rejects"}
    | {"notThrowsAsync", "doesNotThrow", "pass", "fail", "error", "like", "match", "regex", "notRegex", "snapshot"}
    | {"deepStrictEqual", "notStrictEqual"}
)
_LONGEST_CALLEE = 8  # words; a longer chain of calls names no test


@dataclass(frozen=True, slots=True)
class TestBlock:
    """One call that names a test or a group of tests."""

    __test__ = False

    node: int
    title: str
    is_test: bool
    skipped: bool


def tests_of(tree: Tree) -> tuple[TestCase, ...]:
    """Every test, in order of appearance."""
    assertions = [node for node, kind in enumerate(tree.kinds) if kind == "call_expression" and _asserts(tree, node)]
    return tuple(
        TestCase(
            block.title,
            tree.line(block.node),
            bisect_left(assertions, tree.stops[block.node]) - bisect_left(assertions, block.node),
            block.skipped,
        )
        for block in blocks_of(tree)
        if block.is_test
    )


def blocks_of(tree: Tree) -> list[TestBlock]:
    """Tests and groups of tests with their whole titles, in order of appearance."""
    found: list[TestBlock] = []
    around: list[TestBlock] = []
    for node, kind in enumerate(tree.kinds):
        while around and tree.stops[around[-1].node] <= node:
            around.pop()
        block = _block(tree, node) if kind == "call_expression" else None
        if block is not None:
            title = f"{around[-1].title}.{block.title}" if around else block.title
            whole = replace(block, title=title, skipped=block.skipped or any(each.skipped for each in around))
            around.append(whole)
            found.append(whole)
    return found


def _block(tree: Tree, call: int) -> TestBlock | None:
    words = _callee(tree, call)
    arguments = tree.child(call, "arguments")
    if not words or arguments is None or tree.kinds[arguments] != "arguments":
        return None
    if words[:2] == ["Deno", "test"]:
        words = words[1:]
    root, rest = words[0], words[1:]
    is_group = root in _GROUPS | _SKIPPED_GROUPS or "describe" in rest
    is_test = not is_group and (root in _TESTS | _SKIPPED_TESTS or words == ["t", "test"])
    given = [child for child in tree.children(arguments) if tree.kinds[child] not in ("(", ",", ")", "comment")]
    if not (is_group or is_test) or not given or not _is_named(tree, given, rest):
        return None
    skipped = root in _SKIPPED_TESTS | _SKIPPED_GROUPS or not _SKIPS.isdisjoint(rest) or _says_skip(tree, given)
    return TestBlock(call, _title(tree, given[0]), is_test, skipped)


def _callee(tree: Tree, call: int) -> list[str]:
    """The words of what is called, calls and templates among them left out: `it.each(table)` is it, each."""
    node = tree.child(call, "function")
    words: list[str] = []
    while node is not None and len(words) < _LONGEST_CALLEE:
        kind = tree.kinds[node]
        if kind == "identifier":
            return [tree.text(node), *words]
        if kind == "member_expression":
            name = tree.child(node, "property")
            words = [tree.text(name) if name is not None else "", *words]
            node = tree.child(node, "object")
        elif kind == "call_expression":
            node = tree.child(node, "function")
        else:
            return []
    return []


def _is_named(tree: Tree, given: list[int], rest: list[str]) -> bool:
    """Whether the arguments are those of a test: a title, then a function, or a title alone for one still to do."""
    is_text = tree.kinds[given[0]] in ("string", "template_string", "binary_expression", "identifier")
    has_body = any(tree.kinds[each] in FUNCTIONS or tree.kinds[each] == "identifier" for each in given[1:])
    return (is_text and has_body) or (tree.kinds[given[0]] == "string" and len(given) == 1 and "todo" in rest)


def _says_skip(tree: Tree, given: list[int]) -> bool:
    """`test("…", { skip: true }, …)` of node:test."""
    options = [tree.text(each) for each in given[1:-1] if tree.kinds[each] == "object"]
    return any("skip:" in text and "skip: false" not in text for text in options)


def _title(tree: Tree, node: int) -> str:
    text = tree.text(node)
    inside = text[1:-1] if tree.kinds[node] in ("string", "template_string") else text
    return encodable(" ".join(inside.replace(".", "·").split()))


def _asserts(tree: Tree, call: int) -> bool:
    function = tree.child(call, "function")
    if function is None:
        return False
    words = list(_plain_words(tree, function))
    if not words:
        return False
    if words[0] == "assert" or words[:2] == ["t", "assert"] or words[-1] in _CHECKS or words[-1].startswith("assert"):
        return True
    if words[0] == "expect":
        return words[1:] in (["soft"], ["poll"], ["fail"])
    return "should" in words[:-1] or (words[0] == "t" and len(words) == 2 and words[1] in _CHECKS_OF_T)


def _plain_words(tree: Tree, function: int) -> Iterator[str]:
    """The words of `a.b.c`, from the last call on: `expect(x).not.toBe` is not, toBe."""
    node: int | None = function
    words: list[str] = []
    while node is not None and tree.kinds[node] == "member_expression" and len(words) < _LONGEST_CALLEE:
        name = tree.child(node, "property")
        words.append(tree.text(name) if name is not None else "")
        node = tree.child(node, "object")
    if node is not None and tree.kinds[node] == "identifier":
        words.append(tree.text(node))
    return reversed(words)
