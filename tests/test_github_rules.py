"""What GitHub itself says of our requests and workflows. Opt-in, since it fetches: `make test-github`.

OVERHAUL_OPENAPI names the description of the API (of the npm package @octokit/openapi), OVERHAUL_ZIZMOR the program.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from agent.publish.address import Forge
from agent.publish.client import Rest
from agent.publish.pulls import GitHub
from tests.agent.action.test_action import examples
from tests.composite import ROOT
from tests.github import NAME, OWNER, Asked, FakeGitHub

OPENAPI, ZIZMOR = os.environ.get("OVERHAUL_OPENAPI", ""), os.environ.get("OVERHAUL_ZIZMOR", "")


def all_requests() -> list[Asked]:
    """Every request that we make, once."""
    with FakeGitHub(permissions={"ada": "write"}) as server:
        with Rest(Forge(server.url, "https://github.com", OWNER, NAME, "t"), lambda line: None) as rest:
            github = GitHub(rest)
            github.check_rights()
            number = github.open_pull(title="t", body="b", head="overhaul/x", base="main", draft=True).number
            github.pulls_from("overhaul/x")
            github.pulls_from("overhaul/x", "closed")
            github.update_pull(number, {"title": "u", "body": "c"})
            github.add_labels(number, ["tidy"])
            github.may_write("ada")
        return server.asked


def problems_of(asked: Asked, paths: dict[str, Any]) -> list[str]:
    """How a request differs from the description; values are compared by name, type and the words that are allowed."""
    for template, operations in paths.items():
        pattern = re.sub(r"\\\{[a-z_]+\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, asked.path) and asked.method.lower() in operations:
            operation = operations[asked.method.lower()]
            return [*_of_query(asked, operation), *_of_body(asked, operation)]
    return [f"{asked.method} {asked.path} is not described"]


def _of_query(asked: Asked, operation: dict[str, Any]) -> list[str]:
    known = {one["name"]: one["schema"] for one in operation["parameters"] if one["in"] == "query"}
    return [
        f"{asked.path}: query {name}={value}"
        for name, value in asked.query.items()
        if name not in known or value not in known[name].get("enum", [value])
    ]


def _of_body(asked: Asked, operation: dict[str, Any]) -> list[str]:
    if asked.body is None:
        return []
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    choices = schema.get("oneOf", schema.get("anyOf", [schema]))
    return [] if any(not _misfits(asked.body, choice) for choice in choices) else [f"{asked.path}: {asked.body}"]


def _misfits(body: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    kinds: dict[str, type] = {"string": str, "boolean": bool, "array": list, "integer": int}
    properties = schema.get("properties", {})
    missing = [name for name in schema.get("required", ()) if name not in body]
    return missing + [
        name
        for name, value in body.items()
        if name not in properties or not isinstance(value, kinds.get(properties[name].get("type", ""), object))
    ]


@pytest.mark.skipif(not OPENAPI, reason="the description of the API is not at hand: make test-github")
def test_every_request_is_as_github_describes_it() -> None:
    paths = json.loads(Path(OPENAPI).read_text("utf-8"))["paths"]
    asked = all_requests()
    assert len(asked) == 7
    assert [problem for one in asked for problem in problems_of(one, paths)] == []


@pytest.mark.skipif(not OPENAPI, reason="the description of the API is not at hand: make test-github")
@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("POST", f"/repos/{OWNER}/{NAME}/pulls", {}, {"title": "t", "body": "b", "draft": True}),
        ("POST", f"/repos/{OWNER}/{NAME}/pulls", {}, {"title": "t", "head": "h", "base": "b", "draft": "yes"}),
        ("GET", f"/repos/{OWNER}/{NAME}/pulls", {"state": "shut"}, None),
        ("GET", f"/repos/{OWNER}/{NAME}/pulling", {}, None),
    ],
)
def test_a_wrong_request_would_be_seen(method: str, path: str, query: dict[str, str], body: object) -> None:
    paths = json.loads(Path(OPENAPI).read_text("utf-8"))["paths"]
    assert problems_of(Asked(method, path, query, {}, body), paths)


def audited(persona: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """zizmor on action.yml and the examples, as somebody has them who wrote a commit id for COMMIT."""
    workflows = folder / ".github/workflows"
    workflows.mkdir(parents=True)
    for number, (_, text) in enumerate(examples()):
        (workflows / f"example-{number}.yml").write_text(text.replace("@COMMIT", f"@{'0123456789' * 4}"))
    shutil.copy(ROOT / "action.yml", folder / "action.yml")
    command = [ZIZMOR, "--offline", "--no-progress", "--format=json", f"--persona={persona}", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not ZIZMOR, reason="zizmor is not at hand: make test-github")
def test_an_auditor_of_workflows_has_nothing_to_say(tmp_path: Path) -> None:
    done = audited("pedantic", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout) == []


@pytest.mark.skipif(not ZIZMOR, reason="zizmor is not at hand: make test-github")
def test_what_its_strictest_persona_says_is_explained(tmp_path: Path) -> None:
    said = {finding["ident"] for finding in json.loads(audited("auditor", tmp_path).stdout)}
    assert said == {"secrets-outside-env"}
    assert "`secrets-outside-env`" in (ROOT / "docs/github.md").read_text("utf-8")
