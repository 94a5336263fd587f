"""The table: everything known of a round so far, written by `apply(event)` and nothing else.

Folding the whole log gives the full table; folding what one seat saw gives that seat's view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.engine.marks import BACK_DRAW_ENDS, CLAIM_ENDS, FRONT_DRAW_ENDS, Life
from quexiang.engine.player import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from quexiang.engine.actions import Action, Seat
    from quexiang.engine.marks import Mark
    from quexiang.hand import Shape
    from quexiang.tiles import Tile

TURN_DUE: Final = tuple(ev.Due("ask", seat, "turn") for seat in range(4))
DISCARD_DUE: Final = tuple(ev.Due("ask", seat, "discard") for seat in range(4))
DRAW_DUE: Final = tuple(ev.Due("draw", seat) for seat in range(4))
BACK_DUE: Final = tuple(ev.Due("draw", seat, back=True) for seat in range(4))
ROB_DUE: Final = tuple(ev.Due("ask", seat, "kong") for seat in range(4))
SETTLE_DUE: Final = ev.Due("settle")
OVER_DUE: Final = ev.Due("over")


class Turn(Struct, frozen=True, gc=False):
    """How the present turn began and what was done in it; lives until the next turn begins."""

    seat: Seat
    began: str
    """`deal`, `draw`, or the kind of the claim: `chow`, `pong`, `exposed`."""
    drawn: Tile | None = None
    kongs: tuple[str, ...] = ()


class Table:
    """All that is known of a round: fold of events."""

    __slots__ = (
        "answers",
        "cast",
        "dealer",
        "dice",
        "due",
        "end",
        "gone",
        "indicator",
        "left",
        "marking",
        "marks",
        "offered",
        "offerer",
        "paid",
        "phase",
        "players",
        "scores",
        "seated",
        "seats",
        "set_aside",
        "shape",
        "shape_of",
        "streak",
        "turn",
        "turned",
        "wild",
        "wins",
    )

    def __init__(
        self,
        marking: Mapping[str, Mark],
        shape_of: Callable[[tuple[Tile, ...]], Shape],
        wild: tuple[Tile, ...] = (),
    ) -> None:
        self.marking = marking
        self.shape_of = shape_of
        self.players = 4
        self.dealer: Seat = 0
        self.seated = False
        self.streak = 0
        self.scores: tuple[int, ...] = ()
        self.dice: tuple[int, ...] = ()
        self.seats: list[Player] = []
        self.left = 0
        self.indicator: Tile | None = None
        self.wild = wild
        self.shape: Shape = shape_of(wild)
        self.turn = Turn(0, "deal")
        self.offered: tuple[Tile, ...] = ()
        self.offerer: Seat = 0
        self.answers: dict[Seat, Action] = {}
        self.marks: dict[str, ev.Value] = {}
        self.set_aside: tuple[Tile, ...] = ()
        self.turned: tuple[Tile, ...] = ()
        self.cast: tuple[Tile, ...] = ()
        self.wins: tuple[ev.Won, ...] = ()
        self.paid: tuple[ev.Paid, ...] = ()
        self.gone: tuple[Seat, ...] = ()
        self.phase = 0
        self.due = ev.Due("phase")
        self.end: ev.Ended | None = None

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
        new.phase = self.phase
        new.due = self.due
        new.end = self.end
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        skipped = ("marking", "shape_of", "shape")
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name not in skipped
        )

    __hash__ = None  # type: ignore[assignment]

    # Questions.

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places further in playing order."""
        return (seat + steps) % self.players

    def seats_after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats in playing order, the next one first."""
        return SEATS_AFTER[self.players][seat]

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in playing order, this one first."""
        return (seat, *SEATS_AFTER[self.players][seat])

    def mark(self, seat: Seat, mark: Mark) -> ev.Value | None:
        """The value of a mark of a seat, None where it is not set."""
        return self.seats[seat].marks.get(mark.key)

    def number(self, seat: Seat | None, mark: Mark) -> int:
        """The value of a numeric mark, 0 where it is not set."""
        marks = self.marks if seat is None else self.seats[seat].marks
        value = marks.get(mark.key, 0)
        assert isinstance(value, int)
        return value

    def listed(self, seat: Seat | None, mark: Mark) -> tuple[int, ...]:
        """The value of a list mark, empty where it is not set."""
        marks = self.marks if seat is None else self.seats[seat].marks
        value = marks.get(mark.key, ())
        assert isinstance(value, tuple)
        return value

    def changes(self) -> tuple[int, ...]:
        """What each seat has won or lost in this round."""
        totals = [0] * self.players
        for payment in self.paid:
            totals[payment.payer] -= payment.amount
            if payment.payee is not None:
                totals[payment.payee] += payment.amount
        return tuple(totals)

    def resting(self, seat: Seat) -> tuple[Tile, ...]:
        """The concealed tiles without the one just drawn."""
        tiles = self.seats[seat].hand.tiles()
        turn = self.turn
        if turn.seat == seat and turn.drawn is not None and len(tiles) % 3 == 2:  # noqa: PLR2004
            tiles.remove(turn.drawn)
        return tuple(tiles)

    # Changes.

    def apply(self, event: ev.Event) -> None:
        """Write one event into the table."""
        APPLY[type(event)](self, event)

    def fold(self, events: Iterable[ev.Event]) -> Table:
        """Write several events and give the table itself."""
        for event in events:
            APPLY[type(event)](self, event)
        return self

    def expire(self, seat: Seat, lives: tuple[Life, ...]) -> None:
        """End the marks of a seat whose life span is over."""
        marks = self.seats[seat].marks
        marking = self.marking
        for key in [key for key in marks if marking[key].life in lives]:
            del marks[key]

    def _started(self, event: ev.Started) -> None:
        self.players = event.players
        self.dealer = event.dealer or 0
        self.seated = event.dealer is not None
        self.streak = event.streak
        self.scores = event.scores
        self.left = event.left
        self.seats = [Player() for _ in range(event.players)]
        self.turn = Turn(self.dealer, "deal")

    def _seated(self, event: ev.Seated) -> None:
        self.dealer = event.dealer
        self.seated = True
        self.turn = Turn(event.dealer, "deal")
        self.due = ev.Due("phase")

    def _rolled(self, event: ev.Rolled) -> None:
        self.dice += event.dice
        self.due = ev.Due("phase")

    def _dealt(self, event: ev.Dealt) -> None:
        player = self.seats[event.seat]
        player.waits = None
        self.left -= event.count
        self.due = ev.Due("phase")
        if event.tiles is None:
            player.hidden += event.count
            return
        for tile in event.tiles:
            player.hand.add(tile)
        if event.seat == self.dealer:
            self.turn = Turn(event.seat, "deal", event.tiles[-1])

    def _indicated(self, event: ev.Indicated) -> None:
        self.indicator = event.tile
        self.wild = event.wild
        self.shape = self.shape_of(event.wild)
        for player in self.seats:
            player.waits = None
        self.left -= 1
        self.due = ev.Due("phase")

    def _began(self, event: ev.Began) -> None:
        self.left = event.left
        self.answers = {}
        self.due = TURN_DUE[self.dealer]

    def _drawn(self, event: ev.Drawn) -> None:
        seat = event.seat
        player = self.seats[seat]
        tile = event.tile
        if tile is None:
            player.hidden += 1
        else:
            player.hand.add(tile)
        player.waits = None
        self.left -= 1
        if event.back:
            turn = self.turn
            if turn.seat == seat:  # others may replace flowers of the deal
                drawn = turn.drawn if turn.drawn in player.hand else tile
                self.turn = Turn(seat, turn.began, drawn, turn.kongs)
            if player.marks:
                self.expire(seat, BACK_DRAW_ENDS)
        else:
            self.turn = Turn(seat, "draw", tile)
            if player.marks:
                self.expire(seat, FRONT_DRAW_ENDS)
        self.answers = {}
        self.due = TURN_DUE[seat]

    def _discarded(self, event: ev.Discarded) -> None:
        seat = event.seat
        tile = event.tile
        player = self.seats[seat]
        if player.hidden:
            player.hidden -= 1
        else:
            player.hand.remove(tile)
        player.waits = None
        player.river.append(tile)
        self.offered = (tile,)
        self.offerer = seat
        self.answers = {}
        self.due = DISCARD_DUE[seat]

    def _melded(self, event: ev.Melded) -> None:
        seat, meld = event.seat, event.meld
        self.answers = {}
        player = self.seats[seat]
        if meld.kind == "added":
            self._add_kong(player, meld)
        else:
            own = list(meld.tiles)
            if meld.claimed is not None:
                own.remove(meld.claimed)
            if meld.tiles:
                player.forget(*own)
            else:
                player.hidden -= 4
                player.waits = None
            player.melds += (meld,)
        if meld.source is not None and meld.kind != "added":
            self._claim(seat, meld)
        if meld.is_kong:
            turn = self.turn
            self.turn = Turn(seat, turn.began, None, (*turn.kongs, meld.kind))
            self.due = BACK_DUE[seat]
        else:
            self.due = TURN_DUE[seat]

    def _add_kong(self, player: Player, meld: ev.Meld) -> None:
        tile = meld.tiles[0]
        player.forget(tile)
        player.melds = tuple(
            meld if old.kind == "pong" and old.tiles[0] == tile else old for old in player.melds
        )

    def _claim(self, seat: Seat, meld: ev.Meld) -> None:
        assert meld.source is not None
        feeder = self.seats[meld.source]
        feeder.taken += (len(feeder.river) - 1,)
        self.turn = Turn(seat, meld.kind)
        if self.seats[seat].marks:
            self.expire(seat, CLAIM_ENDS)

    def _kong_declared(self, event: ev.KongDeclared) -> None:
        self.offered = (event.tile,)
        self.offerer = event.seat
        self.answers = {}
        self.due = ROB_DUE[event.seat]

    def _laid(self, event: ev.Laid) -> None:
        player = self.seats[event.seat]
        if event.source is None:
            player.forget(*event.tiles)
        else:
            feeder = self.seats[event.source]
            feeder.taken += (len(feeder.river) - 1,)
        player.piles[event.pile] = (*player.piles.get(event.pile, ()), *event.tiles)

    def _set_aside(self, event: ev.SetAside) -> None:
        self.set_aside += (event.tile,)
        self.left -= 1
        self.due = ev.Due("phase")

    def _turned_up(self, event: ev.TurnedUp) -> None:
        self.turned += event.tiles
        self.left -= len(event.tiles)
        self.offered = event.tiles
        self.offerer = event.seat
        self.answers = {}
        if self.wins:
            self.due = SETTLE_DUE

    def _cast(self, event: ev.Cast) -> None:
        player = self.seats[event.seat]
        player.river.extend(event.tiles)
        self.turned = self.turned[: -len(event.tiles)]
        self.cast += event.tiles
        self.offered = event.tiles
        self.offerer = event.seat
        self.answers = {}

    def _marked(self, event: ev.Marked) -> None:
        marks = self.marks if event.seat is None else self.seats[event.seat].marks
        marks[event.mark] = event.value

    def _unmarked(self, event: ev.Unmarked) -> None:
        marks = self.marks if event.seat is None else self.seats[event.seat].marks
        marks.pop(event.mark, None)

    def _answered(self, event: ev.Answered) -> None:
        self.answers[event.seat] = event.action

    def _due(self, event: ev.Due) -> None:
        self.due = event
        if event.need == "phase":
            self.phase = event.count
        elif event.need == "ask":
            self.answers = {}

    def _won(self, event: ev.Won) -> None:
        self.wins += (event,)
        self.due = SETTLE_DUE

    def _paid(self, event: ev.Paid) -> None:
        self.paid += (event,)

    def _revealed(self, event: ev.Revealed) -> None:
        player = self.seats[event.seat]
        player.hidden = 0
        player.hand = type(player.hand)(event.tiles)
        player.melds = event.melds
        player.waits = None

    def _left(self, event: ev.Left) -> None:
        self.gone += (event.seat,)

    def _ended(self, event: ev.Ended) -> None:
        self.end = event
        self.due = OVER_DUE


SEATS_AFTER: Final = {
    players: tuple(
        tuple((seat + step) % players for step in range(1, players)) for seat in range(players)
    )
    for players in (2, 3, 4)
}

APPLY: Final[dict[type, Callable[..., None]]] = {
    ev.Started: Table._started,
    ev.Seated: Table._seated,
    ev.Rolled: Table._rolled,
    ev.Dealt: Table._dealt,
    ev.Indicated: Table._indicated,
    ev.Began: Table._began,
    ev.Drawn: Table._drawn,
    ev.Discarded: Table._discarded,
    ev.Melded: Table._melded,
    ev.KongDeclared: Table._kong_declared,
    ev.Laid: Table._laid,
    ev.SetAside: Table._set_aside,
    ev.TurnedUp: Table._turned_up,
    ev.Cast: Table._cast,
    ev.Marked: Table._marked,
    ev.Unmarked: Table._unmarked,
    ev.Answered: Table._answered,
    ev.Due: Table._due,
    ev.Won: Table._won,
    ev.Paid: Table._paid,
    ev.Revealed: Table._revealed,
    ev.Left: Table._left,
    ev.Ended: Table._ended,
}
