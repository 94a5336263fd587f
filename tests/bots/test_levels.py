"""The four levels: their names, that they are deterministic, legal, and say why."""

from __future__ import annotations

import pytest

from quexiang.bots import BOTS, LEVELS, Bot, make_bot
from quexiang.bots.master import MasterBot
from quexiang.engine.actions import WIN, Action, Choose, OpenChoice, allowed
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.simulate import Wishes, plan, play_match
from quexiang.rulebook import Variant
from quexiang.scenarios.given import read_given
from quexiang.scenarios.setup import Setup
from quexiang.variants import variants

VARIANTS = list(variants().values())
by_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
FEW, WHOLE = 24, 1000
"""Decisions of a round."""
by_level = pytest.mark.parametrize("level", [level.key for level in LEVELS])


def quick_bot(name: str, seed: str) -> Bot:
    """The bot of this name; the master with few playouts and all the time that it wants."""
    return MasterBot(seed, budget=60, playouts=3) if name == "master" else make_bot(name, seed)


def started(variant: Variant, seed: str) -> Match:
    match = Match(variant, variant.choose({}), max(variant.players), seed)
    match.start_round()
    return match


def played(variant: Variant, level: str, seed: str, most: int) -> list[Action]:
    """What bots of a level choose in a round, up to so many decisions."""
    round_ = started(variant, seed).round
    bots = [quick_bot(level, f"{seed}{seat}") for seat in range(round_.rules.players)]
    chosen: list[Action] = []
    while round_.asked and len(chosen) < most:
        for seat, offers in list(round_.asked.items()):
            view = View(round_.rules, round_.log or [], seat)
            chosen.append(bots[seat].choose(view, offers))
            round_.answer(seat, chosen[-1])
    return chosen


def test_a_level_is_made_by_its_key_and_by_its_chinese_name() -> None:
    for level in LEVELS:
        assert type(make_bot(level.key, "x")) is BOTS[level.key]
        assert type(make_bot(level.zh, "x")) is BOTS[level.key]
        assert level.about.zh
        assert level.about.en


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="novice"):
        make_bot("god", "x")


@by_variant
@by_level
def test_the_same_seed_plays_the_same(variant: Variant, level: str) -> None:
    most = FEW if level == "master" else WHOLE

    assert played(variant, level, "again", most) == played(variant, level, "again", most)


@pytest.mark.soak
@by_variant
def test_the_same_seed_plays_the_same_master_to_the_end(variant: Variant) -> None:
    assert played(variant, "master", "again", WHOLE) == played(variant, "master", "again", WHOLE)


@by_variant
@by_level
def test_whatever_the_options_only_legal_choices_are_made(variant: Variant, level: str) -> None:
    rounds = 1 if level == "master" else 4
    wishes = Wishes(
        variant=variant,
        rounds=rounds,
        seed=f"legal {level}",
        given={},
        drawn=True,
        bots=(level, "random", level),
        make_bot=quick_bot,
    )

    tallies = [play_match(match) for match in plan(wishes)]

    assert sum(tally.rounds for tally in tallies) == rounds
    assert sum(tally.decisions for tally in tallies) > 0


@by_variant
@pytest.mark.parametrize(("level", "every"), [("expert", 1), ("master", 3)])
def test_every_judged_choice_is_offered_and_the_best_is_first(
    variant: Variant, level: str, every: int
) -> None:
    assert judges_soundly(variant, level, every)


@pytest.mark.soak
@by_variant
def test_every_choice_that_a_master_judges_is_offered_and_the_best_is_first(
    variant: Variant,
) -> None:
    assert judges_soundly(variant, "master", 1)


def judges_soundly(variant: Variant, level: str, every: int) -> int:
    """Look at every so-many-th judgement of a round; tell how many there were."""
    round_ = started(variant, "judged").round
    bot, other = quick_bot(level, "a"), quick_bot("skilled", "b")
    decisions = 0
    while round_.asked:
        for seat, offers in list(round_.asked.items()):
            view = View(round_.rules, round_.log or [], seat)
            if decisions % every == 0:
                judged = bot.judge(view, offers)

                assert all(allowed(offers, one.action) for one in judged)
                assert all(one.why.zh and one.why.en for one in judged)
                values = [one.value for one in judged]
                assert values == sorted(values, reverse=True)
            decisions += 1
            round_.answer(seat, other.choose(view, offers))
    return decisions


def test_a_skilled_bot_throws_useless_honours_away() -> None:
    lanzhou = variants()["lanzhou"]
    thrown = []
    for seed in range(6):
        round_ = started(lanzhou, f"throw {seed}").round
        for seat, offers in round_.asked.items():
            assert isinstance(offers[0], OpenChoice)
            view = View(round_.rules, round_.log or [], seat)
            action = make_bot("skilled", "x").choose(view, offers)
            assert isinstance(action, Choose)
            thrown.append(len(action.tiles))

    assert max(thrown) >= 3


FOUR_WILDS = """
title: 起手四王
variant: anhua
options: {piao_mode: none, bird_type: none}
indicator: 5m
hands:
  A: 2589m 13459p 23467s
  B: 6666m 139m 258p 147s
  C: 123789m 126p 4589s
  D: 12357m 469p 12589s
"""


@by_level
def test_a_win_that_is_asked_in_secret_before_play_is_taken(level: str) -> None:
    round_ = Setup(read_given(FOUR_WILDS)).round()
    view = View(round_.rules, round_.log or [], 1)

    assert list(round_.asked) == [1]
    assert quick_bot(level, "four").choose(view, round_.asked[1]) == WIN
