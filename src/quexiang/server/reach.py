"""Who can reach this server: this computer alone, or everybody in its network."""

from __future__ import annotations

import socket
from typing import Final

from litestar import get
from msgspec import Struct

from quexiang.server.gate import Limit
from quexiang.server.services import Served

ANY: Final = ("0.0.0.0", "::", "")  # noqa: S104 - only compared
HERE: Final = ("127.0.0.1", "localhost", "::1")
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: the way there begins at the card that others see."""


class Reach(Struct):
    """What the page needs to invite others."""

    here_only: bool
    """Whether nobody but this computer can come."""
    lan: str = ""
    """The address for others in the same network, if this is known."""


def reach_of(host: str, port: int) -> Reach:
    """Who reaches a server that listens here.

    >>> reach_of("127.0.0.1", 8000)
    Reach(here_only=True, lan='')
    >>> reach_of("192.168.1.5", 80).lan
    'http://192.168.1.5:80'
    """
    if host in HERE:
        return Reach(here_only=True)
    name = lan_host() if host in ANY else host
    return Reach(here_only=False, lan=f"http://{name}:{port}" if name else "")


def lan_host() -> str:
    """The computer's address in its network, empty without one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(way.getsockname()[0])


@get("/api/reach", guards=[Limit("reads")])
async def reach(services: Served) -> Reach:
    """Who can reach this server, for the link in an invitation."""
    return reach_of(services.listens[0], services.listens[1])


ROUTES: Final = [reach]
