"""What can go wrong with a cluster, at a table that is being played at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from clusters import Cluster, ClusterTable, Node
from guests import Guest
from players import PATIENCE, until

Fault = Callable[[Cluster, ClusterTable], Awaitable[list[Guest]]]
"""Does harm, undoes it, and says who must not have noticed."""
CHANCE: Final = Random("faults")


async def moved(cluster: Cluster, table: ClusterTable, owner: Node) -> None:
    """Wait until a room lives elsewhere."""
    async with asyncio.timeout(PATIENCE):
        while await cluster.owner(table) is owner:  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.05)


async def other_than(cluster: Cluster, table: ClusterTable) -> Node:
    """A node that is only a gateway."""
    owner = await cluster.owner(table)
    return CHANCE.choice([node for node in cluster.nodes if node is not owner])


async def owner_is_killed(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    return await _killed(table, await cluster.owner(table))


async def gateway_is_killed(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    return await _killed(table, await other_than(cluster, table))


async def _killed(table: ClusterTable, node: Node) -> list[Guest]:
    kept = table.not_at(node)
    node.kill()
    await table.go_on()
    node.start()
    await asyncio.to_thread(node.wait)
    return kept


async def nats_is_killed(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    cluster.nats.kill()
    await asyncio.sleep(CHANCE.choice((0.0, 0.5)))
    cluster.nats.start()
    await table.go_on()
    return table.people


async def database_restarts(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    await asyncio.to_thread(cluster.postgres.stop)
    await asyncio.to_thread(cluster.postgres.start)
    await table.go_on()
    return table.people


async def database_takes_nothing(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    """For longer than a lease: a standby is promoted late."""
    await asyncio.to_thread(cluster.postgres.takes, nothing=True)
    await asyncio.sleep(CHANCE.choice((1.0, 4.0)))
    await asyncio.to_thread(cluster.postgres.takes, nothing=False)
    await table.go_on()
    return table.people


async def owner_is_stopped(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    """For longer than its lease; what it wanted to write when it goes on comes too late."""
    owner = await cluster.owner(table)
    kept = table.not_at(owner)
    owner.pause()
    try:
        await table.avoid(owner)
        await moved(cluster, table, owner)
        await table.go_on()
    finally:
        owner.resume()
    await table.go_on()
    table.front.addresses.append(owner.address)
    return kept


async def owner_loses_database(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    """It lives and talks, but cannot keep anything: others take over when its lease is over."""
    owner = await cluster.owner(table)
    return await _without_database(cluster, table, owner, owner.to_database.cut)


async def owner_waits_for_database(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    """The same, and nothing tells it so: what it wrote last may arrive much later."""
    owner = await cluster.owner(table)
    return await _without_database(cluster, table, owner, owner.to_database.silence)


async def _without_database(
    cluster: Cluster, table: ClusterTable, owner: Node, part: Callable[[], None]
) -> list[Guest]:
    kept = table.not_at(owner)
    part()
    try:
        if kept:
            await moved(cluster, table, owner)
        await table.avoid(owner)
        await moved(cluster, table, owner)  # if all were there, once they have gone elsewhere
        await table.go_on()
    finally:
        owner.to_database.mend()
    await table.go_on()
    table.front.addresses.append(owner.address)
    return kept


async def owner_loses_bus(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    return await _loses_bus(await cluster.owner(table), table)


async def gateway_loses_bus(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    return await _loses_bus(await other_than(cluster, table), table)


async def _loses_bus(node: Node, table: ClusterTable) -> list[Guest]:
    """Whoever is beyond the cut waits until the node is back."""
    CHANCE.choice((node.to_bus.cut, node.to_bus.silence))()
    await asyncio.sleep(CHANCE.choice((0.1, 1.0, 4.0)))
    node.to_bus.mend()
    await table.go_on()
    return table.people


async def all_restart(cluster: Cluster, table: ClusterTable) -> list[Guest]:
    """One node after the other is stopped and started, as with a new version."""
    for node in cluster.nodes:
        kept = {person: person.seat.sockets for person in table.not_at(node)}
        await asyncio.to_thread(node.stop)
        await table.go_on(1)
        assert all(person.seat.sockets == sockets for person, sockets in kept.items())
        node.start()
        await asyncio.to_thread(node.wait)
    await table.go_on()
    return []


FAULTS: Final[tuple[Fault, ...]] = (
    owner_is_killed,
    gateway_is_killed,
    nats_is_killed,
    database_restarts,
    database_takes_nothing,
    owner_is_stopped,
    owner_loses_database,
    owner_waits_for_database,
    owner_loses_bus,
    gateway_loses_bus,
    all_restart,
)


async def unnoticed(cluster: Cluster, table: ClusterTable, fault: Fault) -> None:
    """Do something to the cluster; those whom it leaves alone keep their very sockets."""
    await until(lambda: all(person.acknowledged for person in table.people))
    sockets = {person.name: person.seat.sockets for person in table.people}
    kept = await fault(cluster, table)
    lost = [one.name for one in kept if one.seat.sockets != sockets[one.name]]
    assert not lost, f"{lost} had to connect again"
