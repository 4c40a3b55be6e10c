"""What the names of a Python text mean: which import they come from, by its dotted, absolute name."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from repo_scan.forms.form import Surroundings
from repo_scan.forms.python_scopes import FunctionNode, Scope, Scopes, bound_name


@dataclass(frozen=True, slots=True)
class Site:
    """One name that a plain import statement binds: one of the top of the file or of a function's own body."""

    statement: ast.Import | ast.ImportFrom
    name: str  # "*" for a star whose names are not known
    target: str
    module: str
    scope: Scope
    type_only: bool
    redundant: bool = False  # `import x as x`: meant for others

    @property
    def of_star(self) -> bool:
        """Whether a star brings the name in."""
        return self.statement.names[0].name == "*"


@dataclass(slots=True)
class Names:
    """The imports of one text."""

    scopes: Scopes
    around: Surroundings
    sites: list[Site] = field(default_factory=list)
    targets: dict[tuple[Scope, str], str] = field(default_factory=dict)  # of names that nothing but imports binds
    loads: dict[tuple[Scope | None, str], list[ast.Name]] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module, scopes: Scopes, around: Surroundings) -> "Names":
        """The names of a tree; stars that are known bind theirs from now on."""
        names = cls(scopes, around)
        for scope, body in _bodies(tree, scopes):
            names.sites += [
                site for statement, type_only in _plain(body) for site in names._of(statement, scope, type_only)
            ]
        for site in names.sites:
            if site.of_star and site.name != "*":
                site.scope.bind(site.name, "import", site.statement)
        names._settle()
        for node, scope in scopes.items():
            if isinstance(node, ast.Name):
                names.loads.setdefault((scope.owner(node.id), node.id), []).append(node)
        return names

    def dotted(self, node: ast.AST) -> str:
        """What a name or a chain of attributes is called where it comes from; a builtin's or unknown one's own name.

        "" where that cannot be told.
        """
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        root = self.target_of(node) or ("" if self.scopes[node].owner(node.id) else node.id)
        return self.home(".".join([root, *reversed(parts)])) if root else ""

    def target_of(self, node: ast.Name) -> str:
        """The import that a name comes from; "" if it is none, or not that alone."""
        owner = self.scopes[node].owner(node.id)
        return self.targets.get((owner, node.id), "") if owner is not None else ""

    def home(self, dotted: str) -> str:
        """Where a name that modules pass on really comes from."""
        head, tail = dotted, ""
        while head:
            if head in self.around.homes:
                return self.around.homes[head] + tail
            head, _, last = head.rpartition(".")
            tail = f".{last}{tail}"
        return dotted

    @property
    def modules(self) -> set[str]:
        """Dotted names that are surely modules."""
        return {site.module for site in self.sites if isinstance(site.statement, ast.Import)}

    def is_settled(self, site: Site) -> bool:
        """Whether a name always means what one import binds."""
        return (site.scope, site.name) in self.targets

    def _settle(self) -> None:
        found: dict[tuple[Scope, str], set[str]] = {}
        count: dict[tuple[Scope, str], int] = {}
        for site in self.sites:
            found.setdefault((site.scope, site.name), set()).add(site.target)
            count[site.scope, site.name] = count.get((site.scope, site.name), 0) + 1
        for (scope, name), targets in found.items():
            bindings = scope.bound.get(name, [])
            plain = len(bindings) == count[scope, name] and scope.kinds(name) == {"import"}
            if plain and len(targets) == 1:
                self.targets[scope, name] = self.home(next(iter(targets)))

    def _of(self, statement: ast.Import | ast.ImportFrom, scope: Scope, type_only: bool) -> Iterator[Site]:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                target = alias.name if alias.asname else alias.name.split(".")[0]
                redundant = alias.asname == alias.name
                yield Site(
                    statement, bound_name(alias, from_import=False), target, alias.name, scope, type_only, redundant
                )
            return
        module = self._absolute(statement)
        if module == "__future__":
            return
        for alias in statement.names:
            for name in self.around.stars.get(module, ("*",)) if alias.name == "*" else (alias.name,):
                bound = alias.asname or name
                yield Site(statement, bound, f"{module}.{name}", module, scope, type_only, alias.asname == alias.name)

    def _absolute(self, statement: ast.ImportFrom) -> str:
        if not statement.level:
            return statement.module or ""
        parts = self.around.package.split(".") if self.around.package else []
        base = parts[: len(parts) - statement.level + 1] if statement.level <= len(parts) else ["." * statement.level]
        return ".".join([*base, *([statement.module] if statement.module else [])])


def is_type_checking(test: ast.expr) -> bool:
    """Whether a condition is `TYPE_CHECKING`, however it was imported."""
    name = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    return name == "TYPE_CHECKING"


def _bodies(tree: ast.Module, scopes: Scopes) -> Iterator[tuple[Scope, list[ast.stmt]]]:
    yield scopes[tree], tree.body
    for node in scopes:
        if isinstance(node, FunctionNode):
            yield scopes[node.body[0]], node.body


def _plain(body: list[ast.stmt]) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement, False
        elif isinstance(statement, ast.If) and is_type_checking(statement.test):
            yield from ((one, True) for one in statement.body if isinstance(one, ast.Import | ast.ImportFrom))
