"""Headers, and the check where a request comes from."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import Final
from urllib.parse import urlsplit

from litestar.types import Message, Scope

from quexiang.server.refusals import Refusal, bad
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
DEEPEST: Final = 64
JSON_PARTS: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
"""Texts, in which brackets mean nothing, and brackets."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


async def add_headers(message: Message, scope: Scope) -> None:
    """Give every answer the headers that protect whoever reads it."""
    if message["type"] == "http.response.start":
        headers = [*message.setdefault("headers", []), *HEADERS]
        is_said = any(name.lower() == b"cache-control" for name, _ in headers)
        if scope["path"].startswith("/api/") and not is_said:
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers


def is_allowed_origin(connection: AnyConnection, origins: AbstractSet[str]) -> bool:
    """Tell whether a request comes from our own pages, an allowed origin, or no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host", "")


def check_text(request: AnyRequest) -> None:
    """Refuse the sign that no database keeps."""
    if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
        raise bad("地址里有不该有的字", "There is a NUL in the address")


async def check_depth(request: AnyRequest) -> None:
    """Refuse JSON that is nested deeper than anything we ask for; readers are recursive."""
    if request.method in SAFE:
        return
    body = await request.body()
    if body.count(b"[") + body.count(b"{") > DEEPEST and _depth(body) > DEEPEST:
        raise bad("请求里的括号套得太深", "The JSON is nested too deeply")


def _depth(body: bytes) -> int:
    depth = most = 0
    for found in JSON_PARTS.finditer(body):
        sign = found[0][:1]
        depth += (sign in b"[{") - (sign in b"]}")
        most = max(most, depth)
    return most


def check_origin(request: AnyRequest) -> None:
    """Refuse requests that change something and come from other pages."""
    if request.method in SAFE:
        return
    if not is_allowed_origin(request, request.app.state.services.origins):
        raise Refusal(403, "bad_origin", "来路不对", "Requests from other sites are refused")
