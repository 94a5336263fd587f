"""Runs worlds until so many matches are played: `python tests/world/run.py --matches n --seed s`.

The last line of the output is a JSON object. A violation is printed with the command that repeats
its world.
"""

import argparse
import gc
import json
import os
import sys
import time
import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context

from worlds import Outcome, World

MOST_SHOWN = 5
"""Violations of one world that are printed."""
CHUNK = 8
"""Worlds that a process runs at a time."""


def seeds(seed: str) -> Iterator[str]:
    """The seeds of the worlds of a run."""
    return (f"{seed}-{number:04d}" for number in count(1))


def world_of(seed: str) -> Outcome:
    """One world, from its beginning to its end."""
    return World(seed).run()


def worlds_of(chunk: list[str]) -> list[Outcome]:
    """Several worlds, and the garbage of all of them."""
    outcomes = [world_of(seed) for seed in chunk]
    gc.collect()
    return outcomes


def worlds(first: str, jobs: int) -> Iterator[Outcome]:
    """The worlds of a run in the order of their seeds, so many at once."""
    endless = seeds(first)
    context = get_context("fork")
    with ProcessPoolExecutor(jobs, context, initializer=gc.freeze) as pool:
        running: deque[Future[list[Outcome]]] = deque()
        try:
            while True:
                while len(running) < 2 * jobs:
                    running.append(pool.submit(worlds_of, list(islice(endless, CHUNK))))
                yield from running.popleft().result()
        finally:
            for future in running:
                future.cancel()


def run(matches: int, seed: str, jobs: int) -> dict[str, object]:
    """Run worlds until so many matches are played, and count."""
    start, shown = time.perf_counter(), 0.0
    sums = dict.fromkeys(("matches", "decisions", "frames", "restores", "faults", "violations"), 0)
    number = history = 0
    for outcome in worlds(seed, jobs):
        number += 1
        for name in sums:
            found = getattr(outcome, name)
            sums[name] += found if isinstance(found, int) else len(found)
        history = zlib.crc32(f"{outcome.history}".encode(), history)
        tell(outcome)
        if time.perf_counter() - shown > 1:
            shown = time.perf_counter()
            sys.stderr.write(
                f"\r{sums['matches']} of {matches} matches, {sums['violations']} wrong "
            )
        if sums["matches"] >= matches:
            break
    sys.stderr.write("\n")
    took = round(time.perf_counter() - start, 1)
    return {**sums, "worlds": number, "history": history, "seed": seed, "seconds": took}


def tell(outcome: Outcome) -> None:
    """Print what is wrong with a world, and how to see it again."""
    if outcome.violations:
        print(f"\n{outcome.seed}: python tests/world/run.py --only {outcome.seed}")  # noqa: T201 - whoever started it reads this
        for violation in outcome.violations[:MOST_SHOWN]:
            print(f"  {violation}")  # noqa: T201 - likewise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seed", default="WORLD")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", help="run this one world")
    given = parser.parse_args()
    if given.only:
        outcome = world_of(given.only)
        tell(outcome)
        result = {name: getattr(outcome, name) for name in outcome.__struct_fields__}
        result["violations"] = len(outcome.violations)
    else:
        result = run(given.matches, given.seed, given.jobs)
    print(json.dumps(result))  # noqa: T201 - likewise
    sys.exit(1 if result["violations"] else 0)


if __name__ == "__main__":
    main()
