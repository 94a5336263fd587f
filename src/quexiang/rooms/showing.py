"""The room, its clocks and its votes as frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine import actions as act
from quexiang.engine.wire import letter
from quexiang.present.choices import choices
from quexiang.protocol import outgoing
from quexiang.protocol.phrases import BALLOTS
from quexiang.protocol.room import BallotView, ChairView, RoomView
from quexiang.text import Text

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.rooms.asking import Given
    from quexiang.rooms.room import Room

ALL_CHOOSE = (act.Choose, act.OpenChoice)


def ms(seconds: float) -> int:
    """A time span in milliseconds, never negative."""
    return max(0, round(1000 * seconds))


def room_view(room: Room) -> RoomView:
    """The room as everybody in it may know it."""
    state, opened = room.state, room.state.opened
    match = state.match
    missing = missing_for_start(room)
    until = room.between_until if state.phase == "between" else None
    return RoomView(
        key=opened.key,
        code=opened.code,
        variant=opened.variant,
        version=opened.version,
        players=opened.players,
        options=dict(match.options if match is not None else state.options),
        clock=opened.clock,
        watching=opened.watching,
        delay=opened.delay if opened.watching == "delayed" else 0,
        public=opened.public,
        owner=state.owner,
        phase=state.phase,
        seats=[_seat(room, seat) for seat in range(len(state.chairs))],
        watchers=_watchers(room),
        advice=state.is_advised,
        practice=bool(opened.scenario),
        match=state.match_id,
        round=0 if match is None else len(match.rounds),
        rounds=state.options.number("rounds"),
        starts_ms=None if until is None else ms(until - room.now),
        can_start=missing is None,
        why_not_zh="" if missing is None else missing.zh,
        why_not_en="" if missing is None else missing.en,
        short_start=can_start_short(room),
        ballot=_ballot(room),
        result=state.result,
    )


def _watchers(room: Room) -> int:
    people = {connection.person.id for connection in room.connections.values()}
    return sum(room.state.seat_of(person) is None for person in people)


def _seat(room: Room, seat: Seat) -> ChairView:
    chair = room.state.chairs[seat]
    online = bool(room.lines_of(seat))
    away = room.away.get(chair.person.id) if chair.person is not None and not online else None
    waits = away is not None and room.state.match is not None and not chair.trustee
    return ChairView(
        seat=letter(seat),
        person=chair.person,
        bot=chair.bot,
        ready=chair.ready,
        online=online,
        trustee=chair.trustee,
        trustee_ms=ms(away + room.pace.grace - room.now) if waits and away is not None else None,
        gone=chair.gone,
        chosen=_chosen(room, seat),
    )


def _chosen(room: Room, seat: Seat) -> bool | None:
    """Whether a seat has chosen, in a choice that all make at once; else None."""
    state = room.state
    if state.match is None or state.phase != "playing":
        return None
    round_ = state.match.round
    if len(round_.asked) < len(state.chairs) or room.horizon.end < len(state.events):
        return None
    if not all(isinstance(offers[0], ALL_CHOOSE) for offers in round_.asked.values()):
        return None
    return seat in round_.table.answers


def missing_for_start(room: Room) -> Text | None:
    """What is missing before the owner can start, None if nothing."""
    state = room.state
    if state.phase != "lobby":
        return Text("已经开局了", "The match has begun")
    empty = sum(chair.is_empty for chair in state.chairs)
    if empty:
        return Text(f"还差{empty}个人", f"Empty seats: {empty}")
    waiting = [
        chair.person.name
        for chair in state.chairs
        if chair.person is not None and not chair.ready and chair.person.id != state.owner
    ]
    if waiting:
        return Text(f"等{'、'.join(waiting)}准备", f"Waiting for {', '.join(waiting)}")
    return None


def can_start_short(room: Room) -> bool:
    """AH-89 可少人开局: the option is chosen and exactly two are seated."""
    state = room.state
    seated = sum(not chair.is_empty for chair in state.chairs)
    return (
        state.phase == "lobby"
        and state.options.get("short_start") is True
        and seated == min(state.variant.players) < len(state.chairs)
    )


def _ballot(room: Room) -> BallotView | None:
    ballot = room.state.ballot
    if ballot is None:
        return None
    waiting = [seat for seat in room.state.played() if seat not in ballot.agreed]
    text = BALLOTS[ballot.kind]
    return BallotView(
        kind=ballot.kind,
        by=letter(ballot.by),
        agreed=[letter(seat) for seat in sorted(ballot.agreed)],
        waiting=[letter(seat) for seat in waiting],
        left_ms=ms((room.ballot_until or room.now) - room.now),
        zh=text.zh,
        en=text.en,
    )


def clock_view(room: Room) -> outgoing.Clock | None:
    """The clock of a seat that must discard; any other would tell that it can do something."""
    for given in room.given.values():
        if any(isinstance(offer, act.Discard) for offer in given.offers):
            left = ms(given.deadline - room.now)
            return outgoing.Clock(letter(given.seat), left, room.state.chairs[given.seat].bank)
    return None


def ask_frame(room: Room, given: Given) -> outgoing.Ask:
    """What a seat may do now."""
    assert room.shower is not None
    assert room.state.match is not None
    assert room.state.match_id is not None
    table = room.state.match.round.table
    chair = room.state.chairs[given.seat]
    overdrawn = max(0.0, room.now - given.deadline)
    return outgoing.Ask(
        ask=given.ask,
        match=room.state.match_id,
        stage=given.stage,
        choices=choices(room.shower, table, given.seat, given.offers),
        left_ms=ms(given.deadline - room.now),
        bank_ms=max(0, chair.bank - ms(overdrawn)),
    )


def shuffle_frame(room: Room) -> outgoing.Shuffle | outgoing.Committed | None:
    """What the clients must answer for the next round's seed, if anything."""
    state = room.state
    if state.phase != "shuffling" or state.shuffle is None or state.match_id is None:
        return None
    number = state.shuffle.line.round
    left = ms((room.shuffle_until or room.now) - room.now)
    if state.shuffle.hashes is None:
        return outgoing.Shuffle(
            match=state.match_id, round=number, hash=state.shuffle.line.hash, left_ms=left
        )
    hashes = state.shuffle.hashes
    return outgoing.Committed(match=state.match_id, round=number, hashes=hashes, left_ms=left)


def proof_frame(room: Room) -> outgoing.Proof | None:
    """Everything from which the seed of the round just ended was made."""
    state = room.state
    shuffle = state.shuffle
    if state.phase != "between" or shuffle is None or shuffle.sealed is None:
        return None
    if state.opened.scenario:
        return None  # nothing was shuffled
    assert state.match_id is not None
    return outgoing.Proof(
        match=state.match_id,
        round=shuffle.line.round,
        hash=shuffle.line.hash,
        secret=shuffle.line.secret,
        hashes=shuffle.hashes or {},
        values=shuffle.sealed.values,
        missing=list(shuffle.sealed.missing),  # type: ignore[arg-type]
        seed=shuffle.sealed.seed,
    )
