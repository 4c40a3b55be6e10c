"""What comes of answers: the right words for each refusal, waits where they help, a token only where it belongs."""

from collections.abc import Iterator

import pytest

from agent.errors import PublishFailed, PublishRejected
from agent.publish.address import Forge
from agent.publish.client import Rest
from agent.publish.pulls import GitHub
from tests.github import NAME, OWNER, Answer, FakeGitHub


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.slept: list[float] = []
        self.said: list[str] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def server() -> Iterator[FakeGitHub]:
    with FakeGitHub() as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


def github_at(server: FakeGitHub, clock: Clock, token: str = "ghp_secret") -> GitHub:
    forge = Forge(server.url, "https://github.com", OWNER, NAME, token)
    return GitHub(Rest(forge, clock.said.append, clock.sleep, lambda: clock.now))


def open_one(github: GitHub) -> int:
    return github.open_pull(title="t", body="b", head="overhaul/x", base="main", draft=False).number


REFUSALS = [
    (401, {"message": "Bad credentials"}, {}, ["does not accept the token", "Bad credentials", "GITHUB_TOKEN"]),
    (403, {"message": "Resource not accessible by integration"}, {}, ["permissions", "pull-requests: write"]),
    (
        403,
        {"message": "Resource not accessible by integration"},
        {"x-accepted-github-permissions": "pull_requests=write"},
        ["pull_requests: write"],
    ),
    (
        403,
        {"message": "GitHub Actions is not permitted to create or approve pull requests."},
        {},
        ["Settings, Actions, General", "GitHub App"],
    ),
    (403, {"message": "Forbidden"}, {"x-github-sso": "required; url=https://github.com/sso"}, ["github.com/sso"]),
    (403, {"message": "Forbidden"}, {"x-oauth-scopes": "gist"}, ["scope `repo`"]),
    (403, {"message": "Repository was archived so is read-only."}, {}, ["archived"]),
    (404, {"message": "Not Found"}, {}, ["no such repository for this token", f"{OWNER}/{NAME}"]),
    (410, {"message": "Gone"}, {}, ["switched off"]),
    (422, {"message": "Validation Failed", "errors": [{"field": "base", "code": "invalid"}]}, {}, ["--base"]),
    (422, {"message": "Validation Failed", "errors": [{"field": "head", "code": "invalid"}]}, {}, ["Push the branch"]),
    (422, {"errors": [{"message": "No commits between main and x"}]}, {}, ["brings nothing new"]),
    (422, {"message": "Something new"}, {}, ["Something new", "Correct what it objects to"]),
    (418, {"message": "teapot"}, {}, ["teapot"]),
    (404, None, {}, ["404"]),
]


@pytest.mark.parametrize(("status", "payload", "headers", "words"), REFUSALS)
def test_a_refusal_says_why_and_what_to_do_at_once(
    server: FakeGitHub, clock: Clock, status: int, payload: object, headers: dict[str, str], words: list[str]
) -> None:
    server.scripted.append(("POST", "/pulls", Answer(status, payload, headers)))
    with pytest.raises(PublishRejected) as caught:
        open_one(github_at(server, clock))
    said = f"{caught.value} {caught.value.hint}"
    assert all(word in said for word in (*words, str(status), "open the pull request")), said
    assert caught.value.exit_code == 7
    assert clock.slept == []
    assert "ghp_secret" not in said


