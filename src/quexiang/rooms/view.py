"""The room as everybody in it may know it: all but the table."""

from __future__ import annotations

from quexiang.engine import actions as act
from quexiang.engine.actions import Seat
from quexiang.engine.wire import letter
from quexiang.protocol.phrases import BALLOTS
from quexiang.protocol.room import BallotView, ChairView, RoomView
from quexiang.rooms.ask import ms
from quexiang.rooms.core import Core
from quexiang.rooms.feed import Feeds
from quexiang.rooms.seats import can_start_short, missing_for_start
from quexiang.rooms.votes import Votes

ALL_CHOOSE = (act.Choose, act.OpenChoice)


def room_view(core: Core, feeds: Feeds, votes: Votes, starts: float | None) -> RoomView:
    """The room now; `starts` is when the next round begins by itself."""
    state, opened = core.state, core.state.opened
    match = state.match
    missing = missing_for_start(state)
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
        seats=[_seat(core, feeds, seat) for seat in range(len(state.chairs))],
        watchers=_watchers(core),
        advice=state.is_advised,
        solo=state.is_solo,
        paused=state.paused,
        pace=opened.pace,
        practice=bool(opened.scenario),
        match=state.match_id,
        round=0 if match is None else len(match.rounds),
        rounds=state.options.number("rounds"),
        starts_ms=None if starts is None else ms(starts - core.now),
        can_start=missing is None,
        why_not_zh="" if missing is None else missing.zh,
        why_not_en="" if missing is None else missing.en,
        short_start=can_start_short(state),
        ballot=_ballot(core, votes),
        result=state.result,
    )


def _watchers(core: Core) -> int:
    people = {connection.person.id for connection in core.connections}
    return sum(core.state.seat_of(person) is None for person in people)


def _seat(core: Core, feeds: Feeds, seat: Seat) -> ChairView:
    chair = core.state.chairs[seat]
    return ChairView(
        seat=letter(seat),
        person=chair.person,
        bot=chair.bot,
        ready=chair.ready,
        online=bool(core.at(seat)),
        trustee=chair.trustee,
        trustee_ms=_trustee_ms(core, seat),
        gone=chair.gone,
        chosen=_chosen(core, feeds, seat),
    )


def _trustee_ms(core: Core, seat: Seat) -> int | None:
    """How long until the trustee takes over for a player who is away."""
    chair = core.state.chairs[seat]
    if chair.person is None or chair.trustee or core.state.match is None or core.at(seat):
        return None
    away = core.connections.away_since(chair.person.id)
    return None if away is None else ms(away + core.pace.grace - core.now)


def _chosen(core: Core, feeds: Feeds, seat: Seat) -> bool | None:
    """Whether a seat has chosen, in a choice that all make at once; else None."""
    state = core.state
    if state.match is None or state.phase != "playing":
        return None
    round_ = state.match.round
    if len(round_.asked) < len(state.chairs) or not feeds.is_complete:
        return None
    if not all(isinstance(offers[0], ALL_CHOOSE) for offers in round_.asked.values()):
        return None
    return seat in round_.table.answers


def _ballot(core: Core, votes: Votes) -> BallotView | None:
    ballot = core.state.ballot
    if ballot is None:
        return None
    waiting = [seat for seat in core.state.played() if seat not in ballot.agreed]
    text = BALLOTS[ballot.kind]
    return BallotView(
        kind=ballot.kind,
        by=letter(ballot.by),
        agreed=[letter(seat) for seat in sorted(ballot.agreed)],
        waiting=[letter(seat) for seat in waiting],
        left_ms=ms((votes.until or core.now) - core.now),
        zh=text.zh,
        en=text.en,
        number=ballot.number,
    )
