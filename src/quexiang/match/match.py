"""A match: rounds in a row, with dealer, streak and totals, and a log that replays to itself."""

from __future__ import annotations

from copy import copy

from quexiang.engine.actions import Action, Seat
from quexiang.engine.round import Round
from quexiang.match import deal
from quexiang.rulebook import Options, Variant, rules_of


class Match:
    """Rounds in a row at one table."""

    def __init__(
        self,
        variant: Variant,
        options: Options,
        players: int,
        seed: str = "",
        *,
        keep_log: bool = True,
    ) -> None:
        self.variant = variant
        self.options = options
        self.players = players
        self.seed = seed
        self.seeds: dict[int, bytes] = {}
        """Seeds given from outside, by the number of their round."""
        self.keep_log = keep_log
        self.rules = rules_of(variant, options, players)
        self.rounds: list[Round] = []
        self.results: list[tuple[int, ...]] = []
        self.abandoned = False

    def copy(self) -> Match:
        """An independent copy; finished rounds are shared."""
        new = copy(self)
        new.seeds, new.results = self.seeds.copy(), self.results[:]
        new.rounds = [*self.rounds[:-1], *(round_.copy() for round_ in self.rounds[-1:])]
        return new

    @property
    def round(self) -> Round:
        """The round that is being played, or the last one."""
        return self.rounds[-1]

    @property
    def scores(self) -> tuple[int, ...]:
        """The sums of the finished rounds."""
        return tuple(map(sum, zip(*self.results, strict=True))) or (0,) * self.players

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return self.abandoned or len(self.results) >= self.options.number("rounds")

    def seed_of(self, number: int) -> bytes:
        """The seed of the n-th round: given, or derived from the match's."""
        return self.seeds.get(number) or deal.round_seed(self.seed, number)

    def totals(self) -> tuple[int, ...]:
        """What the match ends with, by the variant's rules."""
        return self.variant.totals(self.options, self.scores)

    def ranks(self) -> tuple[int, ...]:
        """Each seat's place by its total, the best being 1; equal totals share a rank."""
        totals = self.totals()
        return tuple(1 + sum(other > own for other in totals) for own in totals)

    def start_round(self) -> Round:
        """Deal the next round."""
        number = len(self.rounds) + 1
        seed = self.seed_of(number)
        dealer, streak = self._next_dealer()
        new = Round(
            self.rules,
            deal.wall(self.rules.tiles, seed),
            deal.dice(seed),
            dealer=dealer,
            streak=streak,
            scores=self.scores,
            keep_log=self.keep_log,
        )
        self.rounds.append(new)
        self.count()
        return new

    def forget_round(self) -> None:
        """Take back the last deal and all that followed."""
        del self.rounds[-1]
        del self.results[len(self.rounds) :]
        self.abandoned = False

    def _next_dealer(self) -> tuple[Seat | None, int]:
        if not self.rounds:
            return None, 0
        end = self.round.table.end
        assert end is not None
        return end.next_dealer, end.next_streak

    def answer(self, seat: Seat, action: Action) -> None:
        """Take an answer in the current round."""
        self.round.answer(seat, action)
        self.count()

    def leave(self, seat: Seat) -> None:
        """A seat leaves the table for good."""
        self.round.leave(seat)
        self.count()

    def close(self) -> None:
        """Decide the open question with the answers given."""
        self.round.close()
        self.count()

    def count(self) -> None:
        """Enter a finished round."""
        end = self.round.table.end
        if end is not None and len(self.results) < len(self.rounds):
            self.results.append(self.round.table.changes())
            self.abandoned = end.how == "abandoned"
