"""What the store's index must know of a room, from the entries just written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from quexiang.match.log import Opening
from quexiang.protocol import log
from quexiang.protocol.log import write_entries
from quexiang.rooms.state import RoomState
from quexiang.store import Append, Head
from quexiang.store.rooms import (
    IndexChange,
    MatchBegun,
    MatchOver,
    MatchRow,
    RoomChanged,
    RoomOpened,
    RoomRow,
    SeatEnd,
    SeatRow,
)

SEATING: Final = (log.Sat, log.BotSat, log.Stood, log.Gone, log.MatchStarted, log.MatchEnded)
INDEXED: Final = (*SEATING, log.RoomClosed)
NOTED: Final = {*INDEXED, Opening}
"""Entries after which the index is another; most appends have none."""


def append_of(
    state: RoomState, head: Head, entries: list[log.AnyEntry], now: float, server: str = ""
) -> Append:
    """What is appended with these entries: they, and the changes of the index."""
    in_match = state.match is not None or any(
        isinstance(entry, log.MatchEnded) for entry in entries
    )
    match = state.match_id if in_match else None
    append = head.append(state.opened.key, write_entries(entries), now, match)
    if head.version and NOTED.isdisjoint(map(type, entries)):
        return append
    append.index = [*_room_changes(state, head, entries, server)]
    if not state.opened.scenario:
        append.index += _match_changes(state, entries, now)
    return append


def _room_changes(
    state: RoomState, head: Head, entries: list[log.AnyEntry], server: str
) -> Iterator[IndexChange]:
    if head.version == 0:
        yield RoomOpened(room_row(state), server)
    elif any(isinstance(entry, INDEXED) for entry in entries):
        seating = any(isinstance(entry, SEATING) for entry in entries)
        yield RoomChanged(room_row(state), people_changed=seating)


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


def _match_changes(
    state: RoomState, entries: list[log.AnyEntry], now: float
) -> Iterator[IndexChange]:
    """Matches that began or ended; one may have done both."""
    for entry in entries:
        match entry:
            case Opening():
                yield MatchBegun(_match_row(state, entry, now))
            case log.MatchEnded(how=how, rounds=rounds):
                assert state.result is not None
                text = msgspec.json.encode(rounds).decode()
                yield MatchOver(state.result.match, how, text, _seat_ends(entry))
            case _:
                pass


def _seat_ends(entry: log.MatchEnded) -> tuple[SeatEnd, ...]:
    return tuple(
        SeatEnd(score, total, one.wins, one.self_draws, one.fed)
        for score, total, one in zip(entry.scores, entry.totals, entry.statistics, strict=True)
    )


def _match_row(state: RoomState, opening: Opening, now: float) -> MatchRow:
    seats = tuple(
        SeatRow(None, bot, bot) if person is None else SeatRow(person.id, person.name, "")
        for person, bot in state.lineup
    )
    return MatchRow(
        id=opening.seed,
        room=state.opened.key,
        variant=opening.variant,
        version=opening.version,
        players=opening.players,
        options=msgspec.json.encode(opening.options).decode(),
        started=now,
        seats=seats,
    )
