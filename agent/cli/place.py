"""The options that all commands share, and the repository that they name."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.cli.screen import tell

if TYPE_CHECKING:
    from agent.journal import Journal
    from agent.settings import Settings
    from repo_scan import Scan


class Describer(StrEnum):
    """Who describes files."""

    outline = "outline"
    model = "model"


PathArgument = Annotated[
    Path | None, typer.Argument(help="A repository, or a folder in it that limits the work. Default: here.")
]
Folder = Annotated[Path | None, typer.Option("-C", metavar="PATH", help="Work as if started in PATH.")]
Run = Annotated[str | None, typer.Argument(metavar="[RUN]", help="Name of a run. Default: the latest.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
Modules = Annotated[
    list[str] | None,
    typer.Option("--module", metavar="M", help="Only this: a step, a module, a file, a folder or a glob. Repeatable."),
]
Goal = Annotated[str | None, typer.Option(help="What the refactoring is for, in your words.")]
Model = Annotated[
    str | None, typer.Option(help="builtin (the default), openai:NAME, or NAME together with --base-url.")
]
BaseUrl = Annotated[str | None, typer.Option(metavar="URL", help="An OpenAI-compatible server, with its /v1.")]
ModuleGlobs = Annotated[
    list[str] | None, typer.Option("--module", metavar="GLOB", help="Touch only files that match. Repeatable.")
]
Summaries = Annotated[
    Describer | None,
    typer.Option(help="Who says in a line what a file is for: its outline, or a model (`small` in [models])."),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust-repo-config", help="Believe commands, base URL and key variable set in the repository itself."
    ),
]


@dataclass(frozen=True, slots=True)
class Place:
    """A repository, and the folder in it that limits the work."""

    root: Path
    within: str  # "" for all of it


def find_place(path: Path | None, folder: Path | None) -> Place:
    """The repository that PATH and -C name. Raises NotARepository, BareRepository."""
    from repo_scan.errors import NotARepository
    from repo_scan.source import find_root

    named = Path(os.path.abspath((folder or Path()) / (path or Path())))  # noqa: PTH100  a link keeps its own name
    if not named.exists():
        raise NotARepository(f"{named} does not exist.")
    root = find_root(named)
    inside = named.resolve().relative_to(root.resolve()).as_posix()
    return Place(root, "" if inside == "." else inside)


def read_settings(place: Place, flags: Mapping[str, object], trust: bool) -> "Settings":
    """The settings that hold here; what was not believed is said."""
    from agent.settings import load_settings

    loaded = load_settings(place.root, flags, trust=trust)
    for what in loaded.ignored:
        tell(f"{what}; it counts only with --trust-repo-config")
    return loaded.settings


def open_journal(folder: Path | None, run: str | None) -> tuple[Place, "Journal"]:
    """The repository and the journal of a run, to be read. Raises NoRun."""
    from agent.journal import Journal
    from agent.runs import find_run
    from applier.history import state_folder

    place = find_place(None, folder)
    return place, Journal(find_run(state_folder(place.root), run))


@contextmanager
def held_journal(folder: Path | None, run: str | None) -> Iterator[tuple[Place, "Journal"]]:
    """The repository and the journal of a run, to be written; no other process has it. Raises NoRun, RunBusy."""
    from agent.hold import locked
    from agent.journal import Journal
    from agent.runs import find_run
    from applier.history import state_folder

    place = find_place(None, folder)
    where = find_run(state_folder(place.root), run)
    with locked(where, tell), Journal(where) as journal:
        yield place, journal


def say_state(place: Place) -> None:
    """One line where the head is detached, one where the tree is dirty: neither is in the way."""
    from applier.history import describe_head

    branch, dirty = describe_head(place.root)
    if branch is None:
        tell("the head is detached: the commit that is checked out is the base")
    if dirty:
        tell("the working tree has uncommitted changes: they are left alone and are not part of the run")


def check_globs(globs: Sequence[str], scan: "Scan") -> None:
    """Raises SettingsError where a glob of --module matches nothing that is there."""
    from agent.errors import SettingsError
    from agent.job import matches

    for glob in globs:
        if not any(matches(glob, file.path) for file in scan.inventory.files):
            raise SettingsError(
                f"--module {glob} matches no file of this repository.", "`overhaul scan` lists the modules."
            )


def check_names(settings: "Settings", scan: "Scan", covers: Callable[[str], bool]) -> None:
    """Raises SettingsError where --module or a layering rule names nothing that is there."""
    from agent.errors import SettingsError
    from repo_scan.detectors.layering import Rules, unknown_parts

    if settings.module and not any(covers(file.path) for file in scan.inventory.files):
        globs = ", ".join(settings.module)
        raise SettingsError(
            f"--module {globs} matches no file of this repository.", "`overhaul scan` lists the modules."
        )
    if unknown := unknown_parts(scan, Rules(layers=settings.layers, forbidden=settings.forbidden)):
        raise SettingsError(
            f"The layering rules name {unknown[0]}, which no file belongs to.",
            "Correct `layers` or `forbidden` in the settings.",
        )
