"""Environments: steps a second of random legal players, observations and masks included.

    python benchmarks/environments.py [PASSES] [SECONDS]

Each is measured in a process of its own, in turn and again in every pass, by processor time; the
figures are medians. Peers run in `build/peers`; one that fails is named.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

PYTHON_OF_PEERS: Final = Path(__file__).parents[1] / "build" / "peers" / "bin" / "python"
REFERENCE: Final = "rlcard"
Run = Callable[[], int]
"""Makes some steps and gives their number."""


def aec(town: str) -> Run:
    """PettingZoo's AEC loop: last, choose, step."""
    from quexiang import env  # noqa: PLC0415 - a peer's environment has no quexiang

    made, source = env.aec(town, seed=1), random.Random("bench")
    made.reset()

    def run() -> int:
        for _ in range(200):
            seen, _, over, _, _ = made.last()
            if over:
                made.reset()
                continue
            legal = seen["action_mask"].nonzero()[0]
            made.step(int(legal[int(source.random() * len(legal))]))
        return 200

    return run


def parallel(town: str) -> Run:
    """All seats in every step; each asked or unasked seat counts as a step of an agent."""
    from quexiang import env  # noqa: PLC0415 - a peer's environment has no quexiang

    made, source = env.parallel(town, seed=1), random.Random("bench")
    kept = [made.reset()[0]]

    def run() -> int:
        steps = 0
        for _ in range(50):
            given = {}
            for agent, seen in kept[0].items():
                legal = seen["action_mask"].nonzero()[0]
                given[agent] = int(legal[int(source.random() * len(legal))])
            steps += len(given)
            kept[0] = made.step(given)[0]
            if not made.agents:
                kept[0] = made.reset()[0]
        return steps

    return run


def gym(town: str) -> Run:
    """One seat against random players, whose decisions are not counted."""
    from quexiang import env  # noqa: PLC0415 - a peer's environment has no quexiang

    made, source = env.gym(town, bots="random", seed=1), random.Random("bench")
    kept = [made.reset()[0]]

    def run() -> int:
        for _ in range(50):
            legal = kept[0]["action_mask"].nonzero()[0]
            kept[0], _, over, _, _ = made.step(int(legal[int(source.random() * len(legal))]))
            if over:
                kept[0] = made.reset()[0]
        return 50

    return run


def batch(town: str, tables: int = 64) -> Run:
    """Many tables at once."""
    from quexiang import env  # noqa: PLC0415 - a peer's environment has no quexiang

    made = env.batch(town, tables=tables, seed=1)

    def run() -> int:
        for _ in range(20):
            made.step(made.sample())
        return 20 * tables

    return run


def rlcard() -> Run:
    """Its simple mahjong without flowers: a step gives the next player's planes and actions."""
    import rlcard as library  # noqa: PLC0415 - only in build/peers

    made, source = library.make("mahjong"), random.Random("bench")
    kept = [made.reset()[0]]

    def run() -> int:
        for _ in range(50):
            legal = list(kept[0]["legal_actions"])
            kept[0], _ = made.step(legal[int(source.random() * len(legal))])
            if made.is_over():
                kept[0] = made.reset()[0]
        return 50

    return run


def pymahjong() -> Run:
    """Riichi mahjong: the planes of the player who is asked."""
    from pymahjong import MahjongEnv  # noqa: PLC0415 - only in build/peers

    made, source = MahjongEnv(), random.Random("bench")
    made.reset()

    def run() -> int:
        for _ in range(50):
            if made.is_over():
                made.reset()
            player = made.get_curr_player_id()
            made.get_obs(player)
            legal = made.get_valid_actions()
            made.step(player, legal[int(source.random() * len(legal))])
        return 50

    return run


def riichienv() -> Run:
    """Riichi mahjong: the planes of every player who is asked."""
    from riichienv import RiichiEnv  # noqa: PLC0415 - only in build/peers

    made, source = RiichiEnv(), random.Random("bench")
    kept = [made.reset()]

    def run() -> int:
        steps = 0
        for _ in range(50):
            given = {}
            for player, seen in kept[0].items():
                seen.encode()
                legal = seen.legal_actions()
                given[player] = legal[int(source.random() * len(legal))]
            steps += len(given)
            kept[0] = made.step(given)
            if made.done():
                kept[0] = made.reset()
        return steps

    return run


OURS: Final = {"aec": aec, "parallel": parallel, "gym": gym, "batch": batch}
PEERS: Final[dict[str, Callable[[], Run]]] = {
    "rlcard": rlcard,
    "pymahjong": pymahjong,
    "riichienv": riichienv,
}
TOWNS: Final = ("hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun")
NAMES: Final = (*PEERS, *(f"{kind} {town}" for kind in OURS for town in TOWNS))


def made(name: str) -> Run:
    """The environment of this name, ready to be stepped."""
    kind, _, town = name.partition(" ")
    return OURS[kind](town) if town else PEERS[kind]()


def measure(name: str, seconds: float) -> float:
    """Steps a second."""
    run = made(name)
    run()
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += run()
    return steps / spent


def measured(name: str, seconds: float) -> float | None:
    """Measure in a process of its own; None if it fails."""
    python = str(PYTHON_OF_PEERS) if name in PEERS else sys.executable
    command = [python, str(Path(__file__)), name, str(seconds)]
    try:
        done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - ours
    except (OSError, subprocess.CalledProcessError):
        return None
    return float(json.loads(done.stdout.splitlines()[-1]))


def medians(passes: int, seconds: float) -> dict[str, float]:
    """Everything in turn, again and again; the median of each."""
    found: dict[str, list[float]] = {}
    for _ in range(passes):
        for name in NAMES:
            figure = measured(name, seconds)
            if figure is not None:
                found.setdefault(name, []).append(figure)
    return {name: statistics.median(figures) for name, figures in found.items()}


def report(found: dict[str, float]) -> str:
    """A line for each environment, with its ratio to the reference."""
    base = found.get(REFERENCE)
    lines = [f"{'environment':<22}{'steps/s':>12}{'× ' + REFERENCE:>12}"]
    for name in NAMES:
        if name not in found:
            lines.append(f"{name:<22} failed or is not installed")
            continue
        ratio = f"{found[name] / base:12.1f}" if base else ""
        lines.append(f"{name:<22}{found[name]:12.0f}{ratio}")
    return "\n".join(lines)


def main() -> None:
    """Measure one by its name, or all."""
    if len(sys.argv) > 1 and sys.argv[1] in NAMES:
        print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
        return
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5  # noqa: PLR2004 - the second argument
    print(report(medians(passes, seconds)))


if __name__ == "__main__":
    main()
