"""The operations by name, and what can be asked of all of them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from agent.errors import SettingsError
from agent.operations import merge_functions, remove_unused
from agent.operations.change import Change, Request
from agent.operations.repository import Repository
from repo_scan import Scan


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of change: what it is for, its options, and the function that computes it."""

    meaning: str
    example: str
    options: frozenset[str]
    check: Callable[[Request], tuple[str, ...]]
    apply: Callable[[Request, Repository], Change]


OPERATIONS: Mapping[str, Operation] = {
    "merge-functions": Operation(
        merge_functions.MEANING,
        merge_functions.EXAMPLE,
        frozenset({"home", "copies"}),
        merge_functions.check,
        merge_functions.merge_functions,
    ),
    "remove-unused": Operation(
        remove_unused.MEANING,
        remove_unused.EXAMPLE,
        frozenset({"paths"}),
        remove_unused.check,
        remove_unused.remove_unused,
    ),
}


def apply_operation(request: Request, scan: Scan, texts: Mapping[str, str]) -> Change:
    """Compute an operation on the repository as `texts` (every file of a known language) shows it.

    Raises SettingsError for an unknown operation or bad options.
    """
    return apply_to(request, Repository(scan, texts))


def apply_to(request: Request, repo: Repository) -> Change:
    """The same, on a repository whose facts may be known already."""
    if problems := check_request(request):
        raise SettingsError(problems[0], describe_operation(request))
    return OPERATIONS[str(request["op"])].apply(request, repo)


def check_request(request: Request, paths: Collection[str] | None = None) -> tuple[str, ...]:
    """What is wrong with an operation as written, in sentences; empty if it can be tried.

    Where the files of the repository are given, the paths of the request must be among them.
    """
    name = request.get("op")
    operation = OPERATIONS.get(name) if isinstance(name, str) else None
    if operation is None:
        return (f"There is no operation {name!r}; there are {' and '.join(OPERATIONS)}.",)
    strange = sorted(set(request) - operation.options - {"op"})
    problems = [f"{name}: there is no option {option!r}; there are {_listed(operation)}." for option in strange]
    problems += operation.check(request)
    if paths is not None and not problems:
        problems += [f"{name}: there is no file {path} here; correct the path." for path in _strangers(request, paths)]
    return tuple(problems)


def describe() -> tuple[str, ...]:
    """One line an operation, with an example, for the plan prompt."""
    return tuple(f"{name}: {one.meaning}; {one.example}" for name, one in OPERATIONS.items())


def describe_operation(request: Request) -> str:
    """How the operation of a request is written; all of them, if it has none."""
    operation = OPERATIONS.get(str(request.get("op")))
    return f"For example: {operation.example}" if operation is not None else " ".join(describe())


def _listed(operation: Operation) -> str:
    return " and ".join(f"`{option}`" for option in sorted(operation.options))


def _strangers(request: Request, paths: Collection[str]) -> list[str]:
    """Paths in a well-formed request that name no file."""
    found: list[str] = []
    for option in ("home", "copies", "paths"):
        value = request.get(option, ())
        for text in [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []:
            found.append(str(text) if option == "paths" else str(text).rpartition(":")[0])
    return [path for path in dict.fromkeys(found) if path not in paths]
