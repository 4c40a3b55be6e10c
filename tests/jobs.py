"""Jobs of a workflow that use the action, each with a checkout of its own of a bare repository."""

import json
from collections.abc import Mapping
from pathlib import Path

from tests.composite import Done, install_here, use
from tests.conftest import commit_tree, git
from tests.github import FakeGitHub


class Jobs:
    """A repository on a server, and jobs that each check it out anew."""

    def __init__(self, place: Path, server: FakeGitHub, files: Mapping[str, str]) -> None:
        self.place, self.server, self.number = place, server, 0
        origin = place / "origin"
        for path, text in files.items():
            (origin / path).parent.mkdir(parents=True, exist_ok=True)
            (origin / path).write_text(text)
        commit_tree(origin)
        git(place, "clone", "-q", "--bare", str(origin), "remote.git")
        self.event = place / "event.json"
        self.event.write_text(json.dumps({"repository": {"fork": False}, "sender": {"login": "uma", "type": "User"}}))
        self.artifacts = place / "artifacts"

    def run(self, mode: str, *, depth: int = 0, artifacts: Path | None = None, **given: str) -> Done:
        self.number += 1
        workspace, temp = self.place / f"job-{self.number}", self.place / f"temp-{self.number}"
        shallow = [f"--depth={depth}"] if depth else []
        git(self.place, "clone", "-q", *shallow, f"file://{self.place / 'remote.git'}", str(workspace))
        temp.mkdir()
        install_here(temp)
        inputs = {name.replace("_", "-"): value for name, value in given.items()}
        inputs |= {"mode": mode, "artifacts": str(artifacts or self.artifacts)}
        return use(workspace, temp, inputs, self.event, GITHUB_API_URL=self.server.url)

    def tip(self, branch: str) -> str:
        return git(self.place, "ls-remote", "remote.git", f"refs/heads/{branch}").partition("\t")[0]

    def pwned(self) -> list[Path]:
        return list(self.place.rglob("pwned"))
