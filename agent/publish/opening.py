"""Pushes the parts of a run and opens or renews a pull request for each; done twice it does nothing more."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from agent.errors import PublishFailed, PublishRejected
from agent.publish.berth import Berth, find_berth
from agent.publish.dossier import Dossier
from agent.publish.escape import neutral
from agent.publish.marker import ROOM, Marker, digest, read_marker, renewed
from agent.publish.page import LONGEST, page
from agent.publish.parts import Cut, Part
from agent.publish.pulls import GitHub, Pull
from agent.worklog import count, one_line
from applier.errors import PushRefused
from applier.history import resolve_commit
from applier.remote import Remote
from applier.review import diff_text

_LONGEST_TITLE = 120  # characters
_DEFAULT_TOKEN = "github-actions[bot]"
State = Literal["opened", "updated", "unchanged", "declined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the user wants of the pull requests."""

    branch: str
    base: str = ""  # "": the repository's default branch
    draft: bool = False
    labels: tuple[str, ...] = ()
    again: bool = True  # open anew what was closed unmerged with the same changes


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """One pull request, and what was done with it."""

    state: State
    number: int
    url: str
    branch: str
    base: str
    head: str
    steps: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """The two doors to the server."""

    github: GitHub
    remote: Remote
    say: Callable[[str], None]


def open_all(
    root: Path, dossier: Dossier, pieces: Cut, wish: Wish, way: Way, ours: Collection[str] = ()
) -> tuple[Opened, ...]:
    """Bring every part there. `ours` are commits that a branch may be moved away from. Raises PublishFailed."""
    repository = way.github.check_rights()
    wish = replace(wish, base=wish.base or repository.default_branch)
    try:
        _check_base(way.remote, wish.base, dossier.report.base)
        done: list[Opened] = []
        for part in pieces.parts:
            below = done[-1] if part.stacked else None
            done.append(_open(root, dossier, part, pieces.note, wish, way, ours, below))
    except PushRefused as error:
        raise PublishFailed(str(error), "`git push` must work here by itself: check the token's rights.") from error
    return tuple(done)


def _check_base(remote: Remote, branch: str, base: str) -> None:
    if not remote.contains(branch, base):
        raise PublishFailed(
            f"The run began at {base[:10]}, which the branch {branch} of {remote.name} does not hold, so that the pull "
            "request would bring more than the run.",
            "Push what the run began from first, or name the branch that holds it with --base.",
        )


def _open(
    root: Path,
    dossier: Dossier,
    part: Part,
    note: str,
    wish: Wish,
    way: Way,
    ours: Collection[str],
    below: Opened | None,
) -> Opened:
    base, start = (below.branch, below.head) if below else (wish.base, dossier.report.base)
    title = _title(dossier, part)
    change = digest(diff_text(root, start, part.head))
    berth = _berth(part, wish, way, ours)
    if not wish.again and (closed := _declined(way.github, wish.branch + part.suffix, change)):
        return _as_opened("declined", closed, part, f"closed unmerged before with the same changes: #{closed.number}")
    marker = Marker(dossier.report.run, resolve_commit(root, part.head), change, digest(title))
    told = " ".join(filter(None, (note, _order(below))))
    body = marker.wrap(page(dossier, part.steps, told, LONGEST - ROOM))
    if not berth.there:
        way.remote.push(part.head, berth.branch, berth.tip)
        way.say(f"pushed {berth.branch} ({part.head[:10]})")
    try:
        opened = _settle(part, berth, base, title, body, wish, way.github)
    except PublishFailed as error:
        link = way.github.forge.compare(base, berth.branch)
        raise PublishFailed(
            str(error), f"{error.hint} The branch {berth.branch} is pushed; open it by hand: {link}"
        ) from error
    return _labelled(opened, wish, way)


