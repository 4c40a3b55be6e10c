"""Whether a JavaScript or TypeScript file, when it is loaded, does more than define what it holds."""

from repo_scan.languages.tree import Tree


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_QUIET = _names(
    """comment html_comment hash_bang_line import_statement function_declaration generator_function_declaration
    function_signature interface_declaration type_alias_declaration enum_declaration ambient_declaration empty_statement
    export_clause namespace_export import_alias function_expression arrow_function string identifier ; * from default
    export declare type = , { }"""
)
_WRAPPERS = frozenset({"export_statement", "lexical_declaration", "variable_declaration", "expression_statement"})
_FUNCTIONS = _names(
    """function_expression arrow_function method_definition function_declaration generator_function
    generator_function_declaration"""
)
_AT_ONCE = _names("decorator class_static_block await_expression update_expression augmented_assignment_expression")
_CALLS = {"call_expression": "function", "new_expression": "constructor"}
_MAKERS = _names(
    """require Object.freeze Symbol Symbol.for Map Set WeakMap WeakSet RegExp Date Array Array.from Object.fromEntries
    Object.entries Object.keys Object.assign createContext React.createContext memo React.memo forwardRef
    React.forwardRef lazy React.lazy BigInt Number String URL Uint8Array TextEncoder TextDecoder"""
)


def acts_of(tree: Tree) -> int:
    """The line of the first statement that may be felt outside of the file; 0 if there is none."""
    waiting = [*tree.children(0)][::-1]
    while waiting:
        node = waiting.pop()
        kind = tree.kinds[node]
        if kind == "expression_statement" and _is_effect(tree, node):
            return tree.line(node)
        if kind in _WRAPPERS:
            waiting += [*tree.children(node)][::-1]
        elif kind not in _QUIET and not tree.is_leaf(node) and _does(tree, node):
            return tree.line(node)
    return 0


def _is_effect(tree: Tree, statement: int) -> bool:
    """Whether an expression stands for more than a directive or an export."""
    inner = statement + 1
    if tree.kinds[inner] == "string":
        return False
    return not (
        tree.kinds[inner] == "assignment_expression" and tree.text(inner).startswith(("module.exports", "exports."))
    )


def _does(tree: Tree, node: int) -> bool:
    """Whether what is evaluated in a node at once is more than the making of values."""
    at, stop = node, tree.stops[node]
    if tree.kinds[node].endswith("_statement"):
        return True
    while at < stop:
        if tree.kinds[at] in _FUNCTIONS:
            at = tree.stops[at]
            continue
        if tree.kinds[at] in _AT_ONCE or _calls(tree, at):
            return True
        at += 1
    return False


def _calls(tree: Tree, node: int) -> bool:
    role = _CALLS.get(tree.kinds[node])
    called = tree.child(node, role) if role else None
    return called is not None and tree.text(called) not in _MAKERS
