"""What the others may do with a discard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from quexiang.engine.actions import (
    CHOW,
    EXPOSED,
    PONG,
    RUN_PARTNERS,
    WIN,
    Action,
    Kong,
    Offer,
    Pong,
    Seat,
    Win,
)
from quexiang.engine.events import Answered, Event, Melded
from quexiang.engine.marks import Mark
from quexiang.engine.player import Player
from quexiang.engine.rule import Rule
from quexiang.engine.table import Table
from quexiang.tiles import Mask, Tile

FIRST_HONOUR = 27


class Pongs(Rule):
    """碰: any other seat with two tiles of the discarded kind."""

    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Pong, with two of the kind."""
        return (PONG,) if table.hand(seat).counts[table.offered[0]] >= 2 else ()  # noqa: PLR2004 - and the discard make three


class ExposedKongs(Rule):
    """明杠: any other seat with three tiles of the discarded kind."""

    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Kong, with three of the kind."""
        tile: Tile = table.offered[0]
        return (EXPOSED[tile],) if table.hand(seat).counts[tile] == 3 else ()  # noqa: PLR2004 - and the discard make four


def can_chow(counts: bytearray, tile: Tile) -> bool:
    """Tell whether two of these tiles make a run with this one."""
    if tile >= FIRST_HONOUR:
        return False
    rank = tile % 9
    before, after = rank > 0 and counts[tile - 1] > 0, rank < 8 and counts[tile + 1] > 0  # noqa: PLR2004 - nine ranks
    if before and after:
        return True
    if before and rank > 1 and counts[tile - 2]:
        return True
    return after and rank < 7 and counts[tile + 2] > 0  # noqa: PLR2004 - likewise


def chows_with(counts: bytearray, tile: Tile) -> list[Offer]:
    """One chow for each run that two of these tiles make with this one."""
    if not can_chow(counts, tile):
        return []
    return [CHOW[a, b] for a, b in RUN_PARTNERS[tile] if counts[a] and counts[b]]


def claimants(
    table: Table, waits: Callable[[Table, Seat], Mask], *, chows: bool, marked: Mark | None = None
) -> Sequence[Seat]:
    """The seats that a discard may concern: two of its kind, a run for the next seat, or a wait.

    Where a mark is named only seats with it win; the next seat is told why it does not, where it
    is asked about runs anyway.
    """
    tile: Tile = table.offered[0]
    fitting: Sequence[Seat] = ()
    for seat in table.seats_after(table.offerer):
        player: Player = table.seats[seat]
        counts = player.hand.counts
        if counts[tile] > 1 or (chows and can_chow(counts, tile)):
            fitting = [*fitting, seat]
        elif chows or marked is None or marked.key in player.marks:
            mask: Mask = waits(table, seat) if player.waits is None else player.waits
            if mask >> tile & 1:
                fitting = [*fitting, seat]
        chows = False
    return fitting


class Chows(Rule):
    """吃: only the discarder's next seat, with two tiles that make a run."""

    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One chow for each run that the tiles allow."""
        tile: Tile = table.offered[0]
        if tile >= FIRST_HONOUR or seat != (table.offerer + 1) % table.players:
            return ()
        return chows_with(table.hand(seat).counts, tile)


class DiscardWins(Rule):
    """点炮: a discard that completes the hand may be won."""

    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the tile completes the hand."""
        return (WIN,) if table.is_completed_by(seat, table.offered[0]) else ()


class RobbedKongs(DiscardWins):
    """抢杠胡: a tile that is to be added to a pong may be won."""

    stages = ("kong",)


class PassedPong(Rule):
    """漏碰: a kind that was not ponged when it could have been stays closed for a while."""

    vetoes: ClassVar[tuple[type[Action], ...]] = (Pong,)
    follows = (Answered,)
    passed: ClassVar[Action] = PONG
    during: ClassVar[tuple[str, ...]] = ("discard",)

    def __init__(self, rule: str, mark: Mark) -> None:
        self.ids = (rule,)
        self.mark = self.binding = mark

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """The rule's id while the kind is closed."""
        return self.ids[0] if table.offered[0] in table.listed(seat, self.mark) else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Close the kind when it was offered and not taken."""
        assert isinstance(event, Answered)
        declined = self.passed in event.offered and event.action != self.passed
        if not declined or table.stage not in self.during:
            return ()
        closed = table.listed(event.seat, self.mark)
        return (self.mark.set(event.seat, (*closed, table.offered[0])),)


class PassedWin(PassedPong):
    """漏胡: likewise a win on a discard or an added kong; own draws are free."""

    vetoes = (Win,)
    passed = WIN
    during = ("discard", "kong")


class KeptFourth(Rule):
    """碰时留的第四张: only a tile drawn after the pong makes it a kong."""

    vetoes = (Kong,)
    follows = (Melded,)

    def __init__(self, rule: str, mark: Mark) -> None:
        self.ids = (rule,)
        self.mark = self.binding = mark

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """The rule's id for a pong made with three in hand."""
        assert isinstance(action, Kong)
        closed = action.kind == "added" and action.tile in table.listed(seat, self.mark)
        return self.ids[0] if closed else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Remember such a pong."""
        assert isinstance(event, Melded)
        seat, tile = event.seat, event.meld.tiles[0]
        if event.meld.kind == "pong" and table.hand(seat).counts[tile]:
            yield self.mark.set(seat, (*table.listed(seat, self.mark), tile))
