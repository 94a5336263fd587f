"""今天打哪张: one hand a day, the same for all, chosen by its date and judged by the best bot."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from quexiang.bots import make_bot
from quexiang.engine.actions import Discard, Offer, Seat
from quexiang.engine.view import View
from quexiang.engine.wire import SeatLetter, TileText, letter
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.present.painter import Painter
from quexiang.present.table import TableView
from quexiang.tiles import tile_text
from quexiang.variants import variants

JUDGE: Final = "master"
PLAYER: Final = "plain"
TURNS: Final = range(4, 10)
"""The turn of the seat that is looked at: late enough to be seen, early enough to matter."""
FEWEST: Final = 6
"""So many different discards make a question."""


class RankedDiscard(Struct, frozen=True):
    """A discard, what the judge expects of it, and why."""

    tile: TileText
    value: float
    zh: str
    en: str


class DailyHand(Struct, frozen=True):
    """The question of a day, with its answer."""

    day: str
    variant: str
    seat: SeatLetter
    view: TableView
    ranked: list[RankedDiscard]
    """All discards, the best first."""


def daily(day: str) -> DailyHand:
    """The hand of a day (`2026-11-18`)."""
    for number in range(100):
        seed = f"daily {day} {number}"
        chosen = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4])
        towns = sorted(variants())
        found = _moment(towns[chosen % len(towns)], seed, TURNS[chosen // 8 % len(TURNS)])
        if found is not None:
            return _judged(day, *found)
    raise RuntimeError(f"no hand is found for {day}")


def _moment(town: str, seed: str, turn: int) -> tuple[Match, View, list[Offer]] | None:
    """Play a round until a seat has a discard to choose, None if it never has."""
    variant = variants()[town]
    players = max(variant.players)
    match = Match(variant, variant.choose({}, players), players, seed)
    for view, offers in _questions(match, seed):
        seat = view.seat
        assert seat is not None
        discards = [offer for offer in offers if isinstance(offer, Discard)]
        plain = len({offer.tile for offer in discards}) >= FEWEST and discards == offers
        if plain and len(view.table.seats[seat].river) == turn:
            return match, view, offers
    return None


def _questions(match: Match, seed: str) -> Iterator[tuple[View, list[Offer]]]:
    """The questions of the first round, each before it is answered."""
    round_ = match.start_round()
    views = views_of(round_)
    bots = [make_bot(PLAYER, f"{seed} {seat}") for seat in range(match.players)]
    while round_.asked:
        seat: Seat = round_.pending[0]
        yield views[seat], round_.asked[seat]
        match.answer(seat, bots[seat].choose(views[seat], round_.asked[seat]))


def _judged(day: str, match: Match, view: View, offers: list[Offer]) -> DailyHand:
    assert view.seat is not None
    ranked = [
        RankedDiscard(tile_text(each.action.tile), each.value, each.why.zh, each.why.en)
        for each in make_bot(JUDGE, day).judge(view, offers)
        if isinstance(each.action, Discard)
    ]
    shown = Painter(match.variant, match.rules).show(view.table, view.seat, 1)
    return DailyHand(day, match.variant.key, letter(view.seat), shown, ranked)


def make(day: str) -> bytes:
    """In a process: the hand of a day as JSON."""
    return msgspec.json.encode(daily(day))


def streak(days: set[str], today: str) -> int:
    """How many days in a row were answered, today or yesterday the last."""
    day = date.fromisoformat(today)
    if today not in days:
        day -= timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count += 1
        day -= timedelta(days=1)
    return count
