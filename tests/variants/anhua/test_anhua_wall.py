"""AH-4 to AH-8, AH-28: the deal, the removed tiles, the stacks from the back and the die."""

from __future__ import annotations

import pytest

from quexiang.engine import events as ev
from quexiang.engine.actions import CONCEALED, DISCARD
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.tiles import SET_108, Tile, parse_tile, parse_tiles
from quexiang.variants import variant_named

ANHUA = variant_named("anhua")
KONGER = "1111m345m678m345s8s"
OTHER = "2222m147p369s258p"


def die(*results: int) -> Dice:
    return Dice(lambda number: results[number], lambda _: 0)


def stacked(hands: list[str], indicator: str) -> list[Tile]:
    """A wall that deals these hands (the dealer's first) and turns up this tile."""
    queues = [parse_tiles(hand) for hand in hands]
    row = [tile for size in (4, 4, 4, 1) for queue in queues for tile in taken(queue, size)]
    row += [*taken(queues[0], 1), parse_tile(indicator)]
    heap = list(SET_108)
    for tile in row:
        heap.remove(tile)
    return row + heap


def taken(queue: list[Tile], count: int) -> list[Tile]:
    first, queue[:] = queue[:count], queue[count:]
    return first


def two_players(row: list[Tile], *dice: int, **options: object) -> Round:
    chosen = ANHUA.choose({"bird_type": "none", **options}, 2)
    return Round(ANHUA.room(chosen, 2), Wall(row), die(*dice), dealer=0)


def turned(round_: Round) -> list[tuple[Tile, ...]]:
    assert round_.log is not None
    return [event.tiles for event in round_.log if isinstance(event, ev.TurnedUp)]


def test_the_deal_goes_round_in_fours_and_the_next_tile_is_the_indicator() -> None:
    """AH-4, AH-6."""
    row = stacked([KONGER, OTHER], "6p")

    table = two_players(row).table

    assert table.seats[0].hand.tiles() == sorted(parse_tiles(KONGER))
    assert table.seats[1].hand.tiles() == sorted(parse_tiles(OTHER))
    assert (table.indicator, table.wild) == (parse_tile("6p"), (parse_tile("7p"),))
    assert table.left == 80


@pytest.mark.parametrize(("players", "left"), [(4, 54), (3, 67), (2, 80)])
def test_the_wall_after_the_indicator(players: int, left: int) -> None:
    """AH-6."""
    rules = ANHUA.room(ANHUA.choose({}, players), players)

    assert Round(rules, Wall(SET_108), die(), dealer=0).table.left == left


@pytest.mark.parametrize("removed", [13, 26])
def test_the_removed_tiles_are_the_last_ones_and_never_appear(removed: int) -> None:
    """AH-5."""
    row = stacked([KONGER, OTHER], "6p")
    round_ = two_players(row, 1, removed_tiles=removed)
    assert round_.table.left == 80 - removed

    round_.answer(0, CONCEALED[parse_tile("1m")])

    assert turned(round_) == [(row[-removed - 1], row[-removed - 2])]


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_the_die_chooses_a_stack_from_the_back(roll: int, count: int) -> None:
    """AH-28: onward from the rear tile of stack d."""
    row = stacked([KONGER, OTHER], "6p")
    round_ = two_players(row, roll, kong_tiles=count)

    round_.answer(0, CONCEALED[parse_tile("1m")])

    last = len(row) - 1 - 2 * (roll - 1)
    assert turned(round_) == [tuple(row[last - step] for step in range(count))]
    assert round_.table.left == 80 - count - (round_.table.turn.seat == 1)


@pytest.mark.parametrize(
    ("left", "roll", "count", "places"),
    [
        (4, 1, 2, (3, 2)),
        (4, 2, 2, (1, 0)),
        (4, 6, 2, (1, 0)),
        (5, 2, 2, (2, 1)),
        (5, 3, 3, (2, 1, 0)),
        (4, 1, 4, (3, 2, 1, 0)),
        (4, 5, 4, (3, 2, 1, 0)),
        (12, 6, 2, (1, 0)),
        (13, 6, 2, (2, 1)),
    ],
)
def test_a_short_wall_gives_its_foremost_tiles(
    left: int, roll: int, count: int, places: tuple[int, ...]
) -> None:
    """AH-28: i = max(N − 1, L − 1 − 2(d − 1))."""
    wall = Wall(range(left))

    assert wall.pick(2 * (roll - 1), count) == places


def test_the_stacks_are_counted_anew_after_tiles_were_taken() -> None:
    """AH-8: the gap closes, so the next kong counts the tiles that are there."""
    wall = Wall(range(20))

    first, second = wall.pick(2, 2), wall.pick(2, 2)

    assert (first, second) == ((17, 16), (15, 14))
    assert wall.rest() == (*range(14), 18, 19)


def test_turned_tiles_leave_the_wall_and_never_enter_the_hand() -> None:
    """AH-31: they go to the river together."""
    row = stacked([KONGER, OTHER], "6p")
    round_ = two_players(row, 1)

    round_.answer(0, CONCEALED[parse_tile("1m")])

    konger = round_.table.seats[0]
    assert konger.river == [row[-1], row[-2]]
    assert konger.hand.size == 10
    assert round_.table.cast == (row[-1], row[-2])
    assert list(round_.asked) == [1]


def test_a_refusal_names_the_rule() -> None:
    """AH-15 for a wild, AH-25 for a kong that leaves the hand unready."""
    row = stacked(["1111m345m678m345s7p", "2222m14p369s258p9m"], "6p")
    round_ = two_players(row)

    assert round_.why_not(0, DISCARD[parse_tile("7p")]) == "AH-15"
    unready = two_players(stacked(["1111m345m678m345s9s", OTHER], "6p"))
    assert unready.why_not(0, CONCEALED[parse_tile("1m")]) == "AH-25"
