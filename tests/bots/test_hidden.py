"""No decision depends on hidden tiles: the same view, the same choice, whatever they are."""

from __future__ import annotations

import random

import pytest
from test_levels import VARIANTS, quick_bot

from quexiang.bots import LEVELS, make_bot
from quexiang.engine.events import Event
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match import deal, exchange
from quexiang.match.check import CheckedRound
from quexiang.match.match import Match
from quexiang.match.simulate import draw_options
from quexiang.rulebook import Variant
from quexiang.tiles import is_flower

TRIES = 3


def moments(variant: Variant, seed: str) -> tuple[Match, CheckedRound]:
    """A round of sensible play with its questions."""
    players, options = draw_options(variant, {}, None, seed)
    match = Match(variant, variant.choose(options, players), players, seed)
    round_ = match.start_round()
    bots = [make_bot("plain", f"{seed}{seat}") for seat in range(players)]
    checked = CheckedRound(round_, bots, seed, deep=False)
    checked.play()
    return match, checked


def choices(log: list[Event], round_: Round, seat: int, offers: object) -> list[object]:
    view = View(round_.rules, log, seat)
    return [quick_bot(level.key, "same").choose(view, offers) for level in LEVELS]  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_log_without_hidden_tiles_leads_to_the_same_choices(variant: Variant) -> None:
    source = random.Random(variant.key)
    for number in range(2):
        _, checked = moments(variant, f"seen {number}")
        round_ = checked.round
        assert round_.log is not None
        for until, asked in source.sample(checked.questions, min(TRIES, len(checked.questions))):
            for seat, (offers, _) in asked.items():
                log = round_.log[:until]
                seen = [e for e in (event.seen_by(seat) for event in log) if e is not None]

                assert choices(seen, round_, seat, offers) == choices(log, round_, seat, offers)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_exchanged_hidden_tiles_lead_to_the_same_choices(variant: Variant) -> None:
    source = random.Random(variant.key)
    compared = 0
    for number in range(40):
        match, checked = moments(variant, f"exchanged {number}")
        compared += exchanged(match, checked, source)
        if compared >= TRIES:
            break

    assert compared


def exchanged(match: Match, checked: CheckedRound, source: random.Random) -> bool:
    """Exchange two hidden tiles at some question and compare; tell whether it could be done."""
    round_ = checked.round
    if match.rules.removed or not checked.questions:
        return False
    until, asked = source.choice(checked.questions)
    seat = source.choice(sorted(asked))
    row = deal.shuffled(sorted(match.rules.tiles), match.seed_of(1))
    places = exchange.hidden_places(round_, row, seat, until)
    pairs = [source.sample(places, 2) for _ in range(8)] if len(places) > 1 else []
    pairs = [pair for pair in pairs if row[pair[0]] != row[pair[1]]]
    if not pairs or any(is_flower(row[place]) for place in pairs[0]):
        return False
    one, other = pairs[0]
    row[one], row[other] = row[other], row[one]
    replayed = exchange._replay(round_, row, round_.dice, checked.questions, seat, until)
    if replayed is None or replayed[1]:
        return False
    assert round_.log is not None
    assert replayed[0].log is not None
    counted, again = exchange.Counted(round_.log, seat), exchange.Counted(replayed[0].log, seat)
    moment = counted.until(until)
    same = next(n for n in range(len(replayed[0].log) + 1) if again.until(n) == moment)
    offers = asked[seat][0]
    before = choices(round_.log[:until], round_, seat, offers)
    assert choices(replayed[0].log[:same], round_, seat, offers) == before
    return True
