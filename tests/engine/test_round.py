"""The flow of a round: secret answers, priorities, early closing, refusals."""

from __future__ import annotations

import pytest

from quexiang.engine import events as ev
from quexiang.engine.actions import CHOW, DISCARD, PASS, PONG, WIN
from quexiang.engine.refusals import NOT_ASKED, NOT_HELD, NOT_POSSIBLE, OVER, NotAllowed
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match import deal
from quexiang.scenarios.setup import ScriptedWall
from quexiang.tiles import parse_tile, parse_tiles
from quexiang.variants import variant_named

FIVE = parse_tile("5m")
HANDS = {
    0: "5m147m258p36s1234z6z",
    1: "34m19m258p369s123z",
    2: "55m67m369p147s12z4z",
    3: "258m369p147s3z4z7z7z",
}


def dealt(draws: str = "9p") -> Round:
    variant = variant_named("hangzhou")
    rules = variant.room(variant.choose({}), 4)
    heap = list(rules.tiles)
    wall = ScriptedWall(heap)
    wall.hands = {seat: parse_tiles(text) for seat, text in HANDS.items()}
    wall.draws = parse_tiles(draws)
    for tile in [*wall.draws, *(tile for hand in wall.hands.values() for tile in hand)]:
        heap.remove(tile)
    return Round(rules, wall, deal.dice(b"quiet"), dealer=0)


def test_answers_stay_secret_until_all_are_in() -> None:
    round_ = dealt()
    round_.answer(0, DISCARD[FIVE])
    round_.answer(1, CHOW[2, 3])
    assert round_.log is not None

    seen = [View(round_.rules, round_.log, seat).seen()[-1] for seat in range(4)]

    assert isinstance(seen[1], ev.Answered)
    assert all(isinstance(seen[seat], ev.Discarded) for seat in (0, 2, 3))


def test_a_pong_goes_before_a_chow() -> None:
    round_ = dealt()
    round_.answer(0, DISCARD[FIVE])

    round_.answer(1, CHOW[2, 3])
    round_.answer(2, PONG)

    assert round_.table.seats[2].melds[0].kind == "pong"
    assert round_.table.seats[1].melds == ()
    assert list(round_.asked) == [2]


def test_a_window_is_decided_early_only_when_nothing_missing_can_matter() -> None:
    low, high = dealt(), dealt()
    for round_ in (low, high):
        round_.answer(0, DISCARD[FIVE])

    low.answer(1, CHOW[2, 3])
    high.answer(2, PONG)

    assert not low.decided
    assert high.decided


def test_closing_early_leaves_the_silent_without_a_declined_offer() -> None:
    round_ = dealt()
    round_.answer(0, DISCARD[FIVE])
    round_.answer(1, CHOW[2, 3])

    round_.close()

    assert round_.table.seats[1].melds[0].kind == "chow"
    assert "shipeng" not in round_.table.seats[2].marks


def test_what_cannot_be_done_says_why() -> None:
    round_ = dealt()

    reasons = [
        round_.why_not(1, DISCARD[0]),
        round_.why_not(0, DISCARD[8]),
        round_.why_not(0, WIN),
    ]

    assert reasons == [NOT_ASKED, NOT_HELD, NOT_POSSIBLE]


def test_a_refused_answer_changes_nothing() -> None:
    round_ = dealt()
    before = round_.table.copy()

    with pytest.raises(NotAllowed, match="B may not pong: not asked"):
        round_.answer(1, PONG)

    assert round_.table == before


def test_nobody_answers_twice() -> None:
    round_ = dealt()
    round_.answer(0, DISCARD[FIVE])
    round_.answer(1, PASS)

    with pytest.raises(NotAllowed):
        round_.answer(1, CHOW[2, 3])


def test_nothing_happens_after_the_end() -> None:
    round_ = dealt()
    while round_.asked:
        seat = round_.pending[0]
        round_.answer(seat, round_.rules.neutral(round_.table, seat, round_.asked[seat]))

    assert round_.why_not(0, PASS) == OVER
    with pytest.raises(NotAllowed, match="over"):
        round_.leave(0)


def test_a_copy_goes_its_own_way() -> None:
    round_ = dealt()
    copied = round_.copy()

    copied.answer(0, DISCARD[FIVE])

    assert round_.table.seats[0].river == []
    assert copied.table.seats[0].river == [FIVE]
    assert list(round_.asked) == [0]


def test_a_round_goes_on_from_its_events() -> None:
    round_ = dealt()
    round_.answer(0, DISCARD[FIVE])
    assert round_.log is not None

    resumed = Round.resume(round_.rules, round_.wall.copy(), round_.dice.copy(), round_.log)

    assert resumed.table == round_.table
    assert resumed.asked == round_.asked
