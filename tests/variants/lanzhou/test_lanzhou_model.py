"""LZ-101: a second Lanzhou, written from the rulebook alone, played beside the engine."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from lanzhou_model import LIMITS, SEATS, Model

from quexiang.engine.actions import (
    Action,
    Choose,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Win,
)
from quexiang.engine.round import Round
from quexiang.engine.wall import Wall
from quexiang.match import deal
from quexiang.rulebook import Options
from quexiang.scoring import listed
from quexiang.variants.lanzhou import VARIANT, patterns
from quexiang.variants.lanzhou.play import LOCKED, TING, XIZAO, has

NAMES = {
    "qidui": patterns.QIDUI,
    "jiang": patterns.JIANG,
    "zhongfabai": patterns.ZHONGFABAI,
    "heisanfeng": patterns.HEISANFENG,
}


class Pair:
    """One round on both sides, with the same wall, hands and answers."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.options = self._options()
        self.dealer = self.random.randrange(4)
        hands, rest = self._hands()
        row = [tile for place in dealt_order(self.dealer) for tile in [hands[place].pop(0)]]
        rules = VARIANT.room(self.options, 4)
        dice = deal.dice(seed.encode())
        self.round = Round(rules, Wall([*row, *rest]), dice, dealer=self.dealer, streak=1)
        dealt = [list(hand) for hand in self._hands_of(row)]
        self.model = Model(self.options, dealt, list(rest), self.dealer)
        if not self.options.flag("throw_tiles"):
            self.model.draw(self.dealer)

    def _options(self) -> Options:
        values = {option.key: self.random.choice(option.choices()) for option in VARIANT.options}
        return VARIANT.choose(values)

    def _hands(self) -> tuple[list[list[int]], list[int]]:
        """Hands of a few sets each, so that many become ready."""
        left = Counter(dict.fromkeys(range(34), 4))
        hands: list[list[int]] = []
        for _ in SEATS:
            hand: list[int] = []
            while len(hand) < self.random.choice((6, 9, 12)):
                wanted = Counter(self._set())
                if wanted <= left:
                    left -= wanted
                    hand += wanted.elements()
            hands.append(hand)
        rest = sorted(left.elements())
        self.random.shuffle(rest)
        for hand in hands:
            hand += [rest.pop() for _ in range(13 - len(hand))]
            self.random.shuffle(hand)
        return hands, rest

    def _set(self) -> list[int]:
        first = 9 * self.random.randrange(3) + self.random.randrange(7)
        return self.random.choice(
            (
                [first, first + 1, first + 2],
                [first, first + 1, first + 2],
                [self.random.randrange(34)] * 3,
                self.random.sample((27, 28, 29, 30), 3),
                [31, 32, 33],
                self.random.sample((0, 9, 18, 8, 17, 26, 27, 31), 3),
            )
        )

    def _hands_of(self, row: list[int]) -> list[list[int]]:
        hands: list[list[int]] = [[] for _ in SEATS]
        for tile, seat in zip(row, dealt_order(self.dealer), strict=True):
            hands[seat].append(tile)
        return hands

    def play(self) -> int:
        """Play to the end, comparing before every answer; tell how many wins there were."""
        while self.round.asked:
            self.compare()
            self.answer()
        self.compare_ends()
        return len(self.model.wins)

    def compare(self) -> None:
        table = self.round.table
        for seat in SEATS:
            offers = self.round.asked.get(seat, [])
            if table.due.stage != "throw":
                assert set(offers) == self.model.offers(seat)
            assert +self.model.hands[seat] == Counter(table.seats[seat].hand.tiles())
            assert has(table, seat, TING) == self.model.declared[seat]
            assert has(table, seat, LOCKED) == self.model.locked[seat]
            assert has(table, seat, XIZAO) == self.model.washing[seat]

    def answer(self) -> None:
        stage = self.round.table.due.stage
        answers = {seat: self.choose(seat, offers) for seat, offers in self.round.asked.items()}
        for seat in self.random.sample(sorted(answers), len(answers)):
            self.round.answer(seat, answers[seat])
        if stage == "turn":
            ((seat, action),) = answers.items()
            self.model.act(seat, action)
        elif stage == "throw":
            self.model.throw({s: a for s, a in answers.items() if isinstance(a, Choose)})
        else:
            self.model.close(answers)
        if self.model.offer is not None and not any(map(self.model.offers, SEATS)):
            self.model.close({})

    def choose(self, seat: int, offers: list[Offer]) -> Action:
        """Mostly win, often declare or kong, mostly keep the hand near, sometimes anything."""
        if isinstance(offers[0], OpenChoice):
            size = self.random.choice((0, 0, *offers[0].sizes))
            return Choose(offers[0].key, tiles=tuple(self.random.sample(offers[0].tiles, size)))
        actions = [offer for offer in offers if isinstance(offer, Action)]
        for kind, often in ((Win, 0.8), (Kong, 0.5)):
            some = [action for action in actions if isinstance(action, kind)]
            if some and self.random.random() < often:
                return some[0]
        discards = [action for action in actions if isinstance(action, Discard)]
        if discards and self.random.random() < 0.7:
            return min(discards, key=lambda discard: self._worth(seat, discard))
        return self.random.choice(actions)

    def _worth(self, seat: int, discard: Discard) -> tuple[int, bool, float]:
        rest = self.round.table.seats[seat].hand.copy()
        rest.remove(discard.tile)
        declares = bool(discard.declare) == (self.random.random() < 0.5)
        return (self.round.table.shape.distance(rest), declares, self.random.random())

    def compare_ends(self) -> None:
        table, model = self.round.table, self.model
        assert table.end is not None
        assert table.changes() == tuple(model.changes)
        assert table.end.how == model.end
        assert (table.end.next_dealer, table.end.next_streak) == model.next_dealer(1)
        for won, (seat, payer, tile, value) in zip(table.wins, model.wins, strict=True):
            counts = {pattern: getattr(value, key) for key, pattern in NAMES.items()}
            shown = [p for p, count in counts.items() for _ in range(count)] or [patterns.PINGHU]
            assert (won.seat, won.payer, won.tile) == (seat, payer, tile)
            assert won.value == 2**value.doublings
            assert set(won.patterns) == set(listed(shown))


def dealt_order(dealer: int) -> list[int]:
    """LZ-4: who gets the tiles of the row."""
    seats = [(dealer + step) % 4 for step in SEATS]
    return [seat for count in (4, 4, 4, 1) for seat in seats for _ in range(count)]


def test_the_model_knows_every_mode() -> None:
    wins = next(option for option in VARIANT.options if option.key == "wins")

    assert list(wins.choices()) == list(LIMITS)


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_model_agree_on_every_offer_and_outcome(seed: int) -> None:
    Pair(f"quick {seed}").play()


@pytest.mark.slow
def test_engine_and_model_agree_over_more_rounds() -> None:
    wins = sum(Pair(f"more {seed}").play() for seed in range(20))

    assert wins > 20


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_engine_and_model_agree_over_many_rounds(part: int) -> None:
    wins = sum(Pair(f"soak {part} {seed}").play() for seed in range(60))

    assert wins > 60
