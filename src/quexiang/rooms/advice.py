"""Advice: what a bot would do in a person's place, by the person's own view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quexiang.bots.bot import Judged
from quexiang.engine import actions as act
from quexiang.engine.wire import tile_names
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.refusal import NO_ADVICE, STALE, Refused
from quexiang.rooms.ask import Asks
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.messages import BotAdvised

MOST: Final = 3
"""Choices that an advice ranks."""


class Adviser:
    """Asks bots for advice and passes it on."""

    def __init__(self, core: Core, asks: Asks) -> None:
        self.core = core
        self.asks = asks

    def advise(self, connection: Connection, frame: incoming.Advise) -> bool:
        """Let a bot look at the seat's own view; once for each ask, connection and level."""
        seat = self.core.seat(connection)
        if not self.core.state.is_advised:
            raise Refused(NO_ADVICE)
        ask = self.asks.find(seat, frame.ask)
        if ask is None:
            raise Refused(STALE)
        if (connection.id, frame.level) not in ask.advised:
            ask.advised.add((connection.id, frame.level))
            self.asks.think(ask, frame.level, self.core.now, connection)
        return True

    def bot_advised(self, message: BotAdvised) -> None:
        """Pass a bot's advice on, if it has any and it is still wanted."""
        ask = self.asks.find(message.seat, message.ask)
        connection = self.core.connections.get(message.connection)
        if ask is None or connection is None or not message.judged:
            return
        ranked = [_ranked(ask.offers, judged) for judged in message.judged[:MOST]]
        best = ranked[0]
        frame = outgoing.Advice(
            ask=ask.number, choice=best.choice, level=message.level, tiles=best.tiles, ranked=ranked
        )
        self.core.send(connection, frame)


def _ranked(offers: Sequence[act.Offer], judged: Judged) -> outgoing.Ranked:
    action = judged.action
    tiles = tile_names(action.tiles) if isinstance(action, act.Choose) else []
    fits = (at for at, offer in enumerate(offers) if act.allowed([offer], action))
    return outgoing.Ranked(
        choice=next(fits),
        value=round(judged.value, 2),
        zh=judged.why.zh,
        en=judged.why.en,
        tiles=tiles,
    )
