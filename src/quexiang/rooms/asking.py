"""Asking: who is asked, until when, and what the bots are to think about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from quexiang.engine.actions import Offer, Seat
from quexiang.engine.view import View
from quexiang.rooms.messages import Thinking
from quexiang.rooms.view import ask_frame

if TYPE_CHECKING:
    from quexiang.rooms.room import Room


PATIENCE: Final = 3.0
CLAIM_PATIENCE: Final = 0.45


class Given(Struct):
    """An ask that was given, and when its time is up."""

    ask: int
    seat: Seat
    stage: str
    offers: list[Offer]
    deadline: float = 0.0
    """When the bank begins to run."""
    due: float = 0.0
    """When the neutral choice is taken."""
    advised: set[tuple[int, str]] = field(default_factory=set)
    """The lines that have asked for advice, with its level."""


def give_asks(room: Room) -> list[Given]:
    """Start the clocks of the seats that are newly asked."""
    match = room.state.match
    assert match is not None
    asked = []
    for seat, offers in room.state.asked().items():
        if seat not in room.given:
            stage = match.round.table.due.stage
            given = Given(room.state.chairs[seat].ask, seat, stage, offers)
            start_clock(room, given)
            room.given[seat] = given
            asked.append(given)
    return asked


def start_clock(room: Room, given: Given) -> None:
    """Set the times of an ask, by who plays the seat."""
    chair = room.state.chairs[given.seat]
    given.deadline = room.now + room.state.opened.clock.decision
    given.due = given.deadline + chair.bank / 1000
    if chair.trustee:
        given.due = room.now + (room.pace.think if given.stage == "turn" else 0.0)


def ask(room: Room, given: Given) -> None:
    """Put the question to the person, or to the bot."""
    chair = room.state.chairs[given.seat]
    if chair.bot:
        delay = room.pace.think if given.stage == "turn" else 0.0
        think(room, given, chair.bot, room.now + delay, None)
    elif not chair.trustee or given.due > room.now:
        with room.telling():
            room.send_seat(given.seat, ask_frame(room, given))


def think(room: Room, given: Given, level: str, at: float, line: int | None) -> None:
    """Let a bot choose by what the seat knows; a claim must be decided while the table rests."""
    match = room.state.match
    assert match is not None
    view = View(match.rules, room.state.events[:], given.seat)
    within = PATIENCE if given.stage == "turn" or line is not None else CLAIM_PATIENCE
    room.out.thinking.append(
        Thinking(level, view, given.offers, given.ask, at=at, within=within, line=line)
    )
