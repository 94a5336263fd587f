"""What operators look at: whether the server lives, whether it can serve, and its measures."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

from litestar import MediaType, Response, get

from quexiang.server.gate import Limit
from quexiang.server.readiness import Ready
from quexiang.server.refusals import Refusal
from quexiang.server.requests import AnyRequest, host_of
from quexiang.server.services import Served
from quexiang.server.settings import VERSION

LOOPBACK: Final = ("127.0.0.1", "::1")
PROBE: Final = [Limit("probes")]


def is_within(host: str, networks: Iterable[str]) -> bool:
    """Tell whether an address is one of these or in one of these networks; no address is ours.

    >>> is_within("172.18.0.5", ["172.16.0.0/12"]), is_within("9.9.9.9", ["172.16.0.0/12"])
    (True, False)
    """
    if not host:
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in ip_network(network) for network in networks)


@get("/healthz", guards=PROBE, sync_to_thread=False)
def health(services: Served) -> dict[str, object]:
    """A sign of life: the event loop turns. Where there is none, restart the server."""
    return {"ok": not services.hub.stopping, "version": VERSION}


@get("/readyz", guards=PROBE)
async def ready(services: Served) -> Response[Ready]:
    """Whether the server can serve; 503 says what is wrong, and may pass by itself."""
    found = await services.readiness.now()
    return Response(found, status_code=200 if found.ok else 503)


@get("/metrics", media_type=MediaType.TEXT, guards=PROBE, include_in_schema=False)
async def metrics(services: Served, request: AnyRequest) -> Response[bytes]:
    """Measures for Prometheus; only for this machine and the scrapers of the settings."""
    if not is_within(host_of(request), (*LOOPBACK, *services.settings.scrapers)):
        raise Refusal(403, "not_allowed", "只给本机看", "Only for this machine")
    return Response(services.measured(), media_type="text/plain; version=0.0.4")


ROUTES: Final = [health, ready, metrics]
