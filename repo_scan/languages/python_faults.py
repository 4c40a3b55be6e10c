"""Where a text is not valid Python.

Two parsers are asked, and each is right about other things. Python's own (`ast.parse`) is right whenever it accepts;
when it objects, it may merely be older than the text. tree-sitter knows newer syntax, but also accepts what never was
Python 3, `print "x"` for one. So the text is at fault when Python objects and either tree-sitter objects too, or
Python still objects after the constructs that it may be too old for have been taken out.
"""

import ast
import symtable
import warnings
from collections.abc import Callable

from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Fault

_MOST = 5  # faults told of one file; the first is what matters
_TOO_DEEP = Fault(0, "nested too deeply to be checked")


def faults_of(text: str, parsed: Callable[[], Tree]) -> tuple[Fault, ...]:
    """Syntax errors, Python's own first; empty for a valid text. The whole tree is asked for where Python objects.

    Where the text holds syntax that Python may be too old for, its word is no better than the tree's: then by lines.
    """
    objection = _objection(text)
    if objection is None:
        return ()
    tree = parsed()
    older = _without_newer_syntax(tree)
    if tree.broken:
        others = [fault for fault in _unexpected(tree) if fault.line != objection.line]
        found = (objection, *others[: _MOST - 1])
        return found if older is None else tuple(sorted(found, key=lambda fault: fault.line))
    return () if older is not None and _objection(older) is None else (objection,)


def _objection(text: str) -> Fault | None:
    """What this interpreter has against a text.

    Asked first is what costs least, since it makes no tree of Python objects. It knows some rules beyond syntax, so
    it is believed only where it accepts.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                symtable.symtable(text, "<text>", "exec")
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                ast.parse(text)
    except SyntaxError as exc:
        return Fault(max(exc.lineno or 1, 1), encodable(exc.msg or "invalid syntax"))
    except ValueError as exc:  # a NUL character, or a lone surrogate
        return Fault(0, str(exc))
    except (RecursionError, MemoryError):
        return _TOO_DEEP
    return None


def forbidden_in(text: str, tree: Tree) -> tuple[Fault, ...]:
    """What keeps a text that can be parsed from being compiled; the compiler tells the first only."""
    fault = _refusal(text)
    if fault is not None and (older := _without_newer_syntax(tree)) is not None:
        fault = _refusal(older)
    return (fault,) if fault is not None else ()


def _refusal(text: str) -> Fault | None:
    """What this interpreter's compiler has against a text. Nothing of it is run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<text>", "exec", dont_inherit=True)
    except SyntaxError as exc:
        return Fault(max(exc.lineno or 1, 1), encodable(exc.msg or "invalid syntax"))
    except (ValueError, RecursionError, MemoryError):  # not for want of sense
        return None
    return None


def _unexpected(tree: Tree) -> list[Fault]:
    found: list[Fault] = []
    for node, kind in enumerate(tree.kinds):
        if kind == "ERROR":
            found.append(Fault(tree.line(node), f"unexpected {_shown(tree, node)!r}"))
        elif tree.starts[node] == tree.ends[node] and tree.is_leaf(node) and node:
            found.append(Fault(tree.line(node), f"{kind!r} is missing"))
    return sorted({fault.line: fault for fault in reversed(found)}.values(), key=lambda fault: fault.line)


def _shown(tree: Tree, node: int) -> str:
    words = tree.source[tree.starts[node] : min(tree.ends[node], tree.starts[node] + 200)].decode("utf-8", "replace")
    line = words.strip().partition("\n")[0]
    return line if len(line) <= 40 else f"{line[:40]}…"


def _without_newer_syntax(tree: Tree) -> str | None:
    """The text with an older equivalent of syntax newer than Python 3.11; None if there is none of it."""
    pieces: list[bytes] = []
    copied = 0
    node = 0
    while node < len(tree.kinds):
        instead = _older(tree, node)
        if instead is None:
            node += 1
            continue
        pieces += (tree.source[copied : tree.starts[node]], instead)
        copied = tree.ends[node]
        node = tree.stops[node]
    return (b"".join(pieces) + tree.source[copied:]).decode("utf-8", "replace") if pieces else None


def _older(tree: Tree, node: int) -> bytes | None:
    match tree.kinds[node]:
        case "type_alias_statement":  # 3.12
            return b"pass"
        case "type_parameter" if tree.fields[node] == "type_parameters":  # 3.12, with defaults 3.13
            return b""
        case "string" if any(tree.kinds[child] == "interpolation" for child in tree.children(node)):  # 3.12
            return b"''"
    return None
