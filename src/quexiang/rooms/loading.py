"""A room read from its log: finished matches and rounds are entered, the last round is replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.match import log as match_log
from quexiang.protocol import log as ln
from quexiang.rooms.state import BrokenLog, RoomState

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from quexiang.engine.events import Event

Row = tuple[int, str | None, str]
"""Version, match and lines of an entry."""

PLAYED: Final = (match_log.Answer, match_log.Departure, match_log.Closed)
OF_A_MATCH: Final = (
    *PLAYED,
    match_log.Opening,
    match_log.RoundOpened,
    match_log.Happened,
    ln.ShuffleBegun,
    ln.ShuffleClosed,
    ln.ShuffleSealed,
    ln.Acted,
    ln.Banked,
    ln.Entrusted,
)


def load(rows: Iterable[Row], ended: AbstractSet[str] = frozenset()) -> RoomState:
    """The room that these entries lead to; of ended matches only the seats and results matter."""
    reader = ln.reader()
    lines = [line for _, match, text in rows for line in _wanted(reader.read(text), match in ended)]
    if not lines or not isinstance(lines[0], ln.Opened):
        raise BrokenLog("a room's log begins with the line of the room")
    state = RoomState(lines[0])
    opened = [at for at, line in enumerate(lines) if isinstance(line, match_log.RoundOpened)]
    last = opened[-1] if opened else len(lines)
    _enter(state, lines[1:last])
    for line in lines[last:]:
        state.apply(line)
    return state


def _wanted(lines: list[ln.AnyLine], is_ended: bool) -> list[ln.AnyLine]:  # noqa: FBT001 - one flag, one meaning
    return [line for line in lines if not isinstance(line, OF_A_MATCH)] if is_ended else lines


def _enter(state: RoomState, lines: list[ln.AnyLine]) -> None:
    """Apply lines in which every round is finished."""
    round_: match_log.RoundOpened | None = None
    events: list[Event] = []
    for line in lines:
        match line:
            case match_log.RoundOpened():
                round_, events = line, []
            case match_log.Happened(event=event):
                events.append(event)
                if round_ is not None and type(event).__name__ == "Ended":
                    state.enter_round(round_, events)
                    round_ = None
            case match_log.Answer() | match_log.Departure() | match_log.Closed():
                pass
            case _:
                state.apply(line)
