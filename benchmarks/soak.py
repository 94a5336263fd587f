"""Memory and speed over many rounds.

    python benchmarks/soak.py [ROUNDS]

Plays ROUNDS (1,000,000) of all towns in one process and prints what it holds after each tenth.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from engines import TOWNS, town

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000


def kilobytes() -> int:
    """The memory that this process holds now."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])


def main() -> None:
    """Print a line for each tenth."""
    plays = [town(key) for key in TOWNS]
    for number in range(20):
        for play in plays:
            play(number)
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


if __name__ == "__main__":
    main()
