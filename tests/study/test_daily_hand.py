"""The hand of a day is the same for all, and its judge ranks every discard."""

from quexiang.study.daily import daily, streak
from quexiang.tiles import parse_tile


def test_a_day_has_one_hand_with_all_its_discards_ranked() -> None:
    one, again, other = daily("2026-11-18"), daily("2026-11-18"), daily("2026-11-20")

    assert one == again
    assert one.view != other.view
    mine = one.view.seats["ABCD".index(one.seat)]
    assert mine.tiles is not None
    assert {each.tile for each in one.ranked} <= set(mine.tiles)
    assert len(mine.tiles) % 3 == 2
    assert [each.value for each in one.ranked] == sorted(
        (each.value for each in one.ranked), reverse=True
    )
    assert all(parse_tile(each.tile) >= 0 and each.zh and each.en for each in one.ranked)
    others = [seat for seat in one.view.seats if seat.seat != one.seat]
    assert all(seat.tiles is None for seat in others)


def test_a_streak_ends_with_the_first_day_left_out() -> None:
    days = {"2026-11-15", "2026-11-16", "2026-11-17"}

    assert streak(days, "2026-11-17") == 3
    assert streak(days, "2026-11-18") == 3
    assert streak(days, "2026-11-19") == 0
    assert streak({*days, "2026-11-18"}, "2026-11-18") == 4
    assert streak({"2026-03-01", "2026-02-28"}, "2026-03-01") == 2
