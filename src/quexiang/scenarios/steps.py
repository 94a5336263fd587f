"""Steps: one string each, read into what it does or checks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from quexiang.engine.actions import (
    SEATS,
    WIN,
    Action,
    Chow,
    Discard,
    Kong,
    Piao,
    Pong,
    Throw,
    ThrowChoice,
    Win,
)
from quexiang.engine.actions import Pass as PassAction
from quexiang.errors import BadNotation
from quexiang.tiles import parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Offer, Seat
    from quexiang.engine.ruleset import Ruleset
    from quexiang.tiles import Tile

VERBS = (
    "discard",
    "chow",
    "pong",
    "kong",
    "win",
    "pass",
    "ready",
    "throw",
    "piao",
    "tianting",
    "leave",
)
WITHOUT_TILES = ("win", "pass", "leave")
PLAIN_CHECKS = ("over", "not over")


class BadStep(ValueError):
    """A step that nobody understands."""


class Wish(Struct, frozen=True):
    """What an action line asks for: a verb and its tiles or number."""

    verb: str
    tiles: tuple[Tile, ...] = ()
    number: int | None = None

    def match(self, offers: Sequence[Offer]) -> Action | None:
        """The offer that fits, the first of several."""
        for offer in offers:
            if isinstance(offer, ThrowChoice):
                throw = Throw(self.tiles)
                if self.verb == "throw" and offer.allows(throw):
                    return throw
            elif self._fits(offer):
                return offer
        return None

    def _fits(self, offer: Action) -> bool:
        tiles = self.tiles
        match offer:
            case PassAction():
                return self.verb == "pass"
            case Win():
                return self.verb == "win"
            case Pong():
                return self.verb == "pong"
            case Discard(tile=tile, declare=declare):
                return self.verb == (declare or "discard") and tiles in ((), (tile,))
            case Kong(tile=tile):
                return self.verb == "kong" and tiles in ((), (tile,))
            case Chow(low=low, high=high):
                return self.verb == "chow" and tiles in ((), (low, high), (high, low))
            case Piao(points=points):
                return self.verb == "piao" and self.number in (None, points)
            case _:
                return False


class Step(Struct, frozen=True):
    """One line of the script."""

    text: str
    kind: str
    seat: Seat | None = None
    wish: Wish = Wish("pass")
    tiles: tuple[Tile, ...] = ()
    word: str = ""
    negated: bool = False
    count: int = 0


def parse_step(text: object, rules: Ruleset) -> Step:
    """Read a step, or say what is wrong with it."""
    if not isinstance(text, str):
        raise BadStep(f"a step is a line of text, not {text!r}")
    words = text.split()
    if text.strip() in PLAIN_CHECKS:
        return Step(text, "over", negated=words[0] == "not")
    match words:
        case ["turn" | "dealer" as kind, letter]:
            return Step(text, kind, _seat(letter, rules))
        case ["wild", *rest] if rest:
            return Step(text, "wild", tiles=_tiles_or_nothing(rest))
        case ["auto", "end"]:
            return Step(text, "auto", count=-1)
        case ["auto", number] if number.isdecimal():
            return Step(text, "auto", count=int(number))
        case ["auto", *_]:
            raise BadStep(f"{text!r}: auto wants a number of turns, or end")
        case [letter, *rest] if rest:
            return _seat_step(text, _seat(letter, rules), rest, rules)
        case _:
            raise BadStep(f"{text!r} is no step")


def _seat_step(text: str, seat: Seat, words: list[str], rules: Ruleset) -> Step:
    match words:
        case ["can", *rest] if rest:
            return Step(text, "can", seat, _wish(rest))
        case ["cannot", *rest] if rest:
            return Step(text, "can", seat, _wish(rest), negated=True)
        case ["waits", "any"]:
            return Step(text, "waits", seat, word="any")
        case ["waits" | "holds" as kind, *rest] if rest:
            return Step(text, kind, seat, tiles=_tiles_or_nothing(rest))
        case ["is", "not", state]:
            return Step(text, "is", seat, word=_state(state, rules), negated=True)
        case ["is", state]:
            return Step(text, "is", seat, word=_state(state, rules))
        case _:
            return Step(text, "do", seat, _wish(words, doing=True))


def _seat(letter: str, rules: Ruleset) -> Seat:
    seats = SEATS[: rules.players]
    if len(letter) != 1 or letter not in seats:
        raise BadStep(f"{letter!r} is neither a seat ({' '.join(seats)}) nor a word of the format")
    return seats.index(letter)


def _state(word: str, rules: Ruleset) -> str:
    if word not in rules.states:
        raise BadStep(f"unknown state {word!r}; known: {', '.join(rules.states) or 'none'}")
    return word


def _tiles(words: list[str]) -> tuple[Tile, ...]:
    try:
        return tuple(parse_tiles(" ".join(words)))
    except BadNotation as error:
        raise BadStep(str(error)) from None


def _tiles_or_nothing(words: list[str]) -> tuple[Tile, ...]:
    return () if words == ["nothing"] else _tiles(words)


def _wish(words: list[str], *, doing: bool = False) -> Wish:
    verb, rest = words[0], words[1:]
    if verb not in VERBS:
        raise BadStep(f"unknown verb {verb!r}; known: {', '.join(VERBS)}")
    if verb == "ready":
        if rest[:1] == ["discard"]:
            rest = rest[1:]
        elif rest or doing:
            raise BadStep("write `ready discard TILE`")
    if verb in WITHOUT_TILES and rest:
        raise BadStep(f"{verb} takes no tiles")
    if verb == "piao":
        return Wish(verb, number=_points(rest, doing=doing))
    tiles = _tiles(rest)
    if doing and not tiles and verb in ("discard", "ready", "tianting", "chow"):
        raise BadStep(f"{verb} needs tiles")
    return Wish(verb, tiles)


def _points(words: list[str], *, doing: bool) -> int | None:
    if not words and not doing:
        return None
    if len(words) != 1 or not re.fullmatch(r"\d+", words[0]):
        raise BadStep("piao needs one number")
    return int(words[0])


__all__ = ["WIN", "BadStep", "Step", "Wish", "parse_step"]
