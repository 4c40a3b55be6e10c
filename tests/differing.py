"""Puts two versions of a repository before the differential stage."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from agent.differential.stage import Compared, Place, compare_versions
from agent.settings import Settings
from applier.scope import Declared, Scope
from applier.workspace import Workspace
from repo_scan import OutlineCache, scan_repository

Texts = Mapping[str, str]
NONE: Texts = {}


@contextmanager
def place_of(root: Path, settings: Settings | None = None) -> Iterator[Place]:
    """The worktree of a run on a repository, nothing done yet."""
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        scan = scan_repository(root, commit=workspace.base, cache=OutlineCache())
        yield Place(workspace, settings or Settings(), scan, workspace.head)


def compared(
    make_repo: Callable[..., Path], before: Texts, after: Texts, *, changed: tuple[str, ...] = (), more: Texts = NONE
) -> Compared:
    """What comes of a step that makes `after` of `before`; `more` are files that it is not about."""
    with place_of(make_repo({**before, **more})) as place:
        gone = {path: None for path in before if path not in after}
        place.workspace.apply({**after, **gone})
        declared = tuple(Declared(*name.split("::"), "on purpose") for name in changed)
        return compare_versions(before, after, place, Scope(files=tuple(before), changed=declared))
