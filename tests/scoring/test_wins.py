"""How a win came about is read off what is due, also on a table that a bot only imagines."""

from __future__ import annotations

import pytest

from quexiang.engine import events as ev
from quexiang.engine.table import Table
from quexiang.scoring import Pattern, steps, win
from quexiang.tiles import parse_tiles
from quexiang.variants import variant_named

PLAIN = Pattern("pinghu", "平胡", "plain win", 1, "AS-37")
TILE = parse_tiles("9p")[0]
A, B = 0, 1


@pytest.fixture
def table() -> Table:
    variant = variant_named("anshun")
    hand = tuple(parse_tiles("123m 456m 789m 123p 9p"))
    start = [ev.Started(4, A, 0, (0, 0, 0, 0), 108), ev.Dealt(A, 13, hand)]
    hidden = [ev.Dealt(seat, 13, None) for seat in range(1, 4)]
    return variant.room(variant.choose({}), 4).new_table().fold([*start, *hidden])


def won(table: Table) -> ev.Won:
    return win(table, A, table.winning_tile(), (PLAIN,), 1, steps((PLAIN,), "+"))


def test_the_tile_drawn_is_won_from_nobody(table: Table) -> None:
    table.apply(ev.Drawn(A, TILE))

    found = won(table)

    assert (found.by, found.payer, found.tile) == ("self_draw", None, TILE)
    assert found.steps == (ev.Step("平胡", "plain win", "+1", "AS-37"),)


def test_a_discard_is_won_from_its_seat_even_if_it_is_imagined_in_the_own_turn(
    table: Table,
) -> None:
    table.fold([ev.Drawn(A, TILE - 1), ev.Discarded(A, TILE - 1)])

    table.apply(ev.Discarded(B, TILE))

    assert table.turn.seat == A
    assert (won(table).by, won(table).payer) == ("discard", B)
