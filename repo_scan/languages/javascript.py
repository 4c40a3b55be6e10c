"""One JavaScript or TypeScript text to its outline. Runs in a worker process.

What the two differ in is small enough to stand side by side: TypeScript adds kinds of nodes, and leaves imports out.
"""

import tree_sitter_typescript
from tree_sitter import Language, Parser

from repo_scan.languages.javascript_acts import acts_of
from repo_scan.languages.javascript_deeds import javascript_deeds
from repo_scan.languages.javascript_definitions import definitions
from repo_scan.languages.javascript_docs import docs_of, file_doc
from repo_scan.languages.javascript_exports import exports_of
from repo_scan.languages.javascript_faults import faults_of, forbidden_in, parsed
from repo_scan.languages.javascript_idle import idle_of
from repo_scan.languages.javascript_imports import imports_of
from repo_scan.languages.javascript_offers import other_names
from repo_scan.languages.javascript_surface import JAVASCRIPT, surface
from repo_scan.languages.javascript_symbols import symbols_of
from repo_scan.languages.javascript_tests import tests_of
from repo_scan.languages.javascript_unbound import unbound_in
from repo_scan.languages.javascript_uses import uses_of
from repo_scan.languages.javascript_words import comments_of, references_of
from repo_scan.outline import Outline

PARSERS = {
    "javascript": Parser(JAVASCRIPT),
    "typescript": Parser(Language(tree_sitter_typescript.language_typescript())),
    "tsx": Parser(Language(tree_sitter_typescript.language_tsx())),
}


def outline(path: str, language: str, text: str, *, deep: bool = True, close: bool = False) -> Outline:
    """The facts of a text in `language`; whatever can be told of it where it has faults."""
    source = text.encode("utf-8", "surrogatepass")
    typed = language != "javascript"  # then imports of types are told by all uses of their names
    tree = parsed(PARSERS[language], source, None if deep or typed else surface(source))
    docs = docs_of(tree)
    exports = exports_of(tree)
    faults = faults_of(tree)
    found = definitions(tree)
    imports = imports_of(tree, erases_types=typed)
    binds, dynamic = other_names(tree) if deep else ((), False)
    return Outline(
        path=path,
        language=language,
        docstring=file_doc(tree, docs),
        symbols=symbols_of(tree, found, exports, docs, deep=deep),
        imports=imports,
        exports=exports.names,
        parsed=not faults,
        deep=deep,
        references=references_of(tree) if deep else (),
        comments=comments_of(tree) if deep else (),
        uses=uses_of(tree, imports) if deep else (),
        binds=binds,
        dynamic=dynamic,
        tests=tests_of(tree) if deep or typed else (),
        faults=faults,
        acts=acts_of(tree) if deep else 0,
        idle=idle_of(tree) if deep else (),
        close=close,
        forbidden=forbidden_in(tree) if close and not faults else (),
        unbound=unbound_in(tree) if close and not faults else (),
        deeds=javascript_deeds(tree, found) if close else (),
    )
