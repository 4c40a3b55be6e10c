"""One Python text to its outline. Runs in a worker process."""

import tree_sitter_python
from tree_sitter import Language, Parser

from repo_scan.languages.python_definitions import definitions, docstring_of
from repo_scan.languages.python_exports import exports_of
from repo_scan.languages.python_faults import faults_of
from repo_scan.languages.python_imports import imports_of
from repo_scan.languages.python_symbols import symbols_of
from repo_scan.languages.python_tests import tests_of
from repo_scan.languages.python_words import comments_of, references_of
from repo_scan.languages.tree import parse
from repo_scan.outline import Outline

_PARSER = Parser(Language(tree_sitter_python.language()))


def outline(path: str, text: str) -> Outline:
    """The facts of a Python text; whatever can be told of it where it has faults."""
    tree = parse(_PARSER, text.encode("utf-8", "surrogatepass"), closed=True)
    found = definitions(tree)
    exports = exports_of(tree)
    return Outline(
        path=path,
        language="python",
        docstring=docstring_of(tree, 0),
        symbols=symbols_of(tree, found, exports),
        imports=imports_of(tree),
        exports=exports,
        references=references_of(tree),
        comments=comments_of(tree),
        tests=tests_of(tree, found),
        faults=faults_of(tree, text),
    )
