"""Logs of matches as rows, without anything that tells who played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from quexiang.data.answers import entry_written, written
from quexiang.data.notes import MatchNotes
from quexiang.errors import NewerEntry, UserError
from quexiang.match import log as match_log
from quexiang.match.log import AnswerTaken, Departure, Opening, QuestionClosed
from quexiang.match.reader import lines_of
from quexiang.protocol.log import Acted, AnyEntry, reader

UNKNOWN: Final = "unknown"
"""Who decided, where a log does not say it."""
PERSON: Final = "person"


class MatchLog(Struct, frozen=True):
    """The log of a match, and what sat where: the key of a bot, or `person`."""

    text: str
    bots: tuple[str, ...] = ()


def noted(log: MatchLog, name: str) -> MatchNotes:
    """Play a log again and note its decisions; raises `BadLog` where it does not replay."""
    entries = _entries(log.text)
    first = next((entry for entry in entries if isinstance(entry, Opening)), None)
    if first is None:
        raise match_log.bad_line(1, "里面没有对局", "there is no match in this file")
    recorder = match_log.reopened(iter([first]))
    bots = log.bots or (UNKNOWN,) * first.players
    if len(bots) != first.players:
        zh = f"{first.players} 个人打的，bots 说了 {len(bots)} 个"
        raise UserError(zh, f"{first.players} sat at the table, bots names {len(bots)}")
    notes = MatchNotes(recorder.match, name, None, bots)
    by: Acted | None = None
    for number, entry in enumerate(entries, 2):
        match entry:
            case Acted():
                by = entry
            case AnswerTaken() | Departure() | QuestionClosed():
                _note(notes, entry, by)
                match_log.redo(recorder, entry, number)
            case match_log.RoundOpened():
                match_log.redo(recorder, entry, number)
            case _:
                pass
    return notes


def _entries(text: str) -> Iterator[AnyEntry]:
    lines = reader()
    for number, line in enumerate(lines_of(text), 1):
        try:
            yield lines.entry(line)
        except (msgspec.DecodeError, NewerEntry) as error:
            raise match_log.bad_line(number, f"{error}", f"{error}") from None


def _note(
    notes: MatchNotes, entry: AnswerTaken | Departure | QuestionClosed, by: Acted | None
) -> None:
    if not isinstance(entry, AnswerTaken):
        notes.now().history += entry_written(entry)
        return
    seat, action, round_ = entry.seat, entry.action, notes.match.round
    bot = notes.bots[seat]
    if by is not None and by.seat == seat and by.by != "bot":
        bot = by.by
    now = notes.decided(seat, bot, round_.asked.get(seat, ()), action)
    now.history += written(seat, action, is_next=round_.pending[:1] == [seat])
