"""What happens by itself as time passes: absent people, votes, shuffles, rounds, timeouts.

Each step does one thing that is due and tells whether it did, or asks to be woken in time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quexiang.protocol import log, outgoing
from quexiang.protocol.room import Ending
from quexiang.rooms.ask import Asks, OpenAsk
from quexiang.rooms.core import Core
from quexiang.rooms.feed import Feeds
from quexiang.rooms.seats import Seats
from quexiang.rooms.shuffle import FairShuffle
from quexiang.rooms.votes import Votes
from quexiang.study.statistics import match_ended
from quexiang.text import Text

LATE: Final = Text("时间到了，先替你打", "Time is up")
PASSED: Final = Text("时间到了，算过", "Time is up: passed")


class RoomClock:
    """Drives a room from one message to the next."""

    def __init__(
        self,
        core: Core,
        feeds: Feeds,
        asks: Asks,
        seats: Seats,
        votes: Votes,
        shuffle: FairShuffle,
    ) -> None:
        self.core = core
        self.feeds = feeds
        self.asks = asks
        self.votes = votes
        self.shuffle = shuffle
        self._between_until: float | None = None
        self._steps: tuple[Callable[[], bool], ...] = (
            self._entrust_absent,
            seats.pass_owner,
            votes.close,
            self._show,
            feeds.release,
            self._time_out,
            shuffle.go_on,
            self._next_round,
            self._close_idle,
        )

    @property
    def starts(self) -> float | None:
        """When the next round begins by itself."""
        state = self.core.state
        return self._between_until if state.phase == "between" and not state.paused else None

    def wake_up(self) -> None:
        """Begin to run a room that was read from its log: everybody is away, all has been sent."""
        core, state = self.core, self.core.state
        people = [chair.person.id for chair in state.chairs if chair.person is not None]
        core.connections.expect([*people, state.owner], core.now)
        if state.match is not None and state.match.rounds:
            self.feeds.resume_round()

    def go_on(self) -> None:
        """Do everything that is due."""
        while True:
            self.core.sleep()
            for step in self._steps:
                if step():
                    break
            else:
                return

    def _entrust_absent(self) -> bool:
        """托管: the trustee takes over for a player whose connection has been lost for a while."""
        core, state = self.core, self.core.state
        if state.match is None or core.connections.are_complete or state.is_solo:
            return False
        for seat in state.played():
            chair = state.chairs[seat]
            assert chair.person is not None
            since = core.connections.away_since(chair.person.id)
            if since is None or chair.trustee:
                continue
            if core.now >= since + core.pace.grace:
                self.asks.entrust(seat)
                return True
            core.wake(since + core.pace.grace)
        return False

    def _show(self) -> bool:
        """Send what may be seen by now, and ask whom to ask once nothing is held back."""
        state = self.core.state
        if state.match is None or not state.match.rounds:
            return False
        if state.phase not in ("playing", "between"):
            return False
        advanced = self.feeds.advance()
        asked = self.asks.give() if self.feeds.is_complete else []
        if advanced:
            self.feeds.send(self.asks.clock())
        if self.feeds.is_complete:
            self.asks.tell_decided()
        for ask in asked:
            self.asks.put(ask)
        return advanced or bool(asked)

    def _time_out(self) -> bool:
        """The time is up: the neutral choice is taken, and the trustee plays on."""
        core = self.core
        for ask in self.asks:
            if ask.is_untimed or core.state.paused:
                continue
            if core.now < ask.due:
                core.wake(ask.due)
                continue
            chair, action = core.state.chairs[ask.seat], self.asks.neutral(ask)
            if chair.is_played and not chair.trustee and not ask.is_brief:
                core.log(log.Banked(ask.seat, 0), log.Entrusted(ask.seat, on=True))
                core.announce()
            self.asks.act(ask, action, "trustee")
            core.send_seat(ask.seat, _late(ask))
            return True
        return False

    def _next_round(self) -> bool:
        """Wait for the people, then shuffle; after the last round the match ends."""
        state = self.core.state
        if state.match is None:
            return False
        if self.votes.is_dissolved or not state.played():
            return self._end_match("dissolved")
        if state.phase != "between" or (state.match.rounds and not self.feeds.is_complete):
            return False
        if state.match.rounds and self._between_until is None:
            return self._finish_round()
        if state.match.over:
            return self._end_match("abandoned" if state.match.abandoned else "finished")
        if not self._may_begin():
            return False
        self._between_until = None
        self.shuffle.begin()
        return True

    def _finish_round(self) -> bool:
        """The round has just ended: send the proof and set the clock for the next one."""
        proof = self.shuffle.proof()
        if proof is not None:
            self.core.send_all(proof)
        self._between_until = self.core.now + self.core.pace.between
        self.core.announce()
        return True

    def _may_begin(self) -> bool:
        """Tell whether the next round may begin; a table where nobody is waits."""
        core, state = self.core, self.core.state
        assert state.match is not None
        here = list(core.here())
        if not here:
            return False
        if not state.match.rounds or all(state.chairs[seat].ready for seat in here):
            return True
        assert self._between_until is not None
        if state.paused:
            return False
        if core.now >= self._between_until:
            return True
        core.wake(self._between_until)
        return False

    def _end_match(self, how: Ending) -> bool:
        """Enter the result; the seats stay as they are for another match."""
        core = self.core
        assert core.state.match is not None
        self.feeds.finish_match()
        self.asks.clear()
        self.votes.clear()
        self.shuffle.stop()
        self._between_until = None
        core.log(match_ended(core.state.match, how))
        assert core.state.result is not None
        self.feeds.send_over(outgoing.Over(result=core.state.result))
        core.announce()
        return True

    def _close_idle(self) -> bool:
        """A room without a match to which nobody comes any more is closed; an empty one sooner."""
        core, state = self.core, self.core.state
        if core.connections or state.phase == "closed" or state.match is not None:
            return False
        limit = core.connections.last_seen
        limit += core.pace.idle if state.played() else core.pace.owner
        if core.now < limit:
            core.wake(limit)
            return False
        core.log(log.RoomClosed("idle"))
        return True


def _late(ask: OpenAsk) -> outgoing.Withdrawn:
    text = PASSED if ask.is_brief else LATE
    return outgoing.Withdrawn(ask=ask.number, reason="late", zh=text.zh, en=text.en)
