"""Asks: who is asked, until when, and the answers of persons, bots and the trustee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.refusals import NotAllowed
from quexiang.engine.view import View
from quexiang.engine.wire import letter
from quexiang.match.log import AnswerTaken, QuestionClosed
from quexiang.present.choice import Choice
from quexiang.present.choices import choices, chosen
from quexiang.protocol import incoming, log, outgoing
from quexiang.protocol.codec import digest
from quexiang.protocol.refusal import NO_CHOICE, NO_MATCH, NOT_NOW, STALE, Refused
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.feed import Feeds
from quexiang.rooms.messages import BotChose, Thinking
from quexiang.rooms.outranked import TOO_LATE, claim_in, place_of, withdrawn
from quexiang.rooms.why import because, reason
from quexiang.text import Text

PATIENCE: Final = 3.0
CLAIM_PATIENCE: Final = 0.45
SETTLING: Final = 0.25
"""Seconds before the end of an even rest at which silence is a pass: what follows is in the log
by then, so that nobody can tell by the time of a write whether somebody was asked."""


class OpenAsk(Struct):
    """An ask that awaits its answer, and when its time is up."""

    number: int
    seat: Seat
    stage: str
    offers: list[Offer]
    deadline: float = 0.0
    """When the bank begins to run."""
    due: float = 0.0
    """When the neutral choice is taken."""
    is_brief: bool = False
    """A claim in an even tempo: its time is the table's rest, and early answers end nothing."""
    is_untimed: bool = False
    """No clock runs: against bots alone nobody is kept waiting."""
    advised: set[tuple[int, str]] = field(default_factory=set)
    """The connections that have asked for advice, with its level."""


def ms(seconds: float) -> int:
    """A time span in milliseconds, never negative."""
    return max(0, round(1000 * seconds))


