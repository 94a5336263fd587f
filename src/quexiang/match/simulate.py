"""Many matches between bots, the same whatever the number of processes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing import get_context

from msgspec import Struct, field
from msgspec.structs import replace

from quexiang.engine.events import Won
from quexiang.engine.round import Round
from quexiang.errors import BadOption
from quexiang.match import deal
from quexiang.match.check import CheckedRound, copy_violations
from quexiang.match.exchange import exchange_violations
from quexiang.match.match import Match
from quexiang.match.play import Chooser, Contender, play_round
from quexiang.rulebook import OptionValue, Variant
from quexiang.text import Text
from quexiang.variants import variant_named

MOST_TRIES = 1000


class Plan(Struct, frozen=True):
    """One match to be simulated."""

    variant: str
    seed: str
    number: int
    rounds: int
    players: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    make_bot: Callable[[str, str], Contender]
    check: bool
    keep_log: bool
    deep_every: int


class Tally(Struct):
    """What simulated rounds came to."""

    rounds: int = 0
    decisions: int = 0
    ends: dict[str, int] = field(default_factory=lambda: {"win": 0, "draw": 0, "abandoned": 0})
    by: dict[str, int] = field(
        default_factory=lambda: {"self_draw": 0, "discard": 0, "rob_kong": 0}
    )
    patterns: dict[str, int] = {}
    scores: list[int] = []
    violations: list[str] = []
    faults: dict[str, int] = {}
    """Decisions that bots could not make by themselves, by the reason."""
    digest: str = ""

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.rounds += other.rounds
        self.decisions += other.decisions
        for name in ("ends", "by", "patterns", "faults"):
            _add(getattr(self, name), getattr(other, name))
        width = max(len(self.scores), len(other.scores))
        padded = [[*scores, *[0] * (width - len(scores))] for scores in (self.scores, other.scores)]
        self.scores = [a + b for a, b in zip(*padded, strict=True)]
        self.violations += other.violations
        self.digest = hashlib.sha256((self.digest + other.digest).encode()).hexdigest()


def _add(mine: dict[str, int], theirs: Mapping[str, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


class Wishes(Struct, frozen=True, kw_only=True):
    """What the user wants simulated."""

    variant: Variant
    rounds: int
    seed: str
    given: dict[str, str]
    """Options by key, `players` among them."""
    drawn: bool = False
    """Draw all other options by chance, match by match."""
    bots: tuple[str, ...] = ("random",)
    make_bot: Callable[[str, str], Contender]
    check: bool = False
    reads_log: bool = True
    deep_every: int = 1
    """The dear checks (offers, JSON, copies, secrecy) are made in one of so many rounds."""


def plan(wishes: Wishes) -> Iterator[Plan]:
    """The matches that make up so many rounds."""
    number, rounds = 0, wishes.rounds
    while rounds > 0:
        number += 1
        seed = f"{wishes.seed}/{number}"
        players, options = _options(wishes.variant, wishes.given, seed, drawn=wishes.drawn)
        length = min(rounds, int(options["rounds"]))
        rounds -= length
        yield Plan(
            wishes.variant.key,
            wishes.seed,
            number,
            length,
            players,
            options,
            wishes.bots,
            wishes.make_bot,
            wishes.check,
            wishes.check or wishes.reads_log,
            wishes.deep_every,
        )


def _options(
    variant: Variant, given: dict[str, str], seed: str, *, drawn: bool
) -> tuple[int, dict[str, OptionValue]]:
    wanted = dict(given)
    chosen = wanted.pop("players", None)
    if chosen is not None and not chosen.isdecimal():
        raise BadOption("players", Text(f"{chosen}不是数", f"{chosen!r} is not a number"))
    players = int(chosen) if chosen else None
    if drawn:
        return draw_options(variant, wanted, players, seed)
    seats = players or max(variant.players)
    return seats, dict(variant.choose(wanted, seats))


def draw_options(
    variant: Variant, fixed: dict[str, str], players: int | None, seed: str
) -> tuple[int, dict[str, OptionValue]]:
    """Legal options by chance, those given staying as they are."""
    source = random.Random(f"options {seed}")  # noqa: S311 - play, not secrets
    refused: BadOption | None = None
    for _ in range(MOST_TRIES):
        seats = players or source.choice(variant.players)
        values = {option.key: source.choice(option.choices()) for option in variant.options}
        values["rounds"] = source.randint(1, 8)
        try:
            return seats, dict(variant.choose({**values, **fixed}, seats))
        except BadOption as error:
            refused = error
    assert refused is not None
    raise refused


def simulate(plans: Iterator[Plan], jobs: int) -> Iterator[Tally]:
    """Play the matches, in order, in one or several processes."""
    if jobs == 1:
        yield from map(play_match, plans)
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(play_match, plans, chunksize=4)


def play_match(plan_: Plan) -> Tally:
    """Play one match and count it."""
    variant = variant_named(plan_.variant)
    options = variant.choose(plan_.options, plan_.players)
    seed = f"{plan_.seed}/{plan_.number}"
    match = Match(variant, options, plan_.players, seed, keep_log=plan_.keep_log)
    bots = _bots(plan_, seed)
    tally = Tally(scores=[0] * plan_.players)
    try:
        _play_rounds(match, plan_, bots, tally)
    finally:
        for bot in bots:
            bot.close()
            _add(tally.faults, bot.faults)
    return tally


def _play_rounds(match: Match, plan_: Plan, bots: Sequence[Chooser], tally: Tally) -> None:
    for number in range(1, plan_.rounds + 1):
        round_ = match.start_round()
        if plan_.check:
            tally.decisions += _checked(match, plan_, bots, f"{match.seed}/{number}", tally)
        else:
            tally.decisions += play_round(round_, bots)
        match.count()
        _count(tally, match.variant, round_)


def _bots(plan_: Plan, seed: str) -> list[Contender]:
    return [
        plan_.make_bot(plan_.bots[seat % len(plan_.bots)], f"{seed}/{seat}")
        for seat in range(plan_.players)
    ]


def _checked(match: Match, plan_: Plan, bots: Sequence[Chooser], seed: str, tally: Tally) -> int:
    """Play a round under all checks; what fails names the seed that reproduces it."""
    round_ = match.round
    start = round_.copy()
    source = random.Random(f"exchange {seed}")  # noqa: S311 - play, not secrets
    deep = source.randrange(plan_.deep_every) == 0
    checked = CheckedRound(round_, bots, seed, deep=deep)
    decisions = checked.play()
    found = [*checked.violations]
    if deep:
        found += copy_violations(start, checked.questions, round_)
    if deep and not match.rules.removed:
        row = deal.shuffled(sorted(match.rules.tiles), match.seed_of(len(match.rounds)))
        found += exchange_violations(round_, row, round_.dice, checked.questions, source)
    tally.violations += [f"seed {seed}: {violation}" for violation in found]
    return decisions


def _count(tally: Tally, variant: Variant, round_: Round) -> None:
    table = round_.table
    assert table.end is not None
    tally.rounds += 1
    tally.ends[table.end.how] += 1
    wins = [_named(variant, won) for won in table.wins]
    for win in wins:
        tally.by[win.by] += 1
        for name in win.patterns:
            tally.patterns[name] = tally.patterns.get(name, 0) + 1
    changes = table.changes()
    for seat, change in enumerate(changes):
        tally.scores[seat] += change
    rivers = [player.river for player in table.seats]
    story = (tally.digest, table.end.how, tuple(wins), changes, rivers)
    tally.digest = hashlib.sha256(repr(story).encode()).hexdigest()


def _named(variant: Variant, won: Won) -> Won:
    """A win with the names of its patterns."""
    return replace(won, patterns=tuple(name.zh for name in variant.pattern_names(won.patterns)))
