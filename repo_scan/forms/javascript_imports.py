"""The imports of a JavaScript or TypeScript text: each name, where it comes from, and whether it is needed."""

from collections.abc import Iterator
from dataclasses import dataclass

from repo_scan.forms.form import Bound
from repo_scan.forms.javascript_scopes import NAMES, Scope, imported_names
from repo_scan.languages.tree import Tree

_JSX = frozenset({"React", "h", "Fragment", "jsx", "preact", "createElement"})


@dataclass(frozen=True, slots=True)
class Site:
    """One name that an import statement binds; the name is "" where a file is loaded for its effect."""

    statement: int
    name: str
    imported: str  # "default", "*", or the name there
    module: str
    marked: bool  # as a type
    type_only: bool  # marked so, or nothing uses it as a value

    @property
    def target(self) -> str:
        """What the name means, equal for all ways to import the same."""
        return f"{self.module}#{self.imported}"


def sites_of(tree: Tree, scopes: list[Scope], erased: list[bool], *, typed: bool) -> list[Site]:
    """Every name that plain import statements bind; `typed` languages leave out what nothing uses as a value."""
    values = set(_uses(tree, scopes, erased, values=True)) if typed else set[str]()
    found: list[Site] = []
    for statement in tree.children(0):
        if tree.kinds[statement] != "import_statement" or _is_special(tree, statement):
            continue
        module = module_of(tree, statement)
        marked = any(tree.kinds[child] == "type" for child in tree.children(statement))
        names = list(_named(tree, statement))
        for name, imported, is_type in names:
            unused = typed and name not in values and not (name in _JSX and _has_jsx(tree))
            found.append(Site(statement, name, imported, module, marked or is_type, marked or is_type or unused))
        if not names:
            found.append(Site(statement, "", "", module, False, False))
    return found


def bounds_of(tree: Tree, scopes: list[Scope], erased: list[bool], sites: list[Site]) -> Iterator[Bound]:
    """The imports in the form's words."""
    used = {*_uses(tree, scopes, erased, values=True), *_uses(tree, scopes, erased, values=False)}
    jsx = _has_jsx(tree)
    for site in sites:
        yield Bound(
            name=site.name,
            target=site.target,
            module=site.module,
            where="",
            line=tree.line(site.statement),
            crossed=0,  # imports come before everything else, wherever they stand
            used=not site.name or site.name in used,
            type_only=site.type_only,
            spoken="is what JSX may be turned into calls of" if jsx and site.name in _JSX else "",
        )


def module_of(tree: Tree, statement: int) -> str:
    """The module of an import or export statement, as written."""
    source = tree.child(statement, "source")
    return tree.text(source)[1:-1] if source is not None else ""


def _named(tree: Tree, statement: int) -> Iterator[tuple[str, str, bool]]:
    for node in range(statement, tree.stops[statement]):
        kind = tree.kinds[node]
        if kind not in ("import_specifier", "namespace_import", "import_clause"):
            continue
        is_type = kind == "import_specifier" and any(tree.kinds[child] == "type" for child in tree.children(node))
        for name in imported_names(tree, node):
            imported = {"namespace_import": "*", "import_clause": "default"}.get(kind, "")
            original = tree.child(node, "name")
            shown = tree.text(original).strip("'\"") if original is not None else ""
            yield tree.text(name), imported or shown, is_type


def _is_special(tree: Tree, statement: int) -> bool:
    """Whether an import statement has attributes, or is of another kind."""
    kinds = {tree.kinds[child] for child in tree.children(statement)}
    whole = " ".join(tree.text(statement).split()[:2])
    return bool(kinds & {"import_attribute", "import_require_clause"}) or whole in ("import defer", "import source")


def _uses(tree: Tree, scopes: list[Scope], erased: list[bool], *, values: bool) -> Iterator[str]:
    """Names of the module that are used outside of imports, as values or as types."""
    inside = 0
    for node, kind in enumerate(tree.kinds):
        if kind == "import_statement":
            inside = tree.stops[node]
        if node < inside:
            continue
        if kind in NAMES and erased[node] is not values:
            name = tree.text(node)
            owner = scopes[node].owner(name)
            if owner is not None and owner.kind == "module":
                yield name
        elif kind == "type_identifier" and not values:
            yield tree.text(node)


def _has_jsx(tree: Tree) -> bool:
    return any(kind.startswith("jsx_") for kind in tree.kinds)
