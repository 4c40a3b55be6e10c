"""Tests of a Python text, as pytest and unittest would find them."""

from collections.abc import Sequence

from repo_scan.languages.python_definitions import Definition
from repo_scan.languages.python_symbols import decorators_of
from repo_scan.languages.tree import Tree
from repo_scan.outline import TestCase

_SKIPS = frozenset({"skip", "skipif", "skipIf", "skipUnless", "xfail", "expectedFailure"})
_ASSERTING = frozenset({"assert_statement", "call"})
_CHECKS = frozenset({"raises", "warns", "fail", "deprecated_call"})


def tests_of(tree: Tree, found: Sequence[Definition]) -> tuple[TestCase, ...]:
    """Test functions and methods, in order of appearance."""
    decorators = {one.node: _decorator_names(tree, one) for one in found if one.kind in ("function", "method", "class")}
    return tuple(
        TestCase(
            one.name,
            tree.line(one.whole),
            _assertions(tree, one.node),
            any(_SKIPS & decorators.get(node, frozenset()) for node in (one.node, *one.classes)),
        )
        for one in found
        if one.kind in ("function", "method") and _is_test(tree, one, decorators[one.node])
    )


def _is_test(tree: Tree, one: Definition, decorators: frozenset[str]) -> bool:
    own = one.name.rpartition(".")[2]
    return own.startswith("test") and "fixture" not in decorators and all(_holds_tests(tree, c) for c in one.classes)


def _holds_tests(tree: Tree, cls: int) -> bool:
    """By name: `TestCart`, `CartTests`, or a base that says the same."""
    name, bases = tree.child(cls, "name"), tree.child(cls, "superclasses")
    words = [tree.text(name)] if name is not None else []
    if bases is not None:
        words += [tree.text(child).rpartition(".")[2] for child in tree.children(bases)]
    return any(word.startswith("Test") or word.endswith(("Test", "Tests", "TestCase", "TestBase")) for word in words)


def _decorator_names(tree: Tree, one: Definition) -> frozenset[str]:
    """The last part of each decorator's name: `skip` of `@pytest.mark.skip(reason)`."""
    texts = [tree.text(node).lstrip("@ ").partition("(")[0].strip() for node in decorators_of(tree, one)]
    return frozenset(text.rpartition(".")[2] for text in texts)


def _assertions(tree: Tree, node: int) -> int:
    kinds = tree.kinds
    return sum(1 for inner in range(node, tree.stops[node]) if kinds[inner] in _ASSERTING and _asserts(tree, inner))


def _asserts(tree: Tree, node: int) -> bool:
    if tree.kinds[node] == "assert_statement":
        return True
    function = tree.child(node, "function") if tree.kinds[node] == "call" else None
    if function is None:
        return False
    last = tree.text(function).rpartition(".")[2]
    return last in _CHECKS or last.startswith(("assert", "expect_", "failUnless", "failIf"))
