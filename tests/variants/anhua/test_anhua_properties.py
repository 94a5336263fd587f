"""What holds in every Anhua round, looked up in the logs of random and of sensible play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from quexiang.bots import make_bot
from quexiang.engine import events as ev
from quexiang.engine.round import Round
from quexiang.engine.table import Table
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.match.simulate import draw_options
from quexiang.tiles import Tile, rank_of
from quexiang.variants import variant_named
from quexiang.variants.anhua import patterns

ANHUA = variant_named("anhua")
SEEDS = [f"{bot}/{number}" for bot in ("random", "plain") for number in range(10)]
POSITIONS = {4: "ONXU", 3: "ONU-", 2: "ON--"}
STEPS = {4: {"O": 0, "N": 1, "X": 2, "U": 3}, 3: {"O": 0, "N": 1, "U": 2}, 2: {"O": 0, "N": 1}}


@cache
def rounds(seed: str) -> list[tuple[Match, Round]]:
    return list(played(seed))


def played(seed: str) -> Iterator[tuple[Match, Round]]:
    players, options = draw_options(ANHUA, {"rounds": "4"}, None, seed)
    match = Match(ANHUA, ANHUA.choose(options, players), players, seed)
    while not match.over:
        match.start_round()
        bot = seed.partition("/")[0]
        bots = [make_bot(bot, f"{seed}{seat}") for seat in range(players)]
        play_round(match.round, bots)
        match.count()
        yield match, match.round


@pytest.mark.parametrize("seed", SEEDS)
def test_wilds_stay_and_sealed_hands_stay_sealed(seed: str) -> None:
    """AH-15, AH-31, AH-32, AH-37, AH-81: followed event by event."""
    for _, round_ in rounds(seed):
        table = round_.rules.new_table()
        for event in round_.log or []:
            check_event(table, event)
            table.apply(event)


def check_event(table: Table, event: ev.Event) -> None:
    match event:
        case ev.Discarded(seat=seat, tile=tile):
            assert tile not in table.wild
            assert table.left > 3 or table.turn.began != "draw"
            if "sealed" in table.seats[seat].marks:
                assert tile == table.turn.drawn
        case ev.Cast(tiles=tiles):
            assert not set(tiles) & set(table.wild)
        case ev.Melded(seat=seat, meld=meld):
            assert not set(meld.tiles) & set(table.wild)
            assert meld.is_kong or "sealed" not in table.seats[seat].marks
        case ev.Marked(seat=int(seat), mark="sealed"):
            assert patterns.waits(table, seat)
        case ev.Won(seat=seat, by="discard", tile=tile) if not table.turn.kongs:
            assert tile is not None
            assert not patterns.wilds_held(table.seats[seat].hand, table.wild)


@pytest.mark.parametrize("seed", SEEDS)
def test_payments_are_the_formula(seed: str) -> None:
    """AH-61 to AH-76, reckoned once more from the events."""
    for match, round_ in rounds(seed):
        table = round_.table
        birds = birds_of(round_)
        expected = [0] * table.players
        for won in table.wins:
            payers = [won.payer] if won.payer is not None else list(table.seats_after(won.seat))
            for payer in payers:
                hits = hits_of(match, table, birds, payer, won.seat)
                amount = match.options.number("base_score") * won.value * (2 * hits or 1)
                amount += sum(
                    int(str(table.seats[s].marks.get("piao", 0))) for s in (payer, won.seat)
                )
                expected[payer] -= amount
                expected[won.seat] += amount
        assert table.changes() == tuple(expected)
        assert all(won.value in (2, 4, 8, 16, 32, 64) for won in table.wins)


def birds_of(round_: Round) -> tuple[Tile, ...]:
    turned = [event for event in round_.log or [] if isinstance(event, ev.TurnedUp)]
    return next((event.tiles for event in turned if event.purpose == "birds"), ())


def hits_of(match: Match, table: Table, birds: tuple[Tile, ...], payer: int, winner: int) -> int:
    kind = match.options.choice("bird_type")
    if kind == "all":
        return sum(10 if rank_of(bird) == 1 else rank_of(bird) for bird in birds)
    if kind == "159":
        return sum(rank_of(bird) in (1, 5, 9) for bird in birds)
    several = len(table.wins) > 1
    origin = table.dealer if kind == "dealer" else payer if several else winner
    hits = 0
    for bird in birds:
        place = POSITIONS[table.players][(rank_of(bird) - 1) % 4]
        if place != "-":
            hits += (origin + STEPS[table.players][place]) % table.players in (payer, winner)
    return hits


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_dealer(seed: str) -> None:
    """AH-77 to AH-79."""
    for _, round_ in rounds(seed):
        table, end = round_.table, round_.table.end
        assert end is not None
        if table.wins:
            payer = table.wins[0].payer
            order = table.seats_from(0) if payer is None else table.seats_after(payer)
            winners = [won.seat for won in table.wins]
            assert end.next_dealer == min(winners, key=order.index)
        else:
            takers = [e.seat for e in round_.log or [] if isinstance(e, (ev.Drawn, ev.TurnedUp))]
            assert end.next_dealer == takers[-1]
        assert end.next_streak == (table.streak + 1 if end.next_dealer == table.dealer else 0)
