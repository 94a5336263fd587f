"""What the store's index must know of a room, from the lines just written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from quexiang.protocol import log as ln
from quexiang.protocol.log import write_lines
from quexiang.store import Entry
from quexiang.store.rooms import (
    MatchRow,
    RoomRow,
    SeatEnd,
    SeatRow,
    changing,
    ending,
    opening,
    starting,
)

if TYPE_CHECKING:
    from quexiang.rooms.state import RoomState
    from quexiang.store.rooms import Writes

SEATING: Final = (ln.Sat, ln.BotSat, ln.Stood, ln.Gone, ln.MatchStarted, ln.MatchEnded)
INDEXED: Final = (*SEATING, ln.RoomClosed)


def entry_of(state: RoomState, after: int, lines: list[ln.AnyLine], now: float) -> Entry:
    """The entry of these lines, with the changes of the index."""
    in_match = state.match is not None or any(isinstance(line, ln.MatchEnded) for line in lines)
    entry = Entry(
        room=state.opened.key,
        after=after,
        lines=write_lines(lines),
        at=now,
        match=state.match_id if in_match else None,
    )
    if after == 0:
        entry.before = opening(room_row(state), now)
    elif any(isinstance(line, INDEXED) for line in lines):
        seating = any(isinstance(line, SEATING) for line in lines)
        entry.before = changing(room_row(state), now, people_changed=seating)
    for line in lines:
        entry.along += _match_writes(state, line, now)
    return entry


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


def _match_writes(state: RoomState, line: ln.AnyLine, now: float) -> Writes:
    if state.opened.scenario:
        return []
    match line:
        case ln.MatchStarted():
            return starting(_match_row(state, line, now))
        case ln.MatchEnded(how=how, rounds=rounds):
            assert state.match_id is not None
            text = msgspec.json.encode(rounds).decode()
            return ending(state.match_id, how, text, _seat_ends(line), now)
        case _:
            return []


def _seat_ends(line: ln.MatchEnded) -> list[SeatEnd]:
    return [
        SeatEnd(score, total, one.wins, one.self_draws, one.fed)
        for score, total, one in zip(line.scores, line.totals, line.statistics, strict=True)
    ]


def _match_row(state: RoomState, line: ln.MatchStarted, now: float) -> MatchRow:
    assert state.match is not None
    seats = tuple(
        SeatRow(None, chair.bot, chair.bot)
        if chair.person is None
        else SeatRow(chair.person.id, chair.person.name, "")
        for chair in state.chairs
    )
    return MatchRow(
        id=line.match,
        room=state.opened.key,
        variant=state.variant.key,
        version=state.variant.version,
        players=len(seats),
        options=msgspec.json.encode(dict(state.match.options)).decode(),
        started=now,
        seats=seats,
    )
