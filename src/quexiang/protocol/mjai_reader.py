"""Reading mjai lines: the match is played again, by its answers or by what can be seen of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quexiang.engine.actions import SEATS
from quexiang.engine.wire import action_in
from quexiang.match import log
from quexiang.match.reader import FORMAT, lines_of
from quexiang.protocol import mjai, mjai_answers


def read(text: str) -> log.Recorder:
    """The match of mjai lines, or `BadLog` with the line where they are none."""
    lines = [_object(number, line) for number, line in enumerate(lines_of(text), 1)]
    if not lines or "quexiang" not in lines[0]:
        zh, en = "第一行要有 quexiang：哪里的麻将、选项", "the first line must say which game it is"
        raise log.bad_line(1, zh, en)
    try:
        opening = log.Opening(FORMAT, seed=lines[0]["quexiang"]["match"], **_game(lines[0]))
    except (KeyError, TypeError) as error:
        raise log.bad_line(1, f"少了 {error}", f"{error} is missing") from None
    recorder = log.reopened(iter([opening]))
    entries = list(_entries(lines))
    if not entries:
        _play_public(recorder, lines)
        return recorder
    for number, entry in entries:
        log.redo(recorder, entry, number)
    _compare(lines, list(mjai.export(recorder.entries, lines[0].get("names", ()), answers=True)))
    return recorder


def _play_public(recorder: log.Recorder, lines: list[mjai.MjaiEvent]) -> None:
    """Play the rounds of lines without answers, each by its seed."""
    end = next((at for at, line in enumerate(lines) if line.get("type") == "end_game"), len(lines))
    at, played = 1, lines[:end]
    while at < end:
        starts = (line for line in played[at:] if line.get("type") == "start_kyoku")
        number = len(recorder.match.rounds) + 1
        seed = next(starts, {}).get("seed") or recorder.match.seed_of(number).hex()
        log.redo(recorder, log.RoundOpened(number, seed), at + 1)
        done, at = mjai_answers.answers(recorder.match, seed, played, at)
        for entry in done:
            log.redo(recorder, entry, at)


def _object(number: int, line: str) -> mjai.MjaiEvent:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise log.bad_line(number, f"{error}", f"{error}") from None


def _game(line: mjai.MjaiEvent) -> mjai.MjaiEvent:
    return {key: line["quexiang"][key] for key in ("variant", "version", "players", "options")}


def _entries(lines: list[mjai.MjaiEvent]) -> Iterator[tuple[int, log.MatchEntry]]:
    """What was done; what followed is compared afterwards."""
    for number, line in enumerate(lines, 1):
        try:
            entry = _entry(line) if line.get("type") == "quexiang" else None
        except (KeyError, ValueError) as error:
            raise log.bad_line(number, f"不对：{error}", f"is wrong: {error}") from None
        if entry is not None:
            yield number, entry


def _entry(line: mjai.MjaiEvent) -> log.MatchEntry | None:
    match line:
        case {"event": "round", "number": number, "seed": seed}:
            return log.RoundOpened(number, seed)
        case {"event": "answer", "seat": seat, "action": action}:
            return log.AnswerTaken(SEATS.index(seat), action_in(action))
        case {"event": "leave", "seat": seat}:
            return log.Departure(SEATS.index(seat))
        case {"event": "closed"}:
            return log.QuestionClosed()
        case _:
            return None


def _compare(given: list[mjai.MjaiEvent], found: list[mjai.MjaiEvent]) -> None:
    """Refuse lines that do not follow from what was done; a proof is the server's to check."""
    plain = [_without_proof(line) for line in given]
    again = [_without_proof(msgspec.to_builtins(line)) for line in found]
    for number, (old, new) in enumerate(zip(plain, again, strict=False), 1):
        if old != new:
            zh, en = f"重放成了 {new}", f"is replayed as {new}"
            raise log.bad_line(number, zh, en)
    if len(plain) != len(again):
        zh, en = "比重放的多或少", "there are more or fewer lines than are replayed"
        raise log.bad_line(min(len(plain), len(again)) + 1, zh, en)


def _without_proof(line: mjai.MjaiEvent) -> mjai.MjaiEvent:
    decoded: mjai.MjaiEvent = msgspec.json.decode(msgspec.json.encode(line))
    return {key: value for key, value in decoded.items() if key != "proof"}
