"""Counting by the server itself: llama.cpp and vLLM say how many tokens a text has, at an address beside their /v1."""

import ipaddress
from dataclasses import dataclass

import httpx

from agent.errors import AgentError
from agent.models.door import as_model_errors
from agent.models.endpoint import endpoint, open_client

_PATIENCE = 10.0  # seconds


@dataclass(slots=True)
class ServerCount:
    """Asks one server; once it gives no count, it is asked no more."""

    model: str
    base_url: str
    key: str = ""
    _given_up: bool = False

    def count(self, text: str) -> int | None:
        """The tokens of a text; None where the server does not say."""
        if self._given_up or not _is_near(self.base_url):
            return None
        try:
            found = self._ask(text)
        except AgentError:
            found = None
        self._given_up = found is None
        return found

    def _ask(self, text: str) -> int | None:
        root = self.base_url.strip().rstrip("/").removesuffix("/v1")
        at = endpoint(self.model, root, "/tokenize", self.key, "")
        headers = {"Authorization": f"Bearer {at.key}"} if at.key else {}
        body = {"model": at.model, "prompt": text, "content": text}  # as vLLM and as llama.cpp call it
        with open_client(at.url) as client, as_model_errors(at, _PATIENCE):
            response = client.post(at.url, headers=headers, json=body, timeout=_PATIENCE)
        if not response.is_success:
            return None
        try:
            said = response.json()
        except ValueError:
            return None
        count, tokens = (said.get("count"), said.get("tokens")) if isinstance(said, dict) else (None, None)
        return count if isinstance(count, int) else len(tokens) if isinstance(tokens, list) else None


def _is_near(base_url: str) -> bool:
    """Whether a server is on this machine or in its network: others are not sent a text only to count it."""
    try:
        host = httpx.URL(base_url).host
        return "." not in host or ipaddress.ip_address(host).is_private
    except (httpx.InvalidURL, ValueError):
        return False
