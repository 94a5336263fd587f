"""What a request or a socket says of its sender."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection

from quexiang.server.limits import network

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]

COOKIE: Final = "quexiang"
BEARER: Final = "Bearer "


def token_of(connection: AnyConnection) -> str:
    """The token of a request, from its header or its cookie."""
    header = connection.headers.get("authorization", "")
    if header.startswith(BEARER):
        return header.removeprefix(BEARER)
    return connection.cookies.get(COOKIE, "")


def host_of(connection: AnyConnection) -> str:
    """The address of a request."""
    return connection.client.host if connection.client else ""


def network_of(connection: AnyConnection) -> str:
    """What is counted as one address."""
    return network(host_of(connection))
