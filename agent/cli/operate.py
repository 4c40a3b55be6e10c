"""The command for exact operations: op."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agent.cli.options import Copy, FormatCommand, Lint, Sandbox, Test, Types
from agent.cli.place import AsJson, Folder, Place, Trust, find_place, read_settings
from agent.cli.screen import show, show_json

if TYPE_CHECKING:
    from agent.operations.rehearsal import Rehearsed
    from agent.plan import Plan

_HELP = """Change the repository exactly, without a model: one verified commit an operation, on a branch of its own.

\b
overhaul op rename shop/money.py:Price.total amount
overhaul op rename-module shop/money.py shop/prices.py
overhaul op add-parameter shop/money.py:price currency '"EUR"' --annotation str
overhaul op remove-parameter shop/money.py:price currency
overhaul op extract-function shop/money.py:10-14 rounded
overhaul op extract-constant shop/money.py:12 VAT --value 0.19
overhaul op parameter-object shop/money.py:price PriceOptions --parameters currency,tax
overhaul op move shop/cart.py:tax,shop/cart.py:RATE shop/tax.py
overhaul op split-module shop/cart.py shop/tax.py=tax,RATE shop/mail.py=letter --reexport
overhaul op break-cycle shop/cart.py,shop/prices.py --to shop/base.py
overhaul op merge-modules shop/tax.py shop/money.py
overhaul op apply FILE          (one operation a line: {"op": "rename", "symbol": …, "to": …})

A SYMBOL is `path/to/file.py:Class.name` or `package.module:Class.name`; `file.py:function.name` is a parameter or a
local variable. What would have to be guessed is left and listed, or the operation is refused with the reason. The run
is like any other: `overhaul review`, `accept`, `rollback`.
"""


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(help=_HELP)(op)


def op(
    name: Annotated[str, typer.Argument(metavar="OPERATION", help="What to do; `apply` reads operations from a file.")],
    words: Annotated[list[str] | None, typer.Argument(metavar="[ARGS]…", help="What to do it to.")] = None,
    docs_words: Annotated[
        bool, typer.Option("--docs-words", help="Change the plain word in documents, too, not only full dotted names.")
    ] = False,
    doubtful: Annotated[
        bool,
        typer.Option("--doubtful", help="Change attributes of unknown objects, too, where no other class has such."),
    ] = False,
    leave_doubtful: Annotated[
        bool, typer.Option("--leave-doubtful", help="Leave such attributes, and list them, instead of a refusal.")
    ] = False,
    annotation: Annotated[str | None, typer.Option(metavar="TYPE", help="Of the parameter that is added.")] = None,
    value: Annotated[
        str | None,
        typer.Option(
            metavar="EXPRESSION", help="What calls pass for the parameter that is added, or which value is named."
        ),
    ] = None,
    reexport: Annotated[bool, typer.Option("--reexport", help="The old module goes on offering what moves.")] = False,
    to: Annotated[str | None, typer.Option(metavar="MODULE", help="A new module for what breaks a circle.")] = None,
    only_line: Annotated[
        bool, typer.Option("--only-line", help="Name the value in that line alone, not in the whole file.")
    ] = False,
    parameters: Annotated[
        str | None, typer.Option(metavar="NAMES", help="What goes into the class, with commas. Default: all.")
    ] = None,
    called: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Of the one parameter that takes their place.")
    ] = None,
    test: Test = None,
    format_cmd: FormatCommand = None,
    lint: Lint = None,
    types: Types = None,
    allow: Annotated[
        list[str] | None, typer.Option(metavar="GLOB", help="Let protected files that match be rewritten. Repeatable.")
    ] = None,
    copy: Copy = None,
    sandbox: Sandbox = None,
    branch: Annotated[str | None, typer.Option(metavar="NAME", help="Branch to make. Default: overhaul/RUN.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="No writes: show what would be done, as a diff.")] = False,
    trust_repo_config: Trust = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Change the repository exactly."""
    from agent.cli.work import start

    place = Place(find_place(None, folder).root, "")  # an operation reaches the whole repository, wherever it is begun
    given = {
        "docs_words": docs_words,
        "doubtful": doubtful,
        "leave_doubtful": leave_doubtful,
        "annotation": annotation,
        "value": value,
        "reexport": reexport,
        "to": to,
        "only_line": only_line,
        "parameters": parameters,
        "name": called,
    }
    flags = {name: value for name, value in given.items() if value}
    plan = _plan(name, words or [], flags)
    settings = read_settings(
        place,
        {
            "model": "builtin",
            "test": test,
            "format_cmd": format_cmd,
            "lint": lint,
            "types": types,
            "allow": allow,
            "copy": copy,
            "sandbox": sandbox,
        },
        trust_repo_config,
    )
    if dry_run:
        return _rehearse(place, plan, as_json)
    return start(place, settings, plan, branch, dry_run, as_json)


def _rehearse(place: Place, plan: "Plan", as_json: bool) -> int:
    """Show what the operations would do to the last commit."""
    from agent.operations.rehearsal import rehearse
    from applier.history import resolve_commit
    from repo_scan import open_cache, read_texts, scan_repository

    base = resolve_commit(place.root)
    scan = scan_repository(place.root, commit=base, within=place.within, cache=open_cache(on_disk=False))
    texts = read_texts(place.root, base, (file.path for file in scan.inventory.files))
    done = list(rehearse([step.op or {} for step in plan.steps], scan, texts))
    if as_json:
        show_json({"schema": 1, "base": base, "operations": list(map(_document, done))})
    else:
        show(line for step, one in zip(plan.steps, done, strict=True) for line in _lines(step.title, one))
    return int(any(one.change.refused for one in done))


def _document(one: "Rehearsed") -> dict[str, Any]:
    change = one.change
    left = [{"path": place.path, "line": place.line, "reason": place.reason} for place in change.left]
    return {"op": one.request, "refused": change.refused, "done": change.done, "left": left, "diff": one.diff}


def _lines(title: str, one: "Rehearsed") -> Iterator[str]:
    yield title
    if one.change.refused:
        yield f"  refused: {one.change.refused}"
    elif not one.change.texts:
        yield "  there is nothing to do"
    yield from (f"  {sentence}" for sentence in one.change.done)
    yield from (f"  left: {place.path}:{place.line}: {place.reason}" for place in one.change.left)
    yield from one.diff.splitlines()


def _plan(name: str, words: list[str], flags: dict[str, Any]) -> "Plan":
    """A plan of what the command line names."""
    from agent.operation_plan import plan_of, read_requests, request_of

    return plan_of(
        read_requests(Path(words[0]) if words else None) if name == "apply" else (request_of(name, words, flags),)
    )
