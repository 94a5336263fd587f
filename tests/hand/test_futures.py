"""What becomes of a hand while the hidden tiles come in a given order; sums done by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from quexiang.hand import Hand, Shape
from quexiang.hand.futures import Futures
from quexiang.hand.goals import ALONE, ANY, EVERY, SUIT, TRIPLETS
from quexiang.tiles import parse_tiles

ALL = EVERY
TOTAL = 40
KEPT = 99
W = parse_tiles("5z")[0]
NEAR = "123m 456p 789s 11z 2s 5z"
"""One from ready."""
READY = "123m 456p 789s 11z 23s"
TWO_PAIRS = "123m 456p 11z 22s 579s"


def hand(text: str) -> Hand:
    return Hand(parse_tiles(text))


def tile(text: str) -> int:
    return parse_tiles(text)[0]


def order(*tiles: str) -> bytes:
    return bytes(KEPT if text == "-" else tile(text) for text in tiles)


def futures(  # noqa: PLR0913 - all are named
    *,
    left: Mapping[str, int],
    shape: Shape | None = None,
    alive: Sequence[float] = (1.0, 1.0, 1.0),
    draws: int = 8,
    loss: float = 3.0,
    goals: Sequence[tuple[int, float, float]] = (),
    rate: float = 0.0,
    again: float = 0.0,
    chows: bool = True,
) -> Futures:
    """Four players; an own draw pays 10, a discard 4."""
    unseen = [0] * 34
    for text, copies in left.items():
        unseen[tile(text)] = copies
    return Futures(
        (shape or Shape()).reach,
        unseen=unseen,
        total=TOTAL,
        draws=draws,
        alive=alive,
        loss=loss,
        pays=lambda _hand: (10.0, 4.0),
        goals=goals,
        others=3,
        rate=rate,
        again=again,
        chows=chows,
    )


def test_a_ready_hand_has_its_chance_in_every_turn() -> None:
    two_turns = futures(left={"1s": 2, "4s": 2})

    assert two_turns.played(hand(READY), ANY, ALL, 0, b"") == pytest.approx(10 * (0.1 + 0.09))
    assert two_turns.ready(hand(READY), 0.1, 10.0) == pytest.approx(10 * (0.1 + 0.09))


def test_discards_count_by_how_often_they_come_and_what_they_pay() -> None:
    both = futures(left={"1s": 2, "4s": 2}, rate=1.0)

    assert both.played(hand(READY), ANY, ALL, 0, b"") == pytest.approx(7 * (0.2 + 0.8 * 0.2))


def test_others_may_win_first_and_that_costs() -> None:
    hurried = futures(left={"1s": 2, "4s": 2}, alive=(0.5, 0.5), draws=4)

    assert hurried.played(hand(READY), ANY, ALL, 0, b"") == pytest.approx(0.5 * 1 - 0.5 * 3)


def test_where_winners_play_on_they_may_win_again() -> None:
    repeated = futures(left={"1s": 2, "4s": 2}, again=1.0)

    assert repeated.played(hand(READY), ANY, ALL, 0, b"") == pytest.approx(10 * (0.1 + 0.1))


def test_a_useful_draw_is_kept_and_the_hand_waits_for_the_rest_of_the_round() -> None:
    one = futures(left={"1s": 2, "4s": 2, "3s": 4})

    assert one.played(hand(NEAR), ANY, ALL, 0, order("-", "-", "-", "3s")) == pytest.approx(1.0)
    assert one.played(hand(NEAR), ANY, ALL, 0, order("3s", "-", "-", "9m")) == 0.0


def test_who_passes_a_discard_of_the_upper_seat_draws_at_once() -> None:
    hurried = futures(left={"1s": 2, "4s": 2, "3s": 4}, alive=(0.5, 0.5))
    tiles = order("-", "-", "-", "3s")
    waiting = 0.5 * 1 - 0.5 * 3

    assert hurried.played(hand(NEAR), ANY, ALL, 3, tiles) == pytest.approx(waiting)
    assert hurried.played(hand(NEAR), ANY, ALL, 0, tiles) == pytest.approx(0.5 * waiting - 0.5 * 3)


def test_a_pong_is_claimed_from_anybody_and_the_widest_wait_is_kept() -> None:
    one = futures(left={"6s": 4, "8s": 2, "2s": 2})

    assert one.played(hand(TWO_PAIRS), ANY, ALL, 0, order("2s")) == pytest.approx(1.0)
    assert one.played(hand(TWO_PAIRS), ANY, ALL, 0, order("-", "-")) == 0.0


def test_a_run_is_claimed_from_the_upper_seat_only_and_where_the_rules_let_one() -> None:
    runs = "123m 456p 57s 79m 11z 3p"
    one, none = (futures(left={"6s": 4, "8m": 4}, chows=chows) for chows in (True, False))

    assert one.played(hand(runs), ANY, ALL, 0, order("-", "-", "6s")) == pytest.approx(1.0)
    assert one.played(hand(runs), ANY, ALL, 0, order("6s", "-", "-")) == 0.0
    assert none.played(hand(runs), ANY, ALL, 0, order("-", "-", "6s")) == 0.0


@pytest.mark.parametrize(
    ("text", "goal", "open_", "times"),
    [
        ("1112345678999m", SUIT, ALL, 3),
        ("1112345678999m", SUIT, ALL & ~(1 << SUIT), 1),
        ("111m 222p 333s 44s 55z", TRIPLETS, ALL, 3),
        ("111m 222p 333s 44s 55z", TRIPLETS, ALL & ~(1 << TRIPLETS), 1),
    ],
)
def test_a_goal_multiplies_what_a_wait_pays_unless_the_melds_forbid_it(
    text: str, goal: int, open_: int, times: int
) -> None:
    left = {"9m": 1, "5z": 2}
    plain = futures(left=left).played(hand(text), ANY, open_, 0, b"")
    better = futures(left=left, goals=[(goal, 3.0, -1.0)]).played(hand(text), ANY, open_, 0, b"")

    assert plain > 0
    assert better == pytest.approx(times * plain)


def test_a_ready_hand_may_become_one_that_any_tile_completes() -> None:
    shape, text = Shape(wild={W}), "123m 456p 789s 12s 15z"
    left = {"1z": 3, "3s": 4}
    one, two = (
        futures(left=left, shape=shape, goals=goals) for goals in ((), [(ALONE, 2.0, -1.0)])
    )

    assert shape.distance(hand(text)) == 0
    assert two.ready(hand(text), 0.2, 10.0) > one.ready(hand(text), 0.2, 10.0)


def test_a_goal_out_of_reach_is_given_up_for_any_win() -> None:
    one = futures(left={"1s": 2, "4s": 2, "3s": 4}, goals=[(SUIT, 2.0, -1.0)])

    value = one.played(hand(NEAR), SUIT, ALL, 0, order("-", "-", "-", "-", "-", "-", "-", "3s"))

    assert value == 0.0
    assert one.played(hand(READY), SUIT, ALL, 0, b"") > 0
