"""Sessions that have ended: their sockets are closed, on whatever node they are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from quexiang.cluster.bus import Bus
from quexiang.server.tokens import Claim
from quexiang.store.sessions import Sessions

AT_ONCE: Final = 200
"""Sessions that are looked up in one statement."""


class OpenSocket(Protocol):
    """A client's socket, as far as it is counted and ended."""

    number: int
    network: str
    claim: Claim | None
    """Who it is, and by which session."""

    def farewell(self) -> asyncio.Task[None]:
        """The server stops; the task is done when the client has been told."""

    def hang_up(self) -> None:
        """The session of this socket has ended."""


class Ended(Struct, frozen=True, omit_defaults=True):
    """A session of a person has ended, or all but one."""

    person: str
    session: str = ""
    but: str = ""


_ENDED: Final = msgspec.json.Decoder(Ended)


class Endings:
    """Closes the sockets of sessions that are no longer good."""

    def __init__(self, sockets: Mapping[int, OpenSocket], sessions: Sessions) -> None:
        self._sockets = sockets
        self._sessions = sessions
        self._bus: Bus | None = None
        self._subject = ""

    async def join(self, bus: Bus, subject: str) -> None:
        """Hear of sessions that end at other nodes, and tell them of ours."""
        self._bus, self._subject = bus, subject
        await bus.listen(subject, lambda payload: self._close(_ENDED.decode(payload)))

    def hang_up(self, person: str, *, session: str = "", but: str = "") -> None:
        """Close the sockets of a session that has ended, or of all but one, on all nodes."""
        ended = Ended(person, session, but)
        self._close(ended)
        if self._bus is not None:
            self._bus.publish(self._subject, msgspec.json.encode(ended))

    async def check(self, now: float) -> None:
        """Close the sockets of those whom an operator has locked out, or who were missed."""
        open_ones = [socket.claim for socket in self._sockets.values() if socket.claim]
        claims = list({(claim.person, claim.session) for claim in open_ones})
        good: set[tuple[str, str]] = set()
        for start in range(0, len(claims), AT_ONCE):
            good |= await self._sessions.good(claims[start : start + AT_ONCE], now)
        for person, session in set(claims) - good:
            self._close(Ended(person, session))

    def _close(self, ended: Ended) -> None:
        for socket in self._sockets.values():
            claim = socket.claim
            if claim is None or claim.person != ended.person or claim.session == ended.but:
                continue
            if ended.session in ("", claim.session):
                socket.hang_up()
