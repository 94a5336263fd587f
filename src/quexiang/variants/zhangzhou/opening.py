"""ZZ-6 to ZZ-18, ZZ-21: flowers, and the window in which players win before play."""

from collections.abc import Iterable, Sequence
from typing import Final

from quexiang.engine.actions import WIN, Action, Offer, Seat, Win
from quexiang.engine.due import BACK_DUE
from quexiang.engine.events import Drawn, Due, Event, Laid
from quexiang.engine.rule import Phase, Rule
from quexiang.engine.table import Table
from quexiang.rules.opening import OpeningStage
from quexiang.text import Named
from quexiang.tiles import is_flower

from .patterns import opening_kind

HAND_SIZE: Final = 16
FLOWERS: Final = Named("flowers", "花", "Flowers")
"""The pile of a player's flowers."""


class DealtFlowers(Phase):
    """ZZ-6 起手补花: from the dealer on, each replaces all flowers before the next one does."""

    ids = ("ZZ-6",)

    def begin(self, table: Table) -> Iterable[Event]:
        """Lay the flowers of the first seat that has any, or draw what it lacks."""
        for seat in table.seats_from(table.dealer):
            player = table.seats[seat]
            if player.hand.flowers:
                flowers = tuple(filter(is_flower, player.hand.tiles()))
                return (Laid(seat, flowers, FLOWERS.key),)
            if player.size < HAND_SIZE + (seat == table.dealer):
                return (BACK_DUE[seat],)
        return (self.done(table),)


class Flowers(Rule):
    """ZZ-21 摸花即补: a drawn flower is laid open and replaced from the back."""

    ids = ("ZZ-6", "ZZ-21")
    follows = (Drawn,)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Replace it; before the gold is turned the deal goes on instead."""
        assert isinstance(event, Drawn)
        assert event.tile is not None
        if table.indicator is None:
            return (Due("phase", count=table.phase),)
        if is_flower(event.tile):
            return (Laid(event.seat, (event.tile,), FLOWERS.key), BACK_DUE[event.seat])
        return ()


class OpeningWins(Rule):
    """ZZ-11 天胡, ZZ-12 三金倒, ZZ-13 and ZZ-14 抢金: wins before anything was discarded."""

    ids = ("ZZ-11", "ZZ-12", "ZZ-13", "ZZ-14")
    stages = (OpeningStage.key,)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the seat qualifies for any kind."""
        return (WIN,) if opening_kind(table, seat) else ()


class FirstHand(Rule):
    """ZZ-18 开局放过: the dealer cannot win with his first seventeen tiles on his turn."""

    ids = ("ZZ-18",)
    vetoes = (Win,)
    during = ("turn",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-18 until the dealer has drawn."""
        first = table.turn.began == "deal" and not table.turn.kongs
        return "ZZ-18" if first else None