WAITS = [
    (429, {"message": "slow"}, {"retry-after": "7"}, 7),
    (403, {"message": "You have exceeded a secondary rate limit"}, {"retry-after": "61"}, 61),
    (403, {"message": "You have exceeded a secondary rate limit."}, {}, 60),
    (429, {}, {}, 60),
    (403, {"message": "API rate limit exceeded"}, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000090"}, 91),
    (502, None, {}, 1),
    (503, {"message": "unavailable"}, {}, 1),
]


@pytest.mark.parametrize(("status", "payload", "headers", "seconds"), WAITS)
def test_a_limit_is_waited_for(
    server: FakeGitHub, clock: Clock, status: int, payload: object, headers: dict[str, str], seconds: float
) -> None:
    server.scripted.append(("POST", "/pulls", Answer(status, payload, headers)))
    assert open_one(github_at(server, clock)) == 1
    assert clock.slept == [pytest.approx(seconds, abs=1)]
    assert len(clock.said) == 1


LONG = [
    (429, {}, {"retry-after": "4000"}, "4,000 s"),
    (403, {"message": "secondary rate limit"}, {"retry-after": "301"}, "301 s"),
    (403, {}, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1003600"}, "3,601 s"),
]


@pytest.mark.parametrize(("status", "payload", "headers", "words"), LONG)
def test_a_long_limit_ends_it_and_says_when_to_come_back(
    server: FakeGitHub, clock: Clock, status: int, payload: object, headers: dict[str, str], words: str
) -> None:
    server.scripted.append(("POST", "/pulls", Answer(status, payload, headers)))
    with pytest.raises(PublishFailed, match="rate limit") as caught:
        open_one(github_at(server, clock))
    assert words in str(caught.value)
    assert clock.slept == []


def test_patience_ends(server: FakeGitHub, clock: Clock) -> None:
    server.scripted += [("POST", "/pulls", Answer(429, {})) for _ in range(9)]
    with pytest.raises(PublishFailed, match="rate limit"):
        open_one(github_at(server, clock))
    assert clock.slept == [60, 120]
    server.scripted = [("GET", NAME, Answer(500)) for _ in range(9)]
    with pytest.raises(PublishRejected, match="500"):
        github_at(server, clock).repository()
    assert len(clock.slept) == 6


def test_a_server_that_is_not_there_is_named_without_the_token(clock: Clock) -> None:
    forge = Forge("http://127.0.0.1:9", "https://github.com", OWNER, NAME, "ghp_secret")
    with pytest.raises(PublishFailed, match=r"127\.0\.0\.1 cannot be reached") as caught:
        GitHub(Rest(forge, clock.said.append, clock.sleep)).repository()
    assert "ghp_secret" not in str(caught.value)
    assert len(clock.slept) == 4


def test_a_renamed_repository_is_followed_but_never_to_another_server(server: FakeGitHub, clock: Clock) -> None:
    server.scripted.append(("GET", NAME, Answer(301, {}, {"Location": f"/repos/{OWNER}/{NAME}"})))
    assert github_at(server, clock).repository().default_branch == "main"
    for location in ("https://evil.example/repos/octo/shop", "http://127.0.0.1:1/", "//evil.example/x"):
        server.scripted.append(("GET", NAME, Answer(302, {}, {"Location": location})))
        with pytest.raises(PublishFailed, match="another server"):
            github_at(server, clock).repository()
    assert len(server.asked) == 5


@pytest.mark.parametrize("payload", [None, [], {"full_name": 3}, "<html>", {"full_name": "a/b"}])
def test_what_is_no_answer_of_github_is_said_to_be_none(server: FakeGitHub, clock: Clock, payload: object) -> None:
    server.scripted.append(("GET", NAME, Answer(200, payload)))
    with pytest.raises(PublishFailed, match="cannot be read"):
        github_at(server, clock).repository()


@pytest.mark.parametrize(
    ("token", "repository", "words"),
    [
        ("", {}, "no token"),
        ("ghp_x", {"archived": True}, "archived"),
        ("ghp_x", {"permissions": {"push": False}}, "may not push"),
    ],
)
def test_rights_that_are_missing_are_seen(
    server: FakeGitHub, clock: Clock, token: str, repository: dict[str, object], words: str
) -> None:
    server.repository |= repository
    with pytest.raises(PublishFailed, match=words):
        github_at(server, clock, token).check_rights()


@pytest.mark.parametrize(
    ("token", "repository"),
    [("ghp_x", {}), ("ghp_x", {"permissions": None}), ("ghs_x", {"permissions": {"push": False}})],
)
def test_rights_that_may_be_there_are_not_denied(
    server: FakeGitHub, clock: Clock, token: str, repository: dict[str, object]
) -> None:
    server.repository |= repository
    assert github_at(server, clock, token).check_rights().full_name == f"{OWNER}/{NAME}"


@pytest.mark.parametrize(
    ("login", "may"), [("ada", True), ("bob", True), ("eve", False), ("mallory", False), ("../../x", False)]
)
def test_who_may_write_is_asked_of_the_server(server: FakeGitHub, clock: Clock, login: str, may: bool) -> None:
    server.permissions = {"ada": "admin", "bob": "write", "eve": "read"}
    assert github_at(server, clock).may_write(login) is may
