"""The tables of the Anshun rulebook, cell by cell."""

from __future__ import annotations

from itertools import product

import pytest
from anshun_table import dealt, played, room

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand import Hand
from quexiang.scenarios.script import Script
from quexiang.tiles import parse_tile, parse_tiles, tile_text, tiles_text
from quexiang.variants import variant_named
from quexiang.variants.anshun.chickens import discarded_worth, held_worth, neighbours
from quexiang.variants.anshun.patterns import DECLARED, PATTERNS, best
from quexiang.variants.anshun.play import throw_for_dealer
from quexiang.variants.anshun.settlement import Settlement, next_dealer

A, B, C, D = range(4)
SETTLEMENT = Settlement(variant_named("anshun").choose({}))

HANDS = {
    "平胡": (1, "123m 678m 345p 567p 99p"),
    "大对子": (5, "222m 555s 888p 33p 999m"),
    "小七对": (10, "11m 44m 77m 22p 66p 33s 88s"),
    "清一色": (10, "123p 345p 567p 789p 22p"),
    "清大对": (15, "111s 777s 222s 555s 99s"),
    "清七对": (20, "11m 22m 44m 55m 66m 88m 99m"),
    "龙七对": (20, "33m 66m 2222p 55p 88p 77s"),
    "清龙七对": (30, "1111m 33m 55m 66m 88m 99m"),
}

# AS-46: discard, robbed kong, self-draw each; then the same for a 天听 winner.
COMBINATIONS = {
    "平胡": (1, 2, 2, 11, 22, 22),
    "大对子": (5, 10, 10, 15, 30, 30),
    "小七对": (10, 20, 20, 20, 40, 40),
    "清一色": (10, 20, 20, 20, 40, 40),
    "清大对": (15, 30, 30, 25, 50, 50),
    "清七对": (20, 40, 40, 30, 60, 60),
    "龙七对": (20, 40, 40, 30, 60, 60),
    "清龙七对": (30, 60, 60, 40, 80, 80),
}
WAYS: tuple[ev.By, ...] = ("discard", "rob_kong", "self_draw")


@pytest.mark.parametrize("name", HANDS)
def test_as_37_each_pattern_has_its_value(name: str) -> None:
    """AS-37."""
    worth, tiles = HANDS[name]

    found = best(room().shape_for(()), Hand(parse_tiles(tiles)), ())

    assert found is not None
    assert (found.zh, found.worth) == (name, worth)


@pytest.mark.parametrize("tiles", ["111m 123m 456p 78p 159s", "112233m 44556p 789s"])
def test_as_35_anything_else_is_no_pattern(tiles: str) -> None:
    """AS-35."""
    assert best(room().shape_for(()), Hand(parse_tiles(tiles)), ()) is None


KEYS = {pattern.zh: pattern.key for pattern in PATTERNS}


def paid_for(table: Table, name: str, by: ev.By, *, declared: bool = False) -> set[int]:
    patterns = (name, "天听") if declared else (name,)
    payer = None if by == "self_draw" else A
    keys = tuple(KEYS[name] for name in patterns)
    won = ev.Won(B, by, payer, 0, keys, COMBINATIONS[name][3 * declared])
    payments = list(SETTLEMENT.win_payments(table, won))
    assert len(payments) == (3 if by == "self_draw" else 1)
    return {payment.amount for payment in payments if isinstance(payment, ev.Paid)}


@pytest.mark.parametrize(("name", "by", "declared"), [*product(COMBINATIONS, WAYS, (False, True))])
def test_as_46_what_one_payer_pays(name: str, *, by: ev.By, declared: bool) -> None:
    """AS-44, AS-45, AS-46, AS-65, AS-66, AS-68."""
    expected = COMBINATIONS[name][WAYS.index(by) + 3 * declared]

    assert paid_for(dealt(), name, by, declared=declared) == {expected}


def konged(kind: str) -> Script:
    """A round in which A has just made this kind of bean of 5m."""
    if kind == "concealed":
        return played("A kong 5m", hands={"A": "5555m 147p 258p 147s 9s"})
    hands = {"A": "55m 147p 258p 147s 99s", "D": "147m 258p 369s 258s 9p 5m"}
    steps = ("D discard 5m", "A pong", "A discard 9s", "auto 3", "A kong 5m", "turn A")
    return played(*steps, dealer="D", hands=hands, draws="3m 6m 8m 5m")


@pytest.mark.parametrize(("name", "kind"), [*product(COMBINATIONS, ("concealed", "added"))])
def test_as_46_a_hot_discard_adds_six_or_three(name: str, kind: str) -> None:
    """AS-46, AS-51, AS-67: added to the discard column, never multiplied."""
    table = konged(kind).round.table

    bonus = {"concealed": 6, "added": 3}[kind]

    assert paid_for(table, name, "discard") == {COMBINATIONS[name][0] + bonus}


@pytest.mark.parametrize(("name", "declared"), [*product(COMBINATIONS, (False, True))])
def test_as_46_a_declared_payer_pays_ten_more(name: str, *, declared: bool) -> None:
    """AS-46, AS-70, AS-71: the discarder, or of three payers the one who is 天听."""
    table = dealt().fold([DECLARED.set(A)])
    discard, _, self_draw = COMBINATIONS[name][3 * declared :][:3]

    assert paid_for(table, name, "discard", declared=declared) == {discard + 10}
    assert paid_for(table, name, "self_draw", declared=declared) == {self_draw + 10, self_draw}


def test_as_45_ten_is_the_worth_of_the_declaration() -> None:
    """AS-45."""
    assert {pattern.zh: pattern.worth for pattern in PATTERNS}["天听"] == 10


