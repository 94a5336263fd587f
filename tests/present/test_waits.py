"""What a seat is told of its waits, now and before a discard, comes true."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from quexiang.bots import make_bot
from quexiang.engine import events as ev
from quexiang.engine.actions import Discard, Seat
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.simulate import draw_options
from quexiang.present.choice import Choice
from quexiang.present.choices import choices
from quexiang.present.painter import Painter
from quexiang.present.waits import Wait, waits_after, waits_now
from quexiang.study.rehearsal import rehearse
from quexiang.tiles import parse_tile, parse_tiles, tile_text
from quexiang.variants import variants


class Observer:
    """Sensible bots play; what the winners were told before they won is kept."""

    def __init__(self, variant: str, seed: str) -> None:
        town = variants()[variant]
        players, options = draw_options(town, {}, None, seed)
        self.match = Match(town, town.choose(options, players), players, seed)
        self.painter = Painter(self.match.variant, self.match.rules)
        self.bots = [make_bot("plain", f"{seed}{seat}") for seat in range(4)]
        self.random = random.Random(seed)

    def play(self) -> Iterator[tuple[ev.Won, Wait | None]]:
        """Play a round; for each win, what its winner was told of the tile as he last discarded."""
        round_ = self.match.start_round()
        views = [View(round_.rules, round_.log or [], seat) for seat in range(round_.rules.players)]
        told: dict[Seat, list[Wait]] = {}
        while round_.asked:
            seat = self.random.choice(round_.pending)
            action = self.bots[seat].choose(views[seat], round_.asked[seat])
            if isinstance(action, Discard):
                told[seat] = waits_after(round_.rules, views[seat].table, seat, action)
                self.compare(round_, views[seat], seat)
            elif action.verb not in ("pass", "win"):
                told.pop(seat, None)
            self.match.answer(seat, action)
            if isinstance(action, Discard) and not round_.over:
                told_now = waits_now(round_.rules, views[seat].table, seat)
                assert [wait.tile for wait in told_now] == [wait.tile for wait in told[seat]]
        for won in round_.table.wins:
            if won.tile is not None and won.seat in told:
                yield won, next((w for w in told[won.seat] if w.tile == won.tile), None)

    def compare(self, round_: Round, view: View, seat: Seat) -> None:
        """The choices of an ask carry the waits of each discard, by what the seat has seen."""
        offers = round_.asked[seat]
        shown = choices(self.painter, round_.table, seat, offers, view.table)
        for offer, choice in zip(offers, shown, strict=True):
            if isinstance(offer, Discard):
                waits = waits_after(round_.rules, view.table, seat, offer)
                assert [wait.tile for wait in choice.waits] == [tile_text(w.tile) for w in waits]
                assert all(0 <= wait.unseen <= 4 for wait in choice.waits)
        known = View(round_.rules, view.seen(), seat)
        assert shown == choices(self.painter, round_.table, seat, offers, known.table)


@pytest.mark.parametrize("variant", list(variants()))
def test_the_value_told_of_a_wait_is_that_of_the_win_or_its_minimum(variant: str) -> None:
    """Chance may add a pattern (杠上开花, 抢杠), but no win is worth less than was told."""
    wins = 0
    for number in range(8):
        observer = Observer(variant, f"told {number}")
        while not observer.match.over and len(observer.match.rounds) < 3:
            for won, wait in observer.play():
                assert wait is not None, won
                assert wait.won is not None, won
                wins += 1
                if won.value != wait.won.value:
                    assert won.value > wait.won.value, (won, wait)
                    assert wait.is_least or set(won.patterns) - set(wait.won.patterns), (won, wait)

    assert wins > 8


def discards(scenario: str, seat: str = "A") -> dict[str, Choice]:
    """The discards that a scenario's first ask offers, by tile; declared ones by `!` and tile."""
    asked = rehearse(scenario, seat).steps[0].asked["A"]  # type: ignore[arg-type]
    return {("!" if c.declare else "") + c.tile: c for c in asked if c.tile and c.do == "discard"}


READY = """
title: 打一张就听
variant: {variant}
dealer: A
hands:
  A: 123m 456m 789m 45p 88s 1z
  {others}
"""


def test_each_discard_says_what_it_would_wait_for() -> None:
    found = discards(READY.format(variant="hangzhou", others=""))

    assert [wait.tile for wait in found["1z"].waits] == ["3p", "6p", "5z"]
    assert [wait.unseen for wait in found["1z"].waits] == [4, 4, 4]
    assert all(wait.value for wait in found["1z"].waits)
    assert not found["1z"].dead
    assert not found["1m"].waits


def lanzhou_after(river: str) -> list[Choice]:
    """A ready discard in 兰州 after these tiles were thrown by the next seat."""
    town = variants()["lanzhou"]
    rules = town.room(town.choose({}, 4), 4)
    table = rules.new_table()
    table.apply(ev.Started(4, 0, 0, (0,) * 4, 136))
    table.apply(ev.Dealt(0, 13, tuple(parse_tiles("123m 456m 789m 45p 88s"))))
    for seat in (1, 2, 3):
        table.apply(ev.Dealt(seat, 13, None))
    for tile in parse_tiles(river):
        table.apply(ev.Drawn(1, None))
        table.apply(ev.Discarded(1, tile))
    table.apply(ev.Drawn(0, parse_tile("9p")))
    return choices(Painter(town, rules), table, 0, [Discard(parse_tile("9p"), "ready")], table)


def test_a_declaration_whose_waits_are_gone_is_marked_dead() -> None:
    alive, dead = lanzhou_after("3333p 666p")[0], lanzhou_after("3333p 6666p")[0]

    assert [(wait.tile, wait.unseen) for wait in alive.waits] == [("3p", 0), ("6p", 1)]
    assert not alive.dead
    assert [(wait.tile, wait.unseen) for wait in dead.waits] == [("3p", 0), ("6p", 0)]
    assert dead.dead
