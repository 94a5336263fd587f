"""What holds over all nodes: rates, wrong passwords, sockets of an address, ended sessions."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from players import PATIENCE, Player, until
from running import served, sqlite
from test_limits import Clock

from quexiang.client.table import Closed, RemoteTable
from quexiang.cluster.bus import LocalBus
from quexiang.protocol import incoming
from quexiang.server import limits as limits_module
from quexiang.server import services as services_module
from quexiang.server.attempts import FREE, Attempts
from quexiang.server.endings import Endings
from quexiang.server.gate import Gate
from quexiang.server.limits import Bucket, Rates
from quexiang.server.networks import SILENT, Networks
from quexiang.server.services import Services
from quexiang.server.settings import Limits, Settings
from quexiang.server.tally import BATCH, Tally
from quexiang.server.tokens import Claim
from quexiang.store import Store
from quexiang.store.sessions import Session

LIMITS = Limits(guests=(4, 1000.0), crowd=1)


class NotingBus(LocalBus):
    """Counts what is published."""

    def __init__(self) -> None:
        super().__init__()
        self.subjects: list[str] = []

    @property
    def sent(self) -> int:
        return len(self.subjects)

    def publish(self, subject: str, payload: bytes) -> None:
        self.subjects.append(subject)
        super().publish(subject, payload)


class Node:
    """As much of a node as counts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.clock = Clock()
        self.networks = Networks(self.clock)
        self.tally = Tally(self.networks)
        self.gate = Gate(LIMITS, self.clock)
        self.attempts = Attempts((30, 300.0), self.clock)
        self.gate.share(self.tally)
        self.attempts.share(self.tally)


async def nodes(bus: LocalBus) -> tuple[Node, Node]:
    one, other = Node("one"), Node("other")
    for node in (one, other):
        await node.tally.join(bus, "counts", node.name)
    return one, other


def test_what_is_taken_at_one_node_is_missing_at_the_other() -> None:
    async def take() -> None:
        bus = NotingBus()
        one, other = await nodes(bus)

        waits = [one.gate.wait("guests", "home", person) for person in ("p", "p", "p", None, None)]
        await until(lambda: bus.sent)
        await asyncio.sleep(0)

        assert [wait > 0 for wait in waits] == [False, False, False, False, True]
        assert bus.sent == 1
        assert other.gate.wait("guests", "home") == one.gate.wait("guests", "home") > 0
        assert other.gate.wait("guests", "elsewhere", "p") == 0.0
        assert other.gate.wait("guests", "elsewhere", "p") > 0

    asyncio.run(take())


def test_who_took_too_much_at_several_nodes_at_once_waits_for_all_of_it() -> None:
    async def take() -> None:
        bus = NotingBus()
        one, other = await nodes(bus)
        assert not any(node.gate.wait("guests", "home") for node in (one, other) for _ in range(4))
        await until(lambda: bus.sent == 2)
        await asyncio.sleep(0)

        one.clock.now += 1000.0
        assert one.gate.wait("guests", "home") > 0
        one.clock.now += 250.0
        assert one.gate.wait("guests", "home") == 0.0

    asyncio.run(take())


def test_wrong_passwords_count_at_all_nodes_until_a_right_one() -> None:
    async def attempt() -> None:
        bus = NotingBus()
        one, other = await nodes(bus)
        for _ in range(FREE):
            assert one.attempts.begin("home login", is_known=False) == 0.0
        await until(lambda: bus.sent)
        await asyncio.sleep(0)
        assert other.attempts.begin("home login", is_known=False) > 0
        assert other.attempts.begin("away login", is_known=False) == 0.0

        one.attempts.succeed("home login")
        await until(lambda: other.attempts.begin("home login", is_known=False) == 0.0)

    asyncio.run(attempt())


def test_a_thousand_requests_are_told_in_one_message() -> None:
    async def take() -> None:
        bus = NotingBus()
        one, _ = await nodes(bus)
        for number in range(1000):
            one.gate.wait("files", f"10.0.0.{number % 250}")
        assert bus.sent == 0
        await until(lambda: bus.sent)
        await asyncio.sleep(0)

        assert bus.sent == 1

    asyncio.run(take())


