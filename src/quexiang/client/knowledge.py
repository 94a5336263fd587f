"""What a program knows of a round: the engine's own view, folded from what it was told."""

from __future__ import annotations

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Offer
from quexiang.engine.events import Event, Started
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.view import View
from quexiang.engine.wire import SeatLetter, event_in, seat_of, tile_names
from quexiang.present.choices import offer_of
from quexiang.protocol.incoming import Answer
from quexiang.protocol.outgoing import Ask, Events
from quexiang.protocol.room import RoomView
from quexiang.variants import variant_named


class Knowledge:
    """The events of the present round, as one seat was told them."""

    def __init__(self, room: RoomView, seat: SeatLetter, players: int) -> None:
        variant = variant_named(room.variant)
        self.rules: Ruleset = variant.room(variant.choose(room.options, players), players)
        self.seat = seat_of(seat)
        self.log: list[Event] = []
        self.view = View(self.rules, self.log, self.seat)

    @property
    def is_whole(self) -> bool:
        """Tell whether the round is known from its beginning."""
        return bool(self.log)

    def take(self, frame: Events) -> None:
        """Take in what happened."""
        for told in frame.events:
            event = event_in(told)
            if isinstance(event, Started):
                self.log = []
                self.view = View(self.rules, self.log, self.seat)
            if self.log or isinstance(event, Started):
                self.log.append(event)


def offers(ask: Ask) -> list[Offer]:
    """The choices of an ask as the engine's offers."""
    return [offer_of(choice) for choice in ask.choices]


def answer(ask: Ask, action: Action) -> Answer:
    """The frame that answers an ask with an action."""
    known = offers(ask)
    if isinstance(action, act.Choose) and action not in known:
        index = next(at for at, offer in enumerate(known) if act.allowed([offer], action))
        return Answer(ask=ask.ask, choice=index, tiles=tile_names(action.tiles))
    return Answer(ask=ask.ask, choice=known.index(action))
