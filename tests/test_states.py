"""States travel: a clone can be observed, every state pickles, a seed means one round anywhere."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys

import pytest

from quexiang.bots import make_bot
from quexiang.bots.hidden_tiles import HiddenTiles
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match import deal
from quexiang.match.match import Match
from quexiang.match.play import play_round, views_of
from quexiang.match.simulate import draw_options
from quexiang.rulebook import Variant
from quexiang.scenarios.given import staged
from quexiang.scenarios.staging import plain_dice
from quexiang.variants import variants

by_key = pytest.mark.parametrize(
    "variant", variants().values(), ids=[variant.key for variant in variants().values()]
)
PLAYED = """
import hashlib
from quexiang.bots import make_bot
from quexiang.engine.events import to_json
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.variants import variants

for variant in variants().values():
    match = Match(variant, variant.choose({}), max(variant.players), "everywhere")
    names = ("random", "plain", "skilled", "expert")
    bots = [make_bot(name, f"everywhere/{name}") for name in names]
    play_round(match.start_round(), bots)
    events = b"".join(to_json(event) for event in match.round.log)
    print(variant.key, hashlib.sha256(events).hexdigest())
"""


def halfway(variant: Variant, seed: str) -> Match:
    """A match with drawn options, somewhere in its second round."""
    players, options = draw_options(variant, {"rounds": "3"}, None, seed)
    match = Match(variant, variant.choose(options, players), players, seed)
    play_round(match.start_round(), [make_bot("random", f"{seed}{n}") for n in range(players)])
    match.count()
    if match.over:
        return match
    source, round_ = random.Random(seed), match.start_round()
    for _ in range(source.randrange(60)):
        if not round_.asked:
            break
        seat = round_.pending[0]
        bot = make_bot("random", str(source.random()))
        match.answer(seat, bot.choose(View(round_.rules, [], seat), round_.asked[seat]))
    return match


def ended(round_: Round) -> Round:
    """The round, played on by bots that look at their views."""
    play_round(round_, [make_bot("plain", str(seat)) for seat in range(round_.rules.players)])
    return round_


@by_key
@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_clone_is_seen_as_the_original_is(variant: Variant, seed: str) -> None:
    round_ = halfway(variant, seed).round

    clone = round_.copy()

    pairs = list(zip(views_of(round_), views_of(clone), strict=True))
    assert [one.table for one, _ in pairs] == [other.table for _, other in pairs]
    if not clone.pending or clone.table.answers:
        return
    before = round_.table.copy()
    assert ended(clone).table != before
    assert round_.table == before
    assert views_of(round_)[0].table == pairs[0][0].table


@by_key
@pytest.mark.parametrize("seed", ["3", "4"])
def test_every_state_pickles_and_plays_on_alike(variant: Variant, seed: str) -> None:
    match = halfway(variant, seed)
    view = View(match.rules, match.round.log or [], 0)
    assert view.table.seats

    kept = pickle.loads(pickle.dumps((match, match.round, match.round.table, view)))  # noqa: S301 - ours

    new, round_, table, seen = kept
    assert new.round is round_
    assert new.rules is match.rules
    assert new.variant is variant
    assert (table, seen.table) == (match.round.table, view.table)
    assert (round_.log, round_.asked) == (match.round.log, match.round.asked)
    if round_.pending and not round_.table.answers:
        assert ended(round_).log == ended(match.round).log


GIVEN = """\
title: 骰子是给定的
variant: hangzhou
dice: [6, 5, 4]
hands: {A: 123m456m789m11p22s1z}
play: []
"""


def test_a_round_with_given_dice_pickles_and_plays_on_alike() -> None:
    round_ = staged(GIVEN).round()

    kept = pickle.loads(pickle.dumps(round_))  # noqa: S301 - ours

    assert kept.dice.fresh().throw(4) == round_.dice.fresh().throw(4)
    assert kept.dice.fresh().throw(3) == (6, 5, 4)
    assert ended(kept).log == ended(round_).log


def test_dice_of_an_imagined_round_pickle() -> None:
    match = halfway(variants()["anshun"], "5")
    table = View(match.rules, match.round.log or [], 0).table
    dice = HiddenTiles(match.rules, table, 0, random.Random(1), ()).dice()

    kept = pickle.loads(pickle.dumps(dice))  # noqa: S301 - ours

    assert kept.throw(40) == dice.copy().throw(40)
    assert kept.choose(4) == dice.choose(4)


def test_dice_of_a_staged_position_pickle() -> None:
    dice = plain_dice(b"seed")

    kept = pickle.loads(pickle.dumps(dice))  # noqa: S301 - ours

    assert kept.throw(3) == (1, 2, deal.dice(b"seed").result(2))


def test_rules_that_were_changed_by_hand_do_not_pretend_to_pickle() -> None:
    variant = variants()["hangzhou"]
    rules = variant.room(variant.choose({}), 4)

    with pytest.raises(TypeError, match="another process"):
        pickle.dumps(rules.without(lambda rule: "HZ-21" in rule.ids))

    given = pickle.loads(pickle.dumps(rules.for_given_hands()))  # noqa: S301 - ours
    assert [type(phase) for phase in given.phases] == [
        type(phase) for phase in rules.for_given_hands().phases
    ]


def test_a_seed_gives_the_same_rounds_in_every_process() -> None:
    def played(hashing: str) -> str:
        given = {**os.environ, "PYTHONHASHSEED": hashing}
        command = [sys.executable, "-c", PLAYED]
        done = subprocess.run(command, env=given, capture_output=True, text=True, check=True)  # noqa: S603 - ours
        return done.stdout

    first = played("1")

    assert len(first.splitlines()) == len(variants())
    assert played("2") == first
