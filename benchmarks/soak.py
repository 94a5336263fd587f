"""Memory and speed over many rounds, and what a second process adds.

    python benchmarks/soak.py [ROUNDS]

Plays ROUNDS (1,000,000) of all towns in one process and prints what it holds after each tenth.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from engines import TOWNS, town

from quexiang.bots import make_bot
from quexiang.match.executor import processes
from quexiang.match.simulate import Wishes, plan, simulate
from quexiang.variants import variant_named

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000


def kilobytes() -> int:
    """The memory that this process holds now."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])


def rounds_a_second(jobs: int, rounds: int) -> float:
    """Rounds of Hangzhou by the clock on the wall."""
    wishes = Wishes(
        variant=variant_named("hangzhou"),
        rounds=rounds,
        seed="soak",
        given={},
        make_bot=make_bot,
        reads_log=False,
    )
    start = time.perf_counter()
    played = sum(tally.rounds for tally in simulate(plan(wishes), processes(jobs)))
    return played / (time.perf_counter() - start)


def main() -> None:
    """Print a line for each tenth, then the gain of a second process."""
    plays = [town(key) for key in TOWNS]
    for number in range(100):
        plays[number % len(plays)](number)
    print(f"{'rounds':>10}{'KB':>10}{'rounds/s':>10}")
    for tenth in range(10):
        start = time.process_time()
        for number in range(ROUNDS // 10 // len(plays)):
            for play in plays:
                play(number)
        spent = time.process_time() - start
        print(
            f"{ROUNDS * (tenth + 1) // 10:10}{kilobytes():10}{ROUNDS / 10 / spent:10.0f}",
            flush=True,
        )
    one, two = (rounds_a_second(jobs, ROUNDS // 10) for jobs in (1, 2))
    print(f"two processes: {two / one:.2f} × one")


if __name__ == "__main__":
    main()