def _title(dossier: Dossier, part: Part) -> str:
    lines = [line for line in dossier.report.outcomes if line.step in part.steps]
    files = {path for line in lines for path in line.files}
    only = lines[0].title if len(lines) == 1 else ""
    words = one_line(only or dossier.goal) or f"Refactor {count(len(files), 'file')} in {count(len(lines), 'step')}"
    room = _LONGEST_TITLE - len(part.title)
    return neutral(words if len(words) <= room else words[: room - 1] + "…") + part.title


def _order(below: Opened | None) -> str:
    return f"To be merged after {below.branch}, on which it builds." if below else ""


def _berth(part: Part, wish: Wish, way: Way, ours: Collection[str]) -> Berth:
    def pushed(branch: str) -> str:
        pulls = way.github.pulls_from(branch)
        marker = read_marker(pulls[0].body) if pulls else None
        return marker.head if marker else ""

    return find_berth(way.remote, wish.branch + part.suffix, part.head, ours, pushed)


def _declined(github: GitHub, branch: str, change: str) -> Pull | None:
    """The pull request in which people said no to these very changes."""
    for pull in github.pulls_from(branch, "closed"):
        marker = read_marker(pull.body)
        if marker and marker.change == change and not pull.merged_at:
            return pull
    return None


def _settle(part: Part, berth: Berth, base: str, title: str, body: str, wish: Wish, github: GitHub) -> Opened:
    if standing := github.pulls_from(berth.branch):
        return _renew(standing[0], part, berth, title, body, github)
    notes: tuple[str, ...] = ()
    try:
        pull = github.open_pull(title=title, body=body, head=berth.branch, base=base, draft=wish.draft)
    except PublishRejected as error:
        said = error.said.lower()
        if "already exists" in said and (standing := github.pulls_from(berth.branch)):
            return _renew(standing[0], part, berth, title, body, github)
        if not (wish.draft and "draft" in said):
            raise
        notes = ("this repository knows no drafts, so it is open for review",)
        pull = github.open_pull(title=title, body=body, head=berth.branch, base=base, draft=False)
    if pull.user and pull.user.login == _DEFAULT_TOKEN:
        notes += (
            "opened with the default token, so GitHub starts no checks on it: close and reopen it, "
            "or publish with the token of a GitHub App",
        )
    return replace(_as_opened("opened", pull, part), notes=notes)


def _renew(pull: Pull, part: Part, berth: Berth, title: str, body: str, github: GitHub) -> Opened:
    """Bring an open pull request up to date. What people wrote stays: around our part, and a title of their own."""
    whole, known = renewed(pull.body, body, LONGEST), read_marker(pull.body)
    changes = {} if whole == (pull.body or "").replace("\r\n", "\n") else {"body": whole}
    if known and known.title == digest(pull.title) and pull.title != title:
        changes["title"] = title
    if changes:
        pull = github.update_pull(pull.number, changes)
    return _as_opened("unchanged" if berth.there and not changes else "updated", pull, part)


def _labelled(opened: Opened, wish: Wish, way: Way) -> Opened:
    if not wish.labels:
        return opened
    try:
        way.github.add_labels(opened.number, wish.labels)
    except PublishFailed as error:  # it is open all the same
        return replace(opened, notes=(*opened.notes, f"not labelled: {error}"))
    return opened


def _as_opened(state: State, pull: Pull, part: Part, *notes: str) -> Opened:
    return Opened(
        state=state,
        number=pull.number,
        url=pull.html_url,
        branch=pull.head.ref,
        base=pull.base.ref,
        head=part.head,
        steps=part.steps,
        notes=notes,
    )


def opened_lines(found: Sequence[Opened]) -> list[str]:
    """What was done, a line each."""
    lines: list[str] = []
    for one in found:
        lines.append(f"{one.state}: {one.url}  ({one.branch} into {one.base}, {count(len(one.steps), 'step')})")
        lines += [f"  note: {note}" for note in one.notes]
    return lines
