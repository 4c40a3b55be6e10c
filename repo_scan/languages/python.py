"""One Python text to its outline. Runs in a worker process."""

from tree_sitter import Parser

from repo_scan.languages.python_acts import acts_of
from repo_scan.languages.python_bindings import is_dynamic, other_names
from repo_scan.languages.python_deeds import python_deeds
from repo_scan.languages.python_definitions import definitions, docstring_of
from repo_scan.languages.python_exports import exports_of
from repo_scan.languages.python_faults import faults_of, forbidden_in
from repo_scan.languages.python_idle import idle_of
from repo_scan.languages.python_imports import imports_of
from repo_scan.languages.python_surface import PYTHON, looks_old, surface
from repo_scan.languages.python_symbols import symbols_of
from repo_scan.languages.python_tests import tests_of
from repo_scan.languages.python_unbound import unbound_in
from repo_scan.languages.python_uses import quoted_in, uses_of
from repo_scan.languages.python_words import comments_of, references_of
from repo_scan.languages.tree import parse
from repo_scan.outline import Outline

_PARSER = Parser(PYTHON)


def outline(path: str, text: str, *, deep: bool = True, close: bool = False) -> Outline:
    """The facts of a Python text; whatever can be told of it where it has faults."""
    source = text.encode("utf-8", "surrogatepass")
    tree = parse(_PARSER, source, closed=True, visit=None if deep else surface(source))
    doubtful = tree.broken or looks_old(source)
    found = definitions(tree)
    exports = exports_of(tree)
    imports = imports_of(tree)
    faults = (
        faults_of(text, lambda: tree if deep or tree.broken else parse(_PARSER, source, closed=True))
        if deep or doubtful
        else ()
    )
    return Outline(
        path=path,
        language="python",
        docstring=docstring_of(tree, 0),
        symbols=symbols_of(tree, found, exports, deep=deep),
        imports=imports,
        exports=exports,
        parsed=not (doubtful and faults),
        deep=deep,
        references=references_of(tree) if deep else (),
        comments=comments_of(tree) if deep else (),
        uses=uses_of(tree, imports) if deep else (),
        quoted=quoted_in(tree) if deep else (),
        binds=other_names(tree) if deep else (),
        dynamic=deep and is_dynamic(tree, found),
        tests=tests_of(tree, found) if deep else (),
        faults=faults,
        acts=acts_of(tree, imports) if deep else 0,
        idle=idle_of(tree) if deep else (),
        close=close,
        forbidden=forbidden_in(text, tree) if close and not faults else (),
        unbound=unbound_in(text, tree) if close and not faults else (),
        deeds=python_deeds(tree, found) if close else (),
    )
