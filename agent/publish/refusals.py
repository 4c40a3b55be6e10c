"""What a "no" of GitHub means, and what to do about it."""

from collections.abc import Mapping
from typing import Any

from agent.errors import PublishRejected

_LONGEST = 300  # characters of the server's words
_PERMISSIONS = "contents: write and pull-requests: write"


def refusal(status: int, payload: Any, headers: Mapping[str, str], what: str, slug: str) -> PublishRejected:
    """The error that an answer amounts to; `what` was to be done ("open the pull request")."""
    said = said_in(payload)
    why, hint = _explained(status, said, headers, slug)
    quoted = f": {said.rstrip('.')}" if said else ""
    return PublishRejected(f"GitHub does not {what} in {slug}, since {why} ({status}){quoted}.", hint, status, said)


def said_in(payload: Any) -> str:
    """The server's own words: the message, and what stands under `errors`."""
    if not isinstance(payload, Mapping):
        return ""
    errors = payload.get("errors")
    listed = errors if isinstance(errors, list) else []
    parts = [payload.get("message"), *(_of_error(error) for error in listed)]
    words = " ".join("; ".join(str(part) for part in parts if part).split())
    return words if len(words) <= _LONGEST else words[:_LONGEST] + "…"


def _of_error(error: Any) -> str:
    if not isinstance(error, Mapping):
        return str(error)
    named = " ".join(str(error[name]) for name in ("resource", "field", "code") if error.get(name))
    return str(error.get("message") or named)


def _explained(status: int, said: str, headers: Mapping[str, str], slug: str) -> tuple[str, str]:
    """Why, and the way out."""
    match status:
        case 401:
            return "it does not accept the token", "Put a valid token into GITHUB_TOKEN (or GH_TOKEN)."
        case 403:
            return _forbidden(said, headers)
        case 404:
            return (
                "there is no such repository for this token",
                f"Check the name {slug}, and that the token may read it: GitHub hides what a token may not see.",
            )
        case 410:
            return "that is switched off there", "Switch it on in the repository's settings."
        case 422:
            return _invalid(said)
        case 429:
            return "too much was asked of it", "Wait for some minutes, then try again."
        case _ if status >= 500:
            return "it cannot just now", "Try again later: what was done already is found and not done twice."
        case _:
            return "it takes the request for wrong", "Correct what it objects to."


def _forbidden(said: str, headers: Mapping[str, str]) -> tuple[str, str]:
    low = said.lower()
    if sso := headers.get("x-github-sso", ""):
        where = sso.partition("url=")[2]
        return "the organization wants single sign-on", f"Authorize the token: {where or 'in its settings'}."
    if "not permitted to create or approve" in low:
        return (
            "Actions may not open pull requests there",
            "Allow it under Settings, Actions, General (Allow GitHub Actions to create and approve pull requests), "
            "or pass the token of a GitHub App.",
        )
    if "archived" in low or "read-only" in low:
        return "the repository is archived", "Unarchive it first."
    needed = headers.get("x-accepted-github-permissions", "").replace("=", ": ").replace(",", " and ") or _PERMISSIONS
    if "by integration" in low:
        return "the token lacks the right", f"Give the job `permissions:` {needed}."
    scopes = headers.get("x-oauth-scopes")
    if scopes is not None and "repo" not in scopes.replace(" ", "").split(","):
        return "the token lacks the scope", "Give the token the scope `repo` (`public_repo` for a public repository)."
    return "the token lacks the right", f"Give the token {needed} for this repository."


def _invalid(said: str) -> tuple[str, str]:
    low = said.lower()
    if "no commits between" in low:
        return "the branch brings nothing new", "Everything in it was merged already."
    if "base" in low and "invalid" in low:
        return "there is no such base branch", "Name another with --base."
    if "head" in low and "invalid" in low:
        return "it does not know the branch", "Push the branch first, then try again."
    if "draft" in low:
        return "there are no drafts in this repository", "Leave out --draft."
    return "it takes the request for wrong", "Correct what it objects to."
