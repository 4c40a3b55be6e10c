"""A GitHub on 127.0.0.1 that knows one repository: what a REST client needs of it to open pull requests.

    with FakeGitHub() as server:
        forge = Forge(server.url, "https://github.com", "octo", "shop", "ghp_token")
        ...
    assert server.pulls[0]["title"] == "…"

Answers that stand in `server.scripted` come first, each once: `("POST", "/pulls", Answer(403, {...}))`.
"""

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

OWNER, NAME = "octo", "shop"
SLUG = f"{OWNER}/{NAME}"


@dataclass(frozen=True)
class Answer:
    """What comes back."""

    status: int
    payload: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any


class FakeGitHub:
    """The server. It runs while the `with` block does."""

    def __init__(self, *, login: str = "uma", permissions: Mapping[str, str] | None = None) -> None:
        self.asked: list[Asked] = []
        self.pulls: list[dict[str, Any]] = []
        self.labels: dict[int, list[str]] = {}
        self.scripted: list[tuple[str, str, Answer]] = []
        self.login = login  # whose token it is
        self.permissions = dict(permissions or {})  # of others
        self.repository: dict[str, Any] = {
            "full_name": SLUG,
            "default_branch": "main",
            "archived": False,
            "permissions": {"push": True, "admin": False, "pull": True},
        }
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.github = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def writes(self) -> list[Asked]:
        """The requests that change something."""
        return [one for one in self.asked if one.method != "GET"]

    def answer(self, asked: Asked) -> Answer:
        with self._lock:
            self.asked.append(asked)
            for entry in self.scripted:
                method, path, answer = entry
                if method == asked.method and asked.path.endswith(path):
                    self.scripted.remove(entry)
                    return answer
            return self._answer(asked)

    def _answer(self, asked: Asked) -> Answer:
        below = asked.path.removeprefix(f"/repos/{SLUG}")
        if below == asked.path:
            return Answer(404, {"message": "Not Found"})
        match asked.method, below:
            case "GET", "":
                return Answer(200, self.repository)
            case "GET", "/pulls":
                return Answer(200, self._listed(asked.query))
            case "POST", "/pulls":
                return self._opened(asked.body)
        if found := re.fullmatch(r"/pulls/(\d+)", below):
            return self._changed(int(found[1]), asked.body)
        if found := re.fullmatch(r"/issues/(\d+)/labels", below):
            self.labels.setdefault(int(found[1]), []).extend(asked.body["labels"])
            return Answer(200, [{"name": name} for name in self.labels[int(found[1])]])
        if found := re.fullmatch(r"/collaborators/([^/]+)/permission", below):
            if found[1] not in self.permissions:
                return Answer(404, {"message": f"{found[1]} is not a user"})
            return Answer(200, {"permission": self.permissions[found[1]], "role_name": "x", "user": None})
        return Answer(404, {"message": "Not Found"})

    def _listed(self, query: Mapping[str, str]) -> list[dict[str, Any]]:
        owner, _, branch = query["head"].partition(":")
        assert owner == OWNER
        wanted = [pull for pull in self.pulls if pull["head"]["ref"] == branch and pull["state"] == query["state"]]
        return wanted[::-1]

    def _opened(self, body: Mapping[str, Any]) -> Answer:
        if any(pull["head"]["ref"] == body["head"] and pull["state"] == "open" for pull in self.pulls):
            message = f"A pull request already exists for {OWNER}:{body['head']}."
            return Answer(422, {"message": "Validation Failed", "errors": [{"message": message}]})
        number = len(self.pulls) + 1
        pull = {
            "number": number,
            "html_url": f"https://github.com/{SLUG}/pull/{number}",
            "title": body["title"],
            "body": body["body"],
            "state": "open",
            "draft": body["draft"],
            "merged_at": None,
            "head": {"ref": body["head"], "sha": "0" * 40, "repo": {"full_name": SLUG}},
            "base": {"ref": body["base"], "sha": "0" * 40, "repo": {"full_name": SLUG}},
            "user": {"login": self.login, "type": "User"},
        }
        self.pulls.append(pull)
        return Answer(201, pull)

    def _changed(self, number: int, body: Mapping[str, Any]) -> Answer:
        pull = self.pulls[number - 1]
        pull.update(body)
        return Answer(200, pull)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    github: FakeGitHub


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def _serve(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        split = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(split.query).items()}
        body = json.loads(self.rfile.read(length) or b"null")
        answer = self.server.github.answer(Asked(self.command, split.path, query, dict(self.headers.items()), body))
        data = b"" if answer.payload is None else json.dumps(answer.payload).encode()
        self.send_response(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = _serve

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read what they need from `asked`."""
