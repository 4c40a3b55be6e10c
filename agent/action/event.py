"""What started the workflow, and for whom."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Event:
    """The event of the workflow."""

    name: str  # "workflow_dispatch"
    payload: Mapping[str, Any]
    repository: str  # "octo/shop"
    branch: str  # that the workflow runs on; "" for a tag or a pull request
    actor: str

    @property
    def from_fork(self) -> bool:
        """Whether it came from a fork, so that GitHub gives no secrets and no right to write."""
        pull = _dict(self.payload.get("pull_request"))
        head = _dict(_dict(pull.get("head")).get("repo"))
        return bool(pull) and head.get("full_name") != self.repository

    @property
    def without_secrets(self) -> bool:
        """Whether GitHub keeps the secrets back, so that a missing key is nobody's fault."""
        forked = bool(_dict(self.payload.get("repository")).get("fork"))
        return self.from_fork or forked or self.actor == "dependabot[bot]"

    @property
    def sender(self) -> tuple[str, str]:
        """Who did it: login and type ("User", "Bot")."""
        sender = _dict(self.payload.get("sender"))
        return str(sender.get("login", "")), str(sender.get("type", ""))

    @property
    def asked(self) -> str | None:
        """The comment that was written; None where the event is no new comment."""
        if self.name != "issue_comment" or self.payload.get("action") != "created":
            return None
        return str(_dict(self.payload.get("comment")).get("body", ""))

    @property
    def label(self) -> str | None:
        """The label that was just added; None where none was."""
        if self.payload.get("action") != "labeled":
            return None
        return str(_dict(self.payload.get("label")).get("name", ""))

    @property
    def title(self) -> str:
        """The title of the issue that it is about."""
        return str(_dict(self.payload.get("issue")).get("title", ""))


def read_event(environment: Mapping[str, str] = os.environ) -> Event:
    """The event as the runner describes it. Raises SettingsError."""
    path = environment.get("GITHUB_EVENT_PATH", "")
    try:
        payload = json.loads(Path(path).read_bytes()) if path else {}
    except (OSError, ValueError) as error:
        raise SettingsError(f"The event in {path} cannot be read: {error}.") from error
    on_branch = environment.get("GITHUB_REF_TYPE") == "branch" and environment.get("GITHUB_REF", "").startswith(
        "refs/heads/"
    )
    return Event(
        name=environment.get("GITHUB_EVENT_NAME", ""),
        payload=_dict(payload),
        repository=environment.get("GITHUB_REPOSITORY", ""),
        branch=environment.get("GITHUB_REF_NAME", "") if on_branch else "",
        actor=environment.get("GITHUB_ACTOR", ""),
    )


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
