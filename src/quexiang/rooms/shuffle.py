"""The shuffle that nobody can bend: the server's secret, the clients' numbers, the seed."""

from __future__ import annotations

from quexiang.engine.actions import SEATS
from quexiang.engine.wire import letter
from quexiang.match import fair
from quexiang.match.log import RoundOpened
from quexiang.protocol import incoming, log, outgoing
from quexiang.protocol.refusal import BAD_NUMBER, NOT_NOW, Refused
from quexiang.rooms.ask import ms
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.feed import Feeds
from quexiang.rooms.state import RoundShuffle

SECRET_BYTES = 32


class FairShuffle:
    """The shuffle of the next round."""

    def __init__(self, core: Core, feeds: Feeds) -> None:
        self.core = core
        self.feeds = feeds
        self._until: float | None = None

    def begin(self) -> None:
        """The server commits to its secret, and the clients are asked for commitments."""
        core = self.core
        match, name = core.state.match, core.state.match_id
        assert match is not None
        assert name is not None
        number = len(match.rounds) + 1
        secret = core.chance(SECRET_BYTES).hex()
        core.log(log.ShuffleBegun(number, secret, fair.server_commitment(name, number, secret)))
        core.announce()
        self._ask()

    def stop(self) -> None:
        """Wait for nobody any more."""
        self._until = None

    def _ask(self) -> None:
        """Ask the clients for their part."""
        self._until = self.core.now + self.core.pace.shuffle
        frame = self.frame()
        assert frame is not None
        for seat in self.core.state.played():
            self.core.send_seat(seat, frame)

    def commit(self, connection: Connection, frame: incoming.Commit) -> None:
        """A client commits to its number; the first commitment counts."""
        shuffle, seat = self._shuffle(frame.round), letter(self.core.seat(connection))
        if shuffle.hashes is not None:
            raise Refused(NOT_NOW)
        if seat not in shuffle.offered:
            self.core.log(log.ShuffleCommitted(seat, frame.hash))

    def reveal(self, connection: Connection, frame: incoming.Reveal) -> None:
        """A client reveals its number."""
        shuffle, seat = self._shuffle(frame.round), letter(self.core.seat(connection))
        hashes = shuffle.hashes
        if hashes is None or seat not in hashes:
            raise Refused(NOT_NOW)
        match = self.core.state.match_id
        assert match is not None
        if fair.commitment(match, frame.round, seat, frame.value) != hashes[seat]:
            raise Refused(BAD_NUMBER)
        if seat not in shuffle.values:
            self.core.log(log.ShuffleRevealed(seat, frame.value))

    def _shuffle(self, number: int) -> RoundShuffle:
        shuffle = self.core.state.shuffle
        if self.core.state.phase != "shuffling" or shuffle is None or shuffle.round != number:
            raise Refused(NOT_NOW)
        return shuffle

    def go_on(self) -> bool:
        """Close the commitments, then make the seed, when all are in or the time is up."""
        core, shuffle = self.core, self.core.state.shuffle
        if core.state.phase != "shuffling" or shuffle is None:
            return False
        if self._until is None:
            self._until = core.now + core.pace.shuffle
        if self._is_awaited(shuffle) and core.now < self._until:
            core.wake(self._until)
            return False
        if shuffle.hashes is None:
            core.log(log.ShuffleClosed(dict(sorted(shuffle.offered.items()))))
            self._ask()
        else:
            self._seal(shuffle, shuffle.hashes)
        return True

    def _is_awaited(self, shuffle: RoundShuffle) -> bool:
        """Whether a seat whose client takes part has not sent its part."""
        if shuffle.hashes is not None:
            return any(seat not in shuffle.values for seat in shuffle.hashes)
        return any(
            letter(seat) not in shuffle.offered
            for seat in self.core.state.played()
            if any(connection.shuffles for connection in self.core.at(seat))
        )

    def _seal(self, shuffle: RoundShuffle, hashes: dict[str, str]) -> None:
        """Make the seed of what is in, and deal."""
        core, name, begun = self.core, self.core.state.match_id, shuffle.begun
        assert name is not None
        values = dict(shuffle.values)
        for at, chair in enumerate(core.state.chairs):
            if chair.bot:
                values[letter(at)] = fair.bot_value(name, begun.round, letter(at), begun.hash)
        missing = tuple(seat for seat in hashes if seat not in values)
        seed = fair.round_seed(name, begun.round, begun.secret, hashes, values)
        ordered = {seat: values[seat] for seat in SEATS if seat in values}
        core.log(log.ShuffleSealed(ordered, missing, seed.hex()))
        self.stop()
        core.play(RoundOpened(begun.round, seed.hex()))
        self.feeds.begin_round()
        core.announce()

    def frame(self) -> outgoing.Shuffle | outgoing.Committed | None:
        """What the clients must answer for the next round's seed, if anything."""
        state, now = self.core.state, self.core.now
        shuffle, match = state.shuffle, state.match_id
        if state.phase != "shuffling" or shuffle is None or match is None:
            return None
        left = ms((self._until or now) - now)
        if shuffle.hashes is None:
            return outgoing.Shuffle(
                match=match, round=shuffle.round, hash=shuffle.begun.hash, left_ms=left
            )
        return outgoing.Committed(
            match=match, round=shuffle.round, hashes=shuffle.hashes, left_ms=left
        )

    def proof(self) -> outgoing.Proof | None:
        """Everything from which the seed of the round just ended was made."""
        state, shuffle = self.core.state, self.core.state.shuffle
        if state.phase != "between" or shuffle is None or shuffle.sealed is None:
            return None
        if state.opened.scenario:
            return None  # nothing was shuffled
        assert state.match_id is not None
        return outgoing.Proof(
            match=state.match_id,
            round=shuffle.round,
            hash=shuffle.begun.hash,
            secret=shuffle.begun.secret,
            hashes=shuffle.hashes or {},
            values=shuffle.sealed.values,
            missing=list(shuffle.sealed.missing),  # type: ignore[arg-type]  # letters of seats
            seed=shuffle.sealed.seed,
        )
