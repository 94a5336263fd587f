"""Three nodes on one PostgreSQL with a NATS between them, each of which can fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

from cables import Cable, Cables, cables
from guests import Front, Guest
from nats_server import Nats, own_nats
from players import until
from postgres import Postgres, own_postgres
from running import Victim
from sqlalchemy import select
from tables import Table, judge

from quexiang.store import Store
from quexiang.store.tables import ROOMS, SERVERS

NODES = 3


class Node(Victim):
    """A node, with the cables by which it reaches the others and the database."""

    def __init__(self, database: str, folder: Path, to_database: Cable, to_bus: Cable) -> None:
        self.to_database, self.to_bus = to_database, to_bus
        nats = f"nats://127.0.0.1:{to_bus.port}"
        super().__init__(database, folder, strict=False, nats=nats)


class ClusterTable(Table):
    """A table whose people are at different nodes."""

    front: Front
    people: list[Guest]  # type: ignore[assignment]  # nobody else sits here

    def at(self, node: Node) -> list[Guest]:
        """The people whose sockets are at a node."""
        return [person for person in self.people if person.seat.at == node.address]

    def not_at(self, node: Node) -> list[Guest]:
        return [person for person in self.people if person.seat.at != node.address]

    async def go_on(self, times: int = 2) -> None:
        """Wait until answers of everybody were acknowledged, or the match is over."""
        before = [(person, len(person.acknowledged) + times) for person in self.people]
        await until(
            lambda: self.is_over or all(len(one.acknowledged) >= told for one, told in before)
        )

    async def avoid(self, node: Node) -> None:
        """The front has noticed that a node is ill: who was there goes elsewhere."""
        self.front.addresses.remove(node.address)
        for person in self.at(node):
            await person.seat.drop()


class Cluster:
    """Nodes, and what they have in common."""

    def __init__(self, postgres: Postgres, nats: Nats, nodes: Sequence[Node]) -> None:
        self.postgres = postgres
        self.nats = nats
        self.nodes = list(nodes)
        self._names = count(1)

    def table(self, town: str) -> ClusterTable:
        """Four people, one at each node and one more."""
        table = ClusterTable(town)
        table.front = Front([node.address for node in self.nodes], town)
        for seat in range(4):
            name = f"{town}{next(self._names)}"
            table.sit(Guest(table.front, self.nodes[seat % NODES].address, name))
        return table

    async def owner(self, table: Table) -> Node:
        """Where a room lives."""
        store = Store(self.postgres.url)
        wanted = select(SERVERS.c.address).join(ROOMS, ROOMS.c.server == SERVERS.c.id)
        async with store.database.reading() as connection:
            found = await connection.execute(wanted.where(ROOMS.c.key == table.key))
            address = found.scalar_one()
        await store.close()
        return next(node for node in self.nodes if node.address == address)

    def judge(self, tables: Sequence[ClusterTable]) -> None:
        """Nothing lost, doubled, crossed or out of order, and nobody saw what is hidden."""
        judge(tables, self.postgres.url)
        shown = [what for table in tables for one in table.people for what in one.revealed]
        assert not shown, shown[:3]


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster that plays; everything of it is ended."""
    with ExitStack() as stack:
        nats = stack.enter_context(own_nats())
        postgres, laid = stack.enter_context(own_postgres()), stack.enter_context(cables())
        nodes = [_node(folder, postgres, nats, laid) for _ in range(NODES)]
        for node in nodes:
            stack.enter_context(node)
        yield Cluster(postgres, nats, nodes)


def _node(folder: Path, postgres: Postgres, nats: Nats, laid: Cables) -> Node:
    to_database, to_bus = laid.lay(postgres.port), laid.lay(nats.port)
    url = postgres.url.replace(f":{postgres.port}/", f":{to_database.port}/")
    return Node(url, folder, to_database, to_bus)