def test_the_sockets_of_an_address_are_counted_over_all_nodes() -> None:
    async def come_and_go() -> None:
        bus = NotingBus()
        one, other = await nodes(bus)
        one.networks.enter("home")
        other.networks.enter("home")
        other.networks.enter("home")
        await until(lambda: one.networks["home"] == other.networks["home"] == 3)
        other.networks.leave("home")
        await until(lambda: one.networks["home"] == 2)

        late = Node("late")
        await late.tally.join(bus, "counts", late.name)
        assert late.networks["home"] == 0
        await one.tally.beat()
        await other.tally.beat()
        await until(lambda: late.networks["home"] == 2)

        other.tally.leave()
        await until(lambda: late.networks["home"] == one.networks["home"] == 1)
        late.clock.now += SILENT + 1
        await late.tally.beat()
        assert late.networks["home"] == 0, "one said nothing for long: it is dead"
        assert late.networks["elsewhere"] == 0

    asyncio.run(come_and_go())


def test_a_server_alone_tells_nobody(tmp_path: Path) -> None:
    async def live() -> None:
        services = Services(Settings.for_tests(sqlite(tmp_path)))
        services.bus = services.node.bus = bus = NotingBus()  # type: ignore[assignment]
        await services.start()
        services.gate.wait("reads", "home", "p")
        services.attempts.begin("home login", is_known=False)
        services.attempts.succeed("home login")
        services.networks.enter("home")
        services.endings.hang_up("p")
        await asyncio.sleep(2 * BATCH)
        await services.stop()

        assert {subject.rpartition(".")[2] for subject in bus.subjects} <= {"alive"}

    asyncio.run(live())


def test_many_addresses_are_not_looked_through_at_every_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = 0

    def is_full(_: Bucket) -> bool:
        nonlocal looks
        looks += 1
        return False

    monkeypatch.setattr(limits_module, "SWEEP", 10)
    monkeypatch.setattr(Bucket, "is_full", property(is_full))
    rates = Rates(5, 100.0, Clock())

    for number in range(1000):
        rates.take(str(number))

    assert looks < 3000


# Sessions.


class Ear:
    """A socket that remembers whether it was hung up."""

    network = "home"

    def __init__(self, number: int, person: str, session: str) -> None:
        self.number = number
        self.claim: Claim | None = Claim(person, session) if person else None
        self.is_open = True

    def hang_up(self) -> None:
        self.is_open = False

    def farewell(self) -> asyncio.Task[None]:
        return asyncio.create_task(asyncio.sleep(0))


@asynccontextmanager
async def store(url: str) -> AsyncIterator[Store]:
    made = Store(url)
    await made.migrate()
    for person in ("p_1", "p_2", "p_3"):
        await made.people.add(person, person, 1.0)
        for name in ("a", "b"):
            session = Session(person=person, id=name, created=1.0, seen=1.0, expires=100.0)
            await made.sessions.add(session)
    try:
        yield made
    finally:
        await made.close()


def ears() -> dict[int, Ear]:
    who = [("p_1", "a"), ("p_1", "b"), ("p_2", "a"), ("p_3", "a"), ("", "")]
    return {number: Ear(number, *one) for number, one in enumerate(who)}


def still_open(sockets: dict[int, Ear]) -> list[int]:
    return [number for number, socket in sockets.items() if socket.is_open]


def test_a_session_that_ends_at_one_node_is_hung_up_at_all(tmp_path: Path) -> None:
    async def end() -> None:
        async with store(sqlite(tmp_path)) as found:
            bus, here, there = LocalBus(), ears(), ears()
            one, other = (Endings(sockets, found.sessions) for sockets in (here, there))
            for node in (one, other):
                await node.join(bus, "ended")

            one.hang_up("p_1", session="b")
            await until(lambda: still_open(there) == [0, 2, 3, 4])
            assert still_open(here) == [0, 2, 3, 4]
            other.hang_up("p_2", but="a")
            other.hang_up("p_1", but="b")
            await until(lambda: still_open(here) == [2, 3, 4])
            assert still_open(there) == [2, 3, 4]

    asyncio.run(end())


