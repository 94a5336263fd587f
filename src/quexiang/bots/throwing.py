"""甩牌: which tiles to put away before play, by threes."""

from __future__ import annotations

from itertools import combinations

from quexiang.bots.bot import Judged
from quexiang.bots.mind import Mind, Thought
from quexiang.bots.words import judged
from quexiang.engine.actions import Choose, OpenChoice
from quexiang.hand import Hand
from quexiang.tiles import Tile, suit_of

SET = 3


def best_throw(mind: Mind, choice: OpenChoice) -> Judged:
    """The throw that leaves the best hand; every three tiles less are one set less."""
    hand, gone = mind.player.hand, tuple[int, ...]()
    best, thrown = (mind.rest(hand, ()), gone) if 0 in choice.sizes else (None, gone)
    while len(gone) + SET in choice.sizes:
        found = _next_three(mind, hand, choice, gone)
        if found is None:
            break
        thought, hand, gone = found
        if best is None or thought.value > best.value:
            best, thrown = thought, gone
    assert best is not None
    return judged(Choose(choice.key, tiles=tuple(sorted(thrown))), best, best.value, 0.0)


def _next_three(
    mind: Mind, hand: Hand, choice: OpenChoice, gone: tuple[Tile, ...]
) -> tuple[Thought, Hand, tuple[Tile, ...]] | None:
    left = list(choice.tiles)
    for tile in gone:
        left.remove(tile)
    best = None
    for three in sorted(set(combinations(left, SET))):
        if choice.one_suit and len({suit_of(tile) for tile in (*gone, *three)}) > 1:
            continue
        rest = hand.copy()
        for tile in three:
            rest.remove(tile)
        far = mind.reach.distance(rest)
        if best is None or far < best[0]:
            best = (far, rest, three)
        elif far == best[0]:
            best = max(best, (far, rest, three), key=lambda one: _wide(mind, one[1]))
    if best is None:
        return None
    return mind.rest(best[1], ()), best[1], (*gone, *best[2])


def _wide(mind: Mind, hand: Hand) -> int:
    return mind.reach.width(mind.reach.useful(hand), mind.unseen)
