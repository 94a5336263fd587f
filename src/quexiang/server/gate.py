"""The gate of every route: what an address and a person may ask for in a time."""

from __future__ import annotations

import time
from typing import Final, get_type_hints

from litestar.handlers import BaseRouteHandler

from quexiang.server.limits import Clock, Rates
from quexiang.server.refusals import too_fast
from quexiang.server.requests import AnyConnection
from quexiang.server.settings import Limits
from quexiang.server.tally import Tally

Rate = tuple[int, float]
KINDS: Final = tuple(name for name, kind in get_type_hints(Limits).items() if kind == Rate)
"""The limits that are rates."""


class Gate:
    """Counts requests of each kind, by address and by person."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        rates: dict[str, Rate] = {kind: getattr(limits, kind) for kind in KINDS}
        self._by_person = {kind: Rates(*rate, clock) for kind, rate in rates.items()}
        self._by_network = {
            kind: Rates(number * limits.crowd, seconds, clock)
            for kind, (number, seconds) in rates.items()
        }

    def share(self, tally: Tally) -> None:
        """Let all nodes count together."""
        for kind in KINDS:
            tally.share(f"{kind} of a person", self._by_person[kind])
            tally.share(f"{kind} of an address", self._by_network[kind])

    def wait(self, kind: str, network: str, person: str | None = None) -> float:
        """Let one in: 0, or the seconds until there is room again."""
        if person is not None and (wait := self._by_person[kind].take(person)):
            return wait
        return self._by_network[kind].take(network)


class Limit:
    """A guard: a route of this kind lets in so many, before any work is done for them."""

    def __init__(self, kind: str) -> None:
        assert kind in KINDS
        self.kind = kind

    async def __call__(self, connection: AnyConnection, _: BaseRouteHandler) -> None:
        """Refuse one too many."""
        wait = connection.app.state.services.wait(self.kind, connection)
        if wait:
            raise too_fast(wait)
