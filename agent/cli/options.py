"""The options of the commands that work."""

from typing import Annotated

import typer

Test = Annotated[
    str | None,
    typer.Option(
        metavar="CMD",
        help="Tests that gate every step. The environment that Overhaul is installed in comes last on their PATH, "
        "unless it is the repository's own: name a Python by its path to be sure.",
    ),
]
FormatCommand = Annotated[str | None, typer.Option("--format-cmd", metavar="CMD", help="Formats what was rewritten.")]
Lint = Annotated[str | None, typer.Option(metavar="CMD", help="A linter that gates every step.")]
Types = Annotated[str | None, typer.Option(metavar="CMD", help="A type checker that gates every step.")]
Copy = Annotated[
    list[str] | None, typer.Option(metavar="PATH", help="Copy this untracked file or folder into the worktree.")
]
Sandbox = Annotated[
    bool | None,
    typer.Option(
        "--sandbox",
        help="Shut the commands in (bubblewrap): no network, only the worktree to write. Git's hooks run as ever.",
    ),
]
Differential = Annotated[
    bool | None,
    typer.Option(
        "--differential",
        help="Call Python functions that need nothing but plain values before and after each step, with made-up "
        "values, and refuse what differs. Runs code that a model wrote, as tests do; in a sandbox where there is one.",
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KIND",
        help="Let nothing but this change, as a program proves: docstrings, comments, annotations, formatting, "
        "imports, 'local names'. Repeatable.",
    ),
]
MaxCost = Annotated[
    float | None, typer.Option(metavar="USD", min=0, help="Send no request that might bring the run's cost over this.")
]
MaxOutputTokens = Annotated[
    int | None, typer.Option(metavar="N", min=0, help="Likewise for the tokens that models write in the whole run.")
]
MaxMinutes = Annotated[
    float | None, typer.Option(metavar="N", min=0, help="Likewise for the time that the run takes, commands included.")
]
MaxDiffLines = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="What you read of one commit in one go: larger steps are split by files, larger rewrites questioned.",
    ),
]
Onto = Annotated[
    str | None, typer.Option(metavar="REF", help="Go on from this commit: what landed of the run is carried there.")
]
