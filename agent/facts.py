"""Translates the scan's outlines into the applier's facts. One of the two modules that know both."""

from collections.abc import Iterable, Mapping

from agent.forms import FormsOf
from agent.layouts import LayoutsOf
from agent.patterns import LookIn
from applier.facts import DeedFact, Facts, FileFacts, ImportFact, SymbolFact, SyntaxFault, TestFact
from repo_scan import Import, Outline, OutlineCache, Scan, outline_texts

Texts = Mapping[str, str]


def facts_of_outline(outline: Outline) -> FileFacts:
    """One file's facts."""
    return FileFacts(
        path=outline.path,
        language=outline.language,
        faults=tuple(SyntaxFault(fault.line, fault.message) for fault in (*outline.faults, *outline.forbidden)),
        symbols=tuple(
            SymbolFact(
                name=symbol.name,
                kind=symbol.kind,
                signature=symbol.signature,
                line=symbol.line,
                end_line=symbol.end_line,
                docstring=symbol.docstring,
                exported=symbol.exported,
                fingerprint=symbol.fingerprint,
                decorators=symbol.decorators,
                size=symbol.size,
                complexity=symbol.complexity,
                nesting=symbol.nesting,
                does=symbol.does,
                effort=symbol.effort,
                dead=symbol.dead,
            )
            for symbol in outline.symbols
        ),
        comments=tuple(comment.text for comment in outline.comments),
        tests=tuple(TestFact(test.name, test.line, test.assertions, test.skipped) for test in outline.tests),
        deeds=tuple(DeedFact(deed.owner, deed.line, deed.kind, deed.text) for deed in outline.deeds),
        imports=tuple(map(_import, outline.imports)),
        references=frozenset(outline.references),
        exports=outline.exports,
        idle=tuple((idle.name, idle.line) for idle in outline.idle),
    )


def _import(found: Import) -> ImportFact:
    return ImportFact(
        module=found.module,
        name=found.name,
        line=found.line,
        alias=found.alias,
        kind=found.kind,
        guarded=found.guarded,
        end_line=found.end_line,
    )


def facts_of_texts(texts: Texts, cache: OutlineCache) -> dict[str, FileFacts]:
    """Facts of texts in memory; of a file in an unknown language only that."""
    outlines = outline_texts(texts, cache=cache)
    return {path: facts_of_outline(outlines[path]) if path in outlines else FileFacts(path) for path in sorted(texts)}


def facts_of_others(scan: Scan, without: Iterable[str]) -> dict[str, FileFacts]:
    """Facts of every file of the scan but those of a step."""
    own = set(without)
    return {path: facts_of_outline(outline) for path, outline in scan.outlines.items() if path not in own}


def facts_for(before: Texts, after: Texts, scan: Scan, cache: OutlineCache) -> Facts:
    """What the gates need for one step on top of the scanned state."""
    return Facts(
        facts_of_texts(before, cache),
        facts_of_texts(after, cache),
        facts_of_others(scan, {*before, *after}),
        FormsOf(before, after, scan, cache),
        LayoutsOf(before, after),
        LookIn(before, after),
    )
