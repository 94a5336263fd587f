"""The log of a match: JSON lines, appended only, from which everything can be recomputed.

The first entry names the match (variant, rules version, options, players, seed), another opens
each round with its seed, then come the answers and the events that followed from them. Replaying
plays the answers again and compares every event byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from quexiang.engine.actions import Action, AnyAction, Seat
from quexiang.engine.events import AnyEvent
from quexiang.engine.refusals import NotAllowed
from quexiang.errors import BadOption, UnknownVariant, UserError
from quexiang.match.match import Match
from quexiang.match.reader import FORMAT, Reader, lines_of
from quexiang.rulebook import OptionValue
from quexiang.variants import variant_named


class LogEntry(Struct, frozen=True, tag_field="line", tag=str.lower):
    """One entry of the log."""


class Opening(LogEntry, frozen=True, tag="match"):
    """What a match is: the first entry."""

    format: int
    variant: str
    version: str
    players: int
    options: dict[str, OptionValue]
    seed: str


class RoundOpened(LogEntry, frozen=True, tag="round"):
    """A round begins, with the seed of its wall and dice (hexadecimal)."""

    number: int
    seed: str


class AnswerTaken(LogEntry, frozen=True, tag="answer"):
    """A seat's answer."""

    seat: Seat
    action: AnyAction


class Departure(LogEntry, frozen=True, tag="leave"):
    """A seat left for good."""

    seat: Seat


class QuestionClosed(LogEntry, frozen=True, tag="closed"):
    """The open question was decided with the answers given."""


class Happened(LogEntry, frozen=True, tag="event"):
    """What followed."""

    event: AnyEvent


MatchEntry = Opening | RoundOpened | AnswerTaken | Departure | QuestionClosed | Happened
_ENCODER = msgspec.json.Encoder()


class BadLog(UserError):
    """A file that is no log of a match, or not one that replays to itself."""


def bad_line(number: int, zh: str, en: str) -> BadLog:
    """An error that names the line."""
    return BadLog(f"第 {number} 行：{zh}", f"line {number}: {en}")


class Recorder:
    """A match that writes down what happens to it."""

    def __init__(self, match: Match, opened: Opening | None = None) -> None:
        self.match = match
        self.entries: list[MatchEntry] = [opened or opening(match)]
        self._read = 0

    def start_round(self) -> None:
        """Deal the next round."""
        number = len(self.match.rounds) + 1
        seed = self.match.seed_of(number).hex()
        self.entries.append(RoundOpened(number, seed))
        self.match.start_round()
        self._read = 0
        self._copy_events()

    def answer(self, seat: Seat, action: Action) -> None:
        """Take an answer; a refused one leaves no trace."""
        self.match.answer(seat, action)
        self.entries.append(AnswerTaken(seat, action))  # type: ignore[arg-type]  # all kinds are listed
        self._copy_events()

    def leave(self, seat: Seat) -> None:
        """A seat leaves for good."""
        self.match.leave(seat)
        self.entries.append(Departure(seat))
        self._copy_events()

    def close(self) -> None:
        """Decide the open question with the answers given."""
        self.match.close()
        self.entries.append(QuestionClosed())
        self._copy_events()

    @property
    def answered(self) -> bool:
        """Tell whether anything was done in the round after its deal."""
        return not isinstance(self._last(), RoundOpened)

    def undo(self) -> None:
        """Take back what was done last, or the last deal; the round is played again up to there."""
        entries, done = self.entries, self._last()
        opened = max(at for at, entry in enumerate(entries) if isinstance(entry, RoundOpened))
        again = [entry for entry in entries[opened:] if not isinstance(entry, Happened)][:-1]
        del entries[opened:]
        self.match.forget_round()
        if isinstance(done, RoundOpened):
            self._read = len(self.match.round.log or ()) if self.match.rounds else 0
        for entry in again:
            redo(self, entry, len(entries) + 1)

    def copy(self) -> Recorder:
        """An independent copy."""
        new: Recorder = Recorder.__new__(Recorder)
        new.match, new.entries, new._read = self.match.copy(), self.entries[:], self._read
        return new

    def _last(self) -> MatchEntry:
        """What was done last."""
        return next(entry for entry in reversed(self.entries) if not isinstance(entry, Happened))

    def _copy_events(self) -> None:
        log = self.match.round.log
        assert log is not None
        self.entries += [Happened(event) for event in log[self._read :]]  # type: ignore[arg-type]  # one of its kinds
        self._read = len(log)

    def text(self) -> str:
        """The log as text."""
        return "".join(entry_text(entry) + "\n" for entry in self.entries)


