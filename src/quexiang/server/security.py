"""Headers, and the check where a request comes from."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from litestar.types import Message, Scope

from quexiang.server.refusals import Refusal
from quexiang.server.requests import AnyConnection, AnyRequest

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self';"
    " connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }.items()
)
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


async def add_headers(message: Message, scope: Scope) -> None:
    """Give every answer the headers that protect whoever reads it."""
    if message["type"] == "http.response.start":
        headers = [*message.setdefault("headers", []), *HEADERS]
        is_said = any(name.lower() == b"cache-control" for name, _ in headers)
        if scope["path"].startswith("/api/") and not is_said:
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers


def is_allowed_origin(connection: AnyConnection, origins: tuple[str, ...]) -> bool:
    """Tell whether a request comes from our own pages, an allowed origin, or no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host", "")


def check_origin(request: AnyRequest) -> None:
    """Refuse requests that change something and come from other pages."""
    if request.method in SAFE:
        return
    if not is_allowed_origin(request, request.app.state.services.settings.origins):
        raise Refusal(403, "bad_origin", "来路不对", "Requests from other sites are refused")
