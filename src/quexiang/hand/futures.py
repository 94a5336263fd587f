# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""What becomes of one hand: its draws and claims played on while the hidden tiles come in an order.

Only the own hand is played; that others win first is a chance for each turn. A hand that has become
ready is not played further: what its waits bring in the turns that are left is reckoned. Plain
Python, whose C types stand in futures.pxd.
"""

from collections.abc import Callable, Sequence

from quexiang.hand import goals
from quexiang.hand.concealed import Hand
from quexiang.hand.reach import Reach

KINDS = 34
MOST_TURNS = 60
MOST_GOALS = 8
ANY, PAIRS, TRIPLETS = goals.ANY, goals.PAIRS, goals.TRIPLETS
ALONE = goals.ALONE
NONE = 99
PONG, CHOW, DRAWN = 1, 2, 3
ONE = 1

Pays = Callable[[Hand], tuple[float, float]]
"""What it pays to win with a ready hand by an own draw, and on another's discard."""


class Futures:
    """The futures of one seat's hands at one moment of a round; all in points."""

    def __init__(  # noqa: PLR0913 - all are named
        self,
        reach: Reach,
        *,
        unseen: Sequence[int],
        total: int,
        draws: int,
        alive: Sequence[float],
        loss: float,
        pays: Pays,
        goals: Sequence[tuple[int, float, float]],
        others: int,
        rate: float,
        again: float,
        chows: bool,
    ) -> None:
        """Know the moment.

        `unseen` tiles of each kind are among `total` hidden ones, and all seats together `draws`.
        `alive` is the chance by turns that no other wins, `loss` what it costs if one does. A goal
        multiplies what a draw pays, and what a discard pays, unless it says that itself (not
        negative). In one turn the discards of the `others` are what one waits for `rate` times as
        often as the own draw. After a win the hand may win `again` with this chance.
        """
        self.reach, self.shape = reach, reach.shape
        self.total, self.loss, self.pays = total, loss, pays
        self.others, self.rate, self.again, self.chows = others, rate, again, chows
        self.draws, self.known = draws, min(len(alive), MOST_TURNS)
        self.turns = 0
        self.goals = min(len(goals), MOST_GOALS)
        self._keep(unseen, alive, goals)

    def _keep(
        self,
        unseen: Sequence[int],
        alive: Sequence[float],
        goals: Sequence[tuple[int, float, float]],
    ) -> None:
        """Copy what is looked up again and again into arrays."""
        self._unseen = [0] * 34
        self._left = [0] * 34
        self._alive = [0.0] * 60
        self._kinds = [0] * 8
        self._drawn = [0.0] * 8
        self._by_throw = [0.0] * 8
        for tile in range(KINDS):
            self._unseen[tile] = unseen[tile]
        for turn in range(self.known):
            self._alive[turn] = alive[turn]
        for place in range(self.goals):
            self._kinds[place], self._drawn[place], self._by_throw[place] = goals[place]

    def played(self, hand: Hand, goal: int, open_: int, skipped: int, order: bytes) -> float:
        """Return the points of a hand at rest if the hidden tiles come in this order.

        They go to the others in turn and then to the own seat, again and again, the first `skipped`
        of them to nobody; a tile that its owner keeps to himself is written as none. `open_` says
        which goals the melds leave possible, a bit for each.
        """
        self._start(skipped)
        return self._played(hand.copy(), goal, open_, skipped, order)

    def ready(self, hand: Hand, chance: float, worth: float) -> float:
        """Return the points of a ready hand that wins `worth` with a chance in each turn."""
        self._start(0)
        return self._rest_of(hand, 0, chance, worth)

    def _start(self, skipped: int) -> None:
        """Know how often the seat will draw, and what is unseen."""
        self.turns = min(self.known, (self.draws + skipped) // (self.others + 1))
        for tile in range(KINDS):
            self._left[tile] = self._unseen[tile]

    def _played(self, hand: Hand, goal: int, open_: int, skipped: int, order: bytes) -> float:
        reach, step = self.reach, self.others + 1
        far, mask = reach._distance(hand, goal), reach._useful(hand, goal)
        survived, turn, seat, at = 1.0, 0, skipped, skipped - 1
        while far > 0:
            at += 1
            if at % step == 0:
                turn = at // step
                if turn >= self.turns:
                    return (survived - 1.0) * self.loss
                survived *= self._alive[turn]
                if goal != ANY and far > self.turns - turn:
                    goal, far = ANY, reach._distance(hand, ANY)
                    mask = reach._useful(hand, ANY)
                    continue
            tile = order[at] if at < len(order) else NONE
            own = seat == self.others
            seat = 0 if own else seat + 1
            if tile >= KINDS:
                continue
            if own and goal != ANY and self.shape.complete_with(hand, tile):
                return survived * self._paid(hand) + (survived - 1.0) * self.loss
            taken = self._taken(hand, goal, tile, far, seat) if mask >> tile & 1 else 0
            if taken == 0:
                continue
            if taken != DRAWN:
                open_ &= goals.beside(tile, run=taken == CHOW)
                seat = 0
            self._left[tile] -= 1
            hand.remove(self._discard(hand, goal))
            far, mask = reach._distance(hand, goal), reach._useful(hand, goal)
        value = self._waiting(hand, turn + 1 if at >= skipped else 0, open_)
        return survived * value + (survived - 1.0) * self.loss

    def _paid(self, hand: Hand) -> float:
        drawn, _thrown = self.pays(hand)
        return drawn

    def _discard(self, hand: Hand, goal: int) -> int:
        """Return the discard that leaves the nearest and then the widest hand; wilds stay."""
        reach, fixed = self.reach, self.shape._wild_mask
        least, most, chosen = 99, -1, -1
        near = 0
        for tile in range(KINDS):
            if hand.counts[tile] and not fixed >> tile & 1:
                hand.remove(tile)
                far = reach._distance(hand, goal)
                hand.add(tile)
                if far < least:
                    least, near, chosen = far, 0, tile
                if far == least:
                    near |= ONE << tile
        if chosen < 0:
            return hand.tiles()[0]
        if near & (near - 1) == 0:
            return chosen
        for tile in range(KINDS):
            if near >> tile & 1:
                hand.remove(tile)
                width = self._width(reach._useful(hand, goal))
                hand.add(tile)
                if width > most:
                    most, chosen = width, tile
        return chosen

    def _width(self, mask: int) -> int:
        width = 0
        for tile in range(KINDS):
            if mask >> tile & 1:
                width += self._left[tile]
        return width

    def _taken(self, hand: Hand, goal: int, tile: int, far: int, seat: int) -> int:
        """Take in a useful tile: the own draw, or a claim if that brings the hand nearer."""
        if seat == 0:
            hand.add(tile)
            return DRAWN
        if goal == PAIRS or self.shape._wild_mask >> tile & 1:
            return 0
        if hand.counts[tile] >= 2 and self._nearer(hand, goal, tile, tile, far):
            return PONG
        if seat < self.others or not self.chows or tile >= 27 or goal == TRIPLETS:
            return 0
        rank = tile % 9
        if rank > 1 and self._nearer(hand, goal, tile - 2, tile - 1, far):
            return CHOW
        if 0 < rank < 8 and self._nearer(hand, goal, tile - 1, tile + 1, far):
            return CHOW
        if rank < 7 and self._nearer(hand, goal, tile + 1, tile + 2, far):
            return CHOW
        return 0

    def _nearer(self, hand: Hand, goal: int, one: int, two: int, far: int) -> bool:
        """Lay two natural tiles out if the hand is nearer then; else they stay."""
        wild = self.shape._wild_mask
        if not hand.counts[one] or not hand.counts[two] or wild >> one & 1 or wild >> two & 1:
            return False
        hand.remove(one)
        hand.remove(two)
        if self.reach.nearest(hand, wild, goal) < far:
            return True
        hand.add(one)
        hand.add(two)
        return False

    def _waiting(self, hand: Hand, turn: int, open_: int) -> float:
        """Return what a ready hand brings from a turn on."""
        mask = self.reach._useful(hand, ANY)
        drawn, thrown = self.pays(hand)
        by_draw = [1.0] * 34
        by_throw = [-1.0] * 34
        for place in range(self.goals):
            fits = self._fitting(hand, self._kinds[place], open_, mask)
            for tile in range(KINDS):
                if fits >> tile & 1 and self._drawn[place] > by_draw[tile]:
                    by_draw[tile], by_throw[tile] = self._drawn[place], self._by_throw[place]
        chance = points = 0.0
        for tile in range(KINDS):
            copies = self._left[tile]
            if mask >> tile & 1 and copies > 0:
                chance += copies
                points += copies * by_draw[tile] * drawn
                pay = by_draw[tile] * thrown if by_throw[tile] < 0 else by_throw[tile]
                if pay > 0:
                    chance += copies * self.rate
                    points += copies * self.rate * pay
        worth = points / chance if chance > 0 else 0.0
        return self._rest_of(hand, turn, chance / self.total, worth)

    def _fitting(self, hand: Hand, goal: int, open_: int, waits: int) -> int:
        """Return the waits that also reach a goal."""
        if not open_ >> goal & 1 or self.reach._distance(hand, goal) != 0:
            return 0
        return waits if goal == ALONE else self.reach._useful(hand, goal)

    def _rest_of(self, hand: Hand, turn: int, chance: float, worth: float) -> float:
        """Return what waiting brings; some tiles let any tile win afterwards, for more."""
        reach = self.reach
        better = either = alone = 0.0
        for place in range(self.goals):
            if self._kinds[place] == ALONE and reach._distance(hand, ALONE) == 1:
                waits, mask = reach._useful(hand, ANY), reach._useful(hand, ALONE)
                better = self._width(mask & ~waits) / self.total
                either = self._width(mask & waits) / self.total
                alone = self._drawn[place] * self._paid(hand)
        chance = min(chance, 1.0)
        either = min(either, chance)
        better = min(better, 1.0 - chance)
        stays = 1.0 - chance - better + chance * self.again
        value, last = 0.0, 0.0
        for back in range(self.turns - turn):
            live = self._alive[self.turns - 1 - back]
            won = (chance - either) * worth + either * max(worth, last)
            value = live * (won + better * max(value, last) + stays * value)
            value -= (1.0 - live) * self.loss
            last = live * alone - (1.0 - live) * self.loss
        return value
