"""The imports of a Python text, as far as they are not part of its code."""

import ast
from collections.abc import Iterator

from repo_scan.forms.form import Bound
from repo_scan.forms.python_names import Names, Site, is_type_checking
from repo_scan.forms.python_scopes import FunctionNode, arguments_of
from repo_scan.forms.python_types import Types, exported_names, own_annotations, spoken_in


def is_free(site: Site, names: Names, types: Types, only: frozenset[str]) -> bool:
    """Whether an imported name may come and go by the kinds that may change."""
    settled = names.is_settled(site) and site.name != "*"
    return ("imports" in only and settled) or site in types.sites


def bounds_of(tree: ast.Module, names: Names, types: Types, only: frozenset[str]) -> Iterator[Bound]:
    """The names that imports bind which are not part of the code."""
    exported = exported_names(tree)
    parameters = {
        argument.arg
        for node in names.scopes
        if isinstance(node, FunctionNode | ast.Lambda)
        for argument in arguments_of(node.args)
    }
    annotations = (part for node in names.scopes for one in own_annotations(node) for part in ast.walk(one))
    spoken_names = {name.id for name in spoken_in(annotations)}
    for site in names.sites:
        if not is_free(site, names, types, only):
            continue
        loads = names.loads.get((site.scope, site.name), [])
        used = bool(loads) or site.redundant or site.name in exported | spoken_names
        spoken = "is the name of a parameter, as fixtures are" if site.name in parameters else ""
        yield Bound(
            name=site.name,
            target=names.home(site.target),
            module=site.module,
            where=site.scope.name,
            line=site.statement.lineno,
            crossed=_crossed(site, tree),
            used=used,
            type_only=site.type_only,
            spoken=spoken,
        )


def _crossed(site: Site, tree: ast.Module) -> int:
    if site.scope.kind != "module":
        return 0
    before = (one for one in tree.body if one.lineno < site.statement.lineno)
    return sum(_acts(one) for one in before)


def _acts(statement: ast.stmt) -> bool:
    """Whether a statement at the top does more than import and define."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Pass():
            return False
        case (
            ast.Expr(value=ast.Constant())
            | ast.Assign(value=ast.Constant())
            | ast.AnnAssign(value=None | ast.Constant())
        ):
            return False
        case ast.If(test=test):
            return not is_type_checking(test)
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return False
    return True
