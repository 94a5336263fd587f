"""What the others may do with a discard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quexiang.engine.actions import (
    CHOW,
    EXPOSED,
    PONG,
    RUN_PARTNERS,
    WIN,
    Action,
    Offer,
    Pong,
    Seat,
)
from quexiang.engine.events import Answered, Event
from quexiang.engine.marks import Mark
from quexiang.engine.rule import Rule
from quexiang.engine.table import Table
from quexiang.tiles import Tile

FIRST_HONOUR = 27


class Pongs(Rule):
    """碰: any other seat with two tiles of the discarded kind."""

    zh = "碰"
    stages = ("discard",)

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Pong, with two of the kind."""
        return (PONG,) if table.seats[seat].hand.counts[table.offered[0]] >= 2 else ()  # noqa: PLR2004


class ExposedKongs(Rule):
    """明杠: any other seat with three tiles of the discarded kind."""

    zh = "明杠"
    stages = ("discard",)

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Kong, with three of the kind."""
        tile = table.offered[0]
        return (EXPOSED[tile],) if table.seats[seat].hand.counts[tile] == 3 else ()  # noqa: PLR2004


def can_chow(counts: Sequence[int], tile: Tile) -> bool:
    """Tell whether two of these tiles make a run with this one."""
    if tile >= FIRST_HONOUR:
        return False
    for low, high in RUN_PARTNERS[tile]:  # noqa: SIM110 - asked of every discard; a generator costs more
        if counts[low] and counts[high]:
            return True
    return False


class Chows(Rule):
    """吃: only the discarder's next seat, with two tiles that make a run."""

    zh = "吃"
    stages = ("discard",)

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One chow for each run that the tiles allow."""
        tile = table.offered[0]
        if tile >= FIRST_HONOUR or seat != (table.offerer + 1) % table.players:
            return ()
        counts = table.seats[seat].hand.counts
        return [CHOW[a, b] for a, b in RUN_PARTNERS[tile] if counts[a] and counts[b]]


class DiscardWins(Rule):
    """点炮: a discard that completes the hand may be won."""

    zh = "点炮"
    stages = ("discard",)

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the tile completes the hand."""
        hand = table.seats[seat].hand
        return (WIN,) if table.shape.complete_with(hand, table.offered[0]) else ()


class PassedPong(Rule):
    """漏碰: a kind that was not ponged when it could have been stays closed for a while."""

    zh = "漏碰"
    vetoes = (Pong,)
    follows = (Answered,)

    def __init__(self, rule: str, mark: Mark) -> None:
        self.ids = (rule,)
        self.mark = mark

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """The rule's id while the kind is closed."""
        if table.due.stage != "discard":
            return None
        return self.ids[0] if table.offered[0] in table.listed(seat, self.mark) else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Close the kind when a pong was offered and not taken."""
        assert isinstance(event, Answered)
        if PONG not in event.offered or event.action == PONG or table.due.stage != "discard":
            return
        closed = table.listed(event.seat, self.mark)
        yield self.mark.set(event.seat, (*closed, table.offered[0]))
