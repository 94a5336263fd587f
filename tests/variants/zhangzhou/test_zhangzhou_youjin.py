"""ZZ-53 and ZZ-54, cell by cell: how levels change, and what they close to whom."""

from __future__ import annotations

import pytest
from zhangzhou_table import GOLD, A, B, C, D, forbidden_by, room, table_with

from quexiang.engine import events as ev
from quexiang.engine.actions import ADDED, CONCEALED, EXPOSED, PONG, WIN, Chow
from quexiang.engine.table import Table
from quexiang.tiles import parse_tile
from quexiang.variants.zhangzhou.patterns import level
from quexiang.variants.zhangzhou.play import GOLD_OUT, HOLDS_GOLD, Ladder

SHAPE = "123m 456m 789m 345p 777s 1z"
SEVEN_S = parse_tile("7s")
USUAL = Ladder(HOLDS_GOLD["turn"], falls=False)
FALLING = Ladder(HOLDS_GOLD["turn"], falls=True)
KEEPING = Ladder(HOLDS_GOLD["never"], falls=False)


def after(table: Table, event: ev.Event, ladder: Ladder = USUAL) -> int:
    """Let an event of B happen and give B's level."""
    table.apply(event)
    for change in ladder.after(table, event):
        table.apply(change)
    return level(table, B)


def drawn(hand: str, before: int, tile: str) -> Table:
    """B at a level has drawn a tile."""
    table = table_with({B: hand}, levels=(0, before))
    table.apply(ev.Drawn(B, parse_tile(tile)))
    return table


