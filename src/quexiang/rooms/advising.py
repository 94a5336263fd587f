"""Advice: what a bot would do in a person's place, by the person's own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine import actions as act
from quexiang.engine.wire import tile_names
from quexiang.protocol import outgoing
from quexiang.protocol.refusal import NO_ADVICE, STALE, Refused
from quexiang.rooms.asking import think

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.bots.bot import Judged
    from quexiang.protocol import incoming
    from quexiang.rooms import effects
    from quexiang.rooms.asking import Given
    from quexiang.rooms.room import Room

MOST: Final = 3
"""So many choices are told."""


def advise(room: Room, line: int, frame: incoming.Advise) -> bool:
    """Let a bot look at the seat's own view; once for each ask, line and level."""
    seat = room.seat(line)
    if not room.state.is_advised:
        raise Refused(NO_ADVICE)
    given = room.given.get(seat)
    if given is None or given.ask != frame.ask:
        raise Refused(STALE)
    if (line, frame.level) not in given.advised:
        given.advised.add((line, frame.level))
        think(room, given, frame.level, room.now, line)
    return True


def advised(room: Room, message: effects.Advised) -> None:
    """Pass a bot's advice on, if it has any and it is still wanted."""
    given = room.given.get(message.seat)
    if given is None or given.ask != message.ask or not message.judged:
        return
    if message.line not in room.connections:
        return
    ranked = [_ranked(given, judged) for judged in message.judged[:MOST]]
    best = ranked[0]
    frame = outgoing.Advice(
        ask=given.ask, choice=best.choice, level=message.level, tiles=best.tiles, ranked=ranked
    )
    room.send(message.line, frame)


def _ranked(given: Given, judged: Judged) -> outgoing.Ranked:
    action = judged.action
    tiles = tile_names(action.tiles) if isinstance(action, act.Choose) else []
    return outgoing.Ranked(
        choice=_index(given.offers, action),
        value=round(judged.value, 2),
        zh=judged.zh,
        en=judged.en,
        tiles=tiles,
    )


def _index(offers: Sequence[act.Offer], action: act.Action) -> int:
    """Which of the offers the action is, or fits."""
    return next(at for at, offer in enumerate(offers) if act.allowed([offer], action))
