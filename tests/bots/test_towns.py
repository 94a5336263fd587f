"""What the towns tell the bots: what tiles are worth by themselves, and what the stake is."""

from __future__ import annotations

import pytest
from test_levels import by_variant, quick_bot

from quexiang.bots.bot import Judged
from quexiang.bots.expert import ExpertBot
from quexiang.bots.mind import Mind
from quexiang.engine.actions import Discard
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.rulebook import Variant
from quexiang.scenarios.given import read_given
from quexiang.scenarios.setup import Setup
from quexiang.tiles import parse_tile

YAOJI = parse_tile("1s")
NINE = parse_tile("9m")
ALL_PAY = 3 * 0.87


def changes(variant: Variant, level: str, given: dict[str, int]) -> tuple[int, ...]:
    match = Match(variant, variant.choose(given), max(variant.players), "stake")
    bots = [quick_bot(level, f"stake {seat}") for seat in range(max(variant.players))]
    play_round(match.start_round(), bots)
    return match.round.table.changes()


@by_variant
@pytest.mark.parametrize("level", ["skilled", "expert", "master"])
def test_a_higher_stake_changes_points_and_no_choice(variant: Variant, level: str) -> None:
    keys = {option.key for option in variant.options} & {"base_score", "base_stake"}
    ordinary = changes(variant, level, dict.fromkeys(keys, 1))

    assert changes(variant, level, dict.fromkeys(keys, 2)) == tuple(
        (1 + len(keys)) * change for change in ordinary
    )


def anshun(hand: str) -> Setup:
    """A has these tiles and is on turn."""
    return Setup(read_given(f"title: 幺鸡\nvariant: anshun\nhands: {{A: {hand}}}\n"))


def thoughts(setup: Setup) -> dict[int, Judged]:
    """What the expert thinks of A's discards."""
    round_ = setup.round()
    view = View(round_.rules, round_.log or [], 0)
    found = ExpertBot("x").judge(view, round_.asked[0])
    return {one.action.tile: one for one in found if isinstance(one.action, Discard)}


def held(setup: Setup, *gone: int) -> float:
    """What A's tiles bring whoever wins, when these are gone from the hand."""
    round_ = setup.round()
    mind = Mind(View(round_.rules, round_.log or [], 0), deep=True)
    hand = mind.player.hand.copy()
    for tile in gone:
        hand.remove(tile)
    return mind.held(hand)


LOOSE = "147m 258p 369s 1s 28m 5p 9m"


def test_in_anshun_a_1s_is_worth_one_from_each_whoever_wins() -> None:
    assert held(anshun(LOOSE), NINE) == pytest.approx(ALL_PAY)
    assert held(anshun("147m 258p 369s 4s 28m 5p 9m"), NINE) == 0


def test_in_anshun_the_first_1s_counts_twice_if_it_is_not_ponged() -> None:
    three_unseen, two_unseen = 1 - 0.16, 1 - 0.06

    assert held(anshun(LOOSE), YAOJI) == pytest.approx(ALL_PAY * 2 * three_unseen)
    assert held(anshun("147m 258p 369s 11s 8m 5p 9m"), YAOJI) == pytest.approx(
        ALL_PAY * (1 + 2 * two_unseen)
    )


def test_in_anshun_a_pong_of_1s_brings_one_more_and_a_concealed_kong_the_same() -> None:
    assert held(anshun("147m 258p 369s 11s 8m 5p 9m"), YAOJI, YAOJI) == pytest.approx(3 * ALL_PAY)
    assert held(anshun("147m 258p 369s 1111s 9m"), *[YAOJI] * 4) == pytest.approx(4 * ALL_PAY)


def test_in_anshun_the_expert_throws_a_loose_1s_first_and_says_what_it_brings() -> None:
    found = thoughts(anshun(LOOSE))

    assert max(found, key=lambda tile: found[tile].value) == YAOJI
    assert "不论谁胡还有约4.4分" in found[YAOJI].why.zh
    assert "about 4.4 whoever wins" in found[YAOJI].why.en