class Asks:
    """The asks that are open, by seat."""

    def __init__(self, core: Core, feeds: Feeds) -> None:
        self.core = core
        self.feeds = feeds
        self._open: dict[Seat, OpenAsk] = {}
        self._decided: list[OpenAsk] = []
        """Those that were decided by others, which is not yet to be seen."""
        self._waiting: list[BotChose] = []
        """What bots chose while the table was paused."""

    def __iter__(self) -> Iterator[OpenAsk]:
        return iter(self._open.values())

    def of(self, seat: Seat | None) -> OpenAsk | None:
        """The ask of a seat, None if it is not asked."""
        return None if seat is None else self._open.get(seat)

    def find(self, seat: Seat, number: int) -> OpenAsk | None:
        """The ask of a seat if it still has this number."""
        ask = self._open.get(seat)
        return ask if ask is not None and ask.number == number else None

    # Asks are given.

    def give(self) -> list[OpenAsk]:
        """Start the clocks of the seats that are newly asked."""
        state = self.core.state
        assert state.match is not None
        fresh = []
        for seat, offers in state.asked().items():
            if seat not in self._open:
                stage = state.match.round.table.due.stage
                ask = self._open[seat] = OpenAsk(state.chairs[seat].ask, seat, stage, offers)
                self.start_clock(ask)
                fresh.append(ask)
        return fresh

    def start_clock(self, ask: OpenAsk) -> None:
        """Set the times of an ask, by who plays the seat."""
        now, chair = self.core.now, self.core.state.chairs[ask.seat]
        rests_until = self.feeds.rests_until
        ask.is_untimed = self.core.state.is_solo and chair.is_played and not chair.trustee
        if rests_until is None:
            ask.deadline = now + self.core.state.opened.clock.decision
            ask.due = ask.deadline + chair.bank / 1000
        else:
            ask.is_brief = True
            ask.deadline = ask.due = rests_until - SETTLING
        if chair.trustee:
            ask.due = now + self._pause(ask)

    def _pause(self, ask: OpenAsk) -> float:
        return self.feeds.pause(ask.seat) if ask.stage == "turn" else 0.0

    def put(self, ask: OpenAsk) -> None:
        """Put the question to the person, or to the bot."""
        chair = self.core.state.chairs[ask.seat]
        if chair.bot:
            self.think(ask, chair.bot, self.core.now + self._pause(ask))
        elif not chair.trustee or ask.due > self.core.now:
            with self.core.rendering:
                self.core.send_seat(ask.seat, self.frame(ask))

    def think(
        self, ask: OpenAsk, level: str, at: float, connection: Connection | None = None
    ) -> None:
        """Let a bot choose by what the seat knows; claims are decided while the table rests."""
        state = self.core.state
        assert state.match is not None
        view = View(state.match.rules, state.events[:], ask.seat)
        patient = ask.stage == "turn" or connection is not None
        within = PATIENCE if patient else CLAIM_PATIENCE
        advised = None if connection is None else connection.id
        self.core.out.thinking.append(
            Thinking(level, view, ask.offers, ask.number, at, within, advised)
        )

    def frame(self, ask: OpenAsk) -> outgoing.Ask:
        """What a seat may do now."""
        state, now = self.core.state, self.core.now
        assert state.match_id is not None
        bank = state.chairs[ask.seat].bank
        return outgoing.Ask(
            ask=ask.number,
            match=state.match_id,
            stage=ask.stage,
            choices=self._choices(ask),
            left_ms=ms(ask.deadline - now),
            bank_ms=0 if ask.is_brief else max(0, bank - self._overdrawn(ask)),
        )

    def _overdrawn(self, ask: OpenAsk) -> int:
        """How much of the bank an ask has used up."""
        return 0 if ask.is_untimed else ms(self.core.now - ask.deadline)

    def _choices(self, ask: OpenAsk) -> list[Choice]:
        """What may be done, with the waits of each discard; where they fail, without them."""
        match, painter, feed = self.core.state.match, self.feeds.painter, self.feeds.of(ask.seat)
        assert match is not None
        assert painter is not None
        asked = (painter, match.round.table, ask.seat, ask.offers)
        try:
            return choices(*asked, None if feed is None else feed.table)
        except Exception as fault:  # noqa: BLE001 - reported with the other effects
            self.core.out.faults.append(fault)
        return choices(*asked, None)

    def clock(self) -> outgoing.Clock | None:
        """The clock of a seat that must discard; any other would tell that it can do something."""
        for ask in self:
            if any(isinstance(offer, act.Discard) for offer in ask.offers):
                left, bank = ms(ask.deadline - self.core.now), self.core.state.chairs[ask.seat].bank
                return outgoing.Clock(letter(ask.seat), left, bank)
        return None

    # Answers are taken.

    def answer(self, connection: Connection, frame: incoming.Answer) -> None:
        """Take a person's answer; it also takes his seat back from the trustee."""
        core, seat = self.core, self.core.seat(connection)
        ask = self.find(seat, frame.ask)
        if ask is None:
            raise Refused(STALE)
        action = chosen(ask.offers, frame.choice, frame.tiles)
        if action is None:
            raise Refused(NO_CHOICE)
        bank, overdrawn = core.state.chairs[seat].bank, self._overdrawn(ask)
        try:
            self.act(ask, action, "person", frame)
        except NotAllowed as refusal:
            assert core.state.match is not None
            raise Refused(reason(core.state.match, action, refusal.rule)) from None
        if overdrawn:
            core.log(log.Banked(seat, max(0, bank - overdrawn)))
        self._take_back(seat)
        for other in core.at(seat):
            if other is not connection:
                core.send(other, outgoing.Withdrawn(ask=frame.ask, reason="answered"))

    def bot_chose(self, message: BotChose) -> None:
        """Take a bot's answer, if it is still wanted; in a pause it is kept for later."""
        ask = self.find(message.seat, message.ask)
        if ask is not None and self.core.state.paused:
            self._waiting.append(message)
        elif ask is not None:
            self.act(ask, message.action or self.neutral(ask), "bot")

    def neutral(self, ask: OpenAsk) -> Action:
        """What is done for a seat that does not choose."""
        match = self.core.state.match
        assert match is not None
        return match.rules.neutral(match.round.table, ask.seat, ask.offers)

    def act(
        self, ask: OpenAsk, action: Action, by: log.Actor, frame: incoming.Answer | None = None
    ) -> None:
        """Play an action for a seat, then decide the question if nothing can change it any more."""
        core, seat = self.core, ask.seat
        core.play(
            AnswerTaken(seat, action),  # type: ignore[arg-type]  # all kinds are listed
            _acted(ask, by, frame),
        )
        del self._open[seat]
        if isinstance(action, act.Choose):
            core.announce()  # 已选
        assert core.state.match is not None
        round_ = core.state.match.round
        is_open = core.state.asked() and round_.table.answers and not ask.is_brief
        if is_open and round_.decided:
            core.play(QuestionClosed())
        self.withdraw()

    def withdraw(self) -> None:
        """Close the asks that were decided without an answer; their seats are told in a moment."""
        asked, chairs = self.core.state.asked(), self.core.state.chairs
        for seat, ask in list(self._open.items()):
            if seat not in asked or chairs[seat].ask != ask.number:
                self._decided.append(self._open.pop(seat))

    def tell_decided(self) -> None:
        """Tell the seats whose asks were decided by others, as soon as all can see by what."""
        decided, self._decided = self._decided, []
        if not decided:
            return
        claim = claim_in(self.feeds.shown)
        for ask in decided:
            who = TOO_LATE if claim is None else self._named(claim[0], ask.seat)
            self.core.send_seat(ask.seat, withdrawn(ask.number, ask.offers, claim, who))

    def _named(self, seat: Seat, me: Seat) -> Text:
        """A seat by its person's name; a bot has none but its place."""
        chairs = self.core.state.chairs
        person = chairs[seat].person
        return place_of(seat, me, len(chairs)) if person is None else Text(person.name, person.name)

    def drop(self, seat: Seat) -> None:
        """Drop the ask of a seat."""
        self._open.pop(seat, None)

    def clear(self) -> None:
        """Drop all asks."""
        self._open.clear()
        self._decided.clear()

    # The trustee.

    def entrust(self, seat: Seat) -> None:
        """托管: the trustee plays for a seat from now on."""
        self.core.log(log.Entrusted(seat, on=True))
        self.core.announce()
        self._restart_clock(seat)

    def back(self, connection: Connection, frame: incoming.Back) -> None:
        """我回来了: take the seat back before the next decision."""
        seat = self.core.seat(connection)
        if self._take_back(seat):
            self._restart_clock(seat)

    def pause(self, connection: Connection, frame: incoming.Pause) -> None:
        """Let the bots wait."""
        self.core.seat(connection)
        if self.core.state.match is None or not self.core.state.is_solo:
            raise Refused(NOT_NOW)
        self._set_paused(on=True)

    def go_on(self, connection: Connection, frame: incoming.GoOn) -> None:
        """Go on after a pause."""
        self.core.seat(connection)
        if not self.core.state.paused:
            return
        self._set_paused(on=False)
        for ask in self:
            self.start_clock(ask)
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self.bot_chose(message)

    def _set_paused(self, *, on: bool) -> None:
        if self.core.state.paused != on:
            self.core.log(log.Paused(on))
            self.core.announce()

    def _restart_clock(self, seat: Seat) -> None:
        if seat in self._open:
            self.start_clock(self._open[seat])

    def _take_back(self, seat: Seat) -> bool:
        """Take a seat from the trustee; False if it had not got it."""
        chair = self.core.state.chairs[seat]
        if not chair.trustee or chair.gone:
            return False
        self.core.log(log.Entrusted(seat, on=False))
        self.core.announce()
        return True

    def why(self, connection: Connection, frame: incoming.Why) -> bool:
        """Say why an action is not offered."""
        seat, match = self.core.seat(connection), self.core.state.match
        if match is None or not match.rounds:
            raise Refused(NO_MATCH)
        ask = self.of(seat)
        offers = [] if ask is None else ask.offers
        self.core.send(connection, because(match, self.feeds, seat, offers, frame))
        return True


def _acted(ask: OpenAsk, by: log.Actor, frame: incoming.Answer | None) -> log.Acted:
    if frame is None or not frame.id:
        return log.Acted(ask.seat, ask.number, by)
    return log.Acted(ask.seat, ask.number, by, frame.id, digest(frame))
