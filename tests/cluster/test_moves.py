"""Every way in which a room comes to a node or leaves it is counted."""

import asyncio
from pathlib import Path

from running import sqlite
from two_nodes import OWNER, PLAN

from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Hub
from quexiang.server.metrics import Metrics
from quexiang.store import Store


def moves(metrics: Metrics) -> dict[str, int]:
    (found,) = (one for one in metrics.registry.collect() if one.name == "quexiang_room_moves")
    return {
        one.labels["how"]: int(one.value) for one in found.samples if one.name.endswith("_total")
    }


def test_a_room_sleeps_wakes_is_handed_over_and_taken_over(tmp_path: Path) -> None:
    async def move() -> None:
        store = Store(sqlite(tmp_path))
        await store.migrate()
        one, other = (Hub(store, RoomPace(), address=name) for name in ("one", "other"))
        one.measures, other.measures = here, there = Metrics(), Metrics()
        key = (await one.open(PLAN, OWNER)).key
        await other.beat()
        assert moves(here) == {}

        await one.hand_over(key)
        await other.find(key)
        await other.hand_over(key, one.server)
        await one.find(key)
        assert moves(here) == {"slept": 1, "received": 1}
        assert moves(there) == {"woken": 1, "handed_over": 1}

        await store.leases.beat(one.server, "one", -1.0)  # it is dead
        await other.find(key)
        assert moves(there)["taken_over"] == 1
        await one.stop()
        await other.stop()
        await store.close()

    asyncio.run(move())
