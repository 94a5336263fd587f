"""ZZ-84: the winner-pays table, and the three money flows of a round."""

from __future__ import annotations

import re
from itertools import product

import pytest
from zhangzhou_table import A, B, C, D, played, room

from quexiang.engine import events as ev
from quexiang.engine.table import Table
from quexiang.tiles import parse_tiles
from quexiang.variants.zhangzhou import VARIANT
from quexiang.variants.zhangzhou.opening import FLOWERS
from quexiang.variants.zhangzhou.patterns import PATTERNS
from quexiang.variants.zhangzhou.play import OWED

STREAKS = range(4)
ONE_MODE = {
    ("平胡",): ((2, 3, 4, 5), (1, 2, 3, 4)),
    ("自摸", "抢杠胡", "抢金", "三金倒"): ((4, 6, 8, 10), (2, 4, 6, 8)),
    ("游金",): ((8, 12, 16, 20), (4, 8, 12, 16)),
    ("天胡",): ((8, 12, 16, 20), None),
    ("双游",): ((16, 24, 32, 40), (8, 16, 24, 32)),
    ("三游",): ((32, 48, 64, 80), (16, 32, 48, 64)),
}
OTHER_MODES = {
    1: ((3, 4, 5, 6), (1, 2, 3, 4), (2, 3, 4, 5)),
    2: ((6, 8, 10, 12), (2, 4, 6, 8), (4, 6, 8, 10)),
    4: ((12, 16, 20, 24), (4, 8, 12, 16), (8, 12, 16, 20)),
    8: ((24, 32, 40, 48), (8, 16, 24, 32), (16, 24, 32, 40)),
    16: ((48, 64, 80, 96), (16, 32, 48, 64), (32, 48, 64, 80)),
}


NAMED = {pattern.zh: pattern for pattern in PATTERNS}


def paid_to(
    winner: int, kind: str, mode: str, streak: int, players: int = 4, payer: int | None = None
) -> dict[int, int]:
    """What each pays the winner, the dealer being A."""
    rules = room(players, settle_mode=mode)
    table = rules.new_table()
    table.apply(ev.Started(players, A, streak, (0,) * players, 144))
    by: ev.By = "self_draw" if payer is None else "discard" if kind == "平胡" else "rob_kong"
    pattern = NAMED[kind]
    table.apply(ev.Won(winner, by, payer, None, (pattern.key,), pattern.worth))
    for event in rules.settlement.winner(table, table.wins[-1]):
        table.apply(event)
    assert {paid.rule for paid in table.paid} == {"ZZ-77"}
    assert {paid.payee for paid in table.paid} == {winner}
    return {paid.payer: paid.amount for paid in table.paid}


@pytest.mark.parametrize("streak", STREAKS)
@pytest.mark.parametrize("kinds", ONE_MODE, ids="/".join)
def test_zz_84_mode_two_to_one(kinds: tuple[str, ...], streak: int) -> None:
    """ZZ-84, ZZ-78, ZZ-79."""
    with_dealer, between = ONE_MODE[kinds]

    for kind in kinds:
        due = with_dealer[streak]
        assert paid_to(A, kind, "2/1", streak) == {B: due, C: due, D: due}
        if between is not None:
            other = between[streak]
            assert paid_to(C, kind, "2/1", streak) == {A: due, B: other, D: other}


@pytest.mark.parametrize(("mode", "column"), [("3/1", 1), ("3/2", 2)])
@pytest.mark.parametrize("streak", STREAKS)
@pytest.mark.parametrize("kind", [pattern.zh for pattern in PATTERNS])
def test_zz_84_other_modes(kind: str, streak: int, mode: str, column: int) -> None:
    """ZZ-84, ZZ-78, ZZ-79."""
    row = OTHER_MODES[NAMED[kind].worth]
    due, other = row[0][streak], row[column][streak]

    assert paid_to(A, kind, mode, streak) == {B: due, C: due, D: due}
    if kind != "天胡":
        assert paid_to(B, kind, mode, streak) == {A: due, C: other, D: other}


@pytest.mark.parametrize("winner", [A, B, C, D])
def test_zz_80_who_discarded_or_was_robbed_pays_no_more(winner: int) -> None:
    """ZZ-80, ZZ-84."""
    for payer in {A, B, C, D} - {winner}:
        for kind in ("平胡", "抢杠胡"):
            paid = paid_to(winner, kind, "2/1", 1, payer=payer)
            assert paid == paid_to(winner, kind, "2/1", 1)


@pytest.mark.parametrize("mode", ["2/1", "3/1", "3/2"])
def test_zz_84_fewer_players(mode: str) -> None:
    """ZZ-84: three and two players."""
    with_dealer, between = map(int, mode.split("/"))

    assert paid_to(A, "自摸", mode, 0, 3) == {B: 2 * with_dealer, C: 2 * with_dealer}
    assert paid_to(C, "自摸", mode, 0, 3) == {A: 2 * with_dealer, B: 2 * between}
    assert paid_to(A, "自摸", mode, 0, 2) == {B: 2 * with_dealer}
    assert paid_to(B, "自摸", mode, 0, 2) == {A: 2 * with_dealer}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_zz_84_the_printed_tables_are_the_tested_ones(language: str) -> None:
    rows = [
        re.split(r"\s*\|\s*", line.strip("| "))
        for line in VARIANT.rules(language)["ZZ-84"].text.splitlines()
        if line.startswith("|")
    ]

    printed = {row[0]: row for row in rows if len(row) == 12 and row[1].isdecimal()}
    for kinds, (with_dealer, between) in ONE_MODE.items():
        row = next(row for name, row in printed.items() if name.startswith(kinds[0]))
        assert tuple(map(int, row[3:7])) == with_dealer
        assert row[8:] == ["–"] * 4 if between is None else tuple(map(int, row[8:])) == between
    others = {int(row[0]): row[1:] for row in rows if len(row) == 4 and row[0].isdecimal()}
    assert {m: tuple(tuple(map(int, c.split("/"))) for c in row) for m, row in others.items()} == (
        OTHER_MODES
    )