def test_the_database_tells_who_was_locked_out_ended_or_forgotten(own_database: str) -> None:
    async def check() -> None:
        async with store(own_database) as found:
            sockets = ears()
            endings = Endings(sockets, found.sessions)
            await endings.check(50.0)
            assert still_open(sockets) == [0, 1, 2, 3, 4]

            await found.sessions.end("p_1", "b")
            await found.people.ban("p_2")
            await found.admin.forget("p_3")
            await endings.check(50.0)
            assert still_open(sockets) == [0, 4]
            await endings.check(100.0)
            assert still_open(sockets) == [4]

    asyncio.run(check())


# Two nodes.


@pytest.mark.slow
def test_two_nodes_are_as_strict_as_one(
    own_database: str, nats_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services_module, "NOTICE", 3600.0)  # the bus is to tell
    usual = Settings.for_tests(own_database)
    limits = replace(usual.limits, guests=(6, 100_000.0), logins=(1000, 1.0))
    settings = replace(usual, nats=nats_url, limits=limits)

    async def live(one: str, other: str) -> None:
        player = Player(one, "阿竹", "seed")
        async with player:
            await player.client.guest(player.name)
            key = await player.client.open_room("hangzhou", public=True)
            player.client.url = other
            table = await player.join(key)
            await table.say(incoming.Ready())
            await answered(table)
            told = {"authorization": f"Bearer {player.client.token}"}
            async with (
                httpx.AsyncClient(base_url=one, timeout=PATIENCE, headers=told) as here,
                httpx.AsyncClient(base_url=other, timeout=PATIENCE, headers=told) as there,
            ):
                await same(here, there, key)
                assert (await here.post("/api/logout")).status_code == 200
                await hung_up(table)
                await taken(here, there)

    with served(settings) as one, served(settings) as other:
        asyncio.run(live(one, other))


async def answered(table: RemoteTable) -> None:
    """Wait until the room has taken everything that was said."""
    async with asyncio.timeout(PATIENCE):
        async for _ in table:
            if not table.unanswered:
                return


async def hung_up(table: RemoteTable) -> None:
    async def listen() -> None:
        async for _ in table:
            pass

    with pytest.raises(Closed, match="4401"):
        await asyncio.wait_for(listen(), PATIENCE)


@pytest.mark.slow
def test_whom_an_operator_locks_out_is_sent_away_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services_module, "NOTICE", 0.05)
    url = sqlite(tmp_path)

    async def live(address: str) -> None:
        player = Player(address, "阿竹", "seed")
        async with player:
            await player.client.guest(player.name)
            table = await player.join(await player.client.open_room("hangzhou"))
            await table.say(incoming.Ready())
            store = Store(url)
            (person,) = await store.admin.find(player.name)
            await store.people.ban(person["id"])
            await store.close()
            await hung_up(table)

    with served(Settings.for_tests(url)) as address:
        asyncio.run(live(address))


async def same(here: httpx.AsyncClient, there: httpx.AsyncClient, key: str) -> None:
    """Both nodes tell the same."""
    for path in ("/api/rooms", f"/api/rooms/{key}", "/api/me", "/api/variants/hangzhou/ladder"):
        found = [(await node.get(path)).json() for node in (here, there)]
        assert found[0] == found[1]
    (room,) = (await here.get("/api/rooms")).json()
    assert room["seats"][0]["online"]


async def taken(here: httpx.AsyncClient, there: httpx.AsyncClient) -> None:
    """Whoever has used up a rate at one node has used it up at both."""
    while (answer := await here.post("/api/guest", json={"name": "b"})).status_code == 201:
        pass
    assert answer.status_code == 429
    async with asyncio.timeout(PATIENCE):
        while (await there.post("/api/guest", json={"name": "b"})).status_code != 429:
            pass
    assert answer.headers["retry-after"]
