"""What a room remembers: the fold of its log, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from quexiang.engine.round import Round
from quexiang.engine.wall import Wall
from quexiang.match import deal
from quexiang.match import log as match_log
from quexiang.match.match import Match
from quexiang.protocol import log as ln
from quexiang.protocol.room import BestWin, MatchResult, Phase
from quexiang.scenarios.given import StagedMatch, staged
from quexiang.variants import variant_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from quexiang.engine.actions import Offer, Seat
    from quexiang.engine.events import Event
    from quexiang.protocol.room import Profile

ASKS: Final = 1000
"""Asks are numbered from a thousand times their round on."""


class BrokenLog(RuntimeError):
    """A log that this program does not replay to itself."""


class Chair:
    """One seat of the room and who has it."""

    __slots__ = ("ask", "asks", "bank", "bot", "gone", "person", "ready", "trustee")

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Make the seat empty."""
        self.person: Profile | None = None
        self.bot = ""
        self.ready = False
        self.rest(bank=0)

    def rest(self, *, bank: int) -> None:
        """Forget the last match."""
        self.trustee = False
        self.gone = False
        self.bank = bank
        self.asks = 0
        self.ask = 0

    @property
    def is_empty(self) -> bool:
        """Tell whether nobody has the seat."""
        return self.person is None and not self.bot

    @property
    def is_played(self) -> bool:
        """Tell whether a person plays the seat himself."""
        return self.person is not None and not self.gone


class Ballot:
    """An open vote."""

    __slots__ = ("agreed", "by", "kind")

    def __init__(self, line: ln.Proposed) -> None:
        self.kind = line.kind
        self.by = line.seat
        self.agreed = {line.seat}


class Shuffle:
    """The numbers of a round's seed, as far as they are in."""

    __slots__ = ("hashes", "line", "sealed")

    def __init__(self, line: ln.ShuffleBegun) -> None:
        self.line = line
        self.hashes: dict[str, str] | None = None
        self.sealed: ln.ShuffleSealed | None = None


