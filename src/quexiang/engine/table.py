"""The table: everything known of a round so far, written by `apply(event)` and nothing else.

Folding the whole log gives the full table; folding what one seat saw gives that seat's view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.apply import APPLY
from quexiang.engine.board import Board
from quexiang.engine.due import SEATS_AFTER
from quexiang.engine.marks import Mark
from quexiang.engine.player import Player
from quexiang.hand.concealed import Hand
from quexiang.hand.shape import Shape
from quexiang.tiles import Mask, Tile

OF_RULES: Final = ("marking", "shape_of", "shape")
"""What a table has from its rules."""


class Table(Board):
    """All that is known of a round: fold of events."""

    __slots__ = ()

    def copy(self) -> Table:
        """Give an independent copy; what is immutable is shared."""
        new = Table.__new__(Table)
        new.marking = self.marking
        new.shape_of = self.shape_of
        new.players = self.players
        new.dealer = self.dealer
        new.seated = self.seated
        new.streak = self.streak
        new.scores = self.scores
        new.dice = self.dice
        new.seats = [player.copy() for player in self.seats]
        new.left = self.left
        new.kongs = self.kongs
        new.indicator = self.indicator
        new.wild = self.wild
        new.shape = self.shape
        new.turn = self.turn
        new.offered = self.offered
        new.offerer = self.offerer
        new.answers = self.answers.copy() if self.answers else {}
        new.marks = self.marks.copy() if self.marks else {}
        new.set_aside = self.set_aside
        new.turned = self.turned
        new.cast = self.cast
        new.wins = self.wins
        new.paid = self.paid
        new.gone = self.gone
        new.out = self.out
        new.order = self.order
        new.phase = self.phase
        new.due = self.due
        new.stage = self.stage
        new.end = self.end
        return new

    def __reduce__(self) -> tuple[object, ...]:
        kept = {name: getattr(self, name) for name in Board.__slots__ if name not in OF_RULES}
        return _laid_out, (self.marking, self.shape_of, kept)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in Board.__slots__
            if name not in OF_RULES
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    # Questions.

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat `steps` places further in playing order; seats that are out are skipped."""
        if not self.out:
            return (seat + steps) % self.players
        order = (seat, *self.order[seat])
        return order[steps % len(order)]

    def seats_after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that are not out, in playing order, the next one first."""
        return self.order[seat]

    def around(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats as they sit, the next one first, whether they are out or not."""
        return SEATS_AFTER[self.players][seat]

    def hand(self, seat: Seat) -> Hand:
        """The concealed tiles of a seat."""
        player: Player = self.seats[seat]
        return player.hand

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats that are not out, in playing order, this one first."""
        return self.order[seat] if seat in self.out else (seat, *self.order[seat])

    def has(self, seat: Seat, mark: Mark) -> bool:
        """Tell whether a mark lies on a seat."""
        player: Player = self.seats[seat]
        return mark.key in player.marks if player.marks else False

    def mark(self, seat: Seat, mark: Mark) -> ev.Value | None:
        """The value of a mark of a seat, None if it is not set."""
        return self.seats[seat].marks.get(mark.key)

    def number(self, seat: Seat | None, mark: Mark) -> int:
        """The value of a numeric mark, 0 if it is not set."""
        marks = self.marks_of(seat)
        value = marks.get(mark.key, 0) if marks else 0
        assert isinstance(value, int)
        return value

    def listed(self, seat: Seat | None, mark: Mark) -> tuple[int, ...]:
        """The value of a mark that lists numbers, empty if it is not set."""
        marks = self.marks_of(seat)
        value = marks.get(mark.key, ()) if marks else ()
        assert isinstance(value, tuple)
        return value  # type: ignore[return-value]  # numbers only, or `pairs` would be asked

    def pairs(self, seat: Seat | None, mark: Mark) -> tuple[ev.Pair, ...]:
        """The value of a mark that lists pairs, empty if it is not set."""
        return self.listed(seat, mark)  # type: ignore[return-value]  # pairs by its declaration

    def changes(self) -> tuple[int, ...]:
        """What each seat has won or lost in this round."""
        totals = [0] * self.players
        for payment in self.paid:
            totals[payment.payer] -= payment.amount
            if payment.payee is not None:
                totals[payment.payee] += payment.amount
        return tuple(totals)

    def standing(self, seat: Seat) -> Hand:
        """The seat's hand without the tile just drawn: to be looked at, not to be changed."""
        player: Player = self.seats[seat]
        return player.hand if player.hand.size % 3 == 1 else self.resting(seat)

    def resting(self, seat: Seat) -> Hand:
        """A copy of the seat's hand without the tile just drawn."""
        hand = self.hand(seat).copy()
        turn = self.turn
        if turn.seat == seat and turn.drawn is not None and hand.size % 3 == 2:  # noqa: PLR2004 - one tile too many
            hand.remove(turn.drawn)
        return hand

    def is_wild(self, tile: Tile) -> bool:
        """Tell whether a face is wild."""
        return self.shape.is_wild(tile)

    def waits(self, seat: Seat) -> Mask:
        """The kinds (a mask) that complete the seat's resting hand; kept until it changes."""
        player: Player = self.seats[seat]
        if player.waits is None:
            player.waits = self.shape.waits(self.standing(seat))
        return player.waits

    def kept_waits(self, seat: Seat, reckon: Callable[[Table, Seat], Mask]) -> Mask:
        """The same as a town reckons it."""
        player: Player = self.seats[seat]
        if player.waits is None:
            player.waits = reckon(self, seat)
        return player.waits

    def is_complete(self, seat: Seat) -> bool:
        """Tell whether all that the seat on turn holds is a winning hand, by its waits if known."""
        player: Player = self.seats[seat]
        drawn = self.turn.drawn
        if player.waits is None or drawn is None:
            return self.shape.complete(player.hand)
        waits: Mask = player.waits
        return waits >> drawn & 1 == 1

    def is_completed_by(self, seat: Seat, tile: Tile) -> bool:
        """Tell whether a tile completes the seat's resting hand, by its waits if known."""
        player: Player = self.seats[seat]
        if player.waits is None:
            return self.shape.complete_with(player.hand, tile)
        waits: Mask = player.waits
        return waits >> tile & 1 == 1

    def ready_discards(self, seat: Seat) -> Sequence[tuple[Tile, Mask]]:
        """The discards that leave the seat waiting, each with those waits (a mask)."""
        player: Player = self.seats[seat]
        found = self.shape.ready_discards(player.hand)
        player.far = not found
        return found

    def winning_tile(self) -> Tile:
        """The tile that can be won now: the one drawn, or the one on offer."""
        tile = self.turn.drawn if self.due.stage == "turn" else self.offered[0]
        assert tile is not None
        return tile

    # Changes.

    def apply(self, event: ev.Event) -> None:
        """Write one event into the table."""
        APPLY[type(event)](self, event)

    def fold(self, events: Iterable[ev.Event]) -> Table:
        """Write several events and give the table itself."""
        for event in events:
            APPLY[type(event)](self, event)
        return self


def _laid_out(
    marking: Mapping[str, Mark],
    shape_of: Callable[[tuple[Tile, ...]], Shape],
    kept: Mapping[str, object],
) -> Table:
    """A table as it lay."""
    new = Table(marking, shape_of)
    for name, value in kept.items():
        setattr(new, name, value)
    new.shape = shape_of(new.wild)
    return new
