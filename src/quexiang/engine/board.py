"""What lies on the table: the plain fields that events write."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quexiang.engine import events as ev
from quexiang.engine.actions import Action, Seat
from quexiang.engine.due import PHASE_DUE, SEATS_AFTER, Turn
from quexiang.engine.marks import Life, Mark
from quexiang.engine.player import Player
from quexiang.hand.shape import Shape
from quexiang.tiles import Tile


class Board:
    """The fields of a table."""

    __slots__ = (
        "answers",
        "cast",
        "dealer",
        "dice",
        "due",
        "end",
        "gone",
        "indicator",
        "kongs",
        "left",
        "marking",
        "marks",
        "offered",
        "offerer",
        "order",
        "out",
        "paid",
        "phase",
        "players",
        "scores",
        "seated",
        "seats",
        "set_aside",
        "shape",
        "shape_of",
        "stage",
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
        self.kongs = 0
        """How many kongs were made at the table."""
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
        self.out: tuple[Seat, ...] = ()
        self.order = SEATS_AFTER[4]
        """After each seat the others that are not out, the next one first."""
        self.phase = 0
        self.due = PHASE_DUE
        self.stage = ""
        """The stage that is being asked, of what is due."""
        self.end: ev.Ended | None = None

    def make_due(self, due: ev.Due) -> None:
        """Let this be what must happen next."""
        self.due = due
        self.stage = due.stage

    def marks_of(self, seat: Seat | None) -> dict[str, ev.Value]:
        """The marks of a seat or, with None, of the table."""
        if seat is None:
            return self.marks
        player: Player = self.seats[seat]
        return player.marks

    def expire(self, seat: Seat, lives: tuple[Life, ...]) -> None:
        """End the marks of a seat whose life span is over."""
        marks = self.seats[seat].marks
        marking = self.marking
        for key in [key for key in marks if marking[key].life in lives]:
            del marks[key]
