"""A game at every step of random matches: on paper, pickled, copied, taken back, refused."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import quexiang
from quexiang.bots.random_bot import choose_at_random
from quexiang.engine.actions import DISCARD, Action, allowed
from quexiang.match.check import universe
from quexiang.match.simulate import draw_options

by_town = pytest.mark.parametrize("town", quexiang.towns())
by_seed = pytest.mark.parametrize("seed", range(3))


def sat_down(town: str, seed: object) -> quexiang.Game:
    """A game of two rounds with drawn options."""
    players, options = draw_options(
        quexiang.town_named(town), {"rounds": "2"}, None, f"{town} {seed}"
    )
    return quexiang.Game(town, options=options, players=players, seed=f"{seed}")


def answers(game: quexiang.Game, source: random.Random) -> Iterator[tuple[int, Action]]:
    """Random answers, of the asked in any order, until the match is over; the caller gives them."""
    while not game.over:
        if not game.asked:
            game.deal()
            continue
        seat = source.choice(game.asked)
        offer = source.choice(game.offers(seat))
        if isinstance(offer, quexiang.OpenChoice):
            offer = choose_at_random(offer, source)
        yield seat, offer


@by_town
@by_seed
def test_every_step_can_be_written_copied_and_taken_back(town: str, seed: int) -> None:
    source = random.Random(f"{town} {seed}")
    game = sat_down(town, seed)
    for seat, action in answers(game, source):
        if source.random() < 0.05:
            assert_same_anywhere(game, seat, action)
        before = game.to_json()
        game.do(seat, action)
        if source.random() < 0.05:
            after, table = game.to_json(), game.table.copy()
            game.undo()
            assert game.to_json() == before
            game.do(seat, action)
            assert (game.to_json(), game.table) == (after, table)
    forfeits = sum(paid.amount for paid in game.payments if paid.payee is None)
    assert sum(game.changes) == -forfeits
    assert all(paid.amount and paid.rule and paid.zh and paid.en for paid in game.payments)


def assert_same_anywhere(game: quexiang.Game, seat: int, action: Action) -> None:
    """Whatever is made of a game goes on like it, and leaves it alone."""
    kept = game.to_json()
    made = [
        quexiang.Game.from_json(kept),
        pickle.loads(pickle.dumps(game)),  # noqa: S301 - ours
        copy.copy(game),
        copy.deepcopy(game),
        game.copy(),
    ]
    for one in made:
        assert (one.to_json(), one.asked, one.offers(seat)) == (
            kept,
            game.asked,
            game.offers(seat),
        )
        one.do(seat, action)
    assert len({one.to_json() for one in made}) == 1
    assert game.to_json() == kept


@by_town
def test_what_is_not_offered_is_refused_and_changes_nothing(town: str) -> None:
    source, game = random.Random(town), sat_down(town, "refused")
    for seat, action in answers(game, source):
        if source.random() < 0.1:
            kept, offers = game.to_json(), game.offers(seat)
            for bad in source.sample(universe(), 30):
                assert (game.why_not(seat, bad) == "") == allowed(offers, bad)
                if not allowed(offers, bad):
                    with pytest.raises(quexiang.NotAllowed):
                        game.do(seat, bad)
            assert game.to_json() == kept
        game.do(seat, action)


@by_town
@by_seed
def test_every_answer_is_read_as_it_is_written(town: str, seed: int) -> None:
    game = sat_down(town, f"read {seed}")
    for seat, action in answers(game, random.Random(seed)):
        assert game.read(seat, action.text()).text() == action.text()
        game.do(seat, action)


def test_what_may_mean_several_things_is_refused() -> None:
    game = quexiang.Game("hangzhou", seed="tour")

    for text in ("", "discard", "打"):
        with pytest.raises(quexiang.UserError, match=re.escape("can be discard 2m, discard 3m")):
            game.do(1, text)


@pytest.mark.parametrize("seat", [-1, 4, "B"])
def test_a_seat_that_is_not_there_is_named(seat: int) -> None:
    game = quexiang.Game("hangzhou", seed="tour")

    for ask in (game.offers, game.view, game.events, game.sketch):
        with pytest.raises(quexiang.UserError, match=f"there is no seat {seat}"):
            ask(seat)
    with pytest.raises(quexiang.UserError, match=f"there is no seat {seat}"):
        game.do(seat, DISCARD[27])


@pytest.mark.parametrize("seat", [np.int64(1), np.uint8(1), True, 1.0])
def test_a_number_of_any_type_is_a_seat_on_paper(seat: int) -> None:
    game = quexiang.Game("hangzhou", seed="tour")

    game.do(seat, "discard 1z")

    assert quexiang.Game.from_json(game.to_json()).table == game.table
    with pytest.raises(quexiang.NotAllowed) as refused:
        game.do(seat, "discard 1z")
    assert type(refused.value.seat) is type(game.view(seat).seat) is int


def test_as_many_bots_as_seats_are_wanted() -> None:
    with pytest.raises(quexiang.UserError, match="4 bots are wanted, not 1"):
        quexiang.Game("hangzhou", seed=1).play([quexiang.bot("random")])


def test_a_hand_that_is_none_is_refused_in_both_languages() -> None:
    for hand, told in (("123m", "not 3"), ("", "not 0"), ("11m22p33s44z55p66s77z", "not 14")):
        with pytest.raises(quexiang.UserError, match=told) as refused:
            quexiang.waits(hand)
        assert "3k+1" in refused.value.told.zh


@pytest.mark.parametrize("ask", [quexiang.waits, quexiang.distance])
def test_a_hand_has_no_more_tiles_than_its_town_deals(ask: Callable[[str, str], object]) -> None:
    ask("123456789m1234567p", "zhangzhou")

    with pytest.raises(quexiang.UserError, match="at most 17, not 22"):
        ask("123456789m123456789p1234s", "zhangzhou")
    with pytest.raises(quexiang.UserError, match="at most 14, not 16"):
        ask("123456789m1234567p", "hangzhou")


@pytest.mark.parametrize(
    "line",
    [
        '{"line":"answer","seat":4294967296,"action":{"do":"pass"}}',
        '{"line":"leave","seat":4294967296}',
        '{"line":"leave","seat":-1}',
        '{"line":"closed"}',
        '{"line":"answer","seat":1,"action":{"do":"discard","tile":999}}',
        "{",
    ],
)
def test_a_log_that_goes_wrong_names_its_line(line: str) -> None:
    kept = quexiang.Game("hangzhou", seed="tour").to_json()

    with pytest.raises(quexiang.UserError, match=r"^line \d+: "):
        quexiang.Game.from_json(kept + line + "\n")
