"""Patterns of code: what they find in the files of a step, and which of them are none."""

import pytest

from agent.anchoring import Anchor, check_patterns
from agent.errors import SettingsError
from agent.patterns import LookIn, language_of

BEFORE = {"a.py": "print(1)\n", "b.ts": "f(1);\n", "same.py": "print(2)\n", "c.txt": "print(3)\n"}
AFTER = {"a.py": "x = 1\nprint(\n    1\n)\n", "same.py": "print(2)\n", "new.js": "print(4)\n", "c.txt": "print(5)\n"}


def test_matches_are_found_in_what_changed_alone() -> None:
    found = LookIn(BEFORE, AFTER)(["print($$$)", "f($X)"])
    assert {path: [(hit.line, hit.text) for hit in hits] for path, hits in found.before["print($$$)"].items()} == {
        "a.py": [(1, "print(1)")],
        "b.ts": [],
    }
    assert {path: [(hit.line, hit.text) for hit in hits] for path, hits in found.after["print($$$)"].items()} == {
        "a.py": [(2, "print( 1 )")],
        "new.js": [(1, "print(4)")],
    }
    assert [hit.text for hit in found.before["f($X)"]["b.ts"]] == ["f(1)"]


@pytest.mark.parametrize("text", ["(" * 100_000, "a=[" * 50_000 + "print(1)" + "]" * 50_000, "\x00\ud800", "print("])
def test_a_text_that_is_none_does_no_harm(text: str) -> None:
    found = LookIn({}, {"a.js": text, "b.py": "print(1)\n"})(["print($$$)"])
    assert len(found.after["print($$$)"]["b.py"]) == 1


@pytest.mark.parametrize(
    ("pattern", "within"),
    [
        ("print($$$)", ()),
        ("print($A, $$$)", ("src/**/*.py",)),
        ("console.log($$$)", ("src/**/*.ts",)),
        ("import $X", ()),
        ("def $F($$$): $$$", ()),
        ("def $F($$$): $$$", ("src/**/*.py", "tests/*.py")),
        ("@login\ndef $F($$$): $$$", ("*.py",)),
        ("class $C extends $B { $$$ }", ()),
        ("<$T/>", ("*.tsx",)),
        ("$A == None", ()),
        ("fmt.Println($$$)", ("cmd/*.go",)),
    ],
)
def test_a_pattern_that_is_code_in_a_language_of_its_files_is_one(pattern: str, within: tuple[str, ...]) -> None:
    check_patterns([Anchor("A1", "t"), Anchor("A2", "t", within=within, forbid=pattern, require=pattern)])


@pytest.mark.parametrize(
    ("pattern", "within", "words"),
    [
        ("print($$$", (), "'print($$$' is no code"),
        ("((", (), "is no code"),
        ("def f(", ("*.py",), "is no code in python"),
        ("print($$$); exit()", ("*.py",), "more than one piece of code"),
        ("class $C extends $B { $$$ }", ("src/**/*.py",), "is no code in python"),
    ],
)
@pytest.mark.parametrize("key", ["forbid", "require"])
def test_a_pattern_that_is_none_is_named_with_its_constraint(
    key: str, pattern: str, within: tuple[str, ...], words: str
) -> None:
    anchors = [Anchor("A1", "t", forbid="print($$$)"), Anchor("A2", "t", within=within, **{key: pattern})]
    with pytest.raises(SettingsError) as raised:
        check_patterns(anchors)
    assert f"The anchor A2 has a pattern in `{key}`" in str(raised.value)
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.py", "python"),
        ("a/b.test.ts", "typescript"),
        ("*.tsx", "tsx"),
        ("A.JS", "javascript"),
        ("src/**", None),
        ("Makefile", None),
        ("py", None),
    ],
)
def test_the_language_of_a_path_is_told_by_its_ending(path: str, language: str | None) -> None:
    assert language_of(path) == language
