"""Whole rounds: how many a second, how that grows with processes, what a copy costs, memory.

    python benchmarks/rounds.py [ROUNDS]

Runs itself once with the compiled kernel and once without (QUEXIANG_PURE=1).
"""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import time

from quexiang.bots import make_bot
from quexiang.engine.round import Round
from quexiang.hand import is_compiled
from quexiang.match import deal
from quexiang.match.play import play_round
from quexiang.match.simulate import Wishes, plan, simulate
from quexiang.variants import variant_named, variants

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000


def deal_round(key: str, number: int) -> Round:
    """A fresh round with default options and without a log."""
    variant = variant_named(key)
    rules = variant.room(variant.choose({}), max(variant.players))
    seed = deal.round_seed("bench", number)
    return Round(rules, deal.wall(rules.tiles, seed), deal.dice(seed), keep_log=False)


def rounds_per_second(key: str, rounds: int, jobs: int) -> float:
    """Random legal play, as `quexiang simulate` does it."""
    wishes = Wishes(
        variant=variant_named(key),
        rounds=rounds,
        seed="bench",
        given={},
        make_bot=make_bot,
        reads_log=False,
    )
    start = time.perf_counter()
    played = sum(tally.rounds for tally in simulate(plan(wishes), jobs))
    return played / (time.perf_counter() - start)


def play_only(key: str, rounds: int) -> float:
    """`play_round` alone, in processor time, the best of five."""
    bots = [make_bot("random", str(seat)) for seat in range(4)]
    best = 0.0
    for _ in range(5):
        dealt = [deal_round(key, number) for number in range(rounds)]
        start = time.process_time()
        for round_ in dealt:
            play_round(round_, bots)
        best = max(best, rounds / (time.process_time() - start))
    return best


def copy_microseconds() -> float:
    """Copying a table in the middle of a round, in processor time, the best of five."""
    round_ = deal_round("hangzhou", 1)
    bot = make_bot("random", "copy")
    for _ in range(60):
        seat = round_.pending[0]
        round_.answer(seat, bot.choose(None, round_.asked[seat]))  # type: ignore[arg-type]
    times = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(2000):
            round_.table.copy()
        times.append((time.process_time() - start) / 2000)
    return min(times) * 1e6


def kilobytes() -> int:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Print the figures."""
    kernel = "compiled" if is_compiled() else "plain Python"
    print(f"\nrounds: Python {platform.python_version()}, {platform.machine()}, kernel {kernel}")
    print(f"  play_round hangzhou       {play_only('hangzhou', min(ROUNDS, 600)):8.0f} rounds/s")
    print(f"  copy of a table           {copy_microseconds():8.1f} µs")
    for key in variants():
        print(f"  simulate {key:<16} {rounds_per_second(key, ROUNDS // 4, 1):8.0f} rounds/s, 1 job")
    one, two = (rounds_per_second("hangzhou", ROUNDS, jobs) for jobs in (1, 2))
    print(f"  hangzhou with 2 jobs      {two:8.0f} rounds/s, {two / one:.2f} × 1 job")
    before = kilobytes()
    rounds_per_second("hangzhou", 4 * ROUNDS, 1)
    print(f"  memory over {4 * ROUNDS} rounds   {kilobytes() - before:+8d} KB on {before} KB")
    if is_compiled() and "QUEXIANG_PURE" not in os.environ:
        environment = {**os.environ, "QUEXIANG_PURE": "1"}
        subprocess.run([sys.executable, *sys.argv], env=environment, check=True)  # noqa: S603


if __name__ == "__main__":
    main()
