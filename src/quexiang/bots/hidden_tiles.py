"""Random deals of the hidden tiles that agree with all that a seat has seen."""

from __future__ import annotations

import random
from functools import partial
from operator import mod

from quexiang.bots.lookahead import KINDS, unseen_counts
from quexiang.engine.actions import Seat
from quexiang.engine.events import Meld
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.wall import Dice, Wall
from quexiang.hand import Hand, Shape
from quexiang.tiles import COPIES, Tile, mask_of

SIDES = 6
MOST_TRIES = 80


class HiddenTiles:
    """Deals the tiles that one seat cannot see, as often as wanted."""

    def __init__(
        self, rules: Ruleset, table: Table, me: Seat, source: random.Random, ready: tuple[str, ...]
    ) -> None:
        self.rules, self.table, self.me, self.source = rules, table, me, source
        self.ready = ready
        """Keys of marks whose owners must be ready."""
        counts = unseen_counts(rules, table)
        self.unseen = counts[:KINDS]
        self.pool = [tile for tile, count in enumerate(counts) for _ in range(count)]

    def deal(self) -> tuple[Table, Wall]:
        """A table with all hands filled in, and its wall."""
        table, pool = self.table.copy(), self.pool[:]
        self.source.shuffle(pool)
        for seat in table.seats_after(self.me):
            self._kongs(table, seat, pool)
        flowers = [tile for tile in pool if tile >= KINDS]
        plain = [tile for tile in pool if tile < KINDS]
        for seat in table.seats_after(self.me):
            self._hand(table, seat, plain)
        rest = plain + flowers
        if flowers:
            self.source.shuffle(rest)
        return table, Wall(rest[: table.left])

    def dice(self) -> Dice:
        """Random dice for such a table."""
        source = self.source
        thrown = tuple(source.randrange(1, SIDES + 1) for _ in range(32))
        return Dice(partial(_result, thrown), partial(mod, thrown[0]))

    def _kongs(self, table: Table, seat: Seat, pool: list[Tile]) -> None:
        """Give each face-down kong of a seat a kind of which no tile was seen."""
        player = table.seats[seat]
        for place, meld in enumerate(player.melds):
            if not meld.tiles:
                kinds = [t for t in range(KINDS) if pool.count(t) == COPIES and t not in table.wild]
                kind = self.source.choice(kinds or [pool[0]])
                shown = Meld(meld.kind, (kind,) * COPIES)
                player.melds = (*player.melds[:place], shown, *player.melds[place + 1 :])
                pool[:] = [tile for tile in pool if tile != kind]

    def _hand(self, table: Table, seat: Seat, pool: list[Tile]) -> None:
        """Deal a hand, and improve it as its owner would have done by drawing."""
        player = table.seats[seat]
        if not player.hidden:
            return
        size = player.hidden
        hand = Hand(pool[:size])
        del pool[:size]
        player.hand, player.hidden, player.waits = hand, 0, None
        if size % 3 == 1:
            sure = any(key in player.marks for key in self.ready)
            self._grow(table.shape, hand, pool, MOST_TRIES if sure else len(player.river))

    def _grow(self, shape: Shape, hand: Hand, pool: list[Tile], turns: int) -> None:
        reach, unseen = shape.reach, self.unseen
        fixed = mask_of(shape.wild)
        sure = turns == MOST_TRIES
        useful = reach.useful(hand)
        for place in range(min(turns, len(pool))):
            tile = pool[place]
            if not useful >> tile & 1:
                continue
            if sure and reach.distance(hand) == 0:
                return
            hand.add(tile)
            thrown = reach.best(hand, unseen, fixed)[0]
            if thrown < 0:
                hand.remove(tile)
                return
            hand.remove(thrown)
            pool[place] = thrown
            useful = reach.useful(hand)


def _result(thrown: tuple[int, ...], number: int) -> int:
    """The n-th result; after the last comes the first."""
    return thrown[number % len(thrown)]
