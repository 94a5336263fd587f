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
from collections.abc import Iterator
from functools import partial
from itertools import count
from multiprocessing import get_context

from worlds import Outcome, World

MOST_SHOWN = 5
"""Violations of one world that are printed."""
COLLECT = 20
"""Worlds after which the garbage is collected."""


def seeds(seed: str) -> Iterator[str]:
    """The seeds of the worlds of a run."""
    return (f"{seed}-{number:04d}" for number in count(1))


def world_of(seed: str) -> Outcome:
    """One world, from its beginning to its end."""
    outcome = World(seed).run()
    if int(seed.rpartition("-")[2] or 0) % COLLECT == 0:
        gc.collect()
    return outcome


def worlds(first: str, jobs: int) -> Iterator[Outcome]:
    """The worlds of a run, in the order of their seeds."""
    if jobs == 1:
        yield from map(world_of, seeds(first))
    else:
        with get_context("fork").Pool(jobs, partial(gc.freeze)) as pool:
            yield from pool.imap(world_of, seeds(first), chunksize=4)


def run(matches: int, seed: str, jobs: int) -> dict[str, object]:
    """Run worlds until so many matches are played, and count."""
    start, shown = time.perf_counter(), 0.0
    sums = dict.fromkeys(("matches", "decisions", "frames", "restores", "faults", "violations"), 0)
    total: dict[str, object] = {"seed": seed, "worlds": 0, "history": 0}
    for number, outcome in enumerate(worlds(seed, jobs), 1):
        for name in sums:
            found = getattr(outcome, name)
            sums[name] += found if isinstance(found, int) else len(found)
        total["worlds"] = number
        total["history"] = hash((total["history"], outcome.history))
        tell(outcome)
        if time.perf_counter() - shown > 1:
            shown = time.perf_counter()
            sys.stderr.write(f"\r{sums['matches']} of {matches} matches, {sums['violations']} wrong ")
        if sums["matches"] >= matches:
            break
    sys.stderr.write("\n")
    return {**sums, **total, "jobs": jobs, "seconds": round(time.perf_counter() - start, 1)}


def tell(outcome: Outcome) -> None:
    """Print what is wrong with a world, and how to see it again."""
    if outcome.violations:
        print(f"\n{outcome.seed}: python tests/world/run.py --only {outcome.seed}")  # noqa: T201
        for violation in outcome.violations[:MOST_SHOWN]:
            print(f"  {violation}")  # noqa: T201


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
    print(json.dumps(result))  # noqa: T201
    sys.exit(1 if result["violations"] else 0)


if __name__ == "__main__":
    main()
