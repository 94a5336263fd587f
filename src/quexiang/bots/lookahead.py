"""Looks ahead by the rules themselves: plays events and wins on a copy of the view."""

from __future__ import annotations

from collections.abc import Callable

from quexiang.engine import events as ev
from quexiang.engine.actions import CHOW, WIN, Seat
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.view import visible
from quexiang.hand import Hand
from quexiang.tiles import Tile, tiles_of

KINDS = 34
SUITS = (0, 9, 18)
MOST_EVENTS = 40
SKIPPED = 5
"""How many unseen kinds are left out, so that the first is usually no terminal and no bird."""


def unseen_counts(rules: Ruleset, table: Table) -> list[int]:
    """The copies of each kind that the seat cannot see."""
    unseen = [0] * 42
    for tile in rules.tiles:
        unseen[tile] += 1
    for tile in visible(table):
        unseen[tile] -= 1
    return [max(0, count) for count in unseen]


def follow(rules: Ruleset, table: Table, event: ev.Event) -> None:
    """Apply an event and all that follows from it by the rules."""
    table.apply(event)
    for after in rules.following[type(event)]:
        for further in after(table, event):
            follow(rules, table, further)


def may_win(rules: Ruleset, table: Table, seat: Seat) -> bool:
    """Tell whether the open question offers the seat a win."""
    offering = rules.questions[table.due.stage].offering
    offered = any(WIN in offers(table, seat) for offers in offering)
    return offered and rules.veto(table, seat, WIN) is None


def may_chow(rules: Ruleset, table: Table, seat: Seat) -> bool:
    """Tell whether the rules would let the seat chow if it had the tiles."""
    size = table.seats[seat].hand.size // 3 * 3 + 1
    first = next(tile for tile in SUITS if {*range(tile, tile + 4)}.isdisjoint(table.wild))
    trial = table.copy()
    trial.seats[seat].hand = Hand(([*range(first, first + 4)] * 4)[:size])
    trial.apply(ev.Discarded((seat - 1) % table.players, first + 2))
    run = CHOW[first, first + 1]
    offering = rules.questions["discard"].offering
    offered = any(run in offers(trial, seat) for offers in offering)
    return offered and rules.veto(trial, seat, run) is None


def turnable(unseen: list[int]) -> list[Tile]:
    """Tiles that may be turned up after a win (birds, chickens), the same for every choice."""
    return [tile for tile in range(KINDS) if unseen[tile]][SKIPPED:]


def settle(rules: Ruleset, table: Table, seat: Seat, tiles: list[Tile]) -> int:
    """Let the seat win at this table and return its points; `tiles` are turned up as needed."""
    before = table.changes()[seat]
    follow(rules, table, rules.won(table, seat))
    for _ in range(MOST_EVENTS):
        due = table.due
        if due.need == "settle":
            for event in list(rules.settle(table)):
                follow(rules, table, event)
        elif due.need == "turn_up":
            follow(rules, table, ev.TurnedUp(due.seat, tuple(tiles[: due.count]), due.purpose))
        elif due.need == "roll":
            follow(rules, table, ev.Rolled((1,) * due.count, due.seat))
        else:
            break
    return table.changes()[seat] - before


class WaitPayouts:
    """The payments for the waits of a resting hand; wins of equal value are settled once."""

    def __init__(self, rules: Ruleset, table: Table, seat: Seat, unseen: list[int]) -> None:
        self.rules, self.table, self.seat, self.unseen = rules, table, seat, unseen
        self.paid: dict[tuple[int, type[ev.Event]], int] = {}
        self.turned = turnable(unseen)

    def drawn(self) -> tuple[int, float]:
        """The number of unseen tiles that win by self-draw, and the mean of their payments."""
        return self._mean(lambda tile: ev.Drawn(self.seat, tile))

    def thrown(self, other: Seat) -> tuple[int, float]:
        """The same for the discards of another seat."""
        return self._mean(lambda tile: ev.Discarded(other, tile))

    def _mean(self, coming: Callable[[Tile], ev.Event]) -> tuple[int, float]:
        count, total = 0, 0.0
        for tile in tiles_of(self.rules.waits(self.table, self.seat)):
            if tile < KINDS and self.unseen[tile]:
                points = self._points(coming(tile))
                if points is not None:
                    count += self.unseen[tile]
                    total += points * self.unseen[tile]
        return count, total / count if count else 0.0

    def _points(self, event: ev.Event) -> int | None:
        """The payment for a win after this event, None if there is none."""
        table = self.table.copy()
        table.apply(event)
        if not may_win(self.rules, table, self.seat):
            return None
        key = (self.rules.won(table, self.seat).value, type(event))
        if key not in self.paid:
            self.paid[key] = settle(self.rules, table, self.seat, self.turned)
        return self.paid[key]
