"""Where requests go: the address, the key that belongs to it, and what messages may say of the two."""

import ipaddress
from dataclasses import dataclass, field
from urllib.request import getproxies

import httpx

from agent.errors import SettingsError
from agent.models.transport import JoiningTransport

CONNECT_SECONDS = 15.0
SHORTEST_SECRET = 8  # characters


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model on one server."""

    model: str
    url: httpx.URL
    key: str = field(repr=False)
    key_variable: str  # where the user keeps the key: "OPENAI_API_KEY"

    @property
    def host(self) -> str:
        """The server, as messages name it: with its port, if that is an unusual one."""
        return self.url.netloc.decode()

    @property
    def address(self) -> str:
        """The URL without what may be secret in it."""
        return str(self.url.copy_with(username=None, password=None, query=None, fragment=None))

    def hushed(self, words: str) -> str:
        """A server's words without our key, should it repeat it."""
        secret = len(self.key) >= SHORTEST_SECRET  # servers of one's own take "none" or "x" for a key
        return words.replace(self.key, "[key]") if secret else words


def endpoint(model: str, base_url: str, path: str, key: str, key_variable: str) -> Endpoint:
    """The endpoint at `path` below a base URL. Raises SettingsError for an address or a key that cannot be used."""
    url = _base(base_url)
    if not url.path.rstrip("/").endswith(path):  # some paste the whole address
        url = url.copy_with(path=url.path.rstrip("/") + path)
    if not (key := key.strip()).isascii() or not key.isprintable() or " " in key:
        raise SettingsError(
            f"The key in {key_variable} holds characters that no key has.",
            f"Set {key_variable} again, to the key alone.",
        )
    return Endpoint(model, url, key, key_variable)


def check_address(base_url: str) -> None:
    """Raises SettingsError for a base URL that cannot be one."""
    _base(base_url)


def _base(base_url: str) -> httpx.URL:
    hint = "Give the base URL with its /v1, as in http://localhost:8000/v1."
    written = base_url.strip()
    if not written.lower().startswith(("http://", "https://")):
        raise SettingsError(f"The base URL {_safe(written)!r} does not begin with http:// or https://.", hint)
    try:
        url = httpx.URL(written)
        url.host.encode("idna")  # what the resolver does first, and dies on
    except (httpx.InvalidURL, UnicodeError) as error:
        raise SettingsError(f"The base URL {_safe(written)!r} cannot be read: {error}.", hint) from error
    if not url.host:
        raise SettingsError(f"The base URL {_safe(written)!r} names no server.", hint)
    return url


def _safe(written: str) -> str:
    """An address as typed, without a password in it."""
    scheme, divider, rest = written.rpartition("@")
    return rest if divider and scheme else written


def open_client(url: httpx.URL) -> httpx.Client:
    """A client that goes through the environment's proxies, except to this very machine."""
    try:
        direct = _is_loopback(url.host) or not getproxies()
        return httpx.Client(transport=JoiningTransport()) if direct else httpx.Client()
    except (ImportError, ValueError, httpx.InvalidURL) as error:  # what httpx raises for a proxy it cannot use
        raise SettingsError(
            f"The proxy that the environment names cannot be used: {error}.",
            "Set HTTP_PROXY, HTTPS_PROXY and ALL_PROXY to http:// addresses, or unset them.",
        ) from error


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def patience(idle_seconds: float) -> httpx.Timeout:
    """How long to wait: for a connection not long, for the next byte of an answer as long as the request may idle."""
    return httpx.Timeout(CONNECT_SECONDS, read=idle_seconds, write=idle_seconds)
