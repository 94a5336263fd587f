"""Running a server: logs, sockets, and a stop that loses nothing."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import structlog
import uvicorn

from quexiang.server.app import make_app

if TYPE_CHECKING:
    import socket as sockets

    from litestar import Litestar

    from quexiang.server.settings import Settings

GRACE = 10

logger = structlog.get_logger(__name__)


class Server(uvicorn.Server):
    """Tells every client before the sockets are closed."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self.app = app

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Begin to listen, and say where."""
        await super().startup(sockets)
        if self.started:
            address = self.servers[0].sockets[0].getsockname()
            logger.info("serving", url=f"http://{address[0]}:{address[1]}")

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Finish what is being written, say good-bye, then stop."""
        services = self.app.state.services
        await services.hub.stop()
        for socket in list(services.sockets.values()):
            socket.farewell()
        await super().shutdown(sockets)


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until told to stop."""
    set_up_logs()
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,
        log_config=None,
        server_header=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    Server(config, app).run()


def set_up_logs() -> None:
    """One line an event: for people on a terminal, JSON elsewhere."""
    on_terminal = sys.stderr.isatty()
    last = structlog.dev.ConsoleRenderer() if on_terminal else structlog.processors.JSONRenderer()
    shared = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        *([] if on_terminal else [structlog.processors.dict_tracebacks]),
    ]
    structlog.configure(
        processors=[*shared, last],  # type: ignore[list-item]
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
