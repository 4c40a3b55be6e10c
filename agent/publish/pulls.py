"""What is asked of GitHub, and the few fields of its answers that matter here."""

from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec

from agent.errors import PublishFailed, PublishRejected
from agent.publish.client import Rest

T = TypeVar("T")


class Person(msgspec.Struct, frozen=True):
    """An account."""

    login: str
    type: str = "User"


class Home(msgspec.Struct, frozen=True):
    """A repository as other answers name it."""

    full_name: str


class End(msgspec.Struct, frozen=True):
    """The head or the base of a pull request."""

    ref: str
    sha: str = ""
    repo: Home | None = None


class Pull(msgspec.Struct, frozen=True, kw_only=True):
    """A pull request."""

    number: int
    html_url: str
    title: str = ""
    body: str | None = None
    state: str = "open"
    draft: bool = False
    merged_at: str | None = None
    head: End
    base: End
    user: Person | None = None


class Rights(msgspec.Struct, frozen=True):
    """What a person's token may do."""

    push: bool = False


class Repository(msgspec.Struct, frozen=True, kw_only=True):
    """The repository."""

    full_name: str
    default_branch: str
    archived: bool = False
    permissions: Rights | None = None


class _Permission(msgspec.Struct, frozen=True):
    permission: str


class GitHub:
    """One repository there."""

    def __init__(self, rest: Rest) -> None:
        self.forge, self._ask = rest.forge, rest.ask
        self._path = f"/repos/{rest.forge.owner}/{rest.forge.name}"

    def repository(self) -> Repository:
        """What is known of the repository."""
        return _as(Repository, self._ask("GET", self._path, "show the repository"))

    def check_rights(self) -> Repository:
        """The repository, if a pull request may be opened in it as far as that can be told. Raises PublishFailed."""
        found, token = self.repository(), self.forge.token
        if not token:
            raise PublishFailed(
                f"There is no token for {self.forge.web}, so no pull request can be opened.",
                "Set GITHUB_TOKEN (an Enterprise server: GH_ENTERPRISE_TOKEN), or use --body-out.",
            )
        if found.archived:
            raise PublishFailed(f"{found.full_name} is archived.", "Unarchive it first.")
        # What an installation's token may do is not in this answer: pushing tells.
        if not token.startswith("ghs_") and found.permissions and not found.permissions.push:
            raise PublishFailed(
                f"The token may not push to {found.full_name}.", "Give it contents: write and pull-requests: write."
            )
        return found

    def pulls_from(self, branch: str, state: str = "open") -> tuple[Pull, ...]:
        """Pull requests of a branch of this very repository, the newest first."""
        query = {"head": f"{self.forge.owner}:{branch}", "state": state, "per_page": "100"}
        answer = self._ask("GET", f"{self._path}/pulls", "list the pull requests", query=query)
        return tuple(pull for pull in _as(tuple[Pull, ...], answer) if pull.head.ref == branch)

    def open_pull(self, *, title: str, body: str, head: str, base: str, draft: bool) -> Pull:
        """Open one."""
        asked = {"title": title, "body": body, "head": head, "base": base, "draft": draft}
        return _as(Pull, self._ask("POST", f"{self._path}/pulls", "open the pull request", asked))

    def update_pull(self, number: int, changes: dict[str, str]) -> Pull:
        """Change title or body of one."""
        return _as(Pull, self._ask("PATCH", f"{self._path}/pulls/{number}", "update the pull request", changes))

    def add_labels(self, number: int, labels: Sequence[str]) -> None:
        """Add labels to one."""
        self._ask("POST", f"{self._path}/issues/{number}/labels", "label the pull request", {"labels": list(labels)})

    def may_write(self, login: str) -> bool:
        """Whether somebody may write to the repository."""
        path = f"{self._path}/collaborators/{quote(login, safe='')}/permission"
        try:
            answer = self._ask("GET", path, "tell who may write")
        except PublishRejected as error:
            if error.status == 404:  # no such person there
                return False
            raise
        return _as(_Permission, answer).permission in ("admin", "write")


def _as(kind: type[T], answer: Any) -> T:
    try:
        return msgspec.convert(answer, kind)
    except msgspec.ValidationError as error:
        raise PublishFailed(
            f"GitHub gives an answer that cannot be read: {error}.", "Check GITHUB_API_URL: it may be another server."
        ) from error
