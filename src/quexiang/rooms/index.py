"""What the store's index must know of a room, from the entries just written."""

from __future__ import annotations

from typing import Final

import msgspec

from quexiang.protocol import log
from quexiang.protocol.log import write_entries
from quexiang.rooms.state import RoomState
from quexiang.store import Append
from quexiang.store.rooms import (
    MatchRow,
    RoomRow,
    SeatEnd,
    SeatRow,
    Writes,
    changing,
    ending,
    opening,
    starting,
)

SEATING: Final = (log.Sat, log.BotSat, log.Stood, log.Gone, log.MatchStarted, log.MatchEnded)
INDEXED: Final = (*SEATING, log.RoomClosed)


def append_of(state: RoomState, after: int, entries: list[log.AnyEntry], now: float) -> Append:
    """What is appended with these entries: they, and the changes of the index."""
    in_match = state.match is not None or any(
        isinstance(entry, log.MatchEnded) for entry in entries
    )
    append = Append(
        room=state.opened.key,
        after=after,
        entries=write_entries(entries),
        at=now,
        match=state.match_id if in_match else None,
    )
    if after == 0:
        append.before = opening(room_row(state), now)
    elif any(isinstance(entry, INDEXED) for entry in entries):
        seating = any(isinstance(entry, SEATING) for entry in entries)
        append.before = changing(room_row(state), now, people_changed=seating)
    for entry in entries:
        append.along += _match_writes(state, entry, now)
    return append


def room_row(state: RoomState) -> RoomRow:
    """The room as the index knows it."""
    opened = state.opened
    closed = state.phase == "closed"
    coarse = "closed" if closed else "lobby" if state.match is None else "playing"
    chairs = [chair for chair in state.chairs if chair.is_played]
    return RoomRow(
        key=opened.key,
        code=None if closed else opened.code,
        variant=opened.variant,
        creator=opened.owner.id,
        public=opened.public,
        phase=coarse,
        empty_seats=sum(chair.is_empty for chair in state.chairs),
        people=tuple(chair.person.id for chair in chairs if chair.person is not None),
    )


def _match_writes(state: RoomState, entry: log.AnyEntry, now: float) -> Writes:
    if state.opened.scenario:
        return []
    match entry:
        case log.MatchStarted():
            return starting(_match_row(state, entry, now))
        case log.MatchEnded(how=how, rounds=rounds):
            assert state.match_id is not None
            text = msgspec.json.encode(rounds).decode()
            return ending(state.match_id, how, text, _seat_ends(entry), now)
        case _:
            return []


def _seat_ends(entry: log.MatchEnded) -> list[SeatEnd]:
    return [
        SeatEnd(score, total, one.wins, one.self_draws, one.fed)
        for score, total, one in zip(entry.scores, entry.totals, entry.statistics, strict=True)
    ]


def _match_row(state: RoomState, entry: log.MatchStarted, now: float) -> MatchRow:
    assert state.match is not None
    seats = tuple(
        SeatRow(None, chair.bot, chair.bot)
        if chair.person is None
        else SeatRow(chair.person.id, chair.person.name, "")
        for chair in state.chairs
    )
    return MatchRow(
        id=entry.match,
        room=state.opened.key,
        variant=state.variant.key,
        version=state.variant.version,
        players=len(seats),
        options=msgspec.json.encode(dict(state.match.options)).decode(),
        started=now,
        seats=seats,
    )
