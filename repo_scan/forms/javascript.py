"""The normal form of a JavaScript or TypeScript text, from the parser's leaves and the nodes around them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from repo_scan.forms.form import Form, Guard, Piece, Surroundings
from repo_scan.forms.javascript_imports import Site, bounds_of, sites_of
from repo_scan.forms.javascript_scopes import FUNCTIONS, Scope, is_local, scopes_of
from repo_scan.forms.javascript_spelling import Spelling, joined
from repo_scan.forms.javascript_types import erased_nodes, is_declared, is_declared_only
from repo_scan.forms.javascript_words import guards_of_comments, is_comment, lines_around, pieces_of_comments
from repo_scan.languages.javascript import PARSERS
from repo_scan.languages.javascript_faults import faults_of, parsed
from repo_scan.languages.tree import Tree, encodable

_PARTS = frozenset(
    {"method_definition", "public_field_definition", "field_definition", "switch_case", "switch_default"}
    | {"else_clause", "catch_clause", "finally_clause", "class_static_block"}
)
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})
_SHOWN = 400  # characters of a statement
_NESTED = "¶"  # stands for a statement within another


def form(language: str, text: str, only: frozenset[str], around: Surroundings) -> Form:
    """What a text says, apart from what may change; with a reason instead where that cannot be told."""
    tree = _parsed(language, text.encode("utf-8", "surrogatepass"), only)
    if faults := faults_of(tree):
        return Form(reason=f"it is not valid {language} (line {faults[0].line}: {faults[0].message})")
    return _Reading.of(tree, only, typed=language != "javascript").form()


def _parsed(language: str, source: bytes, only: frozenset[str]) -> Tree:
    """The tree of a text; without the `!` that says that a value is there, where annotations may change.

    The grammar takes `!a!.b` for `(!a)!.b`, so that where types came or went the rest would seem to be another.
    """
    tree = parsed(PARSERS[language], source)
    marks = [at for at, kind in enumerate(tree.kinds) if kind == "!" and _is_type_mark(tree, at)]
    if not marks or "annotations" not in only or tree.broken:
        return tree
    bare = bytearray(source)
    for mark in marks:
        bare[tree.starts[mark] : tree.ends[mark]] = b" "
    other = parsed(PARSERS[language], bytes(bare))
    return tree if other.broken else other


def _is_type_mark(tree: Tree, node: int) -> bool:
    return tree.kinds[tree.parents[node]] == "non_null_expression"


@dataclass(slots=True)
class _Open:
    """A piece that is being read."""

    node: int
    words: list[str] = field(default_factory=list)
    shown_to: int = 0  # where its first nested piece starts


@dataclass(slots=True)
class _Reading:
    """One text, read for one set of kinds."""

    tree: Tree
    only: frozenset[str]
    scopes: list[Scope]
    erased: list[bool]
    sites: list[Site]
    spelling: Spelling

    @classmethod
    def of(cls, tree: Tree, only: frozenset[str], *, typed: bool) -> "_Reading":
        scopes, erased = scopes_of(tree), erased_nodes(tree)
        sites = sites_of(tree, scopes, erased, typed=typed)
        targets = {site.name: site.target for site in sites if site.name} if "imports" in only else {}
        return cls(tree, only, scopes, erased, sites, Spelling(tree, scopes, only, targets))

    def form(self) -> Form:
        code = tuple(sorted(self._pieces(), key=lambda piece: piece[0]))
        gone = [site for site in self.sites if self._is_free(site)]
        free = {line for site in gone for line in lines_around(self.tree, site.statement)}
        bounds = bounds_of(self.tree, self.scopes, self.erased, gone)
        return Form(
            code=tuple(piece for _, piece in code),
            comments=tuple(pieces_of_comments(self.tree, self.only, free)),
            guards=tuple(self._guards()),
            imports=tuple(bounds),
        )

    def _is_free(self, site: Site) -> bool:
        return "imports" in self.only or ("annotations" in self.only and site.type_only)

    # The code, statement by statement.

    def _pieces(self) -> Iterator[tuple[int, Piece]]:
        tree, stop = self.tree, len(self.tree.kinds)
        opened = [_Open(0)]
        ends: list[tuple[int, str]] = [(stop, "")]  # of the nodes that are open: a word for each, none for a piece
        node, read = 1, 0
        while node < stop:
            yield from self._ended(node, opened, ends)
            if self._is_piece(node) and not self._skips(node):
                opened[-1].words.append(_NESTED)
                opened[-1].shown_to = opened[-1].shown_to or tree.starts[node]
                opened.append(_Open(node))
                ends.append((tree.stops[node], ""))
            at_once = self._at_once(node)
            if at_once is None:
                ends += self._entered(node, opened[-1])
                node += 1
                continue
            opened[-1].words += [*self._unread(read, tree.starts[node]), *at_once]
            if tree.kinds[node] == "import_statement":
                yield from self._imports_in(node)
            read, node = max(read, tree.ends[node]), tree.stops[node]
        opened[-1].words += self._unread(read, len(tree.source))
        yield from self._ended(stop, opened, ends)

    def _ended(self, node: int, opened: list[_Open], ends: list[tuple[int, str]]) -> Iterator[tuple[int, Piece]]:
        """Close what is over at a node."""
        while ends and ends[-1][0] <= node:
            word = ends.pop()[1]
            if word:
                opened[-1].words.append(word)
            else:
                yield self._closed(opened.pop())

    def _at_once(self, node: int) -> list[str] | None:
        """The words of a node that is not entered."""
        if self._skips(node):
            return []
        words = self.spelling.whole(node)
        return self._leaf(node) if words is None and self.tree.is_leaf(node) else words

    def _entered(self, node: int, piece: _Open) -> list[tuple[int, str]]:
        """Begin a node with parts; what is to be said when it is over."""
        if self.spelling.is_transparent(node):
            return []
        piece.words.append(f"({self.spelling.mark(node)}")
        twice = self.tree.kinds[node] == "object_assignment_pattern"  # it holds an assignment of its own
        return [(self.tree.stops[node], ")")] * (2 if twice else 1)

    def _leaf(self, node: int) -> list[str]:
        if self.spelling.is_layout(node) or self.tree.starts[node] == self.tree.ends[node]:
            return []
        return [encodable(self.tree.text(node))]

    def _unread(self, start: int, end: int) -> list[str]:
        """Words that no leaf holds: of syntax that the grammar does not know yet."""
        words = self.tree.source[start:end].decode("utf-8", "replace").strip() if start < end else ""
        return [f"?{words}"] if words and words != "\ufeff" else []

    def _skips(self, node: int) -> bool:
        kind = self.tree.kinds[node]
        if is_comment(kind) or kind in ("hash_bang_line", "import_statement"):
            return True
        if kind == "empty_statement":
            return self.tree.kinds[self.tree.parents[node]] in ("program", "statement_block")
        return "annotations" in self.only and self.erased[node]

    def _imports_in(self, statement: int) -> Iterator[tuple[int, Piece]]:
        """What of an import statement is part of the code."""
        line, own = self.tree.line(statement), [site for site in self.sites if site.statement == statement]
        if not own:
            words = " ".join(self.tree.text(statement).rstrip("; \n").split())
            yield statement, Piece(line, "", words, words)
        for site in own:
            if not self._is_free(site):
                named = f"{'type ' if site.marked else ''}{site.imported} as {site.name} from " if site.name else ""
                shown = f"import {named}'{site.module}'"
                yield statement, Piece(line, "", shown, shown)

    def _is_piece(self, node: int) -> bool:
        kind = self.tree.kinds[node]
        if kind == "statement_block" or kind in ("jsx_closing_element",):
            return False
        return kind in _PARTS or kind.endswith(("_statement", "_declaration"))

    def _closed(self, piece: _Open) -> tuple[int, Piece]:
        tree, node = self.tree, piece.node
        start = tree.starts[node]
        end = piece.shown_to or tree.ends[node]
        shown = " ".join(tree.source[start:end].decode("utf-8", "replace").split())[:_SHOWN] if node else ""
        return node, Piece(tree.line(node), self._where(node), joined(piece.words), encodable(shown))

    def _where(self, node: int) -> str:
        tree, names = self.tree, list[int | None]()
        if tree.kinds[node] in ("lexical_declaration", "variable_declaration") and self._is_at_top(node):
            declarators = (tree.child(child, "name") for child in tree.children(node))
            names.append(next((name for name in declarators if name is not None), None))
        while node > 0:
            names.append(self._name_of(node))
            node = tree.parents[node]
        return ".".join(encodable(tree.text(name)) for name in reversed(names) if name is not None)

    def _is_at_top(self, node: int) -> bool:
        return self.tree.kinds[self.tree.parents[node]] in ("program", "export_statement")

    def _name_of(self, node: int) -> int | None:
        """The name of a function, class or method."""
        kind = self.tree.kinds[node]
        if kind in FUNCTIONS or kind in _CLASSES:
            return self.tree.child(node, "name")
        value = self.tree.child(node, "value") if kind == "variable_declarator" else None
        return self.tree.child(node, "name") if value is not None and self.tree.kinds[value] in FUNCTIONS else None

    # What means something although its kind may change.

    def _guards(self) -> Iterator[Guard]:
        yield from guards_of_comments(self.tree, self.only)
        if "annotations" in self.only:
            yield from self._fields()
            yield from self._decorated()
        if "imports" in self.only:
            for target, (way, line) in self.spelling.looked_up.items():
                yield Guard("lookup", target, line, way, "ask", "It is called by another object now.", when="changed")
        if "local names" in self.only:
            yield from self._looked_at()

    def _fields(self) -> Iterator[Guard]:
        for node, kind in enumerate(self.tree.kinds):
            if (
                kind == "public_field_definition"
                and is_declared_only(self.tree, node)
                and not is_declared(self.tree, node)
            ):
                name = self.tree.child(node, "name")
                where = f"{self._where(node)}.{self.tree.text(name) if name is not None else ''}"
                why = "Where fields are defined, one without a value is set to undefined; `declare` keeps it out."
                yield Guard("field", where, self.tree.line(node), "field", "ask", why, when="any")

    def _decorated(self) -> Iterator[Guard]:
        """Types in decorated classes, which compilers may hand to the decorators."""
        for node, kind in enumerate(self.tree.kinds):
            owner = self.tree.parents[node]
            if kind == "decorator" and self.tree.kinds[owner] in (
                "class_declaration",
                "class_body",
                "export_statement",
            ):
                end = self.tree.stops[owner]
                kinds = self.tree.kinds
                types = [self.tree.text(one) for one in range(node, end) if kinds[one] == "type_annotation"]
                why = "The class has decorators, which may be told the types."
                yield Guard(
                    "annotation", self._where(owner), self.tree.line(node), " ".join(types), "ask", why, when="any"
                )

    def _looked_at(self) -> Iterator[Guard]:
        """Functions whose local names something sees by their names."""
        for node, kind in enumerate(self.tree.kinds):
            called = self.tree.child(node, "function") if kind == "call_expression" else None
            is_eval = called is not None and self.tree.text(called) == "eval"
            scope: Scope | None = self.scopes[node] if is_eval or kind == "with_statement" else None
            names: list[str] = []
            while scope is not None and scope.kind != "module":
                names += [name for name in scope.bound if is_local(scope, name)]
                scope = scope.outer
            if names:
                line = self.tree.line(node)
                why = f"`{'eval' if is_eval else 'with'}` (line {line}) may see local names by their names."
                yield Guard("names", self._where(node), line, " ".join(sorted(names)), "ask", why, when="any")
