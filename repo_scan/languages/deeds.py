"""What the statements of a text do, one short text each, so that it can be seen which of them are gone.

A text is the same for all layouts and for all names of local variables. What holds other statements is told by its
head alone; entries of tables and elements of markup are told one by one. The same for all languages, which only call
things differently.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Deed, DeedKind

LOCAL = "_"  # in place of the name of a local variable
_LONGEST = 400  # characters; what is longer is told by its beginning and a sum of the whole


@dataclass(frozen=True, slots=True)
class Speech:
    """What a language calls the things that matter here."""

    heads: Mapping[str, DeedKind]  # kinds of nodes that are told
    statement: str  # the kind of statements that are an expression, of which it matters which
    assigning: frozenset[str]  # expressions that assign
    texts: frozenset[str]  # expressions that are a mere text, which says nothing here
    entries: Mapping[str, int]  # kinds of lists and tables, and from how many entries on these are told one by one
    unsaid: frozenset[str]  # kinds of nodes that are left out of what is told: annotations, the word `else`
    names: frozenset[str]  # kinds of leaves that may be the names of local variables
    spoken: Callable[[Tree, int], str]  # the text of a token; "" for one that only is layout
    bound: Callable[[Tree], list[int]]  # where local variables are bound, in order
    given: Callable[[Tree, int], bool] = lambda tree, node: False  # expressions that a function gives back by being it
    opened: Callable[[Tree, int], bool] = lambda tree, node: True  # of lists and tables: whether theirs are told apart


@dataclass(slots=True)
class Owner:
    """A definition or a test that statements stand in."""

    name: str
    start: int
    stop: int
    is_function: bool
    around: "Owner | None" = None
    locals: frozenset[str] | None = None


def deeds_of(tree: Tree, owners: Iterable[Owner], defined: frozenset[int], speech: Speech) -> tuple[Deed, ...]:
    """Everything that a text does, in order; what only defines a name at the top is left to the symbols."""
    waiting = sorted(owners, key=lambda owner: (owner.start, -owner.stop), reverse=True)
    owner = Owner("", 0, len(tree.kinds), False)
    found, apart, bound = list[Deed](), _apart(tree, speech), speech.bound(tree)
    telling = speech.heads.keys() | {speech.statement}
    for node, kind in enumerate(tree.kinds):
        while waiting and waiting[-1].start <= node:
            inner = waiting.pop()
            while owner.stop <= inner.start and owner.around is not None:
                owner = owner.around
            inner.around, owner = owner, inner
        given = tree.fields[node] == "body" and speech.given(tree, node)
        if not (kind in telling or node in apart or given) or node in defined:
            continue
        while owner.stop <= node and owner.around is not None:
            owner = owner.around
        shape = "return" if given else "entry" if node in apart else _shape(tree, node, kind, speech)
        text = _told(tree, node, _locals_of(tree, owner, bound), apart, speech) if shape is not None else ""
        if shape is not None and text:
            text = f"return {text}" if given else text
            found.append(Deed(encodable(owner.name), tree.line(node), shape, encodable(text)))
    return tuple(found)


def _shape(tree: Tree, node: int, kind: str, speech: Speech) -> DeedKind | None:
    if kind != speech.statement:
        return speech.heads[kind]
    said = tree.kinds[node + 1] if not tree.is_leaf(node) else ""
    if said in speech.texts:
        return None
    return "assign" if said in speech.assigning else "call"


def _apart(tree: Tree, speech: Speech) -> frozenset[int]:
    """Entries of tables, and elements within elements: each is told on its own."""
    found: set[int] = set()
    for node, kind in enumerate(tree.kinds):
        least = speech.entries.get(kind)
        if least is not None and speech.opened(tree, node):
            inside = [one for one in tree.children(node) if not _is_sign(tree, one)]
            found.update(inside if len(inside) >= least else ())
    return frozenset(found)


def _is_sign(tree: Tree, node: int) -> bool:
    kind = tree.kinds[node]
    return kind in ("comment", "jsx_text", "jsx_opening_element", "jsx_closing_element") or not (kind[0].isalpha())


def _told(tree: Tree, node: int, known: frozenset[str], apart: frozenset[int], speech: Speech) -> str:
    """The tokens of a statement or of its head, one blank between two."""
    cut = speech.heads.keys() | {speech.statement} | speech.unsaid
    words: list[str] = []
    inner, stop = node, tree.stops[node]
    while inner < stop:
        kind = tree.kinds[inner]
        if inner != node and (kind in cut or inner in apart):
            words.append(LOCAL if speech.heads.get(kind) == "default" else "")
            inner = tree.stops[inner]
            continue
        if tree.is_leaf(inner) and kind != "comment":
            word = speech.spoken(tree, inner)
            words.append(LOCAL if kind in speech.names and word in known and _is_free(tree, inner) else word)
        inner += 1
    return _short(" ".join(word for word in words if word))


def _is_free(tree: Tree, name: int) -> bool:
    """Whether a name is one of its own: not that of an attribute or of an argument."""
    role = tree.fields[name]
    return role != "attribute" and not (role == "name" and tree.kinds[tree.parents[name]] == "keyword_argument")


def _locals_of(tree: Tree, owner: Owner, bound: list[int]) -> frozenset[str]:
    """Names that the outermost function around binds."""
    while owner.around is not None and owner.around.is_function:
        owner = owner.around
    if owner.locals is None:
        inside = bound[bisect_left(bound, owner.start) : bisect_left(bound, owner.stop)] if owner.is_function else ()
        owner.locals = frozenset(map(tree.text, inside))
    return owner.locals


def _short(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}… {hashlib.sha1(text.encode('utf-8', 'replace'), usedforsecurity=False).hexdigest()[:8]}"


def targets_in(tree: Tree, pattern: int, through: frozenset[str], names: frozenset[str]) -> Iterator[int]:
    """Plain names in the target of an assignment; not those of whose parts something is assigned."""
    node, stop = pattern, tree.stops[pattern]
    while node < stop:
        if tree.kinds[node] in names:
            yield node
        node = tree.stops[node] if tree.kinds[node] in through else node + 1
