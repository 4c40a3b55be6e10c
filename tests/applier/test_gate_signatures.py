"""Differences of signatures: what callers may notice, and what they cannot."""

import pytest

from applier.gates.parameters import read_signature
from applier.gates.signatures import Difference, differences


def told(
    old: str, new: str, language: str = "python", texts: tuple[str, ...] = (), *, by_name: bool = True
) -> list[str]:
    one, other = read_signature(old, language), read_signature(new, language)
    assert one is not None
    assert other is not None
    found: list[Difference] = list(differences(one, other, language, texts, by_name=by_name))
    return [f"{each.severity} {each.words}" for each in found]


UNNOTICED = [
    ("(a, b=1)", "(a, b=1)"),
    ("(a)", "(a: int)"),
    ("(a: int)", "(a: int) -> str"),
    ("(a)", "(a, b=None)"),
    ("(a)", "(a, *, b=None)"),
    ("(a)", "(a, *args, **options)"),
    ("(a, /)", "(b, /)"),
    ("(*args, **kw)", "(*values, **options)"),
    ("(__a)", "(a, /)"),
    ("(_key, _value)", "(key, value, /)"),
    ("(_key)", "(_key, /)"),
    ("(a, *, b)", "(a, b)"),
    ("(a, b)", "(a, b=1)"),
    ("(a=1000)", "(a=1_000)"),
    ("(a='x')", '(a="x")'),
    ("(a=())", "(a=tuple())"),
    ("(a=limits.TOP)", "(a=TOP)"),
    ("(a=lambda x, y: (x, y))", "(a=lambda x, y: (x, y))"),
    ("(a: Optional[int])", "(a: int | None)"),
    ("(a: t.List['Cart'])", "(a: list[Cart])"),
    ("(a: list)", "(a: Sequence)"),
    ("() -> Iterable[int]", "() -> list[int]"),
    ("() -> str | None", "() -> str"),
    ("() -> None", "() -> int"),
    ("async () -> int", "() -> Awaitable[int]"),
]
NOTICED = [
    ("(a)", "()", "refuse has no parameter `a` any more"),
    ("(a, *args)", "(a)", "refuse has no parameter `*args` any more"),
    ("(a, **options)", "(a)", "refuse has no parameter `**options` any more"),
    ("(a, b)", "(*args, **options)", "ask has no parameter `a` any more"),
    ("(a)", "(b)", "refuse calls its parameter `a` `b` now"),
    ("(*, a)", "(*, b)", "refuse calls its parameter `a` `b` now"),
    ("(a, b)", "(b, a)", "refuse takes its parameters in another order now (b, a)"),
    ("(a)", "(a, b)", "refuse has the new parameter `b`, which must be given"),
    ("(a, b)", "(a, c=1, b=2)", "refuse has the new parameter `c` before others that were there"),
    ("(a, *rest)", "(a, b=1, *rest)", "refuse has the new parameter `b` before those that it takes without a name"),
    ("(a, b)", "(a, *, b)", "refuse takes its parameter `b` by name only now"),
    ("(a)", "(a, /)", "refuse takes its parameter `a` by position only now"),
    ("(a=1)", "(a)", "refuse needs its parameter `a`, which could be left out"),
    ("(a=...)", "(a)", "ask needs its parameter `a`, which could be left out"),
    ("(a=1)", "(a=2)", "refuse has the default `2` for its parameter `a`, not `1`"),
    ("(a=True)", "(a=1)", "ask has the default `1` for its parameter `a`, not `True`"),
    ("(a=1)", "(a=0)", "refuse has the default `0` for its parameter `a`, not `1`"),
    ("(a=1)", "(a=False)", "refuse has the default `False` for its parameter `a`, not `1`"),
    ("(a, _mode=False)", "(a)", "ask has no parameter `_mode` any more"),
    ("(a, _mode)", "(a)", "refuse has no parameter `_mode` any more"),
    ("(a, **_options)", "(a)", "refuse has no parameter `**_options` any more"),
    ("(_key, value)", "(_key, value, /)", "refuse takes its parameter `value` by position only now"),
    ("(a='')", "(a=None)", "refuse has the default `None` for its parameter `a`, not `''`"),
    ("(a=[])", "(a=None)", "ask has the default `None` for its parameter `a`, not `[]`"),
    ("(a=20)", "(a=LIMIT)", "ask has the default `LIMIT` for its parameter `a`, not `20`"),
    ("(a: int)", "(a)", "ask has no type for its parameter `a` any more, which was `int`"),
    ("(a: int)", "(a: str)", "ask has the type `str` for its parameter `a`, not `int`"),
    ("(a: int | None)", "(a: int)", "ask has the type `int` for its parameter `a`, not `int | None`"),
    ("(a: Cart)", "(a: Basket)", "ask has the type `Basket` for its parameter `a`, not `Cart`"),
    ("() -> list[int]", "() -> set[int]", "refuse has the type `set[int]` for its result, not `list[int]`"),
    ("() -> int", "()", "ask has no type for its result any more, which was `int`"),
    ("async ()", "()", "refuse is not async any more"),
    ("()", "async ()", "refuse is async now"),
]
UNNOTICED_IN_SCRIPTS = [
    ("(a: string)", "(b: string)"),
    ("(a: string)", "(a: string, b?: number)"),
    ("(a: string)", "(a: string, ...rest: string[])"),
    ("(a: string)", "(a: string | number)"),
    ("({ a, b }: Props)", "(props: Props)"),
    ("(this: Cart, a: string)", "(a: string)"),
    ("(private readonly a: string)", "(public a: string)"),
    ("(f = (x) => x > 1)", "(f = (x) => x > 1)"),
    ("(a: 'x' | 'y')", "(a: 'y' | 'x')"),
    ("(): () => void", "(): (() => void)"),
    ("(): Promise<X>", "async (): Promise<X>"),
    ("(): void", "(): number"),
    ("(): string", "()"),
    ("(): { id: string }", "(): Row"),
]
NOTICED_IN_SCRIPTS = [
    ("(a: string, b?: number)", "(a: string, b: number)", "refuse needs its parameter `b`, which could be left out"),
    ("(a: string)", "(a: string, b: number)", "refuse has the new parameter `b`, which must be given"),
    ("(a: X, b: Y)", "(b: Y, a: X)", "refuse takes its parameters in another order now (b, a)"),
    ("(a: X, b: Y)", "(a: X)", "refuse has no parameter `b` any more"),
    ("(a = 1)", "(a = 2)", "refuse has the default `2` for its parameter `a`, not `1`"),
    ("({ size = 10 }: P)", "({ size = 20 }: P)", "refuse has the default `20` for `size`, not `10`"),
    ("(a: string)", "(a: number)", "refuse has the type `number` for its parameter `a`, not `string`"),
    ("async (a: string): Promise<X>", "(a: string): X", "refuse is not async any more"),
    ("async (a: string)", "(a: string)", "ask is not async any more"),
    ("*()", "()", "ask is no generator any more"),
]


