"""What `explain` says of an observation is what the seat's view holds."""

from __future__ import annotations

import random
import re

import pytest

from quexiang import env
from quexiang.engine.player import Player
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.env import layout
from quexiang.match.simulate import draw_options
from quexiang.rulebook import Variant, rules_of
from quexiang.tiles import tiles_text
from quexiang.variants import variants

by_key = pytest.mark.parametrize(
    "variant", variants().values(), ids=[variant.key for variant in variants().values()]
)


def desk_of(variant: Variant, seed: str) -> env.Desk:
    players, options = draw_options(variant, {"rounds": "3"}, None, seed)
    return env.Desk(variant, variant.choose(options, players), players, seed, keep_log=True)


@by_key
@pytest.mark.parametrize("seed", range(3))
def test_an_observation_is_read_back_as_the_view(variant: Variant, seed: int) -> None:
    desk, source = desk_of(variant, f"words {seed}"), random.Random(seed)
    for _ in range(300):
        if desk.seat < 0:
            desk.deal()
            continue
        if source.random() < 0.1:
            assert_told(desk, variant)
        desk.act(desk.sample(source.getrandbits(40)))


def assert_told(desk: env.Desk, variant: Variant) -> None:
    seat, round_ = desk.seat, desk.round
    told = lines(env.explain(env.observe(desk, seat), variant.key).en)
    table = View(round_.rules, round_.log or [], seat).table
    assert told.get("tiles in hand", "") == tiles_text(table.seats[seat].hand.tiles())
    numbers = columns(told["numbers of the table"])
    assert numbers["what is asked"] == round_.table.stage
    assert numbers.get("how the turn began", layout.BEGINNINGS[0]) == table.turn.began
    assert numbers.get("tiles left in the wall", "0") == str(table.left)
    assert numbers["number of the round"] == str(len(desk.match.rounds))
    for place, whose in enumerate(layout.WHOSE[: desk.players]):
        other = (seat + place) % desk.players
        assert_seat_told(told, whose.en, table, other)


def assert_seat_told(told: dict[str, str], whose: str, table: Table, seat: int) -> None:
    player: Player = table.seats[seat]
    for kind in ("pong", "chow"):
        tiles = [tile for meld in player.melds if meld.kind == kind for tile in meld.tiles]
        assert told.get(f"{whose} tiles of {kind}s", "") == tiles_text(tiles)
    assert told.get(f"{whose} tiles in the river", "") == tiles_text(player.open_river)
    numbers = columns(told[f"{whose} numbers"])
    assert numbers.get("concealed tiles", "0") == str(player.size)
    score = 256 * int(numbers.get("the total divided by 256", "0"))
    score += int(numbers.get("the rest of that division", "0"))
    assert (-score if "the total is negative" in numbers else score) == table.scores[seat]
    for key, value in player.marks.items():
        number = value if isinstance(value, int) else len(value)
        assert numbers[table.marking[key].en] == str(number)


def lines(text: str) -> dict[str, str]:
    """What is told of each plane."""
    return dict(line.split(": ", 1) for line in text.split("\n"))


def columns(text: str) -> dict[str, str]:
    """What is told of each column: the last word, or number, is its value."""
    found = (re.fullmatch(r"(.*) (\S+)", one) for one in text.split(", "))
    return {one[1]: one[2] for one in found if one}


@by_key
def test_marks_and_questions_have_their_numbers_with_all_options(variant: Variant) -> None:
    usual = rules_of(variant, variant.choose({}), max(variant.players))
    for seed in range(20):
        rules = desk_of(variant, f"all {seed}").rules

        assert [*rules.stages] == [*usual.stages]
        assert [*rules.stages][:3] == ["turn", "discard", "kong"]
        assert [*rules.marking] == [*usual.marking]
        assert len(rules.marking) <= layout.MARK_SLOTS
