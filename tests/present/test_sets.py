"""A winning hand is laid out in sets that can be counted after."""

from __future__ import annotations

from collections import Counter

import pytest
from test_waits import Observer

from quexiang.engine.events import Won
from quexiang.present.sets import SetView, sets_of
from quexiang.study.rehearsal import rehearse
from quexiang.study.statistics import best
from quexiang.tiles import parse_tile, tile_text
from quexiang.variants import variants

WITHOUT_SETS = {"sanjindao", "qiangjin", "opening_four"}
"""Wins that are no complete hand."""


def is_set(found: SetView) -> bool:
    faces = sorted(parse_tile(tile) for tile in found.stands or found.tiles)
    match found.kind:
        case "pair":
            return len(faces) == 2 and len(set(faces)) == 1
        case "triplet":
            return len(faces) == 3 and len(set(faces)) == 1
        case "run":
            return faces == [faces[0], faces[0] + 1, faces[0] + 2] and faces[0] // 9 < 3
        case "family":
            return len(set(faces)) == 3 and all(face >= 27 for face in faces)


def check(observer: Observer, won: Won) -> bool:
    table = observer.match.round.table
    sets = sets_of(observer.match.variant, observer.match.rules, table, won)
    if not sets:
        assert WITHOUT_SETS & set(won.patterns), won
        return False
    hand = Counter(map(tile_text, table.seats[won.seat].hand.tiles()))
    if hand.total() % 3 == 1:
        assert won.tile is not None
        hand[tile_text(won.tile)] += 1
    assert Counter(tile for each in sets for tile in each.tiles) == hand
    wild = [tile_text(tile) for tile in table.wild]
    assert all(each.tiles[place] in wild for each in sets for place in each.wild)
    assert all(map(is_set, sets)), sets
    return True


@pytest.mark.parametrize("variant", list(variants()))
def test_every_win_is_laid_out_in_sets_of_its_own_tiles(variant: str) -> None:
    laid = 0
    for number in range(8):
        observer = Observer(variant, f"sets {number}")
        while not observer.match.over and len(observer.match.rounds) < 3:
            list(observer.play())
            laid += sum(check(observer, won) for won in observer.match.round.table.wins)
        found = best(observer.match)
        assert found is None or found.wild == [
            tile_text(tile) for tile in observer.match.rounds[found.round - 1].table.wild
        ]

    assert laid > 5


BAOTOU = """
title: 爆头，财神和摸来的牌做将
variant: hangzhou
dealer: D
hands:
  A: 123m 456m 789m 123p 5z
  D: 147m 258p 369s 1234z 9s
draws: 8s
play:
  - D discard 9s
  - A pass
  - A win
"""


def test_the_wild_tile_of_a_baotou_lies_beside_the_last_tile() -> None:
    told = rehearse(BAOTOU, None)
    assert not told.errors
    sets = told.steps[-1].view.wins[0].sets

    assert sets[-1] == SetView("pair", ["8s", "5z"], ["8s", "8s"], [1])
