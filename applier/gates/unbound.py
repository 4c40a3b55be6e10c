"""Gate 5 for names: whatever is used is still defined or imported."""

from collections.abc import Iterator

from applier.facts import Facts, FileFacts
from applier.gates.vanished import comparable
from applier.scope import Problem, Scope, Severity, Texts

#: What every JavaScript program has, in browsers and elsewhere.
_GLOBALS = frozenset(
    """
    Array ArrayBuffer Atomics BigInt Boolean DataView Date Error EvalError Function Infinity Int8Array Int16Array
    Int32Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String
    Symbol SyntaxError TypeError URIError Uint8Array Uint16Array Uint32Array Float32Array Float64Array WeakMap WeakRef
    WeakSet URL URLSearchParams AbortController Event EventTarget Buffer arguments clearInterval clearTimeout console
    decodeURIComponent document encodeURIComponent exports fetch global globalThis isNaN isFinite module navigator
    parseFloat parseInt process queueMicrotask require setImmediate setInterval setTimeout structuredClone undefined
    window Blob CustomEvent DOMParser Element File FileReader FormData Headers HTMLElement Image IntersectionObserver
    KeyboardEvent MouseEvent MutationObserver Node NodeList Notification PromiseRejectionEvent ReadableStream Request
    ResizeObserver Response ServiceWorker SharedArrayBuffer TextDecoder TextEncoder WebSocket Worker XMLHttpRequest
    XMLSerializer alert atob btoa cancelAnimationFrame confirm crypto customElements getComputedStyle getSelection
    history localStorage location matchMedia performance prompt requestAnimationFrame requestIdleCallback screen
    sessionStorage __dirname __filename Record Partial Readonly Required Pick Omit Exclude Extract ReturnType
    Parameters Awaited Iterable Iterator
    """.split()  # noqa: SIM905
)
#: What Python 2 had.
_OLDER = frozenset({"unicode", "long", "basestring", "xrange", "unichr", "raw_input", "reduce", "execfile", "file"})

#: So many names that nobody defines are no slip: the file is text for a program, as are the cases of a formatter.
_MANY = 3
_TESTS = ("test", "tests", "testing")
_FED = frozenset({"cases", "data", "input", "inputs", "samples", "snapshots", "test_data", "testdata"})


def check_unbound(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No name lost what binds it, or came without. Of JavaScript only what was bound before: the rest may be global."""
    bound = {kind: _bound(facts, python=kind) for kind in (True, False)}
    gone = (file for path, file in facts.before.items() if path not in after)
    free = {name for file in gone for name, _ in file.unbound}  # what moved with its file was so before
    problems: list[Problem] = []
    for path in after:
        pair = comparable(path, after, facts) if path in before else None
        file = pair[1] if pair else None if path in before else facts.after.get(path)
        python = file is not None and file.language == "python"
        known = _free_before(pair[0]) if pair else free if path not in before else set[str]()
        for name, line in file.unbound if file is not None else ():
            had = name in bound[python]
            if name not in known and (python or (had and not _is_global(name, facts))):
                way = "Bring back what did." if had else "Define or import it, or do without it."
                message = f"`{name}` is used, and nothing in the file defines or imports it. {way}"
                severity = "ask" if len(known) >= _MANY or _is_food(path) else _weight(name, had, path, facts)
                problems.append(Problem("loss", severity, path, line, message))
    return tuple(problems)


def _free_before(file: FileFacts) -> set[str]:
    """Names that a file used and did not bind; all that it used, where anything might have bound them."""
    return {name for name, _ in file.unbound} | (set(file.references) if file.dynamic else set())


def _is_food(path: str) -> bool:
    """Whether a file is what tests are fed with, and nobody runs."""
    folders = path.split("/")[:-1]
    return any(one in _TESTS and not _FED.isdisjoint(folders[at:]) for at, one in enumerate(folders))


def _weight(name: str, had: bool, path: str, facts: Facts) -> Severity:
    """How grave it is: code for an older Python may stand where a newer one never comes.

    Scripts of one page, which import and export nothing, find each other's names.
    """
    file = facts.after[path]
    if file.language == "python":
        return "ask" if name in _OLDER and not had else "refuse"
    others = (other for files in (facts.after, facts.others) for other in files.values() if other.path != path)
    found = _is_page(file) and any(_is_page(one) and any(name == each.name for each in one.symbols) for one in others)
    return "ask" if found else "refuse"


def _is_page(file: FileFacts) -> bool:
    return file.language not in (None, "python") and not file.imports and not file.exports


def _bound(facts: Facts, *, python: bool) -> frozenset[str]:
    """Names that files in Python, or those in other languages, bound before."""
    files = (file for file in facts.before.values() if (file.language == "python") == python)
    return frozenset(name for file in files for name in _bound_in(file))


def _is_global(name: str, facts: Facts) -> bool:
    """Whether scripts have a name without binding it: another one uses it so, and what has it is a mere property."""
    files = (*facts.before.values(), *facts.others.values())
    return name in _GLOBALS or any(
        name == each for file in files if file.language != "python" for each, _ in file.unbound
    )


def _bound_in(file: FileFacts) -> Iterator[str]:
    """Names that a file uses or hands out, and binds itself."""
    free = {name for name, _ in file.unbound}
    yield from (found.binds for found in file.imports)
    yield from (symbol.name for symbol in file.symbols)
    yield from file.references - free
