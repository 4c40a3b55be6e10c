"""Whether a Python file, when it is loaded, does more than define what it holds."""

import builtins
import sys

from repo_scan.languages.tree import Tree
from repo_scan.outline import Import


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_QUIET = _names(
    """comment import_statement import_from_statement future_import_statement function_definition pass_statement
    type_alias_statement string ellipsis
    global_statement"""
)
_BRANCHES = _names(
    """if_statement try_statement block else_clause elif_clause except_clause finally_clause
    except_group_clause"""
)
_MAKERS = _names(
    """TypeVar ParamSpec TypeVarTuple NewType NamedTuple namedtuple compile getLogger Path PurePath PurePosixPath
    frozenset set dict list tuple int float str bytes bool len sorted range object field ContextVar Decimal Fraction
    timedelta MappingProxyType SimpleNamespace partial itemgetter attrgetter defaultdict deque OrderedDict Counter Lock
    RLock Struct cast auto split strip join lower upper format encode replace dirname abspath escape dedent"""
)
_STANDARD = frozenset(name for name in dir(builtins)) | {"Protocol", "Generic", "NamedTuple", "TypedDict"}


def acts_of(tree: Tree, imports: tuple[Import, ...]) -> int:
    """The line of the first statement that may be felt outside of the file; 0 if there is none."""
    standard = {found.binds for found in imports if found.module.partition(".")[0] in sys.stdlib_module_names}
    classes = (node for node, kind in enumerate(tree.kinds) if kind == "class_definition")
    own = {tree.text(name) for node in classes if (name := tree.child(node, "name")) is not None}
    known = standard | own | _STANDARD
    waiting = [*tree.children(0)][::-1]
    while waiting:
        node = waiting.pop()
        if tree.kinds[node] in _BRANCHES:
            if not _is_for_others(tree, node):
                waiting += [*tree.children(node)][::-1]
        elif _does(tree, node, known):
            return tree.line(node)
    return 0


def _is_for_others(tree: Tree, node: int) -> bool:
    """Whether a branch is not taken when the file is loaded by another."""
    condition = tree.child(node, "condition")
    words = tree.text(condition) if condition is not None else ""
    return words.endswith("TYPE_CHECKING") or words.startswith("__name__ ")


def _does(tree: Tree, node: int, known: set[str] | frozenset[str]) -> bool:
    kind = tree.kinds[node]
    if kind in _QUIET or tree.is_leaf(node):
        return False
    if kind == "class_definition":
        return _derives(tree, node, known)
    if kind == "decorated_definition":
        marks = [child for child in tree.children(node) if tree.kinds[child] == "decorator"]
        inner = [child for child in tree.children(node) if tree.kinds[child] == "class_definition"]
        strange = any(tree.text(mark).lstrip("@ ").partition("(")[0].partition(".")[0] not in known for mark in marks)
        return strange or any(_derives(tree, child, known) for child in inner)
    if kind in ("expression_statement", "assignment", "augmented_assignment"):
        first = node + 1 if kind == "expression_statement" else node
        if tree.kinds[first] in ("string", "ellipsis", "concatenated_string"):
            return False
        return tree.kinds[first] not in ("assignment", "augmented_assignment") or _assigns(tree, first)
    return kind not in (
        "identifier",
        "boolean_operator",
        "comparison_operator",
        "not_operator",
        "tuple",
        "attribute",
        "as_pattern",
    )


def _derives(tree: Tree, node: int, known: set[str] | frozenset[str]) -> bool:
    """Whether making a class may run code of its bases."""
    bases = tree.child(node, "superclasses")
    for base in tree.children(bases) if bases is not None else ():
        if tree.kinds[base] in ("identifier", "attribute", "subscript"):
            if tree.text(base).partition("[")[0].partition(".")[0] not in known:
                return True
        elif tree.kinds[base] not in ("(", ")", ",", "comment") and not tree.text(base).startswith(
            ("total=", "metaclass=ABC")
        ):
            return True
    return False


def _assigns(tree: Tree, node: int) -> bool:
    """Whether an assignment may do more than make a value and name it."""
    left, right = tree.child(node, "left"), tree.child(node, "right")
    if left is None or tree.kinds[left] not in ("identifier", "pattern_list", "tuple_pattern"):
        return True
    if right is None:
        return False
    calls = (call for call in range(right, tree.stops[right]) if tree.kinds[call] in ("call", "await"))
    return any(tree.text(call + 1).rpartition(".")[2] not in _MAKERS for call in calls)
