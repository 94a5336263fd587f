"""Two servers on one database: every room lives on one of them, and people find it."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from players import PATIENCE, Player, company, play_all, seated, start, until
from running import Victim, served
from servers import new_database

from quexiang.client import Client
from quexiang.protocol.room import Profile
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Elsewhere, Hub, RoomPlan
from quexiang.server.settings import Settings
from quexiang.store import Store
from quexiang.variants import variant_named

TOWN = variant_named("hangzhou")
PLAN = RoomPlan(variant=TOWN, options=TOWN.choose({}, 4), players=4)
OWNER = Profile("p_a", "阿竹")


@contextmanager
def two_servers(url: str) -> Iterator[tuple[str, str]]:
    with served(Settings.for_tests(url)) as one, served(Settings.for_tests(url)) as other:
        yield one, other


@pytest.mark.slow
def test_people_of_two_servers_play_one_match(own_database: str) -> None:
    async def match(servers: tuple[str, str]) -> None:
        players = [Player(servers[n // 2], f"p{n}", f"two {n}") for n in range(4)]
        wishes = {"options": {"rounds": 1}, "clock": {"decision": 60, "bank": 60}}
        async with company(players):
            await seated("hangzhou", players, **wishes)
            others = asyncio.create_task(play_all(players[1:]))  # they are sent on as they listen
            await start(players[0].table)
            overs = [*await play_all(players[:1]), *await others]
            tables = [player.table for player in players]

        assert {over.result.how for over in overs} == {"finished"}
        assert len({str(over.result) for over in overs}) == 1
        homes = [table.home for table in tables if table is not None]
        assert homes[0] != homes[3]
        assert {table.address for table in tables if table is not None} == {homes[0]}
        assert not any(table.is_entrusted for table in tables if table is not None)

    with two_servers(own_database) as servers:
        asyncio.run(match(servers))


@pytest.mark.slow
def test_a_room_is_seen_on_both_servers_and_stays_where_it_is(own_database: str) -> None:
    with two_servers(own_database) as (one, other):
        player = Player(one, "阿竹", "seed")
        asyncio.run(player.client.guest(player.name))
        key = asyncio.run(player.client.open_room("hangzhou", public=True))
        told = {"authorization": f"Bearer {player.client.token}"}

        with httpx.Client(base_url=other, timeout=PATIENCE, headers=told) as http:
            room = http.get(f"/api/rooms/{key}").json()
            listed = http.get("/api/rooms").json()
            mine = http.get("/api/me").json()["rooms"]
            found = http.get(f"/api/rooms/code/{room['code']}").json()

        assert found["key"] == room["key"] == key
        assert room in listed
        assert [one["key"] for one in mine] == [key]
        assert asyncio.run(owner_of(own_database, key)) == one


async def owner_of(url: str, key: str) -> str:
    """Where a room lives, as a third server is told."""
    store = Store(url)
    hub = Hub(store, RoomPace())
    try:
        with pytest.raises(Elsewhere) as told:
            await hub.find(key)
        return told.value.at
    finally:
        await hub.stop()
        await store.close()


@pytest.mark.slow
def test_a_page_of_one_server_may_use_another(own_database: str) -> None:
    def status(address: str, origin: str) -> int:
        headers = {"origin": origin}
        answer = httpx.post(f"{address}/api/guest", json={"name": "a"}, headers=headers)
        return answer.status_code

    with two_servers(own_database) as (one, other):
        assert status(other, one) == 201
        assert status(other, "http://elsewhere.example") == 403


class Ear:
    """A socket that remembers how it was closed."""

    code = 0

    def send(self, frame: bytes) -> None:
        assert frame

    def close(self, code: int, frame: bytes = b"") -> None:
        assert b"moved" in frame
        self.code = code


@pytest.mark.slow
def test_a_server_that_slept_loses_its_rooms_to_the_next(own_database: str) -> None:
    async def sleep() -> None:
        store = Store(own_database)
        await store.migrate()
        hubs = [Hub(store, RoomPace(), address=name) for name in ("one", "two")]
        runner = await hubs[0].open(PLAN, OWNER)
        runner.sockets[1] = ear = Ear()
        with pytest.raises(Elsewhere, match="one"):
            await hubs[1].find(runner.key)

        await store.leases.beat(hubs[0].server, "one", -1.0)  # its lease has run out
        taken = await hubs[1].find(runner.key)
        assert taken is not None
        assert taken.head.fence > runner.head.fence
        await hubs[0].beat()
        await until(lambda: ear.code)

        assert ear.code == 4409
        with pytest.raises(Elsewhere, match="two"):
            await hubs[0].find(runner.key)
        await hubs[1].stop()
        assert await hubs[0].find(runner.key) is not None
        await hubs[0].stop()
        await store.close()

    asyncio.run(sleep())


@pytest.mark.slow
def test_a_paused_server_writes_nothing_once_its_room_is_taken(
    postgres_url: str, tmp_path: Path
) -> None:
    """SIGSTOP for longer than a lease: the people go on elsewhere, and it finds that out.

    It may stop in the middle of a transaction, of which PostgreSQL gets rid.
    """
    own_database = asyncio.run(new_database(postgres_url))

    async def play(victim: Victim, other: str) -> None:
        players = [Player(victim.address, f"p{n}", f"pause {n}") for n in range(4)]
        wishes = {"options": {"rounds": 2}, "clock": {"decision": 300, "bank": 0}}
        async with company(players):
            key = await seated("hangzhou", players, **wishes)
            await start(players[0].table)
            playing = asyncio.create_task(play_all(players))
            await until(lambda: any(one.answers & {*one.acknowledged} for one in players))
            os.kill(victim.pid, signal.SIGSTOP)
            try:
                playing.cancel()
                await asyncio.wait([playing])
                await expire(own_database)
                before = sum(len(player.acknowledged) for player in players)
                for player in players:
                    await move(player, other, key)
                playing = asyncio.create_task(play_all(players))
                await until(lambda: sum(len(one.acknowledged) for one in players) > before)
            finally:
                os.kill(victim.pid, signal.SIGCONT)
            overs = await playing
        assert len({str(over.result) for over in overs}) == 1
        assert {error.code for player in players for error in player.errors} <= {"stale"}

    victim = Victim(own_database, tmp_path, strict=False)  # its last transaction is lost
    with victim, served(Settings.for_tests(own_database)) as two:
        asyncio.run(play(victim, two))


async def expire(url: str) -> None:
    """Wait until the lease of the paused server is over."""
    store = Store(url)

    async def living() -> int:
        return len(await store.leases.addresses())

    async with asyncio.timeout(PATIENCE):
        while await living() > 1:  # noqa: ASYNC110 - another process is what it waits for
            await asyncio.sleep(0.1)
    await store.close()


async def move(player: Player, address: str, key: str) -> None:
    """Try the other server, as whoever gets no answer does."""
    player.client = Client(address, player.client.token)
    await player.join(key)