@pytest.mark.parametrize(("flowers", "points"), list(enumerate((0, 0, 0, 0, 1, 2, 3, 4, 5))))
def test_zz_71_flower_points(flowers: int, points: int) -> None:
    """ZZ-71."""
    paid = settled({B: ((), flowers)}, winner=B)

    assert paid["win"] == {(A, B): 4 + points, (C, B): 2 + points, (D, B): 2 + points}


def settled(
    holdings: dict[int, tuple[tuple[ev.MeldKind, ...], int]], *, winner: int, base: int = 1
) -> dict[str, dict[tuple[int, int], int]]:
    """The payments of a 自摸 by block, with these kongs and numbers of flowers; dealer A."""
    rules = room(base_score=base)
    table = rules.new_table()
    table.apply(ev.Started(4, A, 0, (0,) * 4, 144))
    for seat, (kongs, flowers) in holdings.items():
        hold(table, seat, kongs, flowers)
    table.apply(ev.Won(winner, "self_draw", None, None, ("zimo",), 2))
    blocks: dict[str, dict[tuple[int, int], int]] = {"win": {}, "losers": {}, "fenbing": {}}
    for event in rules.settle(table):
        table.apply(event)
    for paid in table.paid:
        assert paid.payee is not None
        blocks[paid.block][paid.payer, paid.payee] = paid.amount
    return blocks


def hold(table: Table, seat: int, kongs: tuple[ev.MeldKind, ...], flowers: int) -> None:
    for kind, tile in zip(kongs, parse_tiles("123456789m"), strict=False):
        for _ in range(4):
            table.seats[seat].hand.add(tile)
        if kind == "added":
            table.apply(ev.Melded(seat, ev.Meld("pong", (tile,) * 3)))
        table.apply(ev.Melded(seat, ev.Meld(kind, (tile,) * 4)))
    tiles = parse_tiles("12345678f")[:flowers]
    for tile in tiles:
        table.seats[seat].hand.add(tile)
    table.apply(ev.Laid(seat, tuple(tiles), FLOWERS.key))


def test_zz_81_losers_settle_every_pair_and_the_winner_stays_out() -> None:
    """ZZ-70, ZZ-81: K + F of the receiver, by the base."""
    holdings: dict[int, tuple[tuple[ev.MeldKind, ...], int]] = {
        A: (("exposed", "concealed"), 4),
        B: (("concealed",), 8),
        C: ((), 5),
        D: (("added",), 3),
    }

    paid = settled(holdings, winner=B, base=2)

    points = {A: 3 + 1, C: 2, D: 1}
    pairs = ((payer, payee) for payer, payee in product(points, points) if payer != payee)
    assert paid["losers"] == {(payer, payee): 2 * points[payee] for payer, payee in pairs}
    assert paid["win"] == {(p, B): 2 * (2 * (2 if p == A else 1) + 2 + 5) for p in (A, C, D)}


def test_the_three_money_flows_are_three_blocks_of_the_explanation() -> None:
    """ZZ-77, ZZ-81, ZZ-75: each with its rule and its own arithmetic."""
    script = played(
        "C pass",
        "A discard 9m",
        "B discard 9m",
        "C discard 9m",
        "D kong 4s",
        "D discard 9m",
        "C win",
        streak=1,
        hands={
            "A": "147m 258p 369s 2336677z 9m",
            "B": "368m 147p 258s 2244667z",
            "C": "78m 123p 456p 789p 123s 88s",
            "D": "4444s 1144m 2255p 33s 55z",
        },
        draws="9m 9m 9m",
        back="9s",
    )

    told = {(p.block, p.payer, p.payee): (p.rule, p.amount, p.zh) for p in script.round.table.paid}

    assert told["win", A, C] == (
        "ZZ-77",
        3,
        "底分1 × (平胡1 × 与庄2 + 连庄1 × 平胡1 + 杠0 + 花0) = 3",
    )
    assert told["win", B, C][2] == "底分1 × (平胡1 × 闲家1 + 连庄1 × 平胡1 + 杠0 + 花0) = 2"
    assert told["losers", A, D] == ("ZZ-81", 2, "底分1 × (杠2 + 花0) = 2")
    assert told["fenbing", A, D] == ("ZZ-75", 2, "底分1 × 分饼2 = 2")
    assert {block for block, _, _ in told} == {block.key for block in VARIANT.blocks}
    assert sum(script.round.table.changes()) == 0


def test_zz_76_several_fenbing_are_added_and_multiplied_by_the_base_only() -> None:
    """ZZ-75, ZZ-76."""
    rules = room(base_score=10)
    table = rules.new_table()
    table.apply(ev.Started(4, C, 3, (0,) * 4, 144))
    table.apply(OWED.set(None, (2, 1, 2)))

    for event in rules.drawn_round(table):
        table.apply(event)

    assert table.changes() == (50, 50, -150, 50)
    assert table.paid[0].en == "base 10 × (fenbing 2 + fenbing 1 + fenbing 2) = 50"
    assert table.end == ev.Ended("draw", C, 4)
