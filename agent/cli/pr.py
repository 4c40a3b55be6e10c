"""`pr`: brings a run to where it is reviewed, as a pull request."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.cli.place import AsJson, Folder, Run, open_journal
from agent.cli.screen import show, show_json, tell, write_out
from agent.publish.splits import Split

if TYPE_CHECKING:
    from agent.cli.place import Place
    from agent.journal import Journal


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(pr)


def pr(
    run: Run = None,
    repo: Annotated[
        str | None, typer.Option(metavar="OWNER/NAME", help="The repository on GitHub. Default: that of the remote.")
    ] = None,
    remote: Annotated[str, typer.Option(metavar="NAME", help="Where the branch is pushed to.")] = "origin",
    base: Annotated[
        str | None, typer.Option(metavar="BRANCH", help="What to merge into. Default: the repository's default branch.")
    ] = None,
    branch: Annotated[
        str | None, typer.Option(metavar="NAME", help="The branch over there. Default: that of the run.")
    ] = None,
    split: Annotated[
        Split, typer.Option(help="One pull request for the run, or several: by level of the plan, or by module.")
    ] = Split.run,
    draft: Annotated[bool, typer.Option("--draft", help="Not ready for review yet.")] = False,
    label: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Add this label. Repeatable.")] = None,
    body_out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Only write the text, for another forge; - prints it.")
    ] = None,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Push a run and open a pull request that says why and what; done again, both are brought up to date.

    The token is taken from GITHUB_TOKEN or GH_TOKEN (for an Enterprise server GH_ENTERPRISE_TOKEN), the right to push
    from git. A branch over there that holds commits of others is left alone: the next free name is taken. Steps that
    change workflow files are left out. Commits of a run that builds on what was not pushed are not published.
    """
    place, journal = open_journal(folder, run)
    _check_over(journal)
    if body_out:
        return _write_body(place, journal, body_out)
    return _publish(
        place, journal, repo, remote, base or "", branch or journal.job.branch, split, draft, label or [], as_json
    )


def _check_over(journal: "Journal") -> None:
    from agent.errors import RunBusy
    from agent.hold import at_work

    if at_work(journal.folder):
        raise RunBusy(f"The run {journal.job.run} is at work.", "Wait until it is over.")


def _write_body(place: "Place", journal: "Journal", file: Path) -> int:
    from agent.publish.dossier import dossier_of
    from agent.publish.page import page
    from agent.publish.parts import cut

    pieces = cut(place.root, journal, Split.run, {})
    (part,) = pieces.parts
    text = page(dossier_of(place.root, journal, part.head), part.steps, pieces.note)
    if str(file) == "-":
        write_out(text)
    else:
        file.write_text(text, "utf-8")
        tell(f"wrote {file}")
    return 0


def _publish(
    place: "Place",
    journal: "Journal",
    repo: str | None,
    remote: str,
    base: str,
    branch: str,
    split: Split,
    draft: bool,
    labels: list[str],
    as_json: bool,
) -> int:
    from agent.publish.address import find_forge
    from agent.publish.client import Rest
    from agent.publish.dossier import dossier_of
    from agent.publish.opening import Way, Wish, open_all, opened_lines
    from agent.publish.parts import cut, own_commits
    from agent.publish.pulls import GitHub
    from applier.history import branch_head
    from applier.remote import Remote

    there = Remote(place.root, remote)
    forge = find_forge(there.url(), repo)
    head = branch_head(place.root, journal.job.branch)
    with Rest(forge, tell) as rest:
        github = GitHub(rest)
        github.check_rights()
        dossier = dossier_of(place.root, journal, head)
        pieces = cut(place.root, journal, split, dossier.levels)
        wish = Wish(branch=branch, base=base, draft=draft, labels=tuple(labels))
        found = open_all(place.root, dossier, pieces, wish, Way(github, there, tell), own_commits(journal))
    if as_json:
        show_json({"schema": 1, "run": journal.job.run, "repository": forge.slug, "pull_requests": found})
    else:
        show(opened_lines(found))
        if pieces.note:
            tell(pieces.note)
    return 0
