"""The REST API: one request at a time, limits waited for within reason, every refusal explained."""

import json
import random
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

import httpx

from agent.errors import PublishFailed
from agent.publish.address import Forge
from agent.publish.refusals import refusal, said_in

LONGEST_WAIT = 300.0  # seconds for one request in all; what asks for more ends the publishing, which can be repeated
SECONDARY_WAIT = 60.0  # what GitHub asks for where it names no time
TRIES = 5
_VERSION = "2022-11-28"
_SENT_ON = (301, 302, 307, 308)
Method = Literal["GET", "POST", "PATCH"]


class Rest:
    """The API of one server."""

    def __init__(
        self,
        forge: Forge,
        say: Callable[[str], None],
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.forge, self._say, self._sleep, self._now = forge, say, sleep, now
        bearer = {"Authorization": f"Bearer {forge.token}"} if forge.token else {}
        self._client = httpx.Client(
            headers={
                "Accept": "application/vnd.github+json",
                "X-GitHub-Api-Version": _VERSION,
                "User-Agent": "overhaul",
                **bearer,
            },
            timeout=httpx.Timeout(30.0, connect=15.0),
        )

    def __enter__(self) -> "Rest":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(
        self,
        method: Method,
        path: str,
        what: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
    ) -> Any:
        """The answer to a request below the API's address; `what` it is to do is said where it fails.

        Raises PublishRejected, PublishFailed.
        """
        url, waited, moves = httpx.URL(self.forge.api + path), 0.0, 0
        for attempt in range(1, TRIES + 1):
            answer = self._send(method, url, body, query)
            if isinstance(answer, httpx.Response) and answer.status_code in _SENT_ON and moves < 3:
                url, moves, query = self._next(url, answer, what), moves + 1, None
                answer = self._send(method, url, body, query)
            wait = self._wait(answer, attempt)
            if wait is None or attempt == TRIES or waited + wait > LONGEST_WAIT:
                return self._read(answer, what, wait)
            self._say(f"GitHub asks for a pause: going on in {wait:.0f} s")
            self._sleep(wait)
            waited += wait
        raise AssertionError("the loop returns")

    def _send(
        self, method: Method, url: httpx.URL, body: Mapping[str, Any] | None, query: Mapping[str, str] | None
    ) -> httpx.Response | httpx.HTTPError:
        try:
            return self._client.request(method, url, json=body, params=query)
        except httpx.HTTPError as error:
            return error

    def _next(self, url: httpx.URL, answer: httpx.Response, what: str) -> httpx.URL:
        """Where a repository went that was renamed; never to another server, which would get the token."""
        target = url.join(answer.headers.get("location", ""))
        if (target.scheme, target.netloc) != (url.scheme, url.netloc):
            raise PublishFailed(f"{url.host} sends us to another server ({target.host}) to {what}.", "Check the name.")
        return target

    def _wait(self, answer: httpx.Response | httpx.HTTPError, attempt: int) -> float | None:
        """Seconds to wait before the request is sent again; None where that would not help."""
        if isinstance(answer, httpx.HTTPError):
            return _backoff(attempt)
        headers, status = answer.headers, answer.status_code
        if status in (403, 429):
            if (after := headers.get("retry-after", "")).isdigit():
                return float(after)
            if (
                headers.get("x-ratelimit-remaining") == "0"
                and (reset := headers.get("x-ratelimit-reset", "")).isdigit()
            ):
                return max(0.0, float(reset) - self._now()) + 1
            limited = status == 429 or "rate limit" in said_in(_payload(answer)).lower()
            return SECONDARY_WAIT * attempt if limited else None
        return _backoff(attempt) if status in (500, 502, 503, 504) else None

    def _read(self, answer: httpx.Response | httpx.HTTPError, what: str, wait: float | None) -> Any:
        host = httpx.URL(self.forge.api).host
        if isinstance(answer, httpx.HTTPError):
            raise PublishFailed(
                f"{host} cannot be reached to {what}: {answer or type(answer).__name__}.",
                "Check the connection and GITHUB_API_URL, then try again.",
            ) from answer
        payload, status = _payload(answer), answer.status_code
        if 200 <= status < 300:
            return payload
        if wait is not None and status in (403, 429):
            raise PublishFailed(
                f"The rate limit of this token at {host} is used up ({status}), so it was not possible to {what}: "
                f"it ends in {wait:,.0f} s.",
                "Try again then: what was done already is found and not done twice.",
            )
        raise refusal(status, payload, answer.headers, what, self.forge.slug)


def _backoff(attempt: int) -> float:
    return 2.0 ** (attempt - 1) + random.random()


def _payload(answer: httpx.Response) -> Any:
    try:
        return json.loads(answer.content or b"null")
    except (ValueError, RecursionError):
        return None
