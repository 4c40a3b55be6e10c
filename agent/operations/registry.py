"""The operations by name, and what can be asked of all of them."""

import gc
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from agent.errors import SettingsError
from agent.operations import (
    break_cycle,
    extract_constant,
    extract_function,
    inline_reexport,
    merge_functions,
    merge_modules,
    move,
    parameter_object,
    parameters,
    remove_unused,
    rename,
    rename_module,
    split_module,
)
from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.repository import Repository
from repo_scan import Scan

_WHOLE = ("paths", "module", "modules", "into")  # options that name files, not something in them


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of change: what it is for, its options, and the function that computes it."""

    meaning: str
    example: str
    options: frozenset[str]
    check: Callable[[Request], tuple[str, ...]]
    apply: Callable[[Request, Repository], Change]
    arguments: tuple[str, ...] = ()  # options that the command line takes without their names, in order
    documents: bool = False  # whether it looks at files that are no code, too


_OBJECTS = 500_000  # made between two searches for garbage

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
        documents=True,
    ),
    "rename": Operation(
        rename.MEANING,
        rename.EXAMPLE,
        frozenset({"symbol", "to", "docs_words", "doubtful", "leave_doubtful"}),
        rename.check,
        rename.rename,
        arguments=("symbol", "to"),
        documents=True,
    ),
    "rename-module": Operation(
        rename_module.MEANING,
        rename_module.EXAMPLE,
        frozenset({"module", "to"}),
        rename_module.check,
        rename_module.rename_module,
        arguments=("module", "to"),
        documents=True,
    ),
    "move": Operation(
        move.MEANING,
        move.EXAMPLE,
        frozenset({"symbols", "to", "reexport"}),
        move.check,
        move.move,
        arguments=("symbols", "to"),
        documents=True,
    ),
    "merge-modules": Operation(
        merge_modules.MEANING,
        merge_modules.EXAMPLE,
        frozenset({"module", "into"}),
        merge_modules.check,
        merge_modules.merge_modules,
        arguments=("module", "into"),
        documents=True,
    ),
    "split-module": Operation(
        split_module.MEANING,
        split_module.EXAMPLE,
        frozenset({"module", "groups", "reexport"}),
        split_module.check,
        split_module.split_module,
        arguments=("module", "groups"),
        documents=True,
    ),
    "break-cycle": Operation(
        break_cycle.MEANING,
        break_cycle.EXAMPLE,
        frozenset({"modules", "to"}),
        break_cycle.check,
        break_cycle.break_cycle,
        arguments=("modules",),
        documents=True,
    ),
    "inline-reexport": Operation(
        inline_reexport.MEANING,
        inline_reexport.EXAMPLE,
        frozenset({"symbol"}),
        inline_reexport.check,
        inline_reexport.inline_reexport,
        arguments=("symbol",),
        documents=True,
    ),
    "add-parameter": Operation(
        parameters.ADD_MEANING,
        parameters.ADD_EXAMPLE,
        frozenset({"function", "parameter", "default", "annotation", "value"}),
        parameters.check_add,
        parameters.add_parameter,
        arguments=("function", "parameter", "default"),
    ),
    "remove-parameter": Operation(
        parameters.REMOVE_MEANING,
        parameters.REMOVE_EXAMPLE,
        frozenset({"function", "parameter"}),
        parameters.check_remove,
        parameters.remove_parameter,
        arguments=("function", "parameter"),
    ),
    "extract-function": Operation(
        extract_function.MEANING,
        extract_function.EXAMPLE,
        frozenset({"lines", "name"}),
        extract_function.check,
        extract_function.extract_function,
        arguments=("lines", "name"),
    ),
    "extract-constant": Operation(
        extract_constant.MEANING,
        extract_constant.EXAMPLE,
        frozenset({"place", "name", "value", "only_line"}),
        extract_constant.check,
        extract_constant.extract_constant,
        arguments=("place", "name"),
    ),
    "parameter-object": Operation(
        parameter_object.MEANING,
        parameter_object.EXAMPLE,
        frozenset({"function", "class", "parameters", "name"}),
        parameter_object.check,
        parameter_object.parameter_object,
        arguments=("function", "class"),
    ),
}


def apply_operation(request: Request, scan: Scan, texts: Mapping[str, str]) -> Change:
    """Compute an operation on the repository as `texts` shows it: every file of a known language, and where the
    operation wants them, of no known one.

    Raises SettingsError for an unknown operation or bad options.
    """
    return apply_to(request, Repository(scan, texts))


def apply_to(request: Request, repo: Repository) -> Change:
    """The same, on a repository whose facts may be known already."""
    if problems := check_request(request):
        raise SettingsError(problems[0], describe_operation(request))
    try:
        with _rarely_collected():
            return OPERATIONS[str(request["op"])].apply(request, repo)
    except Refusal as error:
        return Change({}, (), refused=f"{request['op']}: {error}.")


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """A search for garbage now and then: an operation makes millions of nodes, and it took a third of the time."""
    was = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *was[1:])
    try:
        yield
    finally:
        gc.set_threshold(*was)


def check_request(request: Request, paths: Collection[str] | None = None) -> tuple[str, ...]:
    """What is wrong with an operation as written, in sentences; empty if it can be tried.

    Where the files of the repository are given, the paths of the request must be among them.
    """
    name = request.get("op")
    operation = OPERATIONS.get(name) if isinstance(name, str) else None
    if operation is None:
        return (f"There is no operation {name!r}; there are {', '.join(OPERATIONS)}.",)
    strange = sorted(set(request) - operation.options - {"op"})
    problems = [f"{name}: there is no option {option!r}; there are {_listed(operation)}." for option in strange]
    problems += operation.check(request)
    if paths is not None and not problems:
        problems += [f"{name}: there is no file {path} here; correct the path." for path in _strangers(request, paths)]
    return tuple(problems)


def reads_documents(request: Request) -> bool:
    """Whether an operation wants the texts of documentation and settings, too."""
    operation = OPERATIONS.get(str(request.get("op")))
    return operation is not None and operation.documents


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
    for option in ("home", "copies", "symbol", "symbols", "function", "lines", *_WHOLE):
        value = request.get(option, ())
        for text in [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []:
            found.append(str(text) if option in _WHOLE else str(text).rpartition(":")[0])
    if isinstance(place := request.get("place"), str):
        found.append(place.partition(":")[0])
    there = {*paths, *(path[:end] for path in paths for end, sign in enumerate(path) if sign == "/")}  # and folders
    return [
        path for path in dict.fromkeys(found) if path.rstrip("/") not in there and (path.endswith(".py") or "/" in path)
    ]
