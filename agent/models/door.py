"""The one door to the network: a request goes out, and what the HTTP library raises becomes one of our own errors."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpx

from agent.errors import ModelBusy, ModelError, ModelRefused
from agent.models.endpoint import Endpoint, patience
from agent.models.stream import WebPage


@contextmanager
def posting(
    client: httpx.Client, at: Endpoint, headers: Mapping[str, str], body: Mapping[str, object], idle_seconds: float
) -> Iterator[httpx.Response]:
    """Send a request and hold the answer open. Raises ModelError, also for what goes wrong while it is read."""
    content = json.dumps(body).encode()
    named = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json", **headers}
    sending = client.stream("POST", at.url, headers=named, content=content, timeout=patience(idle_seconds))
    with as_model_errors(at, idle_seconds), sending as response:
        yield response


@contextmanager
def as_model_errors(at: Endpoint, idle_seconds: float) -> Iterator[None]:
    """Nobody further in sees an exception of the HTTP library."""
    try:
        yield
    except WebPage as error:
        raise ModelRefused(
            f"{at.address} answers with a web page, not with a completion.",
            "Check the base URL; it ends in /v1 as a rule.",
        ) from error
    except httpx.RequestError as error:
        raise _meaning(error, at, idle_seconds) from error


def _meaning(error: httpx.RequestError, at: Endpoint, idle_seconds: float) -> ModelError:
    words = at.hushed(str(error)) or type(error).__name__
    if "[SSL" in words:
        return ModelRefused(
            f"No secure connection to {at.host}: {words}.",
            "Check whether the base URL should begin with http://, or name your certificates in SSL_CERT_FILE.",
        )
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return ModelBusy(
            f"The model server at {at.address} cannot be reached: {words}.",
            "Check that it runs, and the base URL.",
        )
    if isinstance(error, httpx.ProxyError):
        return ModelBusy(f"The proxy on the way to {at.host} gives no connection: {words}.", "Check HTTPS_PROXY.")
    if isinstance(error, httpx.TimeoutException):
        return ModelBusy(f"{at.host} sent nothing for {idle_seconds:g} s.", "Try again, or use a faster model.")
    return ModelBusy(f"The connection to {at.host} broke: {words}.", "Try again.")