def opening(match: Match) -> Opening:
    """The first entry of a match's log."""
    return Opening(
        FORMAT,
        match.variant.key,
        match.variant.version,
        match.players,
        dict(match.options),
        match.seed,
    )


def entry_text(entry: LogEntry) -> str:
    """One entry as text."""
    return _ENCODER.encode(entry).decode()


def read_log(text: str) -> list[MatchEntry]:
    """Read a log, or say in which line it goes wrong."""
    entries: list[MatchEntry] = []
    reader: Reader[MatchEntry] = Reader(MatchEntry)
    for number, line in enumerate(lines_of(text), 1):
        try:
            entries.append(reader.entry(line))
        except msgspec.DecodeError as error:
            raise bad_line(number, f"{error}", f"{error}") from None
    if not entries or not isinstance(entries[0], Opening):
        raise bad_line(1, "记录要以对局那一行开头", "a log begins with the line of its match")
    return entries


def replay(entries: Iterable[MatchEntry]) -> Recorder:
    """Play a log again and compare every event; the match as it stands afterwards."""
    source = iter(entries)
    recorder = reopened(source)
    expected: list[MatchEntry] = recorder.entries[:]
    for number, entry in enumerate(source, 2):
        expected.append(entry)
        if not isinstance(entry, Happened):
            redo(recorder, entry, number)
    _compare(expected, recorder.entries)
    return recorder


def reopened(source: Iterator[MatchEntry]) -> Recorder:
    """The match that a log opens with, before its first round; the log may lack newer options."""
    first = next(source)
    assert isinstance(first, Opening)
    return Recorder(_opened_match(first), first)


def _opened_match(first: Opening) -> Match:
    if first.format != FORMAT:
        zh = f"不认得格式 {first.format}，这个程序认得 {FORMAT}"
        raise bad_line(1, zh, f"format {first.format} is not known; this program knows {FORMAT}")
    try:
        variant = variant_named(first.variant)
        options = variant.choose(first.options, first.players)
    except (UnknownVariant, BadOption) as error:
        raise bad_line(1, error.told.zh, error.told.en) from None
    if variant.version != first.version:
        zh = f"按规则第 {first.version} 版打的，这个程序是第 {variant.version} 版"
        en = f"played by rules version {first.version}, this program has {variant.version}"
        raise bad_line(1, zh, en)
    return Match(variant, options, first.players, first.seed)


def redo(recorder: Recorder, entry: MatchEntry, number: int) -> None:
    """Do what an entry of a log says was done, or say in which line it cannot be."""
    try:
        match entry:
            case RoundOpened(number=place, seed=seed):
                recorder.match.seeds[place] = bytes.fromhex(seed)
                recorder.start_round()
            case AnswerTaken(seat=seat, action=action):
                recorder.answer(seat, action)
            case Departure(seat=seat):
                recorder.leave(seat)
            case QuestionClosed():
                recorder.close()
            case _:
                raise bad_line(number, "一场对局只有一个第一行", "a match has only one first line")
    except (NotAllowed, AssertionError, IndexError, OverflowError, ValueError) as error:
        raise bad_line(number, f"做不到：{error}", f"cannot be done: {error}") from None


def _compare(expected: list[MatchEntry], found: list[MatchEntry]) -> None:
    for number, (wanted, got) in enumerate(zip(expected, found, strict=False), 1):
        if wanted != got:
            old, new = entry_text(wanted), entry_text(got)
            raise bad_line(number, f"{old} 重放成了 {new}", f"{old} is replayed as {new}")
    if len(expected) < len(found):
        missing = entry_text(found[len(expected)])
        zh, en = f"记录断在 {missing} 之前", f"the log ends before {missing}"
        raise bad_line(len(expected) + 1, zh, en)
    if len(expected) > len(found):
        zh, en = "重放时没有这一步", "nothing of the kind happens in the replay"
        raise bad_line(len(found) + 1, zh, en)
