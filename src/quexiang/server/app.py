"""The application: routes, services, hooks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quexiang.server import (
    best,
    daily,
    health,
    history,
    ladder,
    pages,
    people,
    practice,
    reach,
    records,
    rooms,
    sessions,
    sharing,
    study,
    towns,
)
from quexiang.server.gate import Limit
from quexiang.server.refusals import HANDLERS
from quexiang.server.requests import AnyRequest
from quexiang.server.security import add_headers, check_depth, check_origin, check_text
from quexiang.server.services import Services
from quexiang.server.settings import VERSION
from quexiang.server.socket import room_socket

if TYPE_CHECKING:
    from quexiang.server.settings import Settings

LARGEST_BODY: Final = 100_000
SECRETS: Final = "^/api/(guest|account|login|logout|me)"
"""Whose answers hold tokens or sessions: what is chosen by others beside a secret is not packed."""
COMPRESSION: Final = CompressionConfig(
    "gzip", minimum_size=1000, gzip_compress_level=6, exclude=[SECRETS]
)
ROUTES: Final = [
    *people.ROUTES,
    *sessions.ROUTES,
    *towns.ROUTES,
    *rooms.ROUTES,
    *records.ROUTES,
    *study.ROUTES,
    *practice.ROUTES,
    *history.ROUTES,
    *best.ROUTES,
    *daily.ROUTES,
    *ladder.ROUTES,
    *sharing.ROUTES,
    *health.ROUTES,
    *reach.ROUTES,
    room_socket,
    pages.pages,
]


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Quexiang 雀乡",
        version=VERSION,
        render_plugins=[JsonRenderPlugin()],
        openapi_router=Router("/api/docs", route_handlers=[], guards=[Limit("reads")]),
    )


def make_app(settings: Settings) -> Litestar:
    """One server, ready to be run."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await services.start()
        try:
            yield
        finally:
            await services.stop()

    async def from_where(request: AnyRequest) -> None:
        check_origin(request)
        check_text(request)
        await check_depth(request)

    return Litestar(
        ROUTES,
        lifespan=[lifespan],
        state=State({"services": services}),
        dependencies={"services": Provide(_services, sync_to_thread=False)},
        before_request=from_where,
        before_send=[add_headers],
        compression_config=COMPRESSION,
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=_openapi(),
    )


def _services(state: State) -> Services:
    services = state.services
    assert isinstance(services, Services)
    return services
