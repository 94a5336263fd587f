"""The answers behind public mjai lines: tried one after the other until the same lines follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any, Final

from msgspec import Struct

from quexiang.engine.actions import (
    SEATS,
    Action,
    Choose,
    Discard,
    Offer,
    OpenChoice,
    Pass,
    Seat,
)
from quexiang.engine.round import Round
from quexiang.match import log
from quexiang.match.match import Match
from quexiang.protocol.mjai import MjaiEvent, Writer, pai
from quexiang.tiles import Tile, parse_tile

TRIES: Final = 50_000
"""Ways to go on that are tried in a round; one whose lines fit needs a thousand."""
AHEAD: Final = 12
"""Lines in which the tiles of an open choice are looked for."""
Done = list[log.MatchEntry]


class Position(Struct):
    """A round that has led to the lines before `at`."""

    round: Round
    writer: Writer
    at: int

    def after(self, done: Done, lines: Sequence[MjaiEvent]) -> tuple[Position | None, int]:
        """The position when this is done, None if other lines follow; and how far they fit."""
        new, writer = self.round.copy(), self.writer.copy()
        new.log = []
        for entry in done:
            match entry:
                case log.AnswerTaken(seat=seat, action=action):
                    new.answer(seat, action)
                case log.Departure(seat=seat):
                    new.leave(seat)
                case _:
                    new.close()
        written = [line for event in new.log for line in writer.write(event)]
        at, fits_all = follow(written, lines, self.at)
        return (Position(new, writer, at) if fits_all else None), at


def follow(written: Iterable[MjaiEvent], lines: Sequence[MjaiEvent], at: int) -> tuple[int, bool]:
    """Go along the lines with those that were written; lines of our own kind may be left out."""
    for line in written:
        if at == len(lines):
            break
        if fits(lines[at], line):
            at += 1
        elif line["type"] != "quexiang":
            return at, False
    return at, True


def fits(given: Any, found: Any) -> bool:  # noqa: ANN401 - any part of a line
    """Tell whether what is given is found, as far as both say it; `?` is anything.

    >>> fits({"type": "tsumo", "pai": "?"}, {"type": "tsumo", "pai": "3s", "back": False})
    True
    """
    if given == "?":
        return True
    if isinstance(given, dict) and isinstance(found, dict):
        return all(fits(given[key], found[key]) for key in given.keys() & found.keys() - {"proof"})
    if isinstance(given, list) and isinstance(found, list | tuple):
        return len(given) == len(found) and all(map(fits, given, found))
    return bool(given == found)


def answers(match: Match, seed: str, lines: Sequence[MjaiEvent], at: int) -> tuple[Done, int]:
    """What was done in the round that has just been dealt, and the line after it."""
    writer = Writer(match.variant, len(match.rounds), seed, {})
    written = [line for event in match.round.log or () for line in writer.write(event)]
    at, is_dealt = follow(written, lines, at)
    if not is_dealt:
        zh = "牌墙发不出这些牌：start_kyoku 要有这一局的 seed"
        raise log.bad_line(at + 1, zh, "the wall does not deal this: start_kyoku needs its seed")
    return Search(lines).run(Position(match.round, writer, at))


class Search:
    """Goes on as long as the lines fit, and back where they do not."""

    def __init__(self, lines: Sequence[MjaiEvent]) -> None:
        self.lines = lines
        self.farthest = 0
        self.left = TRIES

    def run(self, start: Position) -> tuple[Done, int]:
        """What was done until the round or the lines ended, and the line after it."""
        path: list[Done] = []
        self.farthest = start.at
        ways = [self._next(start)]
        while ways:
            found = next(ways[-1], None)
            if found is None:
                del ways[-1], path[-1:]
                continue
            done, position = found
            path.append(done)
            if position.round.over or position.at == len(self.lines):
                return list(chain.from_iterable(path)), position.at
            ways.append(self._next(position))
        line = self.lines[self.farthest]
        zh = f"没有哪家这样做得成：{line}"
        raise log.bad_line(self.farthest + 1, zh, f"nothing that was possible leads to {line}")

    def _next(self, position: Position) -> Iterator[tuple[Done, Position]]:
        for done in _ways(position, self.lines):
            if not self.left:
                return
            self.left -= 1
            new, at = position.after(done, self.lines)
            self.farthest = max(self.farthest, min(at, len(self.lines) - 1))
            if new is not None:
                yield done, new


def _ways(position: Position, lines: Sequence[MjaiEvent]) -> Iterator[Done]:
    """What may have been done, the likeliest first; who was not waited for has not declined."""
    line = lines[position.at]
    if line.get("event") == "left" and line.get("seat") in [*SEATS]:
        yield [log.Departure(SEATS.index(line["seat"]))]
    ahead = lines[position.at : position.at + AHEAD]
    asked = position.round.asked
    options = [_options(seat, offers, ahead) for seat, offers in asked.items()]
    for actions in sorted(product(*options), key=lambda actions: _surprise(actions, line)):
        answers = zip(asked, actions, strict=True)
        given = [log.AnswerTaken(*answer) for answer in answers]  # type: ignore[arg-type]  # all kinds are listed
        yield [*given]
        claims = [answer for answer in given if not isinstance(answer.action, Pass)]
        if 0 < len(claims) < len(given):
            yield [*claims, log.QuestionClosed()]


def _surprise(actions: tuple[Action, ...], line: MjaiEvent) -> tuple[int, bool]:
    """How many act, and whether the tile that comes next is another than theirs."""
    acting = [action for action in actions if not isinstance(action, Pass)]
    tiles = [pai(action.tile) for action in acting if isinstance(action, Discard)]
    return len(acting), bool(tiles) and line.get("pai") not in tiles


def _options(seat: Seat, offers: list[Offer], ahead: Sequence[MjaiEvent]) -> list[Action]:
    """The answers that a seat had; an open choice is filled in from the lines that follow."""
    found: list[Action] = [offer for offer in offers if not isinstance(offer, OpenChoice)]
    for offer in offers:
        if isinstance(offer, OpenChoice):
            made = [Choose(offer.key, tiles=tiles) for tiles in ((), *_laid(seat, ahead))]
            found += [one for one in made if offer.allows(one)]
    return found


def _laid(seat: Seat, ahead: Sequence[MjaiEvent]) -> Iterator[tuple[Tile, ...]]:
    for line in ahead:
        tiles = line.get("tiles")
        if line.get("seat") == SEATS[seat] and isinstance(tiles, list):
            yield tuple(parse_tile(str(tile)) for tile in tiles)
