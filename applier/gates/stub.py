"""Tells a function that does nothing (`pass`, `...`, `raise NotImplementedError`) from one with a body."""

import ast
import re
import warnings

from applier.facts import SymbolFact

_BRACES = ("javascript", "typescript", "tsx", "jsx")
_COMMENTS = re.compile(r"/\*.*?\*/|(?<![:'\"])//[^\n]*", re.DOTALL)
_HOLLOW = re.compile(
    r"\{\s*(?:return;?|throw\s+(?:new\s+)?\w+\([^{}]*\bnot\s+(?:yet\s+)?implemented\b[^{}]*\);?)?\s*\}[;,\s]*\Z",
    re.IGNORECASE,
)
# `constructor(private items: Item[]) {}` sets what it names.
_SETTING = re.compile(r"\bconstructor\s*\([^{]*\b(?:private|protected|public|readonly)\b")
_IDLE = (ast.Pass, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)  # of no use to anybody when nothing follows


def source_of(symbol: SymbolFact, text: str) -> str:
    """The lines that a definition stands in; "" where its end is not known."""
    return "\n".join(text.split("\n")[symbol.line - 1 : symbol.end_line])


def is_stub(source: str, language: str | None) -> bool | None:
    """Whether the function in these lines does nothing; None where that cannot be told."""
    if language == "python":
        return _is_python_stub(source)
    if language in _BRACES:
        bare = _COMMENTS.sub("", source)
        return bool(_HOLLOW.search(bare)) and not _SETTING.search(bare) if bare else None
    return None


def _is_python_stub(source: str) -> bool | None:
    # Not dedented: lines within a string may stand further to the left.
    whole = f"if True:\n{source}" if source[:1].isspace() else source
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(whole)
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        return None
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    function = next((node for node in ast.walk(tree) if isinstance(node, kinds)), None)
    return all(map(_does_nothing, function.body)) if function else None


def _does_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()):  # a docstring, or `...`
            return True
        case ast.Return(value=None | ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Name(id="NotImplementedError") | ast.Call(func=ast.Name(id="NotImplementedError"))):
            return True
    return isinstance(statement, _IDLE)
