"""Docstrings and comments of a Python text, and what in them means something to programs."""

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from doctest import DocTestParser

from repo_scan.forms.form import Guard, Piece, guard_of_directive
from repo_scan.forms.python_scopes import FunctionNode, Scopes

_TYPE = re.compile(r"#\s*type:(?!\s*ignore\b)")
_CODING = re.compile(r"#.*?coding[:=]\s*[-\w.]+")
_DIRECTIVE = re.compile(
    r"#\s*((?:type:\s*ignore(?:\[[^\]]*\])?)|(?:type:.*)|(?:noqa\b(?::\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*)?)"
    r"|(?:pragma\b.*)|(?:(?:fmt|yapf|isort|ruff|flake8|mypy|pyright|pylint|pytype|bandit|cython|distutils|"
    r"language_level|nosemgrep|codespell|docformatter|lint|pyre-\w+|spell-checker|cspell)\s*[:=].*)"
    r"|(?:nosec\b.*)|(?:NOSONAR\b.*)|(?:nopycln\b.*)|(?:skipcq\b.*)|(?:%%.*)|(?:///.*)|(?:doctest:.*))",
    re.IGNORECASE,
)
_GRAMMARS = ("p_", "t_")


def docstring_of(body: list[ast.stmt]) -> ast.Constant | None:
    """The string that documents what the body belongs to."""
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    return None


def laid_out(text: str) -> str:
    """A docstring; equal for all ways to indent the same one."""
    return repr("\n".join(line.rstrip() for line in inspect.cleandoc(text).strip().split("\n")))


def docstrings(tree: ast.Module, scopes: Scopes) -> Iterator[tuple[str, ast.AST, ast.Constant]]:
    """Each docstring, with the definition it belongs to and that one's qualified name."""
    for node in scopes:
        if (
            isinstance(node, FunctionNode | ast.ClassDef | ast.Module)
            and (found := docstring_of(node.body)) is not None
        ):
            yield scopes[node.body[0]].name, node, found


def guards_of_docstrings(tree: ast.Module, scopes: Scopes) -> Iterator[Guard]:
    """Examples, which are tests, and docstrings that the program itself reads."""
    readers = dict(_readers(tree, scopes))
    for where, node, found in docstrings(tree, scopes):
        text = str(found.value)
        if examples := _examples(text):
            why = "The examples in it are tests."
            yield Guard("doctest", where, found.lineno, examples, "ask", why)
        kind = "class" if isinstance(node, ast.ClassDef) else where
        if line := readers.get(where) or readers.get(kind):
            yield Guard("docstring", where, found.lineno, text, "ask", f"Line {line} reads it (`__doc__`).", when="any")
        elif isinstance(node, FunctionNode) and node.name.startswith(_GRAMMARS) and "ply" in readers:
            why = "The docstrings of such functions are the grammar of a parser."
            yield Guard("docstring", where, found.lineno, text, "ask", why, when="any")


def comments_of(text: str) -> list[tuple[int, str]]:
    """Every comment, with its line. Raises tokenize.TokenError and SyntaxError."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def pieces_of_comments(comments: list[tuple[int, str]], only: frozenset[str], free: set[int]) -> Iterator[Piece]:
    """The comments that must stay; those on the lines that are `free` need not."""
    if "comments" in only:
        return
    for line, text in comments:
        typed = "annotations" in only and _TYPE.match(text)
        if not typed and line not in free:
            yield Piece(line, "", " ".join(text.lstrip("#").split()), " ".join(text.split()))


def guards_of_comments(comments: list[tuple[int, str]], only: frozenset[str]) -> Iterator[Guard]:
    """Comments that steer a tool."""
    for line, text in comments:
        words = directive(line, text)
        if words and not ("annotations" in only and _TYPE.match(text)):
            decides = text.startswith("#!") or (line <= 2 and bool(_CODING.match(text)))
            yield guard_of_directive(words, line, only, decides=decides)


def directive(line: int, text: str) -> str:
    """The part of a comment that steers a tool, or ""."""
    if (line == 1 and text.startswith("#!")) or (line <= 2 and _CODING.match(text)):
        return text.strip()
    match = _DIRECTIVE.match(text)
    return f"# {' '.join(match[1].split())}" if match else ""


def _examples(text: str) -> str:
    """The doctests of a docstring: code and what it should print."""
    if ">>>" not in text:
        return ""
    try:
        return "\n".join(f"{each.source}{each.want}" for each in DocTestParser().get_examples(text))
    except ValueError:
        return text[text.index(">>>") :]


def _readers(tree: ast.Module, scopes: Scopes) -> Iterator[tuple[str, int]]:
    """Whose docstring the text reads, and where: a qualified name, "" for the module, "class" for some class."""
    for node, scope in scopes.items():
        match node:
            case ast.Name(id="__doc__", ctx=ast.Load()):
                owner = scope.name if scope.kind == "class" else ""
                yield owner, node.lineno
            case ast.Attribute(attr="__doc__", ctx=ast.Load(), value=ast.Name(id="self" | "cls")):
                yield "class", node.lineno
            case ast.Attribute(attr="__doc__", ctx=ast.Load(), value=ast.Attribute(attr="__class__") | ast.Call()):
                yield "class", node.lineno
            case ast.Attribute(attr="__doc__", ctx=ast.Load(), value=ast.Name(id=name)):
                yield name, node.lineno
            case ast.Import(names=aliases) if any(alias.name.startswith("ply") for alias in aliases):
                yield "ply", node.lineno
            case ast.ImportFrom(module="ply" | "ply.lex" | "ply.yacc"):
                yield "ply", node.lineno
