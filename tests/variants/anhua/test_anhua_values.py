"""AH-52 to AH-55: the law V = 2 × 2ⁿ, cell by cell of the complete matrix."""

from __future__ import annotations

import pytest

from quexiang.engine import events as ev
from quexiang.engine.actions import WIN
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.tiles import Tile, parse_tile, parse_tiles
from quexiang.variants import variant_named

ANHUA = variant_named("anhua")
SHARED = {"self_wild_hard": False, "wild_mode": 7}
INDICATOR = "3s"
"""So 3s (three copies) and 4s are wild."""


def rules_of(**options: object) -> Ruleset:
    return ANHUA.room(ANHUA.choose({**SHARED, **options}, 2), 2)


def table_of(rules: Ruleset, hand: str, kong: str = "", chow: str = "") -> Table:
    """Seat A with these concealed tiles, at rest; seat B with nothing in particular."""
    tiles = (*parse_tiles(hand), *parse_tiles(kong) * 4, *parse_tiles(chow))
    table = rules.new_table()
    table.fold([ev.Started(2, 1, 0, (0, 0), 108), ev.Dealt(0, len(tiles), tuple(tiles))])
    table.fold(rules.indicate(table, parse_tile(INDICATOR)))
    if chow:
        table.fold([ev.Melded(0, ev.Meld("chow", tuple(parse_tiles(chow))))])
    if kong:
        table.fold([ev.Melded(0, ev.Meld("concealed", (parse_tile(kong),) * 4))])
    return table


def asked(table: Table, how: str, tile: Tile) -> Table:
    """Let A be asked about this tile in this way."""
    match how:
        case "draw":
            return table.fold([ev.Drawn(0, tile)])
        case "bloom":
            return table.fold([ev.TurnedUp(0, (tile,), "kong"), ev.Due("ask", 0, "bloom")])
        case "rob":
            return table.fold([ev.KongDeclared(1, tile)])
        case "discard":
            return table.fold([ev.Dealt(1, 1, (tile,)), ev.Discarded(1, tile)])
        case _:
            cast = (ev.TurnedUp(1, (tile,), "kong"), ev.Cast(1, (tile,)))
            return table.fold([*cast, ev.Due("ask", 1, "kong_discard")])


def forbidden(rules: Ruleset, table: Table) -> str | None:
    return rules.veto(table, 0, WIN)


# Row, resting tiles, winning tile, kong, chow, way of winning, V.
PLAIN = {
    "单王": ("234m678m345p22p6s4s", "8s"),
    "硬庄": ("234m678m345p22p67s", "8s"),
    "三王": ("234m678m34p2p6s444s", "8s"),
    "四王": ("234m678m9p2p6s4444s", "8s"),
    "六王": ("234m6m7p9p1m333444s", "8s"),
}
ONE_SUIT = {
    "单王": ("234m678m345m22m6m4s", "7m"),
    "硬庄": ("123m678m345m22m67m", "8m"),
    "三王": ("234m678m34m9m1m444s", "1m"),
    "四王": ("234m678m9m5m1m4444s", "7m"),
    "六王": ("234m67m59m333444s", "8m"),
}
PAIRS = {
    "单王": ("1199m3355p77p6s8s4s", "8s"),
    "硬庄": ("1199m3355p7788s6s", "6s"),
    "三王": ("1199m33p5p7p9p6s444s", "6s"),
    "四王": ("1199m35p7p9p6s4444s", "6s"),
    "六王": ("199m5p7p9p6s333444s", "1p"),
    "七王": ("19m5p7p9p6s3334444s", "1p"),
}
PURE_PAIRS = {
    "单王": ("1199m3355m77m6m8m4s", "8m"),
    "硬庄": ("1199m3355m7788m6m", "6m"),
    "三王": ("1199m33m5m7m8m6m444s", "6m"),
    "四王": ("1199m3m5m7m8m6m4444s", "6m"),
    "六王": ("199m5m7m8m6m333444s", "2m"),
    "七王": ("19m5m7m8m6m3334444s", "2m"),
}
BLOOM = {
    "单王": ("234m678m22p6s4s", "8s"),
    "硬庄": ("234m678m22p67s", "8s"),
    "三王": ("234m678m2p444s", "8s"),
    "四王": ("234m6s2p9p4444s", "8s"),
    "六王": ("2m6s8p9p333444s", "8s"),
    "七王": ("6s8p9p3334444s", "8s"),
}
PURE_BLOOM = {
    "单王": ("234m678m22m6m4s", "7m"),
    "硬庄": ("234m678m22m67m", "8m"),
    "三王": ("234m678m9m444s", "5m"),
    "四王": ("234m6m7m9m4444s", "5m"),
    "六王": ("2m6m8m9m333444s", "4m"),
    "七王": ("6m8m9m3334444s", "4m"),
}
MELDED_SEVEN = {"plain": ("2m6m8p3334444s", "9p"), "pure": ("2p6p8p3334444s", "4p")}

