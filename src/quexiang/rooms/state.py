"""What a room remembers: the fold of its log, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from quexiang.engine.actions import Offer, Seat
from quexiang.engine.events import Event
from quexiang.engine.round import Round
from quexiang.engine.wall import Wall
from quexiang.match import deal
from quexiang.match import log as match_log
from quexiang.match.match import Match
from quexiang.protocol import log
from quexiang.protocol.room import BallotKind, BestWin, MatchResult, Phase, Profile
from quexiang.rooms.chair import Chair
from quexiang.scenarios.given import StagedMatch, staged
from quexiang.variants import variant_named

ASKS: Final = 1000
MATCHES: Final = 1000 * ASKS
"""Asks are numbered by match, round and place in it, so that no number comes again in a room."""
KEPT_IDS: Final = 256
"""So many frames of each person are known when they come again."""


class BrokenLog(RuntimeError):
    """A log that this program does not replay to itself."""


class Ballot(Struct):
    """An open vote."""

    number: int
    kind: BallotKind
    by: Seat
    agreed: set[Seat]


class RoundShuffle(Struct):
    """The numbers of a round's seed, as far as they are in."""

    begun: log.ShuffleBegun
    offered: dict[str, str] = field(default_factory=dict)
    """The commitments, until there will be no others."""
    hashes: dict[str, str] | None = None
    values: dict[str, str] = field(default_factory=dict)
    """The numbers revealed so far."""
    sealed: log.ShuffleSealed | None = None

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.begun.round


