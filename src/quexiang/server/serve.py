"""Running a server: logs, sockets, and a stop that loses nothing."""

from __future__ import annotations

import gc
import logging
import socket as sockets
import sys
from typing import Final

import structlog
import uvicorn
from litestar import Litestar

from quexiang.server.app import make_app
from quexiang.server.patience import Config, PatientProtocol
from quexiang.server.settings import Settings

GRACE = 10
ANY: Final = ("0.0.0.0", "::", "")  # noqa: S104 - only compared
COLLECTING = (5_000, 10, 1_000)

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
        await self.app.state.services.say_goodbye()
        await super().shutdown(sockets)


def calm_collector() -> None:
    """Look for cyclic garbage seldom: reading all tables for it would hold everybody up.

    The code and what else lives as long as the process is never looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until told to stop."""
    set_up_logs()
    run_app(make_app(settings), host, port)


def run_app(app: Litestar, host: str, port: int) -> None:
    """Serve an application that is already made."""
    calm_collector()
    if port:
        make_server(app, host, port).run()
    else:  # whoever asks for any port is told which before the first room is opened
        listening = make_server(app, host, port).config.bind_socket()
        make_server(app, host, listening.getsockname()[1]).run([listening])


def make_server(app: Litestar, host: str, port: int) -> Server:
    """A server for an application."""
    config = Config(
        app,
        http=PatientProtocol,
        host=host,
        port=port,
        access_log=False,
        log_config=None,
        server_header=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    services = app.state.services
    config.request_timeout = services.settings.limits.request
    services.hub.address = services.settings.address or address_of(host, port)
    return Server(config, app)


def address_of(host: str, port: int) -> str:
    """Where clients reach a server that listens here, as far as it can know.

    >>> address_of("127.0.0.1", 8000)
    'http://127.0.0.1:8000'
    """
    name = sockets.gethostname() if host in ANY else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def set_up_logs() -> None:
    """One line an event: text on a terminal, JSON elsewhere; never the values of variables."""
    plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    for_programs = [
        structlog.processors.ExceptionRenderer(plain),
        structlog.processors.JSONRenderer(),
    ]
    for_people = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(for_people if sys.stderr.isatty() else for_programs),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
