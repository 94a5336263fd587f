"""The hand kernel: checks, waits, copies and readings a second, and how soon it is ready.

    python benchmarks/kernel.py

Runs itself once with the compiled kernel and once without (QUEXIANG_PURE=1). Figures are of calls
made one by one from Python, but for the arrays; the best of five passes, in processor time, so
that a busy machine spoils them less.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random

START = time.process_time()

from quexiang.hand import Hand, Shape, is_compiled  # noqa: E402 - the import is timed
from quexiang.tiles import SET_136, Tile  # noqa: E402 - likewise

Shape(wild={31}, seven_pairs=True).waits(Hand([0]))
READY = time.process_time() - START

WINDS, DRAGONS = (27, 28, 29, 30), (31, 32, 33)
GAMES = {
    "plain": Shape(),
    "anshun": Shape(seven_pairs=True),
    "hangzhou": Shape(wild={31}, seven_pairs=True),
    "anhua": Shape(wild={20, 21}, eyes={2, 5, 8}, seven_pairs=True),
    "lanzhou": Shape(families=(WINDS, DRAGONS), fillers={18}, seven_pairs=True),
}
HANDS = 100_000 if is_compiled() else 20_000


def random_hand(chance: Random, size: int) -> Hand:
    """Tiles off a shuffled wall."""
    return Hand(chance.sample(SET_136, size))


def near_hand(chance: Random, size: int) -> Hand:
    """A complete hand, some tiles exchanged, less what is more than the size."""
    while True:
        tiles: list[Tile] = []
        for _ in range(4):
            start = 9 * chance.randrange(3) + chance.randrange(7)
            run = chance.choice((True, True, False))
            tiles += [start, start + 1, start + 2] if run else [chance.randrange(34)] * 3
        tiles += [chance.randrange(34)] * 2
        if chance.choice((True, False, False)):
            tiles[chance.randrange(14)] = chance.randrange(34)
        tiles = chance.sample(tiles, size)
        if max(map(tiles.count, tiles)) <= 4:  # noqa: PLR2004 - copies of a kind
            return Hand(tiles)


def rate(ask: Callable[[Hand], object], hands: list[Hand]) -> float:
    """Calls a second, one by one."""
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        for hand in hands:
            ask(hand)
        best = max(best, len(hands) / (time.process_time() - start))
    return best


def show(what: str, per_second: float) -> None:
    """Print one line."""
    print(f"  {what:<34} {per_second / 1e6:9.3f} million a second")


def one_by_one() -> None:
    """The questions that a game and its bots ask."""
    chance = Random(1)
    drawn = [random_hand(chance, 14) for _ in range(HANDS)]
    whole = [near_hand(chance, 14) for _ in range(HANDS)]
    resting = [random_hand(chance, 13) for _ in range(HANDS)]
    ready = [near_hand(chance, 13) for _ in range(HANDS)]
    for game, shape in GAMES.items():
        share = sum(bool(shape.waits(hand)) for hand in ready) / len(ready)
        show(f"{game}: complete, random hands", rate(shape.complete, drawn))
        show(f"{game}: complete, near hands", rate(shape.complete, whole))
        show(f"{game}: all waits, random hands", rate(shape.waits, resting))
        show(f"{game}: all waits, {share:.0%} ready", rate(shape.waits, ready))
        show(f"{game}: distance", rate(shape.distance, resting[: HANDS // 10]))
        show(f"{game}: useful tiles", rate(shape.useful, resting[: HANDS // 100]))
    show("copy of a hand", rate(Hand.copy, drawn))
    complete = [hand for hand in whole if GAMES["anhua"].complete(hand)][: HANDS // 100]
    show("anhua: readings", rate(GAMES["anhua"].readings, complete))


def arrays() -> None:
    """The same questions about many different hands at once; the answers are checked first."""
    import numpy as np  # noqa: PLC0415 - not part of what must be ready soon

    from quexiang.hand import batch  # noqa: PLC0415 - likewise

    chance = Random(2)
    shape = GAMES["plain"]
    hands = [near_hand(chance, 14) for _ in range(200_000)]
    counts = np.array([list(hand.counts[:34]) for hand in hands], np.uint8)
    makers = {"random": random_hand, "near": near_hand}
    resting = {
        kind: np.array([list(make(chance, 13).counts[:34]) for _ in range(20_000)], np.uint8)
        for kind, make in makers.items()
    }
    keys, wilds, _, _ = batch.natural_many(counts, shape)
    expected = [shape.complete(hand) for hand in hands]
    assert batch.complete_keys(keys, wilds, shape).tolist() == expected
    assert batch.complete_many(counts, shape).tolist() == expected
    assert any(expected)
    assert not all(expected)
    asked: list[tuple[str, Callable[[], object], int]] = [
        ("array: complete, by keys", lambda: batch.complete_keys(keys, wilds, shape), len(keys)),
        ("array: complete, by counts", lambda: batch.complete_many(counts, shape), len(counts)),
    ]
    for kind, rows in resting.items():
        for game in ("plain", "lanzhou"):
            waits = partial(batch.waits_many, rows, GAMES[game])
            asked.append((f"array: {game}, all waits, {kind} hands", waits, len(rows)))
    for what, ask, number in asked:
        best = 0.0
        for _ in range(5):
            start = time.process_time()
            ask()
            best = max(best, number / (time.process_time() - start))
        show(what, best)


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123 - a script
            names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    except OSError:
        return platform.processor() or platform.machine()
    return names[0] if names else platform.machine()


def main() -> None:
    """Measure in this process, then without the compiled kernel."""
    form = "compiled" if is_compiled() else "plain Python"
    print(f"{form}, Python {platform.python_version()}, {platform.system()}, {processor()}")
    print(f"  ready {READY:.3f} s after the import began")
    one_by_one()
    arrays()
    if is_compiled():
        environment = {**os.environ, "QUEXIANG_PURE": "1"}
        subprocess.run([sys.executable, __file__], check=True, env=environment)  # noqa: S603 - this file


if __name__ == "__main__":
    main()