@pytest.mark.parametrize(("old", "new"), UNNOTICED)
def test_nobody_notices(old: str, new: str) -> None:
    assert told(old, new) == []


@pytest.mark.parametrize(("old", "new", "words"), NOTICED)
def test_who_calls_it_notices(old: str, new: str, words: str) -> None:
    assert told(old, new)[:1] == [words]


@pytest.mark.parametrize(("old", "new"), UNNOTICED_IN_SCRIPTS)
def test_nobody_notices_in_typescript(old: str, new: str) -> None:
    assert told(old, new, "typescript") == []


@pytest.mark.parametrize(("old", "new", "words"), NOTICED_IN_SCRIPTS)
def test_who_calls_it_notices_in_typescript(old: str, new: str, words: str) -> None:
    assert told(old, new, "typescript")[:1] == [words]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("LIMIT = 20\n", "python"),
        ("    LIMIT: Final = 20  # most\n", "python"),
        ("export const LIMIT = 20;\n", "typescript"),
    ],
)
def test_a_constant_that_holds_the_old_default_is_the_same_default(text: str, language: str) -> None:
    assert told("(a = 20)", "(a = LIMIT)", language, (text,)) == []
    assert told("(a = 30)", "(a = LIMIT)", language, (text,)) != []


def test_names_of_parameters_do_not_matter_where_nobody_gives_them() -> None:
    assert told("(other)", "(value)", by_name=False) == []
    assert told("(other)", "(value, more)", by_name=False) == [
        "refuse has the new parameter `more`, which must be given"
    ]


@pytest.mark.parametrize(
    ("new", "language", "severity"),
    [
        ("(a, b)", "javascript", "ask"),
        ("(a, b)", "typescript", "refuse"),
        ("(a, { b })", "javascript", "refuse"),
        ("(a, [b])", "javascript", "refuse"),
        ("(b, a)", "javascript", "refuse"),
    ],
)
def test_plain_javascript_lets_a_new_argument_be_left_out(new: str, language: str, severity: str) -> None:
    assert told("(a)", new, language)[0].startswith(severity)


def test_what_nobody_gives_by_name_may_be_taken_together() -> None:
    assert told("(a, b)", "(a, *_)", by_name=False) == ["ask has no parameter `b` any more"]
    assert told("(a, b)", "(a, *_)") == ["refuse has no parameter `b` any more"]
    assert told("(a, b)", "(a)", by_name=False) == ["refuse has no parameter `b` any more"]
