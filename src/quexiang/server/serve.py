"""Running a server: logs, sockets, and a stop that loses nothing."""

from __future__ import annotations

import asyncio
import errno
import socket as sockets
import sys
from collections.abc import Callable
from typing import Final

import structlog
import uvicorn
from litestar import Litestar

from quexiang.cluster.nats_bus import NatsBus
from quexiang.errors import UserError, of_system
from quexiang.server.app import make_app
from quexiang.server.collector import Collector, calm
from quexiang.server.frames import FrameProtocol
from quexiang.server.logs import set_up_logs
from quexiang.server.patience import Config, PatientProtocol
from quexiang.server.reach import ANY
from quexiang.server.services import patiently
from quexiang.server.settings import Settings
from quexiang.store import Store
from quexiang.store.mistakes import EXPECTED, mistake, try_file

GRACE = 10
NEAR: Final = 50
"""Ports that are tried, one after the other."""
SWITCHING: Final = 0.001
"""Seconds after which a thread gets the interpreter that waits for it. The journal's must wait
several times in a transaction, and everybody who acted waits with it."""

logger = structlog.get_logger(__name__)


def _nobody(_: int) -> None:
    """Nobody wants to know the port."""


class Server(uvicorn.Server):
    """Tells every client before the sockets are closed."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self.app = app

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Begin to listen, and say where."""
        await super().startup(sockets)
        if self.started:
            services = self.app.state.services
            services.tasks.start("collector", Collector(services.metrics).run)
            address = self.servers[0].sockets[0].getsockname()
            logger.info("serving", url=f"http://{address[0]}:{address[1]}")
            self.app.state.get("told", _nobody)(address[1])

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Finish what is being written, say good-bye, then stop."""
        await self.app.state.services.say_goodbye()
        await super().shutdown(sockets)


def run(settings: Settings, host: str, port: int, told: Callable[[int], None] = _nobody) -> None:
    """Serve until told to stop; `told` is called with the port once clients can come.

    Raises `UserError` where the port is taken, or the database or NATS is not to be had.
    """
    set_up_logs()
    check_port(host, port)
    check_database(settings)
    check_bus(settings)
    app = make_app(settings)
    app.state.told = told
    run_app(app, host, port)


def check_database(settings: Settings) -> None:
    """Open the database once, so that a mistake about it is told in a sentence."""

    async def reach() -> None:
        store = Store(settings.database_url)
        try:
            await patiently(store.migrate)
        finally:
            await store.close()

    try:
        try_file(settings.database_url)
        asyncio.run(reach())
    except EXPECTED as error:
        found = mistake(settings.database_url, error)
        if found is None:
            raise
        raise found from None


def check_bus(settings: Settings) -> None:
    """Connect to NATS once, for the same reason."""

    async def reach() -> None:
        bus = NatsBus(settings.nats)
        await bus.open(lambda _up: None)
        await bus.close()

    if settings.nats:
        asyncio.run(reach())


def check_port(host: str, port: int) -> None:
    """Refuse a port that another program has, or an address that is not this machine's."""
    try:
        _bind(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            zh = f"端口 {port} 有别的程序在用；换一个：--port {port + 1}，--port 0 随便哪个"
            en = f"port {port} is taken; choose another: --port {port + 1}, or --port 0 for any"
        else:
            why = of_system(error)
            zh = f"不能在 {host}:{port} 上等人：{why.zh}"
            en = f"cannot listen on {host}:{port}: {why.en}"
        raise UserError(zh, en) from None


def free_port(host: str, first: int) -> int:
    """The first port from here on that nobody has; any if there are none near."""
    for port in range(first, min(first + NEAR, 65536)):
        try:
            _bind(host, port)
        except OSError:
            continue
        return port
    return 0


def _bind(host: str, port: int) -> None:
    """Listen for a moment."""
    family, kind, _, _, address = sockets.getaddrinfo(
        host or None, port, type=sockets.SOCK_STREAM, flags=sockets.AI_PASSIVE
    )[0]
    with sockets.socket(family, kind) as tried:
        tried.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        tried.bind(address)


def run_app(app: Litestar, host: str, port: int) -> None:
    """Serve an application that is already made."""
    calm()
    sys.setswitchinterval(SWITCHING)
    if port:
        make_server(app, host, port).run()
    else:  # whoever asks for any port is told which before the first room is opened
        listening = make_server(app, host, port).config.bind_socket()
        make_server(app, host, listening.getsockname()[1]).run([listening])


def make_server(app: Litestar, host: str, port: int) -> Server:
    """A server for an application."""
    services = app.state.services
    config = Config(
        app,
        http=PatientProtocol,
        ws=FrameProtocol,
        host=host,
        port=port,
        access_log=False,
        log_config=None,
        server_header=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        forwarded_allow_ips=[*services.settings.proxies],
    )
    config.request_timeout = services.settings.limits.request
    services.listens = (host, port)
    services.hub.address = services.settings.address or address_of(host, port)
    return Server(config, app)


def address_of(host: str, port: int) -> str:
    """Where clients reach a server that listens here, as far as it can know.

    >>> address_of("127.0.0.1", 8000)
    'http://127.0.0.1:8000'
    """
    name = sockets.gethostname() if host in ANY else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
