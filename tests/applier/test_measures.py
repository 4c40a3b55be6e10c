"""What the files of a step measure."""

import pytest

from applier.facts import Facts, FileFacts, ImportFact, SymbolFact
from applier.gates.measures import figures, measure

COPY = SymbolFact("f", "function", "()", 1, fingerprint="f1", complexity=3, nesting=2)
OTHER = SymbolFact("g", "function", "()", 9, fingerprint="f2", complexity=2, nesting=1)


def file(path: str, *symbols: SymbolFact, imports: tuple[str, ...] = ()) -> FileFacts:
    found = tuple(ImportFact(module, None, 1, resolved=module or None) for module in imports)
    return FileFacts(path, "python", symbols=symbols, imports=found)


def test_both_sides_are_measured() -> None:
    before = {"a.py": "x\n\ny\n", "b.py": "z\n"}
    facts = Facts(
        {"a.py": file("a.py", COPY, OTHER, imports=("c.py", "c.py", "")), "b.py": file("b.py", COPY)},
        {"a.py": file("a.py", COPY, imports=("b.py",))},
        {"c.py": file("c.py", OTHER)},
    )
    was, now = measure(before, {"a.py": "x\n"}, facts)
    assert (was.lines, was.complexity, was.nesting, was.imports, was.copies) == (3, 8, 2, 1, 2)
    assert (now.lines, now.complexity, now.nesting, now.imports, now.copies) == (1, 3, 2, 1, 0)
    assert figures(before, {"a.py": "x\n"}, facts) == "lines 3 → 1, complexity 8 → 3, copies 2 → 0"


@pytest.mark.parametrize(
    ("after", "words"), [("x\n", ""), ("x\n\n\n", ""), ("x\ny\n", "lines 1 → 2"), ("", "lines 1 → 0")]
)
def test_what_did_not_change_is_not_told(after: str, words: str) -> None:
    facts = Facts({"a.py": file("a.py", COPY)}, {"a.py": file("a.py", COPY)})
    assert figures({"a.py": "x\n"}, {"a.py": after}, facts) == words


def test_files_in_no_known_language_have_lines_alone() -> None:
    facts = Facts({"a.txt": FileFacts("a.txt")}, {"a.txt": FileFacts("a.txt")})
    assert figures({"a.txt": "x\n"}, {"a.txt": "x\ny\n"}, facts) == "lines 1 → 2"
