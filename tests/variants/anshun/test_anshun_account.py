"""The account of many played rounds, reckoned a second time from the public log alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest
from anshun_table import room

from quexiang.engine import events as ev
from quexiang.engine.actions import Action, Discard, Kong, Offer, Pass, Pong, Win
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.rulebook import Options
from quexiang.tiles import SET_108, parse_tile, tile_text
from quexiang.variants import variant_named

ANSHUN: Final = variant_named("anshun")
YAOJI: Final = parse_tile("1s")
BEANS: Final = {"concealed": 2, "added": 1}
HOT: Final = {"concealed": 6, "added": 3}
VALUES: Final = {
    "平胡": 1,
    "大对子": 5,
    "小七对": 10,
    "清一色": 10,
    "清大对": 15,
    "清七对": 20,
    "龙七对": 20,
    "清龙七对": 30,
}
SEATS: Final = range(4)


class Recount:
    """Follows a log with a notebook of its own and reckons what each seat must get."""

    def __init__(self, log: list[ev.Event], options: Options) -> None:
        self.options = options
        self.declared: set[int] = set()
        self.lying: list[Counter[int]] = [Counter() for _ in SEATS]
        self.first: int | None = None
        self.first_seen = False
        self.kongs: list[str] = []
        self.last: tuple[int, int] | None = None
        self.shown: list[Counter[int]] = [Counter() for _ in SEATS]
        self.melds: list[tuple[ev.Meld, ...]] = [()] * 4
        self.wins: list[ev.Won] = []
        self.turned: int | None = None
        for event in log:
            self.note(event)

    def note(self, event: ev.Event) -> None:
        """Write one event down."""
        match event:
            case ev.Drawn(back=False):
                self.kongs = []
            case ev.Discarded(seat=seat, tile=tile, declared=declared):
                self.discarded(seat, tile)
                self.declared |= {seat} if declared else set()
            case ev.Melded(meld=meld):
                if meld.kind in ("pong", "exposed"):
                    self.taken()
                    self.kongs = []
                self.kongs += [meld.kind] if meld.is_kong else []
            case ev.Won(by=by):
                if by == "discard" and not self.wins:
                    self.taken()
                self.wins.append(event)
            case ev.TurnedUp(tiles=(tile,)):
                self.turned = tile
            case ev.Revealed(seat=seat, tiles=tiles, melds=melds):
                self.shown[seat] = Counter(tiles)
                self.melds[seat] = melds

    def discarded(self, seat: int, tile: int) -> None:
        """A tile lies before its discarder until it is taken."""
        self.lying[seat][tile] += 1
        self.last = (seat, tile)
        if tile == YAOJI and not self.first_seen:
            self.first, self.first_seen = seat, True

    def taken(self) -> None:
        """The last discard went to somebody else; the first 1s of all can only be the last one."""
        assert self.last is not None
        seat, tile = self.last
        self.lying[seat][tile] -= 1
        if tile == YAOJI and self.first == seat and not self.lying[seat][YAOJI]:
            self.first = None

    def chickens(self, seat: int) -> int:
        """C(x), tile by tile."""
        held = self.shown[seat].copy()
        for meld in self.melds[seat]:
            held.update(meld.tiles)
        for won in self.wins:
            if won.by != "self_draw" and won.seat == seat and won.tile is not None:
                held[won.tile] += 1
        turned = "" if self.turned is None else tile_text(self.turned)
        count = held[YAOJI] * (2 if turned in ("9s", "2s") else 1)
        count += self.lying[seat][YAOJI] * (2 if turned == "9s" else 1) + (self.first == seat)
        if turned:
            ring = {"1": "92", "9": "81"}.get(
                turned[0]
            ) or f"{int(turned[0]) - 1}{int(turned[0]) + 1}"
            swing = {parse_tile(rank + turned[1]) for rank in ring} - {YAOJI}
            count += sum(held[tile] for tile in swing)
        return count

    def changes(self) -> tuple[int, ...]:
        """AS-64 to AS-74 as one sum for a won round."""
        got = [0, 0, 0, 0]
        void = self.pay_wins(got)
        for x in set(SEATS) - {void}:
            for y in set(SEATS) - {x}:
                beans = sum(BEANS.get(meld.kind, 0) for meld in self.melds[x])
                beans += sum(m.kind == "exposed" and m.source == y for m in self.melds[x])
                owed = beans + self.chickens(x)
                got[x] += owed
                got[y] -= owed
        return tuple(got)

    def pay_wins(self, got: list[int]) -> int | None:
        """The win part; tells who is void."""
        void = None
        hot = HOT.get(self.kongs[-1], 0) if self.kongs else 0
        for won in self.wins:
            payers = [won.payer] if won.payer is not None else [s for s in SEATS if s != won.seat]
            for payer in payers:
                owed = self.share(won)
                if won.by == "discard" and hot:
                    owed += hot
                if payer in self.declared:
                    owed += 10
                got[payer] -= owed
                got[won.seat] += owed
            if won.by == "rob_kong" or (won.by == "discard" and hot):
                void = won.payer
        return void

    def share(self, won: ev.Won) -> int:
        """AS-45, AS-65, AS-66, AS-68 as the room reads them: what one payer owes for the win."""
        pattern = VALUES[ANSHUN.pattern_names(won.patterns)[0].zh]
        ten = 10 if won.seat in self.declared else 0
        if ten and pattern == 1 and self.options.choice("tianting_base") == "replaced":
            pattern = 0
        if won.by == "discard":
            return pattern + ten
        doubled = 2 * pattern + (2 if self.options.choice("tianting_double") == "sum" else 1) * ten
        three = won.by == "rob_kong" and self.options.choice("robbed_pay") == "three"
        return (3 if three else 1) * doubled


def choose(source: random.Random, round_: Round, seat: int, offers: list[Offer]) -> Action:
    """Take wins, kongs and pongs often, and throw away lonely tiles."""
    for kind, chance in ((Win, 0.8), (Kong, 0.8), (Pong, 0.6)):
        found = [offer for offer in offers if isinstance(offer, kind)]
        if found and source.random() < chance:
            return source.choice(found)
    if any(isinstance(offer, Pass) for offer in offers):
        return Pass()
    discards = [offer for offer in offers if isinstance(offer, Discard)]
    counts = round_.table.seats[seat].hand.counts
    near = {d: lonely(counts, d.tile) - 9 * bool(d.declare) + source.random() for d in discards}
    return min(near, key=lambda discard: near[discard])


def lonely(counts: bytearray, tile: int) -> int:
    """How much company a tile has."""
    nearby = [t for t in range(tile - 2, tile + 3) if 0 <= t < 27 and t // 9 == tile // 9]
    return sum(counts[t] for t in nearby) + 2 * counts[tile]


def play(seed: int) -> Round:
    """A round from a wall that is only half shuffled, so that hands come together."""
    source = random.Random(seed)
    row = list(SET_108)
    if seed % 2:
        source.shuffle(row)
    else:
        blocks = [row[start : start + 3] for start in range(0, 108, 3)]
        source.shuffle(blocks)
        row = [tile for block in blocks for tile in block]
        for _ in range(20):
            one, other = source.randrange(108), source.randrange(108)
            row[one], row[other] = row[other], row[one]
    readings = {o.key: source.choice(o.values) for o in ANSHUN.options if o.readings}
    rules = room(**readings)
    round_ = Round(rules, Wall(row), Dice(lambda _: 1, lambda _: 0), dealer=seed % 4)
    while round_.asked:
        for seat, offers in list(round_.asked.items()):
            round_.answer(seat, choose(source, round_, seat, offers))
    return round_


def check(seeds: range) -> Counter[str]:
    """Play and recount; tell what was met on the way."""
    met: Counter[str] = Counter()
    for seed in seeds:
        round_ = play(seed)
        assert round_.log is not None
        table = round_.table
        met[f"{len(table.wins)} winners"] += 1
        met.update(payment.rule for payment in table.paid)
        if table.wins:
            options = Options(dict(round_.rules.origin.options))
            assert table.changes() == Recount(round_.log, options).changes(), seed
        else:
            assert {payment.rule for payment in table.paid} <= {"AS-82"}, seed
    return met


@pytest.mark.slow
def test_as_74_two_ways_to_reckon_give_the_same_changes() -> None:
    """AS-48 to AS-74."""
    met = check(range(300))

    assert {"AS-65", "AS-66", "AS-67", "AS-72", "AS-73", "AS-82"} <= set(met)


@pytest.mark.soak
def test_as_74_two_ways_to_reckon_give_the_same_changes_over_many_rounds() -> None:
    """AS-48 to AS-74, among them robbed kongs and several winners."""
    met = check(range(1000, 21000))

    assert {"AS-68", "AS-70", "AS-71", "2 winners"} <= set(met)
