"""One file in a few lines."""

import pytest

from repo_scan.graph import Edge, Graph
from repo_scan.summary import Summary, summarize
from repo_scan.tokens import estimate_tokens
from tests.repo_scan.outlines import outline_of

NO_EDGES = Graph.of(())


@pytest.mark.parametrize(
    ("path", "text", "role"),
    [
        ("a.py", '"""Counts things. And more."""\n', "Counts things."),
        ("a.py", '"""Counts\nthings\n\nLong story.\n"""\n', "Counts things"),
        ("a.py", '"""Version 1.2 of it."""\n', "Version 1.2 of it."),
        ("a.py", "def f(): pass\n", "module"),
        ("a.py", "LIMIT = 3\n", "constants"),
        ("a.py", "print(1)\n", "script"),
        ("a.py", "def f(:\n", "does not parse"),
        ("a.pyi", "def f() -> int: ...\n", "type stubs"),
        ("p/__init__.py", "", "empty package"),
        ("p/__init__.py", "from .a import b\n", "package"),
        ("test_a.py", "def test_a(): pass\n", "tests"),
        ("tests/conftest.py", "def help(): pass\n", "helpers of tests"),
    ],
)
def test_the_role_is_what_a_file_says_of_itself_or_what_it_is(path: str, text: str, role: str) -> None:
    assert summarize(outline_of(text, path), NO_EDGES, 1).role == role


def test_the_public_surface_is_told_in_order_with_signatures() -> None:
    text = """
        LIMIT: int = 3
        __version__ = "1"
        def total(items, *, tax=0.2) -> float: ...
        async def fetch(url): ...
        def _hidden(): ...
        class Cart(Base):
            lines: dict
            def __init__(self): ...
            def add(self, item): ...
            def _drop(self): ...
            @property
            def size(self): ...
            @size.setter
            def size(self, value): ...
        class Plain: ...
    """
    assert summarize(outline_of(text), NO_EDGES, 1).public == (
        "LIMIT: int",
        "total(items, *, tax=0.2) -> float",
        "async fetch(url)",
        "class Cart(Base)",
        "Cart.add(self, item)",
        "Cart.size(self)",
        "Cart.size(self, value)",
        "class Plain",
    )


def test_neighbours_come_from_the_graph() -> None:
    graph = Graph.of([Edge("a.py", "b.py", 1, "runtime"), Edge("c.py", "a.py", 1, "dynamic")])
    summary = summarize(outline_of("x = 1\n"), graph, 7)
    assert (summary.imports, summary.importers, summary.tokens) == (("b.py",), ("c.py",), 7)


def test_as_text_it_is_a_few_lines() -> None:
    summary = Summary("a.py", "Counts things.", ("total(items)", "class Cart"), ("b.py",), ("c.py", "d.py"), 9)
    assert str(summary) == (
        "a.py: Counts things.\n  public: total(items); class Cart\n  imports: b.py\n  imported by: c.py, d.py"
    )


def test_what_is_empty_takes_no_line() -> None:
    assert str(Summary("a.py", "script", (), (), (), 9)) == "a.py: script"


def test_however_large_the_file_the_text_stays_small() -> None:
    names = tuple(f"function_number_{n}({', '.join(f'argument_{m}' for m in range(40))})" for n in range(500))
    files = tuple(f"folder/file_{n}.py" for n in range(500))
    text = str(Summary("a.py", "word " * 500, names, files, files, 9))
    assert "and 488 more" in text
    assert estimate_tokens(text) < 1000
