"""What a billion rounds would cost: processor hours, bytes of Parquet, memory.

    python benchmarks/scaling.py [ROUNDS]

Processor time of one process, the least of three interleaved passes, each town and kind of row in
its turn; `skilled` plays a tenth of the rounds. The last lines say what the process that writes
does for each row, and what it holds after each third of a long run. docs/scaling.md has the
figures.
"""

from __future__ import annotations

import pickle
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from engines import TOWNS

from quexiang.bots import make_bot
from quexiang.data import make
from quexiang.data.schema import KINDS as ROW_KINDS
from quexiang.data.schema import Kind
from quexiang.match.executor import Here
from quexiang.match.simulate import Wishes, plan, simulate
from quexiang.variants import variant_named

BILLION = 10**9
HOUR = 3600
PASSES = 3
KINDS: tuple[Kind | None, ...] = (None, *reversed(ROW_KINDS))


def wishes(town: str, rounds: int, bot: str) -> Wishes:
    """Rounds with the town's usual options."""
    return Wishes(
        variant=variant_named(town),
        rounds=rounds,
        seed="scaling",
        given={},
        bots=(bot,),
        make_bot=make_bot,
        reads_log=bot != "random",
    )


def measured(wanted: Wishes, kind: Kind | None, file: Path) -> tuple[float, int]:
    """The seconds of a run, and the bytes that it writes."""
    start = time.process_time()
    if kind is None:
        for _ in simulate(plan(wanted), Here()):
            pass
        return time.process_time() - start, 0
    with make.simulated(file, wanted, kind, force=True) as out:
        for _, rows in make.play_matches(plan(wanted), Here(), kind):
            out.add(rows)
    return time.process_time() - start, file.stat().st_size


def table(bot: str, rounds: int, file: Path) -> None:
    """Print hours and bytes of a billion rounds, town by town."""
    best: dict[tuple[str, Kind | None], tuple[float, int]] = {}
    for _ in range(PASSES):
        for town in TOWNS:
            for kind in KINDS:
                found = measured(wishes(town, rounds, bot), kind, file)
                best[town, kind] = min(found, best.get((town, kind), found))
    print(f"\n{bot}, {rounds} rounds a town; core-hours and terabytes of a billion")
    print("town        played  rounds  decisions   TB rounds  TB decisions")
    for town in TOWNS:
        hours = [best[town, kind][0] / rounds * BILLION / HOUR for kind in KINDS]
        size = [best[town, kind][1] / rounds * BILLION / 1e12 for kind in KINDS[1:]]
        told = " ".join(f"{hour:9,.0f}" for hour in hours)
        print(f"{town:10}{told}   {size[0]:9.3f}  {size[1]:12.2f}")


def writing(rounds: int, file: Path) -> None:
    """Print what the process that writes does for a row, its share of a cluster's work."""
    wanted = wishes("hangzhou", rounds, "random")
    for kind in ROW_KINDS:
        sent = [pickle.dumps(one) for one in make.play_matches(plan(wanted), Here(), kind)]
        start, count = time.process_time(), 0
        with make.simulated(file, wanted, kind, force=True) as out:
            for one in sent:
                _, rows = pickle.loads(one)  # noqa: S301 - made above
                out.add(rows)
                count += rows.num_rows
        took = time.process_time() - start
        size = sum(map(len, sent)) / count
        print(
            f"{kind}: {count / took:,.0f} rows a second are written; {size:.0f} bytes travel each"
        )


def memory(rounds: int, file: Path) -> None:
    """Print what the process holds after each third of a run."""
    wanted = wishes("hangzhou", 3 * rounds, "random")
    done, held = 0, list[int]()
    with make.simulated(file, wanted, "decisions", force=True) as out:
        for tally, rows in make.play_matches(plan(wanted), Here(), "decisions"):
            out.add(rows)
            done += tally.rounds
            if done >= rounds * (len(held) + 1):
                held.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    print(f"most memory so far, after {rounds}, {2 * rounds}, {3 * rounds} rounds: {held} MB")


def main(rounds: int = 800) -> None:
    """Measure everything."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "made.parquet"
        table("random", rounds, file)
        table("skilled", max(1, rounds // 10), file)
        writing(rounds, file)
        memory(4 * rounds, file)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
