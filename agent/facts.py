"""Translates the scan's outlines into the applier's facts. One of the two modules that know both."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from agent.forms import FormsOf
from agent.late import Late, OneByOne
from agent.layouts import LayoutsOf
from agent.patterns import LookIn
from agent.surroundings import Surroundings
from applier.facts import (
    CommentFact,
    DeedFact,
    Facts,
    FileFacts,
    ImportFact,
    Mention,
    SymbolFact,
    SyntaxFault,
    TestFact,
    UseFact,
)
from repo_scan import Import, Outline, OutlineCache, Scan, outline_texts
from repo_scan.dependencies import packages_in
from repo_scan.resolving import Resolver

Texts = Mapping[str, str]


def facts_of_outline(outline: Outline) -> FileFacts:
    """One file's facts."""
    return FileFacts(
        path=outline.path,
        language=outline.language,
        docstring=outline.docstring,
        unbound=tuple((place.name, place.line) for place in outline.unbound),
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
                yields=symbol.yields,
            )
            for symbol in outline.symbols
        ),
        comments=tuple(CommentFact(comment.line, comment.text) for comment in outline.comments),
        tests=tuple(TestFact(test.name, test.line, test.assertions, test.skipped) for test in outline.tests),
        deeds=tuple(DeedFact(deed.owner, deed.line, deed.kind, deed.text) for deed in outline.deeds),
        imports=tuple(map(_import, outline.imports)),
        references=frozenset(outline.references),
        exports=outline.exports,
        idle=tuple((idle.name, idle.line) for idle in outline.idle),
        binds=outline.binds,
        dynamic=outline.dynamic,
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


def facts_for(
    before: Texts, after: Texts, scan: Scan, cache: OutlineCache, around: Surroundings[FileFacts] | None = None
) -> Facts:
    """What the gates need for one step on top of the scanned state; `around` keeps what lasts longer than a step."""
    around = around if around is not None else Surroundings()
    old, new = outline_texts(before, cache=cache), outline_texts(after, cache=cache)
    own = {*before, *after}
    paths = {entry.path for entry in scan.inventory.files} | {entry.path for entry in scan.inventory.skipped}
    others = {path: outline for path, outline in scan.outlines.items() if path not in own}
    settings = around.settings(scan)
    was = Resolver(paths | before.keys(), {**others, **old}, settings)
    now = Resolver((paths - before.keys()) | after.keys(), {**others, **new}, {**settings, **_decided(after, settings)})

    def known(path: str) -> FileFacts:
        return around.of(others[path], facts_of_outline)

    return Facts(
        before=_step(before, old, was),
        after=_step(after, new, now),
        others=OneByOne(others, known),
        forms=FormsOf(before, after, scan, cache),
        layouts=LayoutsOf(before, after),
        look=LookIn(before, after),
        earlier=OneByOne(others, lambda path: _placed(known(path), was)),
        later=OneByOne(others, lambda path: _placed(known(path), now)),
        importers=OneByOne(scan.outlines, scan.graph.importers_of),
        loads=Late(lambda: _loads(scan)),
        modules=OneByOne(before, was.modules_of),
        mentions=Late(lambda: _mentions(others)),
        packages=Late(lambda: packages_in(scan.outlines, settings)),
        absent=Late(lambda: _absent(was, scan.outlines)),
    )


def _decided(after: Texts, settings: Texts) -> dict[str, str]:
    """Settings that the step itself changes."""
    return {path: text for path, text in after.items() if path in settings}


def _step(texts: Texts, outlines: Mapping[str, Outline], state: Resolver) -> dict[str, FileFacts]:
    """Facts of the files of a step, in one state of the repository."""
    return {
        path: _placed(facts_of_outline(outlines[path]), state) if path in outlines else FileFacts(path)
        for path in sorted(texts)
    }


def _placed(facts: FileFacts, state: Resolver) -> FileFacts:
    """Facts of a file, with what its imports and uses mean in one state of the repository."""
    imports = tuple(
        replace(
            found,
            resolved=meaning.file,
            member=meaning.member,
            origin=meaning.origin,
            place=meaning.place,
            package=meaning.package,
        )
        for found, meaning in zip(facts.imports, state.meanings(facts.path), strict=True)
    )
    uses = tuple(
        UseFact(meant.file, meant.name, use.name, use.line, use.positional, use.keywords, use.more)
        for meant in state.uses(facts.path)
        for use in (meant.use,)
    )
    return replace(facts, imports=imports, uses=uses)


def _loads(scan: Scan) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for edge in scan.graph.edges:
        if edge.kind == "runtime":
            found.setdefault(edge.importer, []).append(edge.imported)
    return {path: tuple(imported) for path, imported in found.items()}


def _mentions(outlines: Mapping[str, Outline]) -> dict[str, tuple[Mention, ...]]:
    found: dict[str, list[Mention]] = {}
    for path, outline in outlines.items():
        for quoted in outline.quoted:
            found.setdefault(quoted.name, []).append(Mention(path, quoted.line))
    return {name: tuple(places) for name, places in found.items()}


def _absent(state: Resolver, paths: Collection[str]) -> dict[str, str]:
    """Where modules would lie that imports name and nobody finds, and one importer of each."""
    return {meaning.place: path for path in paths for meaning in state.meanings(path) if meaning.origin == "missing"}
