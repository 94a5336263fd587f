"""A seat that is out plays no more: it is neither asked nor draws, and the others play on."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from quexiang.engine import events as ev
from quexiang.engine.actions import DISCARD, PONG, Seat
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.marks import Mark
from quexiang.engine.refusals import NOT_ASKED
from quexiang.engine.round import Round
from quexiang.engine.rule import Rule, Stage
from quexiang.engine.ruleset import DiscardStage, Ruleset, finish
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.engine.wall import Dice, Wall
from quexiang.hand import Shape
from quexiang.rules.claims import Pongs
from quexiang.rules.opening import Deal
from quexiang.rules.turns import Discards
from quexiang.tiles import parse_tiles

A, B, C, D = range(4)
HANDS = "1111m 2222m 3333m 4444m 9m 8888p 7777p"
"""Four tiles each from A on, one more for A, then the wall."""
SEEN = Mark("seen", "见过", "seen")


class OutOnNine(Rule):
    """Who discards a nine is out."""

    follows = (ev.Discarded,)

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        assert isinstance(event, ev.Discarded)
        if event.tile % 9 == 8:
            yield ev.Out(event.seat)


class AcrossDraws(DiscardStage):
    """The seat across draws after an untaken discard."""

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        return (DRAW_DUE[table.after(table.offerer, 2)],)


class Small(Ruleset):
    """Four tiles in each hand, discards and pongs."""

    tiles = tuple(parse_tiles(HANDS))
    hand_size = 4
    marks = (SEEN,)

    def __init__(self, *stages: Stage) -> None:
        rules = (OutOnNine(), Discards("X-1"), Pongs("X-2"))
        super().__init__(phases=(Deal("X-0"),), rules=rules, stages=stages)

    def shape_for(self, wild: tuple[int, ...]) -> Shape:
        return Shape(wild=frozenset(wild))

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        return finish(table, "draw", table.dealer, 0)


def started(*stages: Stage, hands: str = HANDS) -> Round:
    dice = Dice(lambda _: 1, lambda _: 0)
    return Round(Small(*stages), Wall(parse_tiles(hands)), dice, dealer=A)


def turns(round_: Round) -> list[Seat]:
    """Who acts next, each discarding what it drew, until the wall is used up."""
    seats = []
    while not round_.over:
        (seat,) = round_.asked
        seats.append(seat)
        round_.answer(seat, round_.rules.neutral(round_.table, seat, round_.asked[seat]))
    return seats


def test_who_is_out_draws_no_more() -> None:
    round_ = started()

    assert turns(round_) == [A, B, C, D, B, C, D, B, C]
    assert round_.table.out == (A,)


def test_who_is_out_is_not_asked() -> None:
    hands = "1115m 2222m 3333m 5556m 9m 5m 8888p 777p"
    round_ = started(hands=hands)
    round_.answer(A, DISCARD[8])

    round_.answer(B, DISCARD[4])

    assert list(round_.asked) == [D]
    assert round_.why_not(A, PONG) == NOT_ASKED


def test_the_stage_itself_says_who_draws_after_a_discard_that_nobody_wants() -> None:
    assert turns(started(AcrossDraws(), hands=HANDS.replace("9m", "1p")))[:4] == [A, C, A, C]


def test_seats_that_are_out_are_no_places() -> None:
    table = started().table

    table.apply(ev.Out(B))

    assert [table.after(A, steps) for steps in range(4)] == [A, C, D, A]
    assert table.seats_after(A) == (C, D)
    assert table.seats_after(B) == (C, D, A)
    assert table.seats_from(B) == (C, D, A)
    assert table.copy() == table


def test_everybody_sees_who_is_out() -> None:
    round_ = started()
    round_.answer(A, DISCARD[8])
    assert round_.log is not None

    assert {View(round_.rules, round_.log, seat).table.out for seat in (A, B, None)} == {(A,)}


@pytest.mark.parametrize("pairs", [(), ((4, 2),), ((4, 2), (30, 1))])
def test_a_mark_lists_pairs(pairs: tuple[ev.Pair, ...]) -> None:
    table = started().table
    event = ev.from_json(ev.to_json(SEEN.set(A, pairs)))

    table.apply(event)

    assert table.pairs(A, SEEN) == pairs
