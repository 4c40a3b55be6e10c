"""Where a remote is on the web, where its API is, and which token may go there."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from agent.errors import PublishFailed

_PUBLIC = "github.com"
_SCP = re.compile(r"(?:[^@/:\s]+@)?(?P<host>[^@/:\s]+):(?P<path>[^/:].*)")
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Forge:
    """One repository on GitHub, or on an Enterprise server."""

    api: str  # "https://api.github.com"
    web: str  # "https://github.com"
    owner: str
    name: str
    token: str = field(default="", repr=False)

    @property
    def slug(self) -> str:
        """The repository as GitHub writes it."""
        return f"{self.owner}/{self.name}"

    def compare(self, base: str, head: str) -> str:
        """The page on which a person opens the pull request."""
        return f"{self.web}/{self.slug}/compare/{quote(base)}...{quote(head)}?expand=1"


def find_forge(url: str, slug: str | None, environment: Mapping[str, str] = os.environ) -> Forge:
    """The repository that a remote's URL or OWNER/NAME names, with the token that belongs to its server.

    GITHUB_API_URL and GITHUB_SERVER_URL, as the runner sets them, win over what the host implies. Raises PublishFailed.
    """
    host, path = _host_and_path(url)
    api, web = environment.get("GITHUB_API_URL", "").rstrip("/"), environment.get("GITHUB_SERVER_URL", "").rstrip("/")
    if not api and not host:
        raise PublishFailed(
            f"The remote {_without_password(url)} is on no server with pull requests.",
            "Name another with --remote, or write the text with --body-out and publish it by hand.",
        )
    owner, name = _slug(slug or path)
    api = api or _api_of(host)
    _check_scheme(api)
    token = _token(api, web or f"https://{host}", environment)
    return Forge(api, web or f"https://{host}", owner, name, token)


def _slug(path: str) -> tuple[str, str]:
    parts = path.strip("/").removesuffix(".git").split("/")
    if len(parts) != 2 or not all(_NAME.fullmatch(part) and part.strip(".") for part in parts):
        raise PublishFailed(f"{path!r} names no repository on GitHub.", "Name it with --repo OWNER/NAME.")
    return parts[0], parts[1]


def _host_and_path(url: str) -> tuple[str, str]:
    """Host and path of a remote, in any way git writes them; no host for a folder."""
    if "://" in url:
        split = urlsplit(url)
        if split.scheme == "file":
            return "", split.path
        port = f":{split.port}" if split.port and split.scheme in ("http", "https") else ""
        host, path = f"{split.hostname or ''}{port}", split.path
    elif found := _SCP.fullmatch(url):
        host, path = found["host"], found["path"]
    else:
        host, path = "", url
    return (_PUBLIC if host == f"ssh.{_PUBLIC}" else host.lower()), path


def _api_of(host: str) -> str:
    if host == _PUBLIC:
        return "https://api.github.com"
    return f"https://api.{host}" if host.endswith(".ghe.com") else f"https://{host}/api/v3"


def _check_scheme(api: str) -> None:
    split = urlsplit(api)
    if split.scheme == "https" or (split.scheme == "http" and split.hostname in _LOCAL):
        return
    raise PublishFailed(f"{api} is no https address, so no token is sent there.", "Correct GITHUB_API_URL.")


def _token(api: str, web: str, environment: Mapping[str, str]) -> str:
    """The token for a server: those of github.com go to no other, unless GITHUB_API_URL says that they are for it."""
    host = urlsplit(web).hostname or ""
    public = host == _PUBLIC or host.endswith(".ghe.com")
    names = ["GH_TOKEN", "GITHUB_TOKEN"] if public else ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
    names += ["GITHUB_TOKEN"] if environment.get("GITHUB_API_URL") else []
    return next((token for name in names if (token := environment.get(name, "").strip())), "")


def _without_password(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//", url)
