"""What would follow: events and wins imagined on a copy of what a seat sees."""

from __future__ import annotations

from quexiang.engine import events as ev
from quexiang.engine.actions import CHOW, WIN, Chow, Seat, Win
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.view import visible
from quexiang.hand import Hand
from quexiang.tiles import Tile, tiles_of

KINDS = 34
SUITS = (0, 9, 18)
MOST_EVENTS = 40
SKIPPED = 5
"""So many unseen kinds are left out, so that the first is as a rule no end and no bird."""


def unseen_counts(rules: Ruleset, table: Table) -> list[int]:
    """How many copies of each kind the seat cannot see."""
    unseen = [0] * 42
    for tile in rules.tiles:
        unseen[tile] += 1
    for tile in visible(table):
        unseen[tile] -= 1
    return [max(0, count) for count in unseen]


def follow(rules: Ruleset, table: Table, event: ev.Event) -> None:
    """Write an event and all that the rules let follow at once."""
    table.apply(event)
    for after in rules.following[type(event)]:
        for further in after(table, event):
            follow(rules, table, further)


def may_win(rules: Ruleset, table: Table, seat: Seat) -> bool:
    """Tell whether the open question offers the seat a win."""
    offering = rules.offering[table.due.stage]
    if not any(WIN in offers(table, seat) for offers in offering):
        return False
    return not any(forbids(table, seat, WIN) for forbids in rules.vetoing[Win])


def may_chow(rules: Ruleset, table: Table, seat: Seat) -> bool:
    """Tell whether the seat might claim a run, had it the tiles for one."""
    size = table.seats[seat].hand.size // 3 * 3 + 1
    first = next(tile for tile in SUITS if {*range(tile, tile + 4)}.isdisjoint(table.wild))
    trial = table.copy()
    trial.seats[seat].hand = Hand(([*range(first, first + 4)] * 4)[:size])
    trial.apply(ev.Discarded((seat - 1) % table.players, first + 2))
    run = CHOW[first, first + 1]
    if not any(run in offers(trial, seat) for offers in rules.offering["discard"]):
        return False
    return not any(forbids(trial, seat, run) for forbids in rules.vetoing[Chow])


def turnable(unseen: list[int]) -> list[Tile]:
    """Tiles that may be turned up after a win (birds, chickens), the same for every choice."""
    return [tile for tile in range(KINDS) if unseen[tile]][SKIPPED:]


def settle(rules: Ruleset, table: Table, seat: Seat, tiles: list[Tile]) -> int:
    """Let the seat win on this table and tell what it gets; `tiles` is what may be turned up."""
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


class Wins:
    """What the waits of a resting hand pay, by the rules themselves; alike wins are paid once."""

    def __init__(self, rules: Ruleset, table: Table, seat: Seat, unseen: list[int]) -> None:
        self.rules, self.table, self.seat, self.unseen = rules, table, seat, unseen
        self.paid: dict[tuple[int, str], int] = {}
        self.turned = turnable(unseen)

    def drawn(self) -> tuple[int, float]:
        """How many unseen tiles win when drawn, and the mean of what they pay."""
        return self._mean(self._drawn)

    def thrown(self, other: Seat) -> tuple[int, float]:
        """The same of tiles that another seat throws."""
        return self._mean(lambda tile: self._thrown(tile, other))

    def _mean(self, points_of: object) -> tuple[int, float]:
        assert callable(points_of)
        count, total = 0, 0.0
        for tile in tiles_of(self.rules.waits(self.table, self.seat)):
            if tile < KINDS and self.unseen[tile]:
                points = points_of(tile)
                if points is not None:
                    count += self.unseen[tile]
                    total += points * self.unseen[tile]
        return count, total / count if count else 0.0

    def _drawn(self, tile: Tile) -> int | None:
        table = self.table.copy()
        table.apply(ev.Drawn(self.seat, tile))
        return self._points(table, "draw")

    def _thrown(self, tile: Tile, other: Seat) -> int | None:
        table = self.table.copy()
        table.apply(ev.Discarded(other, tile))
        return self._points(table, "throw")

    def _points(self, table: Table, how: str) -> int | None:
        if not may_win(self.rules, table, self.seat):
            return None
        key = (self.rules.won(table, self.seat).value, how)
        if key not in self.paid:
            self.paid[key] = settle(self.rules, table, self.seat, self.turned)
        return self.paid[key]
