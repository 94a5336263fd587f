"""The value of hands: what they may become, how likely, and for how many points."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from quexiang.bots.chances import FINE, Pace, chance, lost
from quexiang.bots.danger import danger
from quexiang.bots.lookahead import KINDS, WaitPayouts, follow, unseen_counts
from quexiang.bots.town_weights import weights_of
from quexiang.engine import events as ev
from quexiang.engine.actions import KONG_KINDS, Discard, Kong
from quexiang.engine.events import Meld
from quexiang.engine.view import View, drawable
from quexiang.hand import Hand
from quexiang.hand.goals import ALONE, ANY, EVERY, SUIT, beside
from quexiang.tiles import mask_of
from quexiang.weights import PACES, Goal

FARTHEST = 3
"""Special goals are pursued up to this distance."""
IDLE = 0.5
"""The part of its value that a ready hand loses if it may not win yet (not declared)."""
CLOSE = 2
"""Hands up to this distance are looked at one step further."""


class HandValue(Struct, frozen=True):
    """The value of a hand between turns."""

    value: float
    far: int
    width: int
    worth: float
    goal: int = ANY
    chance: float = 0.0
    """Of winning in one turn, if it was computed."""
    held: float = 0.0
    """The part of the value that is paid whoever wins."""
    won: float = 0.0
    """The chance of winning the round."""


class HandEvaluator:
    """Values hands of one seat from what it sees.

    `deep` also weighs goals, danger and the step after the next; `keen` the draw that a chow costs.
    """

    def __init__(self, view: View, *, deep: bool, keen: bool = False) -> None:
        assert view.seat is not None
        self.rules, self.table, self.me = view.rules, view.table, view.seat
        self.deep, self.keen = deep, keen
        self.weights = weights_of(view.rules)
        self.player = self.table.seats[self.me]
        self.reach = self.table.shape.reach
        counts = unseen_counts(self.rules, self.table)
        self.unseen = counts[:KINDS]
        self.total = max(1, sum(counts))
        self.others = len(self.table.seats_after(self.me))
        self.left = drawable(self.rules, self.table)
        self.draws = self.left // (self.others + 1)
        self.stake = int(self.rules.origin.options.get(self.weights.stake, 1))
        self.times = self.stake * self.weights.times(self.table, self.me)
        self.unit = self.weights.win * self.times
        self.risk = self.weights.risk(self.table, self.me)
        self.caution = self.weights.caution * self.unit if deep and not keen else 0.0
        self.rate = self.others * self.weights.thrown * min(1.0, self.risk)
        self.wild = mask_of(self.table.wild)
        self.turn = max(len(player.river) for player in self.table.seats)
        weights = self.weights
        self.paces = {
            kind: Pace(steps, weights.calm, weights.rush) for kind, (_, steps) in PACES.items()
        }
        self.paces[ANY] = Pace(weights.steps, weights.calm, weights.rush)
        self.lost = weights.loss * self.times * lost(self.paces[ANY], self.draws, self.turn)
        self.goals = (Goal(ANY, 1.0), *(self.weights.goals if deep else ()))

    @property
    def before(self) -> int:
        """How many others draw before this seat if nobody claims the discard."""
        order = self.table.seats_after(self.table.offerer)
        return order.index(self.me) if self.me in order else len(order)

    # A hand at rest: 3k+1 tiles.

    def rest(self, hand: Hand, melds: tuple[Meld, ...], *, more: int = 0) -> HandValue:
        """A hand by its best goal and the weights alone; `more` draws come at once."""
        best, possible = None, left_open(melds)
        for goal in self.goals:
            if possible >> goal.kind & 1:
                value = self.towards(hand, goal, more)
                if best is None or (value is not None and value.value > best.value):
                    best = value
        assert best is not None
        return best

    def towards(self, hand: Hand, goal: Goal, more: int = 0) -> HandValue | None:
        """A hand by one goal; None if that is too far away."""
        far = self.reach.distance(hand, goal.kind)
        if goal.kind != ANY and far > FARTHEST:
            return None
        if goal.kind == ALONE and far == 0:
            width = self.total
        else:
            width = self.reach.width(self.reach.useful(hand, goal.kind), self.unseen)
        return self._valued(hand, goal, far, width, -1.0, more)

    def _valued(
        self, hand: Hand, goal: Goal, far: int, width: int, later: float, more: int = 0
    ) -> HandValue:
        drawn, thrown = self.paid(hand, goal)
        rate = self.rate if thrown > 0 else 0.0
        ready = 1.0 + rate
        now = self._parts(width, goal.pace if far else ready)
        then = -1 if later < 0 else self._parts(later, goal.pace if far > 1 else ready)
        pace = self.paces[min(goal.kind, SUIT)]
        won = chance(pace, far, now, then, self.draws + more, self.turn - more)
        worth = (drawn + rate * thrown) / ready
        held = self.held(hand)
        value = self._expected(won, worth) + held
        return HandValue(value, far, width, worth, goal.kind, held=held, won=won)

    def _expected(self, won: float, worth: float) -> float:
        """The expected points of a hand with this chance to win, once or repeatedly."""
        return won / (1 - self.weights.again * won) * worth - (1 - won) * self.lost

    def paid(self, hand: Hand, goal: Goal) -> tuple[float, float]:
        """The points of a win with these tiles by self-draw, and on a discard."""
        drawn, thrown = self.weights.pays(self.table, self.me, hand)
        thrown = thrown * goal.worth if goal.thrown is None else goal.thrown
        return self.unit * drawn * goal.worth, self.unit * thrown

    def _parts(self, tiles: float, pace: float) -> int:
        """The chance that one of these tiles comes in a go-around, in parts of FINE."""
        return min(FINE, int(FINE * pace * tiles / self.total))

    def closer(self, hand: Hand, value: HandValue) -> HandValue:
        """The same value with the step after the next taken into account."""
        goal = next(goal for goal in self.goals if goal.kind == value.goal)
        if self.reach.is_slow or not 0 < value.far <= CLOSE or value.width == 0:
            return value
        width, later = self.reach.ahead(hand, goal.kind, self.unseen, self.wild)
        return self._valued(hand, goal, value.far, width, later)

    def ready(self, discard: Discard, hand: Hand) -> HandValue | None:
        """A ready hand after a discard, by the rules' payments for its waits; None without any."""
        table = self.table.copy()
        follow(self.rules, table, ev.Discarded(self.me, discard.tile, discard.declare))
        return self.waiting(WaitPayouts(self.rules, table, self.me, self.unseen), hand)

    def waiting(self, wins: WaitPayouts, hand: Hand, *, more: int = 0) -> HandValue | None:
        """A ready hand by the payments for its waits; None without any."""
        drawn, drawn_points = wins.drawn()
        points, chances, most = drawn * drawn_points, float(drawn), drawn
        for other in self.table.seats_after(self.me):
            thrown, thrown_points = wins.thrown(other)
            points += self.weights.thrown * thrown * thrown_points
            chances += self.weights.thrown * thrown
            most = max(most, thrown)
        if not chances:
            return None
        held = self.held(hand)
        both, worth = chances / self.total, points / chances - held
        parts = min(FINE, int(FINE * both))
        won = chance(self.paces[ANY], 0, parts, -1, self.draws + more, self.turn - more)
        value = self._expected(won, worth) + held
        return HandValue(value, 0, most, worth, chance=both, held=held, won=won)

    def waits_or(self, ready: HandValue | None, value: HandValue) -> HandValue:
        """A ready hand by its waits, or reduced if it may not win yet."""
        if ready is None:
            idle = value.value - IDLE * (value.value + self.lost)
            return replace(value, value=idle)
        return ready if value.far == 0 or ready.value > value.value else value

    def held(self, hand: Hand) -> float:
        """The points that the tiles of this hand earn whoever wins."""
        return self.stake * self.weights.hold(self.table, self.me, hand) if self.deep else 0.0

    def kong(self, offer: Kong) -> float:
        """The points of the kong itself."""
        return self.weights.kongs[KONG_KINDS.index(offer.kind)] * self.times

    def danger_cost(self, tile: int) -> float:
        """The expected cost of discarding this tile into another's win."""
        weights = self.weights
        cost = self.stake * weights.danger * self.risk if self.deep else 0.0
        if not cost:
            return 0.0
        return cost * danger(self.table, self.me, tile, self.unseen, weights)


def left_open(melds: Iterable[Meld]) -> int:
    """The goals that melds leave possible, a bit for each."""
    possible = EVERY
    for meld in melds:
        possible &= beside(meld.tiles[0], run=meld.kind == "chow")
    return possible
