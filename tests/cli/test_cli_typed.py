"""Whatever the terminal shows as a choice can be typed as it is shown."""

from __future__ import annotations

import pytest

from quexiang.bots import make_bot
from quexiang.bots.bot import choose_at_random
from quexiang.cli import show
from quexiang.cli.texts import Words
from quexiang.engine.actions import PASS, Action, Choose, Discard, Kong, KongKind, Offer
from quexiang.engine.round import Round
from quexiang.engine.wish import Wish, read_wish
from quexiang.match import deal
from quexiang.variants import declarations, declarations_at, variant_named, variants

OPTIONS = {"anhua": {"piao_mode": "free"}}
ROUNDS = 12


def rounds(key: str) -> list[Round]:
    variant = variant_named(key)
    players = max(variant.players)
    rules = variant.room(variant.choose(OPTIONS.get(key, {}), players), players)
    seeds = [deal.round_seed("typed", number) for number in range(ROUNDS)]
    return [Round(rules, deal.wall(rules.tiles, seed), deal.dice(seed)) for seed in seeds]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("key", list(variants()))
def test_every_offer_can_be_typed_as_it_is_shown(key: str, language: str) -> None:
    words = Words(language)
    bot = make_bot("random", "typed")
    verbs = set()

    def check(round_: Round, offers: list[Offer]) -> None:
        known = declarations_at(round_.rules)
        for offer in offers:
            action = offer if isinstance(offer, Action) else choose_at_random(offer, bot.random)
            shown = show.action(action, words, known).plain
            wish = read_wish(shown, known)
            assert wish.match(offers) == action, shown
            assert action in wish.means(round_.table, known), shown
            verbs.add(action.verb)

    for round_ in rounds(key):
        while round_.pending:
            seat = round_.pending[0]
            offers = round_.asked[seat]
            check(round_, offers)
            choice = bot.choose(None, offers)  # type: ignore[arg-type] # it looks at nothing
            assert isinstance(choice, Action)
            round_.answer(seat, choice)

    assert {"discard", "pong"} <= verbs


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", ["exposed", "added", "concealed"])
def test_every_kong_can_be_typed_as_it_is_shown(kind: KongKind, language: str) -> None:
    kong = Kong(kind, 20)

    wish = read_wish(show.action(kong, Words(language), {}).plain, {})

    assert wish.match([PASS, kong]) == kong


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("key", [key for key, one in declarations().items() if one.values])
def test_every_number_can_be_typed_as_it_is_shown(key: str, language: str) -> None:
    known = declarations()
    for value in range(len(known[key].values)):
        shown = show.action(Choose(key, value), Words(language), known).plain

        assert read_wish(shown, known) == Wish(key, value=value)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("key", [k for k, one in declarations().items() if one.takes == "discard"])
def test_what_is_declared_with_a_discard_can_be_typed(key: str, language: str) -> None:
    known = declarations()

    shown = show.action(Discard(20, key), Words(language), known).plain

    assert read_wish(shown, known) == Wish(key, (20,))
