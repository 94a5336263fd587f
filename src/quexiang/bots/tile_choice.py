"""Which tiles to choose for an open offer (甩牌), three at a time."""

from __future__ import annotations

from itertools import combinations

from quexiang.bots.bot import Judged
from quexiang.bots.claims import without
from quexiang.bots.evaluator import HandEvaluator, HandValue
from quexiang.bots.reasons import judged
from quexiang.engine.actions import Choose, OpenChoice
from quexiang.hand import Hand
from quexiang.tiles import Tile, suit_of

SET = 3


def best_tiles(evaluator: HandEvaluator, choice: OpenChoice) -> Judged:
    """The choice that leaves the best hand; every three tiles less are one set less."""
    hand, gone = evaluator.player.hand, tuple[int, ...]()
    best, thrown = (evaluator.rest(hand, ()), gone) if 0 in choice.sizes else (None, gone)
    while len(gone) + SET in choice.sizes:
        found = _next_three(evaluator, hand, choice, gone)
        if found is None:
            break
        value, hand, gone = found
        if best is None or value.value > best.value:
            best, thrown = value, gone
    assert best is not None
    return judged(Choose(choice.key, tiles=tuple(sorted(thrown))), best, best.value, 0.0)


def _next_three(
    evaluator: HandEvaluator, hand: Hand, choice: OpenChoice, gone: tuple[Tile, ...]
) -> tuple[HandValue, Hand, tuple[Tile, ...]] | None:
    left = list(choice.tiles)
    for tile in gone:
        left.remove(tile)
    best = None
    for three in sorted(set(combinations(left, SET))):
        if choice.one_suit and len({suit_of(tile) for tile in (*gone, *three)}) > 1:
            continue
        rest = without(hand, *three)
        far = evaluator.reach.distance(rest)
        if best is None or far < best[0]:
            best = (far, rest, three)
        elif far == best[0]:
            best = max(best, (far, rest, three), key=lambda one: _wide(evaluator, one[1]))
    if best is None:
        return None
    return evaluator.rest(best[1], ()), best[1], (*gone, *best[2])


def _wide(evaluator: HandEvaluator, hand: Hand) -> int:
    return evaluator.reach.width(evaluator.reach.useful(hand), evaluator.unseen)
