"""Many matches between bots, the same whatever the number of processes."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from quexiang.engine.events import Won
from quexiang.engine.round import Round
from quexiang.errors import BadOption, UserError
from quexiang.match import deal
from quexiang.match.check import CheckedRound, copy_violations
from quexiang.match.exchange import exchange_violations
from quexiang.match.executor import Executor
from quexiang.match.match import Match
from quexiang.match.play import Chooser, Contender, add_counts, play_round
from quexiang.match.usher import Usher, themselves
from quexiang.rulebook import OptionValue, Variant
from quexiang.text import Text

MOST_TRIES = 1000
CHUNK = 4
"""Matches that one task plays."""


class Tally(Struct):
    """The results of simulated rounds."""

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
    """Decisions that bots failed to make themselves, counted by reason."""
    digest: str = ""

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.rounds += other.rounds
        self.decisions += other.decisions
        for name in ("ends", "by", "patterns", "faults"):
            add_counts(getattr(self, name), getattr(other, name))
        width = max(len(self.scores), len(other.scores))
        padded = [[*scores, *[0] * (width - len(scores))] for scores in (self.scores, other.scores)]
        self.scores = [a + b for a, b in zip(*padded, strict=True)]
        self.violations += other.violations
        self.digest = hashlib.sha256((self.digest + other.digest).encode()).hexdigest()


class Wishes(Struct, frozen=True, kw_only=True):
    """What the user wants simulated."""

    variant: Variant
    rounds: int
    seed: str
    given: dict[str, str]
    """Options by key, `players` among them."""
    drawn: bool = False
    """Draw all other options at random, match by match."""
    bots: tuple[str, ...] = ("random",)
    make_bot: Callable[[str, str], Contender]
    check: bool = False
    reads_log: bool = True
    deep_every: int = 1
    """Rounds from one with the slow checks (offers, JSON, copies, secrecy) to the next."""


class MatchPlan(Struct, frozen=True):
    """One match to be simulated."""

    wishes: Wishes
    number: int
    rounds: int
    players: int
    options: dict[str, OptionValue]

    @property
    def seed(self) -> str:
        """The seed of the match."""
        return f"{self.wishes.seed}/{self.number}"


def plan(wishes: Wishes) -> Iterator[MatchPlan]:
    """The matches that make up the rounds wished for."""
    number, rounds = 0, wishes.rounds
    while rounds > 0:
        number += 1
        players, options = _options(wishes, f"{wishes.seed}/{number}")
        seats = max(wishes.variant.players) if wishes.drawn else players
        if len(wishes.bots) > seats:
            zh = f"{len(wishes.bots)} 个电脑，只有 {seats} 个座位"
            raise UserError(zh, f"{len(wishes.bots)} bots cannot sit on {seats} seats")
        length = min(rounds, int(options["rounds"]))
        rounds -= length
        yield MatchPlan(wishes, number, length, players, options)


def _options(wishes: Wishes, seed: str) -> tuple[int, dict[str, OptionValue]]:
    variant, wanted = wishes.variant, dict(wishes.given)
    chosen = wanted.pop("players", None)
    if chosen is not None and not chosen.isdecimal():
        raise BadOption("players", Text(f"{chosen}不是数", f"{chosen!r} is not a number"))
    players = None if chosen is None else int(chosen)
    if wishes.drawn:
        return draw_options(variant, wanted, players, seed)
    seats = variant.seats(players)
    return seats, dict(variant.choose(wanted, seats))


def draw_options(
    variant: Variant, fixed: dict[str, str], players: int | None, seed: str
) -> tuple[int, dict[str, OptionValue]]:
    """Random legal options, apart from the given ones."""
    source = random.Random(f"options {seed}")  # noqa: S311 - play, not secrets
    reads = random.Random(f"readings {seed}")  # noqa: S311 - likewise
    refused: BadOption | None = None
    for _ in range(MOST_TRIES):
        seats = source.choice(variant.players) if players is None else players
        values = {
            option.key: (reads if option.readings else source).choice(option.choices())
            for option in variant.options
        }
        values["rounds"] = source.randint(1, 8)
        try:
            return seats, dict(variant.choose({**values, **fixed}, seats))
        except BadOption as error:
            refused = error
    assert refused is not None
    raise refused


def simulate(plans: Iterator[MatchPlan], executor: Executor) -> Iterator[Tally]:
    """Play the matches; their tallies in order."""
    return executor.results(play_match, plans, chunk=CHUNK)


def play_match(plan_: MatchPlan, usher: Usher = themselves) -> Tally:
    """Play one match and count it."""
    wishes, seed, players = plan_.wishes, plan_.seed, plan_.players
    options = wishes.variant.choose(plan_.options, players)
    keep_log = wishes.check or wishes.reads_log
    match = Match(wishes.variant, options, players, seed, keep_log=keep_log)
    names = [wishes.bots[seat % len(wishes.bots)] for seat in range(players)]
    bots = [wishes.make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    tally = Tally(scores=[0] * players)
    sitting = usher(match, names, bots)
    try:
        for number in range(1, plan_.rounds + 1):
            round_ = match.start_round()
            if wishes.check:
                tally.decisions += _checked(match, wishes, sitting, f"{seed}/{number}", tally)
            else:
                tally.decisions += play_round(round_, sitting)
            match.count()
            _count(tally, match.variant, round_)
    finally:
        for bot in bots:
            bot.close()
            add_counts(tally.faults, bot.faults)
    return tally


def _checked(match: Match, wishes: Wishes, bots: Sequence[Chooser], seed: str, tally: Tally) -> int:
    """Play a round under all checks; a violation names the seed that reproduces it."""
    round_ = match.round
    start = round_.copy()
    source = random.Random(f"exchange {seed}")  # noqa: S311 - play, not secrets
    deep = source.randrange(wishes.deep_every) == 0
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
        add_counts(tally.patterns, Counter(win.patterns))
    changes = table.changes()
    for seat, change in enumerate(changes):
        tally.scores[seat] += change
    rivers = [player.river for player in table.seats]
    story = (tally.digest, table.end.how, tuple(wins), changes, rivers)
    tally.digest = hashlib.sha256(repr(story).encode()).hexdigest()


def _named(variant: Variant, won: Won) -> Won:
    """A win with the names of its patterns."""
    return replace(won, patterns=tuple(name.zh for name in variant.pattern_names(won.patterns)))
