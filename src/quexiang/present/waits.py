"""What a hand waits for, now or after a discard, by what its owner can see.

A wait is tried out: the tile is drawn, and discarded by each of the others, on a copy of the view;
the rules say whether it wins then and what that is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.engine.actions import WIN, Discard, Seat
from quexiang.engine.marks import Life
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.tiles import COPIES, Tile, tiles_of

WITH_DRAWN: Final = 2
"""A hand that has drawn holds 3k + 2 tiles."""
LAST: Final = 24
"""So many tiles are left when a rule may begin to mind how many."""


class Wait(Struct, frozen=True):
    """A kind that completes a hand, and the win that it would be, if it can be won."""

    tile: Tile
    won: ev.Won | None = None
    """By the way that is worth least."""
    is_least: bool = False
    """Another way is worth more."""


def waits_now(rules: Ruleset, table: Table, me: Seat) -> list[Wait]:
    """What the resting hand of a seat waits for."""
    kinds = rules.waits(table, me)
    if not kinds:
        return []
    resting = table.copy()
    if table.seats[me].size % 3 == WITH_DRAWN:
        drawn = table.turn.drawn if table.turn.seat == me else None
        if drawn is None:
            return [Wait(tile) for tile in tiles_of(kinds)]
        happen(rules, resting, ev.Discarded(me, drawn))
    return _judged(rules, resting, me, kinds)


def basis_of(table: Table, me: Seat) -> object:
    """All that the waits of a seat and their values are reckoned from, to be compared."""
    player = table.seats[me]
    marks = [dict(other.marks) for other in table.seats]
    drawn = table.turn.drawn if table.turn.seat == me else None
    tiles = (bytes(player.hand.counts), player.melds, dict(player.piles), drawn)
    return (tiles, marks, dict(table.marks), table.wild, table.out, min(table.left, LAST))


def waits_after(rules: Ruleset, table: Table, me: Seat, discard: Discard) -> list[Wait]:
    """What the hand of the seat on turn would wait for after a discard."""
    after = table.copy()
    happen(rules, after, ev.Discarded(me, discard.tile, discard.declare))
    return _judged(rules, after, me, rules.waits(after, me))


def is_near(table: Table, me: Seat) -> bool:
    """Whether any discard of the seat on turn can leave a ready hand; a cheap first look."""
    hand = table.seats[me].hand
    return hand.size % 3 == WITH_DRAWN and bool(table.shape.ready_discards(hand))


def happen(rules: Ruleset, table: Table, event: ev.Event) -> None:
    """Write an event into a table, with all that follows from it by the rules."""
    table.apply(event)
    for after in rules.following[type(event)]:
        for further in after(table, event):
            happen(rules, table, further)


def _judged(rules: Ruleset, table: Table, me: Seat, kinds: int) -> list[Wait]:
    """The waits of a hand at rest, each with its win."""
    _expire(table)
    return [_wait(rules, table, me, tile) for tile in tiles_of(kinds)]


def _expire(table: Table) -> None:
    """Forget what holds for a moment only: a claim passed over, a wild tile just thrown."""
    marking = table.marking
    for player in table.seats:
        passing = [key for key in player.marks if marking[key].life is not Life.ROUND]
        for key in passing:
            del player.marks[key]


def _wait(rules: Ruleset, table: Table, me: Seat, tile: Tile) -> Wait:
    if table.seats[me].hand.counts[tile] == COPIES:  # it will never come
        return Wait(tile)
    wins = [*_drawn(rules, table, me, tile), *_discarded(rules, table, me, tile)]
    if not wins:
        return Wait(tile)
    least = min(wins, key=lambda won: won.value)
    return Wait(tile, least, any(won.value > least.value for won in wins))


def _drawn(rules: Ruleset, table: Table, me: Seat, tile: Tile) -> Iterator[ev.Won]:
    """The win by the own draw."""
    trial = table.copy()
    trial.apply(ev.Drawn(me, tile))
    if _may_win(rules, trial, me):
        yield rules.won(trial, me)


def _discarded(rules: Ruleset, table: Table, me: Seat, tile: Tile) -> Iterator[ev.Won]:
    """The win on the discard of another, the first of whom it may be taken from."""
    for other in table.seats_after(me):
        trial = table.copy()
        trial.apply(ev.Drawn(other, None))
        trial.apply(ev.Discarded(other, tile))
        if _may_win(rules, trial, me):
            yield rules.won(trial, me)
            return


def _may_win(rules: Ruleset, table: Table, me: Seat) -> bool:
    """Whether the rules offer a win now."""
    question = rules.questions[table.stage]
    if not any(WIN in offers(table, me) for offers in question.offering):
        return False
    return question.veto(table, me, WIN) is None