@pytest.mark.parametrize(("before", "now"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_zz_53_another_discard_that_keeps_the_shape(before: int, now: int) -> None:
    """ZZ-53 row 1: max(level, 1)."""
    assert after(drawn(SHAPE, before, "9p"), ev.Discarded(B, parse_tile("9p"))) == now


@pytest.mark.parametrize("before", range(4))
def test_zz_53_another_discard_falls_to_one_where_the_room_reads_so(before: int) -> None:
    """ZZ-53 row 1, you_kept: falls."""
    discard = ev.Discarded(B, parse_tile("9p"))

    assert after(drawn(SHAPE, before, "9p"), discard, FALLING) == 1
    assert after(drawn(SHAPE, before, "9p"), ev.Discarded(B, parse_tile("1m")), FALLING) == 0


@pytest.mark.parametrize("before", range(4))
def test_zz_53_golds_and_kongs_do_not_fall(before: int) -> None:
    """ZZ-53 rows 2 to 4, you_kept: falls."""
    table = claimed("99p 11z", before, "pong", "9p", "9p", "9p")

    assert after(table, ev.Discarded(B, GOLD), FALLING) == max(before, 1)
    assert after(drawn(SHAPE, before, "7s"), ev.Melded(B, KONG), FALLING) == max(before, 1)
    if before < 3:
        assert after(drawn(SHAPE, before, "1z"), ev.Discarded(B, GOLD), FALLING) == before + 1


@pytest.mark.parametrize("before", range(4))
def test_zz_53_a_gold_of_a_melded_hand_never_climbs_where_the_room_reads_so(before: int) -> None:
    """ZZ-24, ZZ-53 row 3 in every turn, gold_after_meld: never."""
    table = claimed("99p 1z 2z", before, "pong", "9p", "9p", "9p")
    assert after(table, ev.Discarded(B, parse_tile("2z")), KEEPING) == max(before, 1)

    table.apply(ev.Drawn(B, GOLD))
    assert after(table, ev.Discarded(B, GOLD), KEEPING) == max(before, 1)


@pytest.mark.parametrize("before", range(4))
def test_zz_53_another_discard_that_breaks_the_shape(before: int) -> None:
    """ZZ-53 row 1: 0."""
    assert after(drawn(SHAPE, before, "9p"), ev.Discarded(B, parse_tile("1m"))) == 0


@pytest.mark.parametrize(("before", "now"), [(0, 1), (1, 2), (2, 3)])
def test_zz_53_a_gold_that_keeps_the_shape_climbs(before: int, now: int) -> None:
    """ZZ-53 row 2."""
    assert after(drawn(SHAPE, before, "1z"), ev.Discarded(B, GOLD)) == now


@pytest.mark.parametrize("before", range(4))
def test_zz_53_a_gold_that_breaks_the_shape(before: int) -> None:
    """ZZ-53 row 2: 0."""
    assert after(drawn(SHAPE, before, "9p"), ev.Discarded(B, GOLD)) == 0


def claimed(hand: str, before: int, kind: ev.MeldKind, *tiles: str) -> Table:
    """B at a level has just melded these tiles, the first of them discarded by A."""
    table = table_with({B: hand, A: f"{tiles[0]} 147m 258p 369s 22334z"}, levels=(0, before))
    table.apply(ev.Discarded(A, parse_tile(tiles[0])))
    own = tuple(map(parse_tile, tiles))
    table.apply(ev.Melded(B, ev.Meld(kind, own, own[0], A)))
    return table


@pytest.mark.parametrize(("before", "now"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_zz_53_a_gold_discarded_by_the_exception_does_not_climb(before: int, now: int) -> None:
    """ZZ-53 row 3: all concealed tiles are golds after a pong."""
    table = claimed("99p 11z", before, "pong", "9p", "9p", "9p")

    assert level(table, B) == before
    assert after(table, ev.Discarded(B, GOLD)) == now


KONG = ev.Meld("concealed", (SEVEN_S,) * 4)


@pytest.mark.parametrize(("before", "now"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_zz_53_a_kong_that_keeps_the_shape(before: int, now: int) -> None:
    """ZZ-53 row 4: judged before the replacement."""
    assert after(drawn(SHAPE, before, "7s"), ev.Melded(B, KONG)) == now


@pytest.mark.parametrize("before", range(4))
def test_zz_53_a_kong_that_breaks_the_shape(before: int) -> None:
    """ZZ-53 row 4: 0."""
    table = drawn("123m 456m 345p 7777s 89s 1z", before, "9m")

    assert after(table, ev.Melded(B, KONG)) == 0


@pytest.mark.parametrize("before", range(4))
def test_zz_53_draws_chows_and_pongs_change_nothing(before: int) -> None:
    """ZZ-53 row 5: with the shape and without it."""
    for tile in ("9p", "1z", "7s"):
        table = table_with({B: SHAPE}, levels=(0, before))
        assert after(table, ev.Drawn(B, parse_tile(tile))) == before
    for hand in (SHAPE, "147m 258p 369s 77s 23z 456p"):
        assert level(claimed(hand, before, "pong", "7s", "7s", "7s"), B) == before
    assert level(claimed(SHAPE, before, "chow", "6p", "4p", "5p"), B) == before


@pytest.mark.parametrize("before", range(4))
def test_zz_53_others_never_change_a_level(before: int) -> None:
    """ZZ-53."""
    table = table_with({B: SHAPE, A: "1z 147m 258p 369s 2233446z"}, levels=(0, before))

    assert after(table, ev.Discarded(A, GOLD)) == before


def test_zz_52_at_the_deal_others_have_level_one_and_the_dealer_none() -> None:
    """ZZ-52."""
    table = table_with({A: f"{SHAPE} 2z", B: "123p 456p 789p 123s 456s 1z", C: "147m"})

    for change in USUAL.after(table, ev.Indicated(GOLD, (GOLD,), back=True)):
        table.apply(change)

    assert [level(table, seat) for seat in range(4)] == [0, 1, 0, 0]


# ZZ-54: C is at the level that is the highest, D at level 1 or 0, B at 0; A discards or kongs.


def levels_up_to(highest: int) -> Table:
    """A table where C is highest, with a gold out from level 2 on; plenty of wall is left."""
    levels = (0, 0, highest, 1 if highest else 0)
    table = table_with(
        {A: "5s 147m 258p 369s 223344z", B: "147m", C: SHAPE, D: SHAPE}, levels=levels
    )
    if highest > 1:
        table.apply(GOLD_OUT.set(None))
    return table


def offering(highest: int) -> Table:
    """A has discarded 5s."""
    table = levels_up_to(highest)
    table.apply(ev.Discarded(A, parse_tile("5s")))
    return table


FIVE_S = parse_tile("5s")
CHOW = Chow(parse_tile("4s"), parse_tile("6s"))
NOBODY: dict[int, str | None] = {B: "ZZ-54", C: "ZZ-54", D: "ZZ-54"}
ALL: dict[int, str | None] = {B: None, C: None, D: None}


@pytest.mark.parametrize(("highest", "expected"), [(0, ALL), (1, ALL), (2, NOBODY), (3, NOBODY)])
def test_zz_54_chow_and_pong(highest: int, expected: dict[int, str | None]) -> None:
    """ZZ-54 column 3."""
    table = offering(highest)

    for action in (CHOW, PONG):
        assert {seat: forbidden_by(table, seat, action) for seat in (B, C, D)} == expected


@pytest.mark.parametrize(("highest", "expected"), [(0, ALL), (1, ALL), (2, ALL), (3, NOBODY)])
def test_zz_54_kongs(highest: int, expected: dict[int, str | None]) -> None:
    """ZZ-54 column 4: exposed, added and concealed."""
    table = offering(highest)
    assert {seat: forbidden_by(table, seat, EXPOSED[FIVE_S]) for seat in (B, C, D)} == expected

    for seat in (B, C, D):
        table = levels_up_to(highest)
        table.apply(ev.Drawn(seat, FIVE_S))
        for kong in (CONCEALED[FIVE_S], ADDED[FIVE_S]):
            assert forbidden_by(table, seat, kong) == expected[seat]


@pytest.mark.parametrize(
    ("highest", "expected"),
    [
        (0, {B: None, C: None, D: None}),
        (1, {B: None, C: "ZZ-55", D: "ZZ-55"}),
        (2, {B: "ZZ-49", C: "ZZ-49", D: "ZZ-49"}),
        (3, {B: "ZZ-49", C: "ZZ-49", D: "ZZ-49"}),
    ],
)
def test_zz_54_wins_on_a_discard(highest: int, expected: dict[int, str | None]) -> None:
    """ZZ-54 column 2, ZZ-55."""
    table = offering(highest)

    assert {seat: forbidden_by(table, seat, WIN) for seat in (B, C, D)} == expected


@pytest.mark.parametrize(
    ("highest", "expected"),
    [
        (0, {B: None, C: None, D: None}),
        (1, {B: None, C: None, D: None}),
        (2, {B: None, C: "ZZ-55", D: None}),
    ],
)
def test_zz_54_robbing(highest: int, expected: dict[int, str | None]) -> None:
    """ZZ-54 column 5, ZZ-37, ZZ-55; at level 3 no kong can be declared."""
    table = levels_up_to(highest)
    table.apply(ev.KongDeclared(A, FIVE_S))

    assert {seat: forbidden_by(table, seat, WIN) for seat in (B, C, D)} == expected


@pytest.mark.parametrize("highest", range(4))
def test_zz_54_own_draws_are_always_free(highest: int) -> None:
    """ZZ-54 column 6, ZZ-50, ZZ-61."""
    for seat in (B, C, D):
        table = levels_up_to(highest)
        table.apply(ev.Drawn(seat, FIVE_S))
        assert forbidden_by(table, seat, WIN) is None


OWN_LOCK = {2: {B: None, C: "ZZ-54", D: None}, 3: {B: None, C: "ZZ-54", D: None}}


@pytest.mark.parametrize("highest", range(4))
def test_zz_54_binds_its_player_alone_where_the_room_reads_so(highest: int) -> None:
    """ZZ-39, ZZ-54 by the own level, you_lock: owner."""
    own = room(you_lock="owner")
    table = offering(highest)

    for action in (CHOW, PONG):
        found = {seat: own.veto(table, seat, action) for seat in (B, C, D)}
        assert found == OWN_LOCK.get(highest, ALL)
    for seat in (B, C, D):
        table = levels_up_to(highest)
        table.apply(ev.Drawn(seat, FIVE_S))
        for kong in (CONCEALED[FIVE_S], ADDED[FIVE_S]):
            bound = highest == 3 and seat == C
            assert own.veto(table, seat, kong) == ("ZZ-54" if bound else None)


@pytest.mark.parametrize("highest", range(4))
def test_zz_37_who_may_rob_goes_by_the_own_level_in_every_reading(highest: int) -> None:
    """ZZ-37, ZZ-55, you_lock: owner."""
    table = levels_up_to(highest)
    table.apply(ev.KongDeclared(A, FIVE_S))

    found = {seat: room(you_lock="owner").veto(table, seat, WIN) for seat in (B, C, D)}
    assert found == {B: None, C: "ZZ-55" if highest > 1 else None, D: None}