MATRIX = {
    "plain": (PLAIN, "draw", "", {"单王": 2, "硬庄": 4, "三王": 4, "四王": 8, "六王": 8}),
    "清一色": (ONE_SUIT, "draw", "", {"单王": 4, "硬庄": 8, "三王": 8, "四王": 16, "六王": 16}),
    "小七对": (
        PAIRS,
        "draw",
        "",
        {"单王": 4, "硬庄": 8, "三王": 8, "四王": 16, "六王": 16, "七王": 32},
    ),
    "清一色小七对": (
        PURE_PAIRS,
        "draw",
        "",
        {"单王": 8, "硬庄": 16, "三王": 16, "四王": 32, "六王": 32, "七王": 64},
    ),
    "杠上开花": (
        BLOOM,
        "bloom",
        "1p",
        {"单王": 4, "硬庄": 8, "三王": 8, "四王": 16, "六王": 16, "七王": 32},
    ),
    "清一色杠上开花": (
        PURE_BLOOM,
        "bloom",
        "1m",
        {"单王": 8, "硬庄": 16, "三王": 16, "四王": 32, "六王": 32, "七王": 64},
    ),
    "抢杠胡": (PLAIN, "rob", "", {"单王": 4, "硬庄": 8}),
    "杠上炮": (PLAIN, "cast", "", {"单王": 4, "硬庄": 8}),
    "清一色抢杠胡": (ONE_SUIT, "rob", "", {"单王": 8, "硬庄": 16}),
    "清一色杠上炮": (ONE_SUIT, "cast", "", {"单王": 8, "硬庄": 16}),
    "小七对抢杠胡": (PAIRS, "rob", "", {"单王": 8, "硬庄": 16}),
    "小七对杠上炮": (PAIRS, "cast", "", {"单王": 8, "硬庄": 16}),
    "清一色小七对抢杠胡": (PURE_PAIRS, "rob", "", {"单王": 16, "硬庄": 32}),
    "清一色小七对杠上炮": (PURE_PAIRS, "cast", "", {"单王": 16, "硬庄": 32}),
}
CELLS = [
    pytest.param(*hands[row], how, kong, row, column, value, id=f"{row} {column}")
    for column, (hands, how, kong, values) in MATRIX.items()
    for row, value in values.items()
]
FEATURES = ("清一色", "小七对", "杠上开花", "抢杠胡", "杠上炮")


def named(row: str, column: str) -> set[str]:
    found = {feature for feature in FEATURES if feature in column}
    return (found if row == "单王" else found | {row}) or {"平胡"}


@pytest.mark.parametrize(("hand", "tile", "how", "kong", "row", "column", "value"), CELLS)
def test_every_cell_of_the_matrix(
    hand: str, tile: str, how: str, kong: str, row: str, column: str, value: int
) -> None:
    """AH-55, and with it AH-52 to AH-54."""
    rules = rules_of()
    table = asked(table_of(rules, hand, kong), how, parse_tile(tile))

    won = rules.won(table, 0)

    assert forbidden(rules, table) is None
    assert {name.zh for name in ANHUA.pattern_names(won.patterns)} == named(row, column)
    assert won.value == value


@pytest.mark.parametrize(("kind", "chow", "value"), [("plain", "123p", 16), ("pure", "123p", 32)])
def test_seven_wilds_with_a_meld(kind: str, chow: str, value: int) -> None:
    """AH-55: 七王 without seven pairs occurs only with melds."""
    hand, tile = MELDED_SEVEN[kind]
    rules = rules_of()
    table = asked(table_of(rules, hand, chow=chow), "draw", parse_tile(tile))

    assert rules.won(table, 0).value == value


IMPOSSIBLE = [
    pytest.param(*hands[row], how, id=f"{row} {how}")
    for hands in (PLAIN, ONE_SUIT, PAIRS, PURE_PAIRS)
    for row in ("三王", "四王", "六王", "七王")
    if row in hands
    for how in ("rob", "cast")
]


@pytest.mark.parametrize(("hand", "tile", "how"), IMPOSSIBLE)
def test_three_wilds_and_more_win_nothing_of_others(hand: str, tile: str, how: str) -> None:
    """AH-40: the dashes of the matrix."""
    rules = rules_of()
    table = asked(table_of(rules, hand), how, parse_tile(tile))

    assert forbidden(rules, table) == "AH-40"


@pytest.mark.parametrize("row", ["单王", "三王", "四王", "六王"])
def test_no_hand_with_a_wild_wins_a_discard(row: str) -> None:
    """AH-42, whatever the option says."""
    rules = rules_of(self_wild_hard=True)
    table = asked(table_of(rules, PLAIN[row][0]), "discard", parse_tile(PLAIN[row][1]))

    assert forbidden(rules, table) == "AH-42"


def test_the_kong_discard_counts_only_with_its_option() -> None:
    """AH-58: the win stays, the doubling goes; the explanation still names it."""
    rules = rules_of(kong_discard_big=False)
    table = asked(table_of(rules, PLAIN["单王"][0]), "cast", parse_tile("8s"))

    won = rules.won(table, 0)

    assert (won.value, won.patterns) == (2, ("pinghu",))
    assert [(step.zh, step.worth) for step in won.steps][1:] == [("单王", "×1"), ("杠上炮", "×1")]


def test_the_steps_of_a_win_name_each_doubling() -> None:
    """AH-52: they multiply to V."""
    rules = rules_of()
    hand, tile = PURE_PAIRS["七王"]
    table = asked(table_of(rules, hand), "draw", parse_tile(tile))

    won = rules.won(table, 0)

    worths = [(step.zh, step.worth) for step in won.steps[1:]]
    assert worths == [("七王", "×8"), ("清一色", "×2"), ("小七对", "×2")]
    assert all(step.rule in ANHUA.rules() and step.en for step in won.steps)


@pytest.mark.parametrize("tile", ["2m", "5p", "8s"])
def test_a_lone_wild_beside_sets_waits_for_any_eyes(tile: str) -> None:
    """AH-26, AH-47."""
    rules = rules_of()
    table = table_of(rules, "123m789m123p789p4s")

    mask = rules.waits(table, 0)

    assert mask >> parse_tile(tile) & 1
    assert not mask >> parse_tile("3p") & 1
    assert mask >> parse_tile("3s") & 1
