"""The answers of a round as one text, from which it can be played again.

| written | answer of the seat that is asked next |
| --- | --- |
| `-` `!` `=` | pass, win, pong |
| `3s` | discard |
| `(ready*3s)` | discard with a declaration |
| `<1s2s` | chow with these two tiles |
| `+3s` `^3s` `#3s` | kong: exposed, added, concealed |
| `(piao 2)` `(throw:19m1z)` | a choice of the town: a number, or tiles |

What else can happen (on a server seats answer in any order, leave, or are not waited for) stands
between as the entry of the log, in JSON with a line end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Seat
from quexiang.engine.refusals import NotAllowed
from quexiang.engine.round import Round
from quexiang.errors import UserError
from quexiang.match.log import AnswerTaken, Departure, QuestionClosed, entry_text
from quexiang.tiles import parse_tile, parse_tiles, tile_text, tiles_text

Taken = AnswerTaken | Departure | QuestionClosed
Step = Action | Taken
"""An answer of the seat that is asked next, or an entry that says more."""

_SIGNS: Final[dict[str, Action]] = {"-": act.PASS, "!": act.WIN, "=": act.PONG}
_KONGS: Final = {"+": act.EXPOSED, "^": act.ADDED, "#": act.CONCEALED}
_KONG_SIGNS: Final = dict(zip(act.KONG_KINDS, _KONGS, strict=True))
_STEP: Final = re.compile(
    r"""(?P<sign>[-!=])
    | (?P<kong>[+^#]?)(?P<tile>\d[mpszf])
    | <(?P<low>\d[mpszf])(?P<high>\d[mpszf])
    | \((?P<key>\w+)(?P<kind>[ :*])(?P<what>[^)]*)\)
    | (?P<entry>{.*})\n""",
    re.VERBOSE,
)
_TAKEN: Final = msgspec.json.Decoder(Taken)


class BadData(UserError):
    """A row that does not lead where it says."""


def _bad_answers(text: str, at: int) -> BadData:
    found = text[at : at + 12]
    return BadData(f"看不懂的回答：{found!r}", f"these are no answers: {found!r}")


def written(seat: Seat, action: Action, *, is_next: bool = True) -> str:
    """Write an answer; `is_next` says that the seat is the one that is asked next."""
    return (is_next and _short(action)) or entry_written(AnswerTaken(seat, action))  # type: ignore[arg-type]  # one of its kinds


def entry_written(entry: Taken) -> str:
    """Write an entry of the log."""
    return entry_text(entry) + "\n"


@cache
def _short(action: Action) -> str:
    match action:
        case act.Pass():
            return "-"
        case act.Win():
            return "!"
        case act.Pong():
            return "="
        case act.Discard(tile=tile, declare=key):
            return f"({key}*{tile_text(tile)})" if key else tile_text(tile)
        case act.Chow(low=low, high=high):
            return f"<{tile_text(low)}{tile_text(high)}"
        case act.Kong(kind=kind, tile=tile):
            return _KONG_SIGNS[kind] + tile_text(tile)
        case act.Choose(key=key, value=0, tiles=tiles) if tiles:
            return f"({key}:{tiles_text(tiles, keep_order=True)})"
        case act.Choose(key=key, value=value, tiles=()):
            return f"({key} {value})"
        case _:
            return ""


def steps(text: str) -> Iterator[Step]:
    """Read answers back."""
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            raise _bad_answers(text, at)
        try:
            step = _step(found)
        except ValueError:
            raise _bad_answers(text, at) from None
        yield step
        at = found.end()


def _step(found: re.Match[str]) -> Step:
    part = found.groupdict()
    if part["sign"]:
        return _SIGNS[part["sign"]]
    if part["tile"]:
        tile = parse_tile(part["tile"])
        return _KONGS[part["kong"]][tile] if part["kong"] else act.DISCARD[tile]
    if part["low"]:
        return act.Chow(parse_tile(part["low"]), parse_tile(part["high"]))
    if part["key"]:
        return _declared(part["key"], part["kind"], part["what"])
    taken: Taken = _TAKEN.decode(part["entry"])
    return taken


def _declared(key: str, kind: str, what: str) -> Action:
    match kind:
        case "*":
            return act.Discard(parse_tile(what), key)
        case ":":
            return act.Choose(key, tiles=tuple(parse_tiles(what)))
        case _:
            return act.Choose(key, int(what))


def play(round_: Round, text: str) -> None:
    """Play the answers of a text, or say which of them the round does not take."""
    for number, step in enumerate(steps(text), 1):
        try:
            _take(round_, step)
        except (NotAllowed, AssertionError, IndexError, OverflowError) as error:
            zh = f"第 {number} 个回答行不通：{error}"
            raise BadData(zh, f"answer {number} cannot be given: {error}") from None


def _take(round_: Round, step: Step) -> None:
    match step:
        case AnswerTaken(seat=seat, action=action):
            round_.answer(seat, action)
        case Departure(seat=seat):
            round_.leave(seat)
        case QuestionClosed():
            round_.close()
        case _:
            round_.answer(round_.pending[0], step)
