"""What is noted of a match while it is played or replayed: every decision of every round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from quexiang.data.answers import written
from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import Chooser


class Decision(Struct, gc=False):
    """One answer, and what the seat was offered."""

    seat: Seat
    bot: str
    left: int
    hand: bytes
    """How many it holds of each kind."""
    offered: tuple[Offer, ...]
    answer: Action
    history: str
    """The answers before it."""


class RoundNotes(Struct):
    """The answers of a round so far."""

    history: str = ""
    decisions: list[Decision] = field(default_factory=list)


class MatchNotes(Struct):
    """A match, who plays it, and what was answered in each of its rounds."""

    match: Match
    name: str
    """Unique within a file."""
    seed: str | None
    bots: tuple[str, ...]
    rounds: list[RoundNotes] = field(default_factory=list)

    def now(self) -> RoundNotes:
        """The notes of the round that is being played."""
        while len(self.rounds) < len(self.match.rounds):
            self.rounds.append(RoundNotes())
        return self.rounds[-1]

    def decided(self, seat: Seat, bot: str, offers: Sequence[Offer], action: Action) -> RoundNotes:
        """Note a decision of the bot, before the round takes it; the history is still to grow."""
        notes, table = self.now(), self.match.round.table
        hand = bytes(table.seats[seat].hand.counts)
        decision = Decision(seat, bot, table.left, hand, tuple(offers), action, notes.history)
        notes.decisions.append(decision)
        return notes

    def ended(self) -> Iterator[tuple[int, Round, RoundNotes]]:
        """The rounds that came to an end, by number."""
        self.now()
        for number, (round_, notes) in enumerate(
            zip(self.match.rounds, self.rounds, strict=True), 1
        ):
            if round_.over:
                yield number, round_, notes


class Heard:
    """Notes what a chooser chooses."""

    def __init__(self, notes: MatchNotes, seat: Seat, chooser: Chooser) -> None:
        self.notes = notes
        self.seat = seat
        self.bot = notes.bots[seat]
        self.chooser = chooser

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Let it choose, and note the decision."""
        action = self.chooser.choose(view, offers)
        notes = self.notes.decided(self.seat, self.bot, offers, action)
        notes.history += written(self.seat, action)
        return action


class Stenographer:
    """Notes all matches whose players it seats."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.matches: list[MatchNotes] = []

    def __call__(
        self, match: Match, names: Sequence[str], choosers: Sequence[Chooser]
    ) -> list[Heard]:
        """Seat choosers that are heard."""
        number = f"{self.name}/{len(self.matches) + 1}"
        notes = MatchNotes(match, number, match.seed, tuple(names))
        self.matches.append(notes)
        return [Heard(notes, seat, chooser) for seat, chooser in enumerate(choosers)]
