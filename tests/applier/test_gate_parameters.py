"""Signatures taken apart, and calls that fit them or do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from applier.facts import UseFact
from applier.gates.parameters import read_signature, split

READ = [
    (
        "(a, /, b: int = 2, *args, c, d=(1, 2), **kw) -> str",
        "python",
        "a:positional b:either? args:rest? c:keyword d:keyword? kw:options?",
    ),
    ("async [T](x: Callable[[T], int], y=lambda a, b: a) -> T", "python", "x:either y:either?"),
    ("()", "python", ""),
    ('(a=", )", b="(")', "python", "a:either? b:either?"),
    (
        "async *<T extends X<Y>>(a: Map<K, V>, b?: () => void, ...c: T[]): T",
        "typescript",
        "a:positional b:positional? c:rest?",
    ),
    (
        "({ a = 1, b: { c } }: P = {}, [d, e] = [1, 2])",
        "typescript",
        "{ a = 1, b: { c } }:positional? [d, e]:positional?",
    ),
    ('(@Inject("x, y") a: X, private readonly b = a > 1 ? "<" : f<T>(1))', "typescript", "a:positional b:positional?"),
    ("(x)", "javascript", "x:positional"),
]
UNREAD = [
    ("", "python"),
    ("int", "python"),
    ("(a", "python"),
    ("(a b)", "python"),
    ("(1)", "python"),
    ("<T>", "typescript"),
]
FITTING = [
    ("(a, b)", 2, ()),
    ("(a, b)", 1, ("b",)),
    ("(a, b=1)", 1, ()),
    ("(a, *rest)", 9, ()),
    ("(a, **options)", 1, ("x",)),
    ("(*, a)", 0, ("a",)),
]
MISFITTING = [
    ("(a)", 2, (), "gives 2 arguments by position, where 1 are taken"),
    ("(a, *, b)", 2, (), "gives 2 arguments by position, where 1 are taken"),
    ("(a, b)", 1, (), "does not give `b`"),
    ("(a)", 1, ("x",), "gives `x`, which is no parameter"),
    ("(a, /)", 0, ("a",), "gives `a`, which is no parameter"),
    ("(*, a)", 0, (), "does not give `a`"),
]


@pytest.mark.parametrize(("text", "language", "parameters"), READ)
def test_a_signature_is_read(text: str, language: str, parameters: str) -> None:
    found = read_signature(text, language)
    assert found is not None
    assert " ".join(f"{each.name}:{each.kind}{'?' * each.optional}" for each in found.parameters) == parameters


@pytest.mark.parametrize(("text", "language"), UNREAD)
def test_what_is_no_signature_is_not_read(text: str, language: str) -> None:
    assert read_signature(text, language) is None


@given(st.text(alphabet="ab,:=<>()[]{}'\"`*/.? \\-", max_size=40), st.sampled_from(["python", "typescript"]))
def test_whatever_is_read_ends(text: str, language: str) -> None:
    read_signature(f"({text})", language)


@given(st.lists(st.text(alphabet="abc ", max_size=3)))
def test_parts_are_what_stands_between_the_signs(parts: list[str]) -> None:
    assert split(",".join(parts), ",") == [part.strip() for part in parts or [""]]


@pytest.mark.parametrize(("signature", "positional", "keywords"), FITTING)
def test_a_call_fits(signature: str, positional: int, keywords: tuple[str, ...]) -> None:
    read = read_signature(signature, "python")
    assert read is not None
    assert read.misfit(UseFact("a.py", "f", "f", 1, positional, keywords), by_name=True) == ""


@pytest.mark.parametrize(("signature", "positional", "keywords", "words"), MISFITTING)
def test_a_call_does_not_fit(signature: str, positional: int, keywords: tuple[str, ...], words: str) -> None:
    read = read_signature(signature, "python")
    assert read is not None
    use = UseFact("a.py", "f", "f", 1, positional, keywords)
    assert read.misfit(use, by_name=True) == words
    assert read.misfit(UseFact("a.py", "f", "f", 1, positional, keywords, more=True), by_name=True) == ""
