"""Duplicate play: every seating of the bots gets the same walls, so that luck cancels."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations

from msgspec import Struct, field

from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.hand import Hand
from quexiang.match.executor import Executor
from quexiang.match.match import Match
from quexiang.match.play import Contender, add_counts, play_round
from quexiang.match.usher import Usher, themselves
from quexiang.rulebook import Options, OptionValue, Variant
from quexiang.variants import variant_named


class ArenaSetup(Struct, frozen=True):
    """What is compared, and how: the first entry of a file of results."""

    variant: str
    version: str
    players: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    """One for each seat."""
    seed: str
    rounds: int
    rotations: bool

    @classmethod
    def of(
        cls,
        town: Variant,
        options: Options,
        bots: tuple[str, ...],
        seed: str,
        *,
        rounds: int = 1,
        rotations: bool = False,
    ) -> ArenaSetup:
        """A contest of these bots in a town."""
        seats = len(bots)
        return cls(town.key, town.version, seats, dict(options), bots, seed, rounds, rotations)


class Work(Struct, frozen=True):
    """One wall to be played by every seating."""

    setup: ArenaSetup
    wall: int
    make_bot: Callable[[str, str], Contender]


class Deeds(Struct):
    """What one bot did with a wall, summed over all seatings."""

    rounds: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    kongs: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)

    def add(self, other: Deeds) -> None:
        """Count another's deeds in."""
        for name in ("rounds", "wins", "self_draws", "deal_ins", "kongs", "decisions", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        add_counts(self.faults, other.faults)


class Seating(Struct, frozen=True):
    """One match of one seating: the place in `bots` of whoever sat at A, B, …; points by seat."""

    bots: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class Result(Struct, frozen=True):
    """The result of one wall: an entry of a file of results."""

    wall: int
    seatings: list[Seating]
    deeds: list[Deeds]


class Timed:
    """Measures the time of a bot's choices."""

    def __init__(self, bot: Contender) -> None:
        self.bot = bot
        self.deeds = Deeds()

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Let the bot choose and record the time."""
        start = time.perf_counter()
        action = self.bot.choose(view, offers)
        took = time.perf_counter() - start
        deeds = self.deeds
        deeds.decisions += 1
        deeds.seconds += took
        deeds.slowest = max(deeds.slowest, took)
        return action


def seatings(bots: Sequence[str], *, rotations: bool) -> list[tuple[int, ...]]:
    """Every way to seat the bots that differs in names, or only the rotations of the given one.

    >>> len(seatings(["a", "b", "b", "b"], rotations=False))
    4
    >>> len(seatings(["a", "b", "c", "d"], rotations=False))
    24
    >>> seatings(["a", "b", "b"], rotations=True)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    places = range(len(bots))
    ways: Iterable[tuple[int, ...]] = permutations(places)
    if rotations:
        ways = (tuple((seat + turn) % len(bots) for seat in places) for turn in places)
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for way in ways:
        found.setdefault(tuple(bots[place] for place in way), way)
    return list(found.values())


def play_walls(works: Iterable[Work], executor: Executor) -> Iterator[Result]:
    """Play the walls; their results in order."""
    return executor.results(play_wall, works)


def play_wall(work: Work, usher: Usher = themselves) -> Result:
    """Play one wall with every seating; the same bots sit at all of them."""
    setup = work.setup
    bots = [
        Timed(work.make_bot(name, f"{setup.seed}/{work.wall}/{place}"))
        for place, name in enumerate(setup.bots)
    ]
    _warm_up(work)
    try:
        ways = seatings(setup.bots, rotations=setup.rotations)
        played = [_play(work, way, bots, usher) for way in ways]
    finally:
        for timed in bots:
            timed.bot.close()
    for timed in bots:
        timed.deeds.faults = dict(timed.bot.faults)
    return Result(work.wall, played, [timed.deeds for timed in bots])


def _warm_up(work: Work) -> None:
    """Load the hand tables, so that no bot's first decision is charged for it."""
    variant = variant_named(work.setup.variant)
    rules = variant.room(variant.choose(work.setup.options, work.setup.players), work.setup.players)
    rules.new_table().shape.distance(Hand(rules.tiles[: rules.hand_size]))


def _play(work: Work, way: tuple[int, ...], bots: Sequence[Timed], usher: Usher) -> Seating:
    setup = work.setup
    variant = variant_named(work.setup.variant)
    options = variant.choose(setup.options, setup.players)
    match = Match(variant, options, setup.players, f"{setup.seed}/{work.wall}")
    sitting = [bots[place] for place in way]
    seated = usher(match, [setup.bots[place] for place in way], sitting)
    for _ in range(setup.rounds):
        round_ = match.start_round()
        play_round(round_, seated)
        match.count()
        for seat, timed in enumerate(sitting):
            _count(timed.deeds, round_.table, seat)
    return Seating(way, match.scores, match.totals())


def _count(deeds: Deeds, table: Table, seat: Seat) -> None:
    deeds.rounds += 1
    deeds.wins += any(win.seat == seat for win in table.wins)
    deeds.self_draws += any(win.seat == seat and win.by == "self_draw" for win in table.wins)
    deeds.deal_ins += any(win.payer == seat for win in table.wins if win.by != "self_draw")
    deeds.kongs += sum(meld.is_kong for meld in table.seats[seat].melds)
