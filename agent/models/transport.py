"""How an answer's bytes come in: through the HTTP library, which is given small chunks joined."""

import ssl
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

from agent.models.chunks import ChunkJoiner

KEPT_SECONDS = 5.0  # of a connection that is not in use


class JoiningTransport(httpx.HTTPTransport):
    """Sends requests as httpx does; no proxies."""

    def __init__(self) -> None:
        context = httpx.create_ssl_context()
        super().__init__(verify=context)
        self._pool = httpcore.ConnectionPool(
            ssl_context=context, keepalive_expiry=KEPT_SECONDS, network_backend=_Backend()
        )


class _Backend(httpcore.SyncBackend):
    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        return _Stream(super().connect_tcp(host, port, timeout, local_address, socket_options))


class _Stream(httpcore.NetworkStream):
    """A connection; what is written begins a request, so that what is read after it begins an answer."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner
        self._joiner = ChunkJoiner()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        while data := self._inner.read(max_bytes, timeout):
            if joined := self._joiner.feed(data):
                return joined
        held, self._joiner.held = self._joiner.held, b""
        return held

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._joiner = ChunkJoiner()
        self._inner.write(buffer, timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