class RoomState:
    """A room as its log has it."""

    def __init__(self, opened: log.Opened) -> None:
        self.opened = opened
        self.variant = variant_named(opened.variant)
        self.options = self.variant.choose(opened.options, opened.players)
        self.owner = opened.owner.id
        self.chairs = [Chair() for _ in range(opened.players)]
        self.phase: Phase = "lobby"
        self.match: Match | None = None
        self.match_id: str | None = None
        """The match that is played, or was played last."""
        self.matches = 0
        self.lineup: tuple[tuple[Profile | None, str], ...] = ()
        """The person or bot of each seat as the match began."""
        self.taken: dict[str, dict[str, str]] = {}
        """The digests of the frames carried out last, by person and id."""
        self.muted: dict[str, set[str]] = {}
        """Whom a person does not want to hear."""
        self.paused = False
        """Bots wait for the one person at the table."""
        self.ballots = 0
        self.ballot: Ballot | None = None
        self.shuffle: RoundShuffle | None = None
        self.result: MatchResult | None = None
        self.proofs: dict[int, RoundShuffle] = {}
        self.versions: dict[Seat | None, int] = {}
        """How many events of finished rounds each seat, and the public, has seen."""
        self._question: dict[Seat, list[Offer]] = {}
        self._checked = 0

    @classmethod
    def folded(cls, entries: Iterable[log.AnyEntry]) -> RoomState:
        """The room that these entries lead to."""
        source = iter(entries)
        first = next(source)
        if not isinstance(first, log.Opened):
            raise BrokenLog("a room's log begins with the entry that opens it")
        state = cls(first)
        for entry in source:
            state.apply(entry)
        return state

    # Questions.

    @property
    def events(self) -> list[Event]:
        """The events of the present round."""
        assert self.match is not None
        events = self.match.round.log
        assert events is not None
        return events

    @property
    def is_advised(self) -> bool:
        """Whether bots give advice now; usually only to one who plays against bots alone."""
        if self.opened.advice != "alone":
            return self.opened.advice == "all"
        return sum(chair.person is not None and not chair.gone for chair in self.chairs) == 1

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots alone; nobody else is kept waiting then.

        A room of even tempo goes by its clock alone, whoever sits there.
        """
        if self.opened.clock.tempo == "even":
            return False
        others = [chair for chair in self.chairs if chair.person is None]
        return len(others) == len(self.chairs) - 1 and all(chair.bot for chair in others)

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

    def apply(self, entry: log.AnyEntry) -> None:
        """Write one entry into the room."""
        APPLY[type(entry)](self, entry)

    def _sat(self, entry: log.Sat) -> None:
        chair = self.chairs[entry.seat]
        chair.clear()
        chair.person = entry.person

    def _bot_sat(self, entry: log.BotSat) -> None:
        chair = self.chairs[entry.seat]
        chair.clear()
        chair.bot = entry.level

    def _stood(self, entry: log.Stood) -> None:
        self.chairs[entry.seat].clear()

    def _readied(self, entry: log.Readied) -> None:
        self.chairs[entry.seat].ready = entry.ready

    def _owner_passed(self, entry: log.OwnerPassed) -> None:
        self.owner = entry.person

    def _match_started(self, entry: log.MatchStarted) -> None:
        self.chairs = [self.chairs[seat] for seat in entry.seats]
        for chair in self.chairs:
            chair.rest(bank=1000 * self.opened.clock.bank)
            chair.ready = False
        self.lineup = tuple((chair.person, chair.bot) for chair in self.chairs)
        self.matches += 1
        self.match_id = entry.match
        self.proofs = {}
        self.versions = dict.fromkeys((None, *range(len(self.chairs))), 0)

    def _match_opened(self, entry: match_log.Opening) -> None:
        if self.opened.scenario:
            self.match = StagedMatch(staged(self.opened.scenario), entry.seed)
        else:
            options = self.variant.choose(entry.options, entry.players)
            self.match = Match(self.variant, options, entry.players, entry.seed)
        self.phase = "between"

    def _shuffle_begun(self, entry: log.ShuffleBegun) -> None:
        self.phase = "shuffling"
        self.shuffle = self.proofs[entry.round] = RoundShuffle(entry)

    def _shuffle_committed(self, entry: log.ShuffleCommitted) -> None:
        assert self.shuffle is not None
        self.shuffle.offered[entry.seat] = entry.hash

    def _shuffle_revealed(self, entry: log.ShuffleRevealed) -> None:
        assert self.shuffle is not None
        self.shuffle.values[entry.seat] = entry.value

    def _shuffle_closed(self, entry: log.ShuffleClosed) -> None:
        assert self.shuffle is not None
        self.shuffle.hashes = entry.hashes

    def _shuffle_sealed(self, entry: log.ShuffleSealed) -> None:
        assert self.shuffle is not None
        self.shuffle.sealed = entry

    def _round_opened(self, entry: match_log.RoundOpened) -> None:
        assert self.match is not None
        self.match.seeds[entry.number] = bytes.fromhex(entry.seed)
        self.phase = "playing"
        for chair in self.chairs:
            chair.asks = chair.ask = 0
            chair.ready = False
        self._put_away()
        self.match.start_round()
        self._checked = 0
        self._number_asks()

    def enter_round(self, entry: match_log.RoundOpened, events: list[Event]) -> None:
        """Take a finished round from its events, without playing it again."""
        assert self.match is not None
        seed = self.match.seeds[entry.number] = bytes.fromhex(entry.seed)
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
            for seat in self.versions:
                seen = (event.seen_by(seat) for event in self.events)
                self.versions[seat] += sum(event is not None for event in seen)
            self.match.round.log = None

    def _acted(self, entry: log.Acted) -> None:
        person = self.chairs[entry.seat].person
        if entry.id and person is not None:
            self._remember(person.id, entry.id, entry.digest)

    def _taken(self, entry: log.Taken) -> None:
        self._remember(entry.person, entry.id, entry.digest)

    def _remember(self, person: str, frame: str, digest: str) -> None:
        kept = self.taken.setdefault(person, {})
        kept[frame] = digest
        if len(kept) > KEPT_IDS:
            del kept[next(iter(kept))]

    def _muted(self, entry: log.Muted) -> None:
        muted = self.muted.setdefault(entry.by, set())
        if entry.muted:
            muted.add(entry.whom)
        else:
            muted.discard(entry.whom)

    def _answer(self, entry: match_log.AnswerTaken) -> None:
        assert self.match is not None
        self.match.answer(entry.seat, entry.action)
        self._number_asks()

    def _departure(self, entry: match_log.Departure) -> None:
        assert self.match is not None
        self.match.leave(entry.seat)
        self._number_asks()

    def _closed(self, entry: match_log.QuestionClosed) -> None:
        assert self.match is not None
        self.match.close()
        self._number_asks()

    def _happened(self, entry: match_log.Happened) -> None:
        """The event has been made again by what was redone; it must be the same."""
        events = self.events
        if self._checked >= len(events) or events[self._checked] != entry.event:
            raise BrokenLog(f"{self.opened.key}: {entry.event} does not happen again")
        self._checked += 1

    def fresh(self) -> list[log.AnyEntry]:
        """The entries of the events that have none yet."""
        events = self.events[self._checked :]
        self._checked += len(events)
        return [match_log.Happened(event) for event in events]  # type: ignore[arg-type]  # one of its kinds

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
            chair.ask = MATCHES * self.matches + ASKS * len(self.match.rounds) + chair.asks

    def _banked(self, entry: log.Banked) -> None:
        self.chairs[entry.seat].bank = entry.ms

    def _entrusted(self, entry: log.Entrusted) -> None:
        self.chairs[entry.seat].trustee = entry.on

    def _paused(self, entry: log.Paused) -> None:
        self.paused = entry.on

    def _gone(self, entry: log.Gone) -> None:
        chair = self.chairs[entry.seat]
        chair.gone = chair.trustee = True

    def _proposed(self, entry: log.Proposed) -> None:
        self.ballots += 1
        self.ballot = Ballot(self.ballots, entry.kind, entry.seat, {entry.seat})

    def _voted(self, entry: log.Voted) -> None:
        assert self.ballot is not None
        if entry.agree:
            self.ballot.agreed.add(entry.seat)

    def _ballot_closed(self, entry: log.BallotClosed) -> None:
        self.ballot = None

    def _named(self, best: BestWin) -> BestWin:
        """The best win with the names of its patterns."""
        names = variant_named(self.opened.variant).pattern_names(best.patterns)
        return replace(best, patterns=[name.zh for name in names])

    def _match_ended(self, entry: log.MatchEnded) -> None:
        assert self.match_id is not None
        rounds = [list(changes) for changes in entry.rounds]
        sums = (list(entry.scores), list(entry.totals), list(entry.statistics))
        best = None if entry.best is None else self._named(entry.best)
        self.result = MatchResult(self.match_id, entry.how, rounds, *sums, best)
        self.phase = "lobby"
        self.paused = False
        self.match = self.ballot = self.shuffle = None
        for chair in self.chairs:
            if chair.gone:
                chair.clear()
            chair.ready = chair.trustee = False
        missing = self.opened.players - len(self.chairs)
        self.chairs += [Chair() for _ in range(missing)]

    def _room_closed(self, entry: log.RoomClosed) -> None:
        self.phase = "closed"


APPLY: Final[dict[type, Callable[..., None]]] = {
    log.Sat: RoomState._sat,
    log.BotSat: RoomState._bot_sat,
    log.Stood: RoomState._stood,
    log.Readied: RoomState._readied,
    log.OwnerPassed: RoomState._owner_passed,
    log.MatchStarted: RoomState._match_started,
    log.ShuffleBegun: RoomState._shuffle_begun,
    log.ShuffleCommitted: RoomState._shuffle_committed,
    log.ShuffleClosed: RoomState._shuffle_closed,
    log.ShuffleRevealed: RoomState._shuffle_revealed,
    log.ShuffleSealed: RoomState._shuffle_sealed,
    log.Acted: RoomState._acted,
    log.Taken: RoomState._taken,
    log.Muted: RoomState._muted,
    log.Banked: RoomState._banked,
    log.Entrusted: RoomState._entrusted,
    log.Paused: RoomState._paused,
    log.Gone: RoomState._gone,
    log.Proposed: RoomState._proposed,
    log.Voted: RoomState._voted,
    log.BallotClosed: RoomState._ballot_closed,
    log.MatchEnded: RoomState._match_ended,
    log.RoomClosed: RoomState._room_closed,
    match_log.Opening: RoomState._match_opened,
    match_log.RoundOpened: RoomState._round_opened,
    match_log.AnswerTaken: RoomState._answer,
    match_log.Departure: RoomState._departure,
    match_log.QuestionClosed: RoomState._closed,
    match_log.Happened: RoomState._happened,
}
