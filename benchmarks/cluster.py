"""How long a table pauses when its node is killed, or hands it over: three real nodes.

    python benchmarks/cluster.py [TIMES]

Starts a PostgreSQL and a NATS of its own. Four people answer without a pause, none of them at the
node that goes: what they notice is the change of the owner alone.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / folder) for folder in ("cluster", "server", "world")]

from clusters import Cluster, ClusterTable, Node, cluster  # noqa: E402 - the tests' own cluster
from tables import played  # noqa: E402 - likewise

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 10
Measure = Callable[[Cluster, ClusterTable], Awaitable[float]]
ON_THE_WAY = 0.02
"""Seconds within which an answer may come that was given before."""


def answers(table: ClusterTable) -> list[float]:
    """When answers were acknowledged."""
    found = (each for each in table.history.operations.values() if each.outcome == "ok")
    return sorted(each.ended for each in found)


def longest(times: list[float]) -> float:
    """The longest pause."""
    return max(after - before for before, after in pairwise(times))


async def away_from(cluster: Cluster, table: ClusterTable) -> Node:
    """The owner of the room, once nobody's socket is there."""
    owner = await cluster.owner(table)
    await table.avoid(owner)
    await table.go_on()
    return owner


async def back(table: ClusterTable, node: Node) -> None:
    """Start a node that is gone."""
    node.start()
    await asyncio.to_thread(node.wait)
    table.front.addresses.append(node.address)
    await table.go_on()


async def replaced(cluster: Cluster, table: ClusterTable) -> float:
    """Seconds from a kill to the next answer that is acknowledged."""
    owner = await away_from(cluster, table)
    begun = time.monotonic()
    owner.kill()
    await table.go_on()
    first = next(at for at in answers(table) if at > begun + ON_THE_WAY)
    await back(table, owner)
    return first - begun


async def handed_over(cluster: Cluster, table: ClusterTable) -> float:
    """The longest pause between two answers while a node stops."""
    owner = await away_from(cluster, table)
    begun = time.monotonic()
    await asyncio.to_thread(owner.stop)
    await table.go_on()
    told = [at for at in answers(table) if at > begun]
    await back(table, owner)
    return longest([begun, *told])


async def undisturbed(_cluster: Cluster, table: ClusterTable) -> float:
    """The longest pause between two answers when nothing happens."""
    begun = time.monotonic()
    await table.go_on(20)
    return longest([begun, *(at for at in answers(table) if at > begun)])


def show(name: str, seconds: list[float]) -> None:
    """Print a measure."""
    median, worst = statistics.median(seconds), max(seconds)
    print(f"{name}: median {median * 1000:.0f} ms, worst {worst * 1000:.0f} ms of {len(seconds)}")


async def measured(nodes: Cluster) -> None:
    """Take all measures at one table."""
    table = nodes.table("hangzhou")
    async with played([table]):
        await table.go_on()
        for measure in MEASURES:
            show(measure.__name__, [await measure(nodes, table) for _ in range(TIMES)])


MEASURES: tuple[Measure, ...] = (undisturbed, handed_over, replaced)


def main() -> None:
    """Start a cluster and measure."""
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder)) as nodes:
        asyncio.run(measured(nodes))


if __name__ == "__main__":
    main()