# AS-60: hand or meld, unclaimed discard, the 冲锋鸡.
YAOJI_WORTH = {
    None: (1, 1, 2),
    "5m": (1, 1, 2),
    "1m": (1, 1, 2),
    "9p": (1, 1, 2),
    "1s": (1, 1, 2),
    "3s": (1, 1, 2),
    "8s": (1, 1, 2),
    "2s": (2, 1, 2),
    "9s": (2, 2, 3),
}


@pytest.mark.parametrize("turned", YAOJI_WORTH)
def test_as_60_the_worth_of_one_yaoji(turned: str | None) -> None:
    """AS-56, AS-58, AS-59, AS-60."""
    tile = None if turned is None else parse_tile(turned)
    held = held_worth(parse_tile("1s"), tile)
    assert held is not None

    plain = discarded_worth(tile, first=False)
    first = discarded_worth(tile, first=True)

    assert tuple(map(int, (held, plain, first))) == YAOJI_WORTH[turned]


def test_as_60_each_worth_says_why() -> None:
    """AS-60: the words of each cell."""
    yaoji, nine, two = (parse_tile(text) for text in ("1s", "9s", "2s"))

    held = [str(held_worth(yaoji, turned)) for turned in (None, two, nine)]
    first = [str(discarded_worth(turned, first=True)) for turned in (None, two, nine)]

    assert held == ["固定鸡1", "固定鸡1 + 摇摆鸡1 = 2", "金鸡2"]
    assert first == ["冲锋鸡2", "冲锋鸡2", "冲锋金鸡3"]


@pytest.mark.parametrize(
    ("turned", "expected"),
    [("5m", "46m"), ("9s", "18s"), ("2p", "13p"), ("1m", "29m"), ("9p", "18p"), ("1s", "29s")],
)
def test_as_54_neighbours_on_a_ring(turned: str, expected: str) -> None:
    """AS-54."""
    assert tiles_text(neighbours(parse_tile(turned))) == expected


def test_as_54_every_tile_is_the_neighbour_of_its_neighbours() -> None:
    """AS-54, AS-55: two others of the same suit, and no chicken itself."""
    for turned in range(27):
        found = neighbours(turned)

        assert len({*found, turned}) == 3
        assert {tile_text(tile)[1] for tile in found} == {tile_text(turned)[1]}
        assert all(turned in neighbours(tile) for tile in found)
        assert held_worth(turned, turned) is None or tile_text(turned) == "1s"


READY = "123m 456m 789m 11p 45p"
UNREADY = "147m 258p 369s 147s 9p"


@pytest.mark.parametrize(("dealer", "ready"), [*product(range(4), range(16))])
def test_as_77_the_next_dealer_after_a_drawn_round(dealer: Seat, ready: int) -> None:
    """AS-77: every dealer with every set of ready seats."""
    seats = [seat for seat in range(4) if ready >> seat & 1]
    hands = [READY if seat in seats else UNREADY for seat in range(4)]

    found = next_dealer(dealt(*hands, dealer=dealer))

    match len(seats):
        case 0 | 4:
            assert found == dealer
        case 1:
            assert found == seats[0]
        case 2:
            first = next(s % 4 for s in range(dealer, dealer + 4) if s % 4 in seats)
            assert found == (dealer if dealer in seats else first)
        case _:
            assert found not in seats


@pytest.mark.parametrize("name", HANDS)
def test_as_82_a_ready_seat_is_paid_its_best_wait(name: str) -> None:
    """AS-82: and ten more if it is 天听."""
    worth, tiles = HANDS[name]
    waiting = parse_tiles(tiles)[:-1]
    table = dealt(tiles_text(waiting))

    plain = SETTLEMENT.ready_amount(table, A)
    declared = SETTLEMENT.ready_amount(table.fold([DECLARED.set(A)]), A)

    assert plain is not None
    assert declared is not None
    assert plain.value >= worth
    assert declared.value == plain.value + 10


def test_as_82_the_best_of_several_waits_counts() -> None:
    """AS-82: 2m and 5m are plain, 4m makes all triplets."""
    amount = SETTLEMENT.ready_amount(dealt("3334m 555p 777s 222s"), A)

    assert amount is not None
    assert str(amount) == "大对子5"


@pytest.mark.parametrize(
    ("reds", "expected"),
    [
        ((1, 2, 3, 4), D),
        ((6, 6, 1, 1, 2, 3), B),
        ((5, 1, 5, 5, 2, 6, 6, 1, 4), D),
        ((3, 3, 3, 3, 1, 1, 2, 1), C),
        ((2, 2, 2, 6), D),
        ((6, 6, 6, 6, 6, 6, 1, 1, 4, 3), A),
    ],
)
def test_as_4_only_those_at_the_top_throw_again(reds: tuple[int, ...], expected: Seat) -> None:
    """AS-3, AS-4: whatever the white dice show."""
    for white in (1, 6):
        dice = tuple(die for red in reds for die in (red, white))

        assert throw_for_dealer(dice) == ev.Seated(expected)
        assert isinstance(throw_for_dealer(dice[:-2]), ev.Due)


def test_as_4_the_next_throw_is_asked_of_the_right_seat() -> None:
    """AS-4."""
    throws = [throw_for_dealer(dice) for dice in ((), (6, 1), (6, 1, 2, 1, 6, 1, 3, 1))]
    second = throw_for_dealer((6, 1, 2, 1, 6, 1, 3, 1, 5, 5))

    assert [t.seat for t in throws if isinstance(t, ev.Due)] == [A, B, A]
    assert isinstance(second, ev.Due)
    assert second.seat == C
