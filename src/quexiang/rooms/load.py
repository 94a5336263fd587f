"""A room read from its log: finished matches and rounds are entered, the last round is replayed."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from quexiang.engine.events import Event
from quexiang.match import log as match_log
from quexiang.protocol import log
from quexiang.rooms.state import BrokenLog, RoomState
from quexiang.store import Row

PLAYED: Final = (match_log.AnswerTaken, match_log.Departure, match_log.QuestionClosed)
OF_A_MATCH: Final = (
    *PLAYED,
    match_log.Opening,
    match_log.RoundOpened,
    match_log.Happened,
    log.ShuffleBegun,
    log.ShuffleCommitted,
    log.ShuffleClosed,
    log.ShuffleRevealed,
    log.ShuffleSealed,
    log.Banked,
    log.Entrusted,
)


def load(rows: Iterable[Row], ended: AbstractSet[str] = frozenset()) -> RoomState:
    """The room that these rows lead to; of ended matches only the seats and results matter."""
    reader = log.reader()
    entries = [
        entry for row in rows for entry in _wanted(reader.read(row.lines), row.match in ended)
    ]
    if not entries or not isinstance(entries[0], log.Opened):
        raise BrokenLog("a room's log begins with the entry that opens it")
    state = RoomState(entries[0])
    opened = [at for at, entry in enumerate(entries) if isinstance(entry, match_log.RoundOpened)]
    last = opened[-1] if opened else len(entries)
    _enter(state, entries[1:last])
    for entry in entries[last:]:
        state.apply(entry)
    return state


def _wanted(entries: list[log.AnyEntry], is_ended: bool) -> list[log.AnyEntry]:  # noqa: FBT001 - one flag, one meaning
    if not is_ended:
        return entries
    return [entry for entry in entries if not isinstance(entry, OF_A_MATCH)]


def _enter(state: RoomState, entries: list[log.AnyEntry]) -> None:
    """Apply entries in which every round is finished."""
    round_: match_log.RoundOpened | None = None
    events: list[Event] = []
    for entry in entries:
        match entry:
            case match_log.RoundOpened():
                round_, events = entry, []
            case match_log.Happened(event=event):
                events.append(event)
                if round_ is not None and type(event).__name__ == "Ended":
                    state.enter_round(round_, events)
                    round_ = None
            case match_log.AnswerTaken() | match_log.Departure() | match_log.QuestionClosed():
                pass
            case _:
                state.apply(entry)
