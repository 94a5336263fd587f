"""Steps: one string each, read into what it does or checks."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from quexiang.engine.actions import SEATS, Declarations, Seat, notation
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wish import VERBS, Wish
from quexiang.errors import BadNotation, UserError
from quexiang.tiles import Tile, parse_tiles
from quexiang.variants import declarations_at

WITHOUT_TILES = ("win", "pass", "leave")
PLAIN_CHECKS = ("over", "not over")
Kind = Literal["do", "can", "waits", "holds", "wild", "is", "turn", "dealer", "over", "auto"]


class BadStep(UserError):
    """A step that nobody understands."""


class ScriptStep(Struct, frozen=True):
    """One line of the script."""

    text: str
    kind: Kind
    seat: Seat | None = None
    wish: Wish = Wish("pass")
    tiles: tuple[Tile, ...] = ()
    word: str = ""
    negated: bool = False
    count: int | None = None
    """Turns of an `auto`; None until the end."""


def parse_step(text: object, rules: Ruleset) -> ScriptStep:
    """Read a step, or say what is wrong with it."""
    if not isinstance(text, str):
        raise BadStep(f"一步是一行字，不是 {text}", f"a step is a line of text, not {text!r}")
    words = text.split()
    if text.strip() in PLAIN_CHECKS:
        return ScriptStep(text, "over", negated=words[0] == "not")
    match words:
        case ["turn" | "dealer" as kind, letter]:
            return ScriptStep(text, kind, _seat(letter, rules))
        case ["wild", *rest] if rest:
            return ScriptStep(text, "wild", tiles=_tiles_or_nothing(rest))
        case ["auto", "end"]:
            return ScriptStep(text, "auto")
        case ["auto", number] if number.isdecimal():
            return ScriptStep(text, "auto", count=int(number))
        case ["auto", *_]:
            raise BadStep(
                f"“{text}”：auto 后面写几轮，或 end",
                f"{text!r}: auto wants a number of turns, or end",
            )
        case [letter, *rest] if rest:
            return _seat_step(text, _seat(letter, rules), rest, rules)
        case _:
            raise BadStep(f"“{text}”不是一步", f"{text!r} is no step")


def _seat_step(text: str, seat: Seat, words: list[str], rules: Ruleset) -> ScriptStep:
    match words:
        case ["can", *rest] if rest:
            return ScriptStep(text, "can", seat, _wish(rest, rules))
        case ["cannot", *rest] if rest:
            return ScriptStep(text, "can", seat, _wish(rest, rules), negated=True)
        case ["waits", "any"]:
            return ScriptStep(text, "waits", seat, word="any")
        case ["waits" | "holds" as kind, *rest] if rest:
            return ScriptStep(text, kind, seat, tiles=_tiles_or_nothing(rest))
        case ["is", "not", state]:
            return ScriptStep(text, "is", seat, word=_state(state, rules), negated=True)
        case ["is", state]:
            return ScriptStep(text, "is", seat, word=_state(state, rules))
        case _:
            return ScriptStep(text, "do", seat, _wish(words, rules, doing=True))


def _seat(letter: str, rules: Ruleset) -> Seat:
    seats = SEATS[: rules.players]
    if len(letter) != 1 or letter not in seats:
        zh = f"“{letter}”不是座位（{' '.join(seats)}），也不是步骤的词"
        en = f"{letter!r} is neither a seat ({' '.join(seats)}) nor a word of the format"
        raise BadStep(zh, en)
    return seats.index(letter)


def _state(word: str, rules: Ruleset) -> str:
    if word not in rules.states:
        known = ", ".join(rules.states) or "none"
        raise BadStep(
            f"没有 {word} 这个状态；有的是 {known}", f"unknown state {word!r}; known: {known}"
        )
    return word


def _tiles(words: list[str]) -> tuple[Tile, ...]:
    try:
        return tuple(parse_tiles(" ".join(words)))
    except BadNotation as error:
        raise BadStep(error.told.zh, error.told.en) from None


def _tiles_or_nothing(words: list[str]) -> tuple[Tile, ...]:
    return () if words == ["nothing"] else _tiles(words)


def _wish(words: list[str], rules: Ruleset, *, doing: bool = False) -> Wish:
    verb, rest = words[0], words[1:]
    declared = declarations_at(rules)
    if verb not in VERBS and verb not in declared:
        known = ", ".join((*VERBS, *declared))
        raise BadStep(
            f"没有 {verb} 这个动作；有的是 {known}", f"unknown verb {verb!r}; known: {known}"
        )
    if verb in WITHOUT_TILES and rest:
        raise BadStep(f"{verb} 不带牌", f"{verb} takes no tiles")
    takes = _takes(verb, declared)
    if takes == "value":
        return Wish(verb, value=_value(verb, rest, doing=doing))
    if takes == "discard":
        rest = _discarded(verb, rest, doing=doing)
    tiles = () if takes == "tiles" and rest == ["0"] else _tiles(rest)
    if doing and not tiles and (takes == "discard" or verb == "chow"):
        raise BadStep(f"{verb} 要写牌", f"{verb} needs tiles")
    return Wish(verb, tiles)


def _takes(verb: str, declared: Declarations) -> str:
    if verb == "discard":
        return "discard"
    return declared[verb].takes if verb in declared else ""


def _discarded(verb: str, words: list[str], *, doing: bool) -> list[str]:
    """The tile after `discard`, `ready discard` or `tianting`."""
    _, *between = notation(verb).split()
    if words[: len(between)] == between:
        return words[len(between) :]
    if words or doing:
        raise BadStep(f"写成 `{notation(verb)} 牌`", f"write `{notation(verb)} TILE`")
    return []


def _value(verb: str, words: list[str], *, doing: bool) -> int | None:
    if not words and not doing:
        return None
    if len(words) != 1 or not words[0].isdecimal():
        raise BadStep(f"{verb} 要一个数", f"{verb} needs one number")
    return int(words[0])
