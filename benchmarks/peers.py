"""Whole rounds of random legal play, beside the peers: interleaved passes in processor time.

    python benchmarks/peers.py [PASSES] [SECONDS]

Peers live in an environment of their own, `build/peers` (see `make peers`); those that are not
there are named. Writes `build/bench.json` and prints medians and ratios to `riichienv`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PEERS = ROOT / "build" / "peers" / "bin" / "python"
OURS = ("hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun")
OTHERS = ("riichienv",)
REFERENCE = "riichienv"
LOOP = "reference loop"
"""A fixed piece of plain Python, by which figures of different machines compare."""
Play = Callable[[int], int]
"""Plays the n-th round and gives the number of decisions."""


def town(key: str) -> Play:
    """Matches of eight rounds with default options, without a log."""
    from quexiang.bots import make_bot  # noqa: PLC0415 - a peer's environment has no quexiang
    from quexiang.match.match import Match  # noqa: PLC0415 - likewise
    from quexiang.match.play import play_round  # noqa: PLC0415 - likewise
    from quexiang.variants import variant_named  # noqa: PLC0415 - likewise

    variant = variant_named(key)
    bots = [make_bot("random", str(seat)) for seat in range(4)]
    matches: list[Match] = []

    def play(number: int) -> int:
        if number % 8 == 0:
            options = variant.choose({})
            matches[:] = [Match(variant, options, 4, f"bench {number}", keep_log=False)]
        decisions = play_round(matches[0].start_round(), bots)
        matches[0].count()
        return decisions

    return play


def riichienv() -> Play:
    """One hand of riichi mahjong, any legal action of every player asked."""
    import random  # noqa: PLC0415 - only here

    from riichienv import RiichiEnv  # noqa: PLC0415 - only in build/peers

    source, env = random.Random("bench"), RiichiEnv()

    def play(_: int) -> int:
        asked, decisions = env.reset(), 0
        while not env.done():
            answers = {}
            for player, seen in asked.items():
                actions = seen.legal_actions()
                answers[player] = actions[int(source.random() * len(actions))]
                decisions += 1
            asked = env.step(answers)
        return decisions

    return play


def reference_loop() -> Play:
    """Dictionaries, lists and calls, as much as a round of plain Python might do."""

    def play(number: int) -> int:
        counts: dict[int, int] = {}
        for step in range(2000):
            key = (number + step * 7919) % 136
            counts[key] = counts.get(key, 0) + 1
        return len(sorted(counts.items()))

    return play


def measure(name: str, seconds: float) -> dict[str, float]:
    """Play for so long; give rounds a second and microseconds for a decision."""
    play = {REFERENCE: riichienv, LOOP: reference_loop}.get(name, lambda: town(name))()
    for number in range(8):
        play(number)
    rounds = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += sum(play(rounds + step) for step in range(8))
        rounds += 8
    return {"rounds": rounds / spent, "microseconds": spent / decisions * 1e6}


def in_process(name: str, seconds: float) -> dict[str, float] | None:
    """Measure in a process of its own, a peer in its own environment; None if it fails."""
    python = str(PEERS) if name in OTHERS else sys.executable
    command = [python, __file__, "--one", name, str(seconds)]
    try:
        done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - this file
    except (OSError, subprocess.CalledProcessError):
        return None
    found: dict[str, float] = json.loads(done.stdout)
    return found


def medians(passes: int, seconds: float) -> dict[str, dict[str, float]]:
    """Every engine in turn, again and again; the median of each figure."""
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(passes):
        for name in (LOOP, *OTHERS, *OURS):
            figures = in_process(name, seconds)
            if figures is not None:
                found.setdefault(name, []).append(figures)
    return {
        name: {key: statistics.median(one[key] for one in many) for key in many[0]}
        for name, many in found.items()
    }


def main() -> None:
    """Print the table and write the figures."""
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0  # noqa: PLR2004 - the second argument
    found = medians(passes, seconds)
    base = found.get(REFERENCE, {}).get("rounds")
    print(f"random play, one core, medians of {passes} passes of {seconds} s of processor time")
    for name in OTHERS:
        if name not in found:
            print(f"  {name} is missing: make peers")
    for name, figures in found.items():
        ratio = f"{figures['rounds'] / base:6.2f} × {REFERENCE}" if base else ""
        each = figures["microseconds"]
        print(f"  {name:16}{figures['rounds']:8.0f} rounds/s {each:8.2f} µs/decision {ratio}")
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench.json").write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(sys.argv[2], float(sys.argv[3]))))
    else:
        main()
