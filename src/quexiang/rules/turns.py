"""What a seat may do on its own turn."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.engine.actions import ADDED, CONCEALED, DISCARD, WIN, Action, Kong, Offer, Seat
from quexiang.engine.player import Player
from quexiang.engine.rule import Rule
from quexiang.engine.table import Table

KINDS = range(42)


class Discards(Rule):
    """打牌: any concealed tile may be discarded."""

    stages = ("turn",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One discard for each kind held."""
        return table.hand(seat).pick(DISCARD)


class SelfDraw(Rule):
    """自摸: a hand completed by the tile just drawn may win."""

    stages = ("turn",)

    def __init__(self, *ids: str, after_claim: bool = False) -> None:
        super().__init__(*ids)
        self.after_claim = after_claim
        """Offer it after a chow or pong too, for a rule with an id of its own to close."""

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if a tile was drawn and the hand is complete."""
        if table.turn.drawn is None and not self.after_claim:
            return ()
        return (WIN,) if table.is_complete(seat) else ()


class OwnKongs(Rule):
    """暗杠、补杠: four equal concealed tiles, or the fourth to an own pong."""

    stages = ("turn",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Every kong that the tiles allow."""
        player: Player = table.seats[seat]
        counts = player.hand.counts
        offers: Sequence[Offer] = ()
        if 4 in counts:  # noqa: PLR2004 - all copies
            offers = [CONCEALED[tile] for tile in KINDS if counts[tile] == 4]  # noqa: PLR2004 - likewise
        for meld in player.melds:
            if meld.kind == "pong" and counts[meld.tiles[0]]:
                offers = [*offers, ADDED[meld.tiles[0]]]
        return offers


class NeedsDraw(Rule):
    """吃碰之后: after a chow or pong, before any draw, these actions are closed."""

    during = ("turn",)

    def __init__(self, rule: str, *vetoes: type[Action]) -> None:
        self.ids = (rule,)
        self.vetoes = vetoes or (Kong,)  # type: ignore[misc]  # of this rule, not of its class

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """If no tile was drawn in this turn."""
        return table.turn.drawn is None and table.turn.seat == seat

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """The rule's id."""
        return self.ids[0]


class KongReserve(Rule):
    """海底不杠: no kong of any kind when `keep` or fewer tiles are left."""

    vetoes = (Kong,)

    def __init__(self, rule: str, *, keep: int) -> None:
        self.ids = (rule,)
        self.keep = keep

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """If too few tiles are left."""
        return table.left <= self.keep

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """The rule's id."""
        return self.ids[0]
