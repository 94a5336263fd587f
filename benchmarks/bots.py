"""How long each level thinks, on an average and at most, in every town.

`python benchmarks/bots.py [ROUNDS]`
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from quexiang.bots import LEVELS, Bot, make_bot
from quexiang.engine.actions import Action, Offer
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.variants import variants

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 8


class Timed:
    """A bot with a watch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.took: list[float] = []

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Choose, and note how long it took."""
        start = time.thread_time()
        action = self.bot.choose(view, offers)
        self.took.append(time.thread_time() - start)
        return action


def thinking(key: str, level: str, rounds: int) -> list[float]:
    """The seconds of each decision of one level among its like."""
    variant = variants()[key]
    players = max(variant.players)
    took: list[float] = []
    for number in range(rounds):
        match = Match(variant, variant.choose({}), players, f"bench {number}")
        bots = [Timed(make_bot(level, f"{number} {seat}")) for seat in range(players)]
        play_round(match.start_round(), bots)
        took += [second for bot in bots for second in bot.took]
    return took


def main() -> None:
    """One line for each town and level."""
    for key in variants():
        for level in LEVELS:
            took = thinking(key, level.key, 1 if level.key == "master" else ROUNDS)
            mean, most = 1000 * sum(took) / len(took), 1000 * max(took)
            print(f"  {key:<10} {level.key:<8} mean {mean:8.2f} ms   most {most:8.1f} ms")


if __name__ == "__main__":
    main()
