"""How a room goes on by itself: absent people, votes, shuffles, rounds, asks and clocks.

Each step does one thing that is due and tells whether it did, or asks to be woken in time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.protocol import log as ln
from quexiang.protocol import outgoing
from quexiang.rooms.asking import ask, give_asks, start_clock
from quexiang.rooms.feed import (
    finish_telling,
    keep_for_later,
    look_again,
    tell_events,
    tell_stream,
)
from quexiang.rooms.ask import act_for, neutral
from quexiang.rooms.view import proof_frame
from quexiang.rooms.shuffle import begin_shuffle, shuffle_on
from quexiang.rooms.votes import close_ballot
from quexiang.study.statistics import best, statistics

if TYPE_CHECKING:
    from collections.abc import Callable

    from quexiang.protocol.room import Ending
    from quexiang.rooms.room import Room


def wake_up(room: Room) -> None:
    """Begin to run a room that was read from its log: everybody is away, all has been told."""
    state = room.state
    room.last_seen = room.now
    people = [chair.person.id for chair in state.chairs if chair.person is not None]
    room.away = dict.fromkeys([*people, state.owner], room.now)
    if state.match is not None and state.match.rounds:
        look_again(room)


def go_on(room: Room) -> None:
    """Do everything that is due."""
    while True:
        room.out.wake = None
        if not any(step(room) for step in STEPS):
            return


def entrust_absent(room: Room) -> bool:
    """托管: the trustee takes over for one whose line has been lost for a while."""
    state = room.state
    if state.match is None:
        return False
    for seat in state.played():
        chair = state.chairs[seat]
        assert chair.person is not None
        since = room.away.get(chair.person.id)
        if since is None or chair.trustee:
            continue
        if room.now < since + room.pace.grace:
            room.wake(since + room.pace.grace)
            continue
        room.log(ln.Entrusted(seat, on=True))
        if seat in room.given:
            start_clock(room, room.given[seat])
        room.changed = True
        return True
    return False


def pass_owner(room: Room) -> bool:
    """The owner's rights go to somebody who is here."""
    state = room.state
    since = room.away.get(state.owner)
    if since is None:
        return False
    heir = room.heir()
    if heir is None:
        return False
    if room.now < since + room.pace.owner:
        room.wake(since + room.pace.owner)
        return False
    room.log(ln.OwnerPassed(heir))
    room.changed = True
    return True


def tell(room: Room) -> bool:
    """Tell what may be told, and ask whom to ask once everything is told."""
    state = room.state
    if state.match is None or state.phase not in ("playing", "between") or not state.match.rounds:
        return False
    before = room.horizon.end
    advanced = room.horizon.advance(state.events, room.now, room.pace)
    resting = room.horizon.end < len(state.events)
    if resting:
        room.wake(room.horizon.rests_until)
    asked = [] if resting else give_asks(room)
    if advanced:
        keep_for_later(room, before)
        tell_events(room)
    for given in asked:
        ask(room, given)
    return advanced or bool(asked)


def tell_openly(room: Room) -> bool:
    """Tell everything to those who watch with a delay."""
    stream = room.open
    if stream is None or stream.due is None:
        return False
    if room.now < stream.due:
        room.wake(stream.due)
        return False
    since = stream.version
    if stream.release(room.now):
        tell_stream(room, stream, since)
    return True


def time_out(room: Room) -> bool:
    """The time is up: the neutral choice is taken, and the trustee plays on."""
    state = room.state
    for seat, given in room.given.items():
        if room.now < given.due:
            room.wake(given.due)
            continue
        chair = state.chairs[seat]
        action = neutral(room, given)
        if chair.is_played and not chair.trustee:
            room.log(ln.Banked(seat, 0), ln.Entrusted(seat, on=True))
            room.changed = True
        act_for(room, seat, action, "trustee")
        late = outgoing.Withdrawn(
            ask=given.ask, reason="late", zh="时间到了，先替你打", en="Time is up"
        )
        room.send_seat(seat, late)
        return True
    return False


def next_round(room: Room) -> bool:
    """Between two rounds: wait for the people, then shuffle; after the last one the match ends."""
    state = room.state
    if state.match is None:
        return False
    if room.dissolved or not state.played():
        return end_match(room, "dissolved")
    if state.phase != "between" or not _all_told(room):
        return False
    if state.match.rounds and room.between_until is None:
        return _finish_round(room)
    if state.match.over:
        return end_match(room, "abandoned" if state.match.abandoned else "finished")
    if not _may_begin(room):
        return False
    room.between_until = None
    begin_shuffle(room)
    return True


def _all_told(room: Room) -> bool:
    match = room.state.match
    assert match is not None
    return not match.rounds or room.horizon.end == len(room.state.events)


def _finish_round(room: Room) -> bool:
    """The round has just ended: show the proof and set the clock for the next one."""
    proof = proof_frame(room)
    if proof is not None:
        room.send_all(proof)
    room.between_until = room.now + room.pace.between
    room.changed = True
    return True


def _may_begin(room: Room) -> bool:
    """Tell whether the next round may begin; a table where nobody is waits."""
    match = room.state.match
    assert match is not None
    here = list(room.here())
    if not here:
        return False
    if not match.rounds or all(room.state.chairs[seat].ready for seat in here):
        return True
    assert room.between_until is not None
    if room.now >= room.between_until:
        return True
    room.wake(room.between_until)
    return False


def end_match(room: Room, how: Ending) -> bool:
    """Enter the result; the seats stay as they are for another match."""
    match = room.state.match
    assert match is not None
    results = tuple(match.results)
    finish_telling(room)
    room.given = {}
    room.dissolved = False
    room.between_until = room.shuffle_until = None
    room.log(
        ln.MatchEnded(how, results, match.scores, match.totals(), statistics(match), best(match))
    )
    assert room.state.result is not None
    room.send_all(outgoing.Over(result=room.state.result))
    room.changed = True
    return True


def close_idle(room: Room) -> bool:
    """A room without a match to which nobody comes any more is closed; an empty one sooner."""
    if room.connections or room.state.phase == "closed" or room.state.match is not None:
        return False
    limit = room.last_seen + (room.pace.idle if room.state.played() else room.pace.owner)
    if room.now < limit:
        room.wake(limit)
        return False
    room.log(ln.RoomClosed("idle"))
    return True


STEPS: Final[tuple[Callable[[Room], bool], ...]] = (
    entrust_absent,
    pass_owner,
    close_ballot,
    tell,
    tell_openly,
    time_out,
    shuffle_on,
    next_round,
    close_idle,
)