class RoomState:
    """A room as its log tells it."""

    def __init__(self, opened: ln.Opened) -> None:
        self.opened = opened
        self.variant = variant_named(opened.variant)
        self.options = self.variant.choose(opened.options, opened.players)
        self.owner = opened.owner.id
        self.chairs = [Chair() for _ in range(opened.players)]
        self.phase: Phase = "lobby"
        self.match: Match | None = None
        self.match_id: str | None = None
        self.acted: dict[tuple[Seat, str], ln.Acted] = {}
        """The answers of persons, by seat and message."""
        self.ballot: Ballot | None = None
        self.shuffle: Shuffle | None = None
        self.result: MatchResult | None = None
        self.proofs: dict[int, Shuffle] = {}
        self.told: dict[Seat | None, int] = {}
        """How many events of finished rounds each seat, and the public, has seen."""
        self._question: dict[Seat, list[Offer]] = {}
        self._checked = 0

    @classmethod
    def folded(cls, lines: Iterable[ln.AnyLine]) -> RoomState:
        """The room that these lines lead to."""
        source = iter(lines)
        first = next(source)
        if not isinstance(first, ln.Opened):
            raise BrokenLog("a room's log begins with the line of the room")
        state = cls(first)
        for line in source:
            state.apply(line)
        return state

    # Questions.

    @property
    def events(self) -> list[Event]:
        """The events of the present round."""
        assert self.match is not None
        log = self.match.round.log
        assert log is not None
        return log

    @property
    def is_advised(self) -> bool:
        """Whether bots give advice now; usually only to one who plays against bots alone."""
        if self.opened.advice != "alone":
            return self.opened.advice == "all"
        return sum(chair.person is not None and not chair.gone for chair in self.chairs) == 1

    def seat_of(self, person: str) -> Seat | None:
        """The seat that a person has, if any."""
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None and chair.person.id == person and not chair.gone:
                return seat
        return None

    def played(self) -> list[Seat]:
        """The seats that have a person who has not left."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_played]

    def asked(self) -> dict[Seat, list[Offer]]:
        """The seats whose answer is awaited, with what they may do."""
        if self.match is None or self.phase != "playing":
            return {}
        round_ = self.match.round
        return {seat: round_.asked[seat] for seat in round_.pending}

    # Changes.

    def apply(self, line: ln.AnyLine) -> None:
        """Write one line into the room."""
        APPLY[type(line)](self, line)

    def _sat(self, line: ln.Sat) -> None:
        chair = self.chairs[line.seat]
        chair.clear()
        chair.person = line.person

    def _bot_sat(self, line: ln.BotSat) -> None:
        chair = self.chairs[line.seat]
        chair.clear()
        chair.bot = line.level

    def _stood(self, line: ln.Stood) -> None:
        self.chairs[line.seat].clear()

    def _readied(self, line: ln.Readied) -> None:
        self.chairs[line.seat].ready = line.ready

    def _owner_passed(self, line: ln.OwnerPassed) -> None:
        self.owner = line.person

    def _match_started(self, line: ln.MatchStarted) -> None:
        self.chairs = [self.chairs[seat] for seat in line.seats]
        for chair in self.chairs:
            chair.rest(bank=1000 * self.opened.clock.bank)
            chair.ready = False
        self.match_id = line.match
        self.proofs = {}
        self.acted = {}
        self.told = dict.fromkeys((None, *range(len(self.chairs))), 0)

    def _match_opened(self, line: match_log.Opening) -> None:
        if self.opened.scenario:
            self.match = StagedMatch(staged(self.opened.scenario), line.seed)
        else:
            options = self.variant.choose(line.options, line.players)
            self.match = Match(self.variant, options, line.players, line.seed)
        self.phase = "between"

    def _shuffle_begun(self, line: ln.ShuffleBegun) -> None:
        self.phase = "shuffling"
        self.shuffle = self.proofs[line.round] = Shuffle(line)

    def _shuffle_closed(self, line: ln.ShuffleClosed) -> None:
        assert self.shuffle is not None
        self.shuffle.hashes = line.hashes

    def _shuffle_sealed(self, line: ln.ShuffleSealed) -> None:
        assert self.shuffle is not None
        self.shuffle.sealed = line

    def _round_opened(self, line: match_log.RoundOpened) -> None:
        assert self.match is not None
        self.match.seeds[line.number] = bytes.fromhex(line.seed)
        self.phase = "playing"
        for chair in self.chairs:
            chair.asks = chair.ask = 0
            chair.ready = False
        self._put_away()
        self.match.start_round()
        self._checked = 0
        self._number_asks()

    def enter_round(self, line: match_log.RoundOpened, events: list[Event]) -> None:
        """Take a finished round from its events, without playing it again."""
        assert self.match is not None
        seed = self.match.seeds[line.number] = bytes.fromhex(line.seed)
        self._put_away()
        round_ = Round.resume(self.match.rules, Wall(()), deal.dice(seed), events)
        self.match.rounds.append(round_)
        self.match.count()
        self._checked = len(events)
        self.phase = "between"

    def _put_away(self) -> None:
        """Count the events of the finished round and let go of them."""
        assert self.match is not None
        if self.match.rounds:
            for seat in self.told:
                seen = (event.seen_by(seat) for event in self.events)
                self.told[seat] += sum(event is not None for event in seen)
            self.match.round.log = None

    def _acted(self, line: ln.Acted) -> None:
        if line.id:
            self.acted[line.seat, line.id] = line

    def _answer(self, line: match_log.Answer) -> None:
        assert self.match is not None
        self.match.answer(line.seat, line.action)
        self._number_asks()

    def _departure(self, line: match_log.Departure) -> None:
        assert self.match is not None
        self.match.leave(line.seat)
        self._number_asks()

    def _closed(self, line: match_log.Closed) -> None:
        assert self.match is not None
        self.match.close()
        self._number_asks()

    def _happened(self, line: match_log.Happened) -> None:
        """The event has been made again by what was redone; it must be the same."""
        events = self.events
        if self._checked >= len(events) or events[self._checked] != line.event:
            raise BrokenLog(f"{self.opened.key}: {line.event} does not happen again")
        self._checked += 1

    def fresh(self) -> list[ln.AnyLine]:
        """The lines of the events that have no line yet."""
        events = self.events[self._checked :]
        self._checked += len(events)
        return [match_log.Happened(event) for event in events]  # type: ignore[arg-type]

    def _number_asks(self) -> None:
        """Give every seat of a new question the next number of its own count."""
        assert self.match is not None
        round_ = self.match.round
        if round_.over:
            self.phase = "between"
        if round_.asked is self._question:
            return
        self._question = round_.asked
        for seat in round_.asked:
            chair = self.chairs[seat]
            chair.asks += 1
            chair.ask = ASKS * len(self.match.rounds) + chair.asks

    def _banked(self, line: ln.Banked) -> None:
        self.chairs[line.seat].bank = line.ms

    def _entrusted(self, line: ln.Entrusted) -> None:
        self.chairs[line.seat].trustee = line.on

    def _gone(self, line: ln.Gone) -> None:
        chair = self.chairs[line.seat]
        chair.gone = chair.trustee = True

    def _proposed(self, line: ln.Proposed) -> None:
        self.ballot = Ballot(line)

    def _voted(self, line: ln.Voted) -> None:
        assert self.ballot is not None
        if line.agree:
            self.ballot.agreed.add(line.seat)

    def _ballot_closed(self, line: ln.BallotClosed) -> None:
        self.ballot = None

    def _shown(self, best: BestWin) -> BestWin:
        """The best win with the names of its patterns."""
        names = variant_named(self.opened.variant).pattern_names(best.patterns)
        return replace(best, patterns=[name.zh for name in names])

    def _match_ended(self, line: ln.MatchEnded) -> None:
        assert self.match_id is not None
        rounds = [list(changes) for changes in line.rounds]
        self.result = MatchResult(
            self.match_id,
            line.how,
            rounds,
            list(line.scores),
            list(line.totals),
            list(line.statistics),
            None if line.best is None else self._shown(line.best),
        )
        self.phase = "lobby"
        self.match = self.ballot = self.shuffle = None
        for chair in self.chairs:
            if chair.gone:
                chair.clear()
            chair.ready = chair.trustee = False
        missing = self.opened.players - len(self.chairs)
        self.chairs += [Chair() for _ in range(missing)]

    def _room_closed(self, line: ln.RoomClosed) -> None:
        self.phase = "closed"


APPLY: Final[dict[type, Callable[..., None]]] = {
    ln.Sat: RoomState._sat,
    ln.BotSat: RoomState._bot_sat,
    ln.Stood: RoomState._stood,
    ln.Readied: RoomState._readied,
    ln.OwnerPassed: RoomState._owner_passed,
    ln.MatchStarted: RoomState._match_started,
    ln.ShuffleBegun: RoomState._shuffle_begun,
    ln.ShuffleClosed: RoomState._shuffle_closed,
    ln.ShuffleSealed: RoomState._shuffle_sealed,
    ln.Acted: RoomState._acted,
    ln.Banked: RoomState._banked,
    ln.Entrusted: RoomState._entrusted,
    ln.Gone: RoomState._gone,
    ln.Proposed: RoomState._proposed,
    ln.Voted: RoomState._voted,
    ln.BallotClosed: RoomState._ballot_closed,
    ln.MatchEnded: RoomState._match_ended,
    ln.RoomClosed: RoomState._room_closed,
    match_log.Opening: RoomState._match_opened,
    match_log.RoundOpened: RoomState._round_opened,
    match_log.Answer: RoomState._answer,
    match_log.Departure: RoomState._departure,
    match_log.Closed: RoomState._closed,
    match_log.Happened: RoomState._happened,
}
