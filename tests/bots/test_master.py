"""The master: what it asks the futures, what it asks whole tables, and what a town tells it."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

import pytest
from test_levels import VARIANTS, by_variant, started

from quexiang.bots import make_bot, master
from quexiang.bots.bot import Judged
from quexiang.bots.evaluating import ExpertBot
from quexiang.bots.evaluator import HandEvaluator
from quexiang.bots.hand_playouts import HandPlayouts
from quexiang.bots.lookahead import may_chow
from quexiang.bots.master import LAST, MasterBot, TablePlayouts
from quexiang.bots.town_weights import weights_of
from quexiang.engine.actions import WIN, Action, Chow, Discard, Kong, Offer, Pass, Pong
from quexiang.engine.view import View
from quexiang.hand import Hand
from quexiang.match.match import Match
from quexiang.rulebook import Variant
from quexiang.scenarios.given import read_given
from quexiang.scenarios.setup import Setup
from quexiang.tiles import parse_tiles
from quexiang.variants import variants

LONG = 60.0


class Keen(ExpertBot):
    """The expert with the master's eye for the draw that a chow costs."""

    keen = True


def questions(
    variant: Variant, seed: str, *, wins: bool = True
) -> Iterator[tuple[View, list[Offer]]]:
    """The questions of a round where there is a choice; experts play who win, or would not."""
    round_ = started(variant, seed).round
    bots = [make_bot("expert", f"{seed}{seat}") for seat in range(round_.rules.players)]
    while round_.asked:
        for seat, offers in list(round_.asked.items()):
            view = View(round_.rules, round_.log or [], seat)
            if len(offers) > 1:
                yield view, list(offers)
            taken = [offer for offer in offers if wins or offer != WIN] or offers
            round_.answer(seat, bots[seat].choose(view, taken))


def judged(view: View, offers: list[Offer]) -> tuple[HandEvaluator, list[Judged]]:
    return HandEvaluator(view, deep=True, keen=True), Keen("x").judge(view, offers)


def valued(variant: Variant, seed: str) -> set[type[Action]]:
    """The kinds of choices in a round; each got a value."""
    kinds: set[type[Action]] = set()
    for view, offers in questions(variant, seed):
        evaluator, found = judged(view, offers)
        if evaluator.player.hand.size % 3 == 0 or len(found) < 2:
            continue
        better = HandPlayouts(evaluator, make_bot("random", "x").random).better(
            found[:3], thread_time() + LONG
        )

        assert [one.action for one in better] == [one.action for one in found[:3]]
        assert all(abs(one.value) < 1000 for one in better)
        kinds |= {type(one.action) for one in better}
    return kinds


@by_variant
def test_every_choice_gets_a_value_whatever_it_is(variant: Variant) -> None:
    kinds: set[type[Action]] = set()
    for seed in range(3):
        kinds |= valued(variant, f"value {seed}")
        if kinds >= {Discard, Pong, Pass}:
            return
    pytest.fail(f"only {kinds} met")


@pytest.mark.soak
@by_variant
def test_every_choice_of_many_rounds_gets_a_value(variant: Variant) -> None:
    for seed in range(20):
        valued(variant, f"value {seed}")


@by_variant
def test_without_time_the_experts_judgement_stands(variant: Variant) -> None:
    for view, offers in questions(variant, "no time"):
        assert MasterBot("x", budget=0.0).choose(view, offers) == Keen("x").choose(view, offers)


@by_variant
def test_the_search_keeps_from_claims_and_makes_none(variant: Variant) -> None:
    for view, offers in questions(variant, "claims"):
        if isinstance(Keen("x").choose(view, offers), Pass):
            action = MasterBot("x", budget=LONG, playouts=3).choose(view, offers)

            assert not isinstance(action, Chow | Pong | Kong)


@by_variant
def test_the_end_of_a_round_is_played_out_at_whole_tables(
    variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[int] = []

    def better(
        self: TablePlayouts, close: list[Judged], until: float, trust: float
    ) -> list[Judged]:
        left.append(HandEvaluator(view, deep=False).draws)
        assert self._imagined() is not None
        return search(self, close, until, trust)

    search = TablePlayouts.better
    monkeypatch.setattr(master.TablePlayouts, "better", better)
    seed = 0
    while not left and seed < 10:
        for view, offers in questions(variant, f"last {seed}", wins=False):
            if HandEvaluator(view, deep=False).draws <= LAST:
                MasterBot("x", budget=LONG, playouts=4).choose(view, offers)
        seed += 1

    assert left
    assert max(left) <= LAST


CLAIMS = {
    "hangzhou": ({}, True),
    "anhua": ({}, True),
    "zhangzhou": ({}, True),
    "anshun": ({}, False),
    "lanzhou": ({}, False),
    "lanzhou three": ({"claims": "three"}, True),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_whether_runs_are_claimed_is_asked_of_the_rules(name: str) -> None:
    options, may = CLAIMS[name]
    variant = variants()[name.partition(" ")[0]]
    match = Match(variant, variant.choose(options), max(variant.players), "runs")
    round_ = match.start_round()

    view = View(round_.rules, round_.log or [], 1)

    assert may_chow(view.rules, view.table, 1) is may


def test_the_rules_are_asked_for_every_town() -> None:
    own = {variant.key for variant in VARIANTS if variant.package.startswith("quexiang.")}

    assert {name.partition(" ")[0] for name in CLAIMS} == own


WILD_6M = """
title: 硬庄
variant: anhua
options: {bird_type: none}
indicator: 5m
hands:
  A: 2589m 13459p 23467s
  B: 123789m 126p 4589s
  C: 12357m 469p 12589s
  D: 134m 139m 258p 147s 9s
"""


@pytest.mark.parametrize(
    ("tiles", "drawn", "on_discards"),
    [("123m 456p 789s 22p 45s", 2.0, True), ("123m 456p 789s 22p 4s 6m", 1.0, False)],
)
def test_in_anhua_a_hand_with_wilds_wins_no_discards(
    tiles: str, drawn: float, *, on_discards: bool
) -> None:
    round_ = Setup(read_given(WILD_6M)).round()
    by_draw, by_throw = weights_of(round_.rules).pays(round_.table, 0, Hand(parse_tiles(tiles)))

    assert by_draw == drawn
    assert (by_throw > 0) is on_discards
