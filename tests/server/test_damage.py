"""A log that is not what was written: noticed, set aside, and nobody else's trouble."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import httpx
import pytest
from players import PATIENCE, Player, play_all
from running import served
from sqlalchemy import text
from test_admin import Operator
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.client import Client, Closed
from quexiang.errors import UnknownVariant
from quexiang.protocol import incoming
from quexiang.protocol.room import Profile
from quexiang.rooms import state
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Hub, RoomPlan
from quexiang.server.settings import Settings
from quexiang.store import Row, Store
from quexiang.store.chain import BrokenChain, check_chain, link, relinked
from quexiang.variants import variant_named

DAMAGES = {
    "missing": ["DELETE FROM log WHERE room = :room AND version = 2"],
    "changed": [
        "UPDATE log SET lines = replace(lines, 'random', 'soso') WHERE room = :room AND version = 2"
    ],
    "unreadable": ["UPDATE log SET lines = 'no entry' WHERE room = :room AND version = 2"],
    "swapped": [
        "UPDATE log SET version = 1000 WHERE room = :room AND version = 2",
        "UPDATE log SET version = 2 WHERE room = :room AND version = 3",
        "UPDATE log SET version = 3 WHERE room = :room AND version = 1000",
    ],
}


def rows(count: int) -> list[Row]:
    return relinked("room", [Row(at, None, f"line {at}", "new") for at in range(1, count + 1)])


def test_the_chain_tells_of_every_change() -> None:
    whole = rows(4)
    first, second, third, fourth = whole
    other = Row(2, None, "line 2!", second.chain)

    check_chain("room", whole)
    for wrong in ([first, third], [first, other, third, fourth], [second, first], [second]):
        with pytest.raises(BrokenChain):
            check_chain("room", wrong)
    with pytest.raises(BrokenChain):
        check_chain("another room", whole)


def test_a_chain_begins_after_the_rows_from_before_it() -> None:
    old = [Row(1, None, "line 1"), Row(2, None, "line 2")]
    new = Row(3, None, "line 3", link("", "room", 3, None, "line 3"))

    check_chain("room", [*old, new])
    with pytest.raises(BrokenChain):
        check_chain("room", [*old, new, Row(4, None, "line 4")])


async def say(url: str, statements: list[str], **values: object) -> None:
    store = Store(url)
    async with store.database.writing() as connection:
        for statement in statements:
            await connection.execute(text(statement), values)
    await store.close()


@contextmanager
def damaged(url: str, how: str) -> Iterator[tuple[str, Client, str, str]]:
    """A server whose owner has a sound room and a damaged one that is not in memory."""

    async def fill(address: str) -> tuple[Client, str, str]:
        client = Client(address)
        await client.guest("老周")
        sound, broken = [await client.open_room("anhua", public=True) for _ in range(2)]
        for key in (sound, broken):
            async with client.join(key) as table:
                await table.say(incoming.AddBot(seat="B", level="random"))
                await table.say(incoming.AddBot(seat="C", level="random"))
                async for _ in table:
                    if not table.unanswered:
                        break
        return client, sound, broken

    with served(Settings.for_tests(url)) as address:
        client, sound, broken = asyncio.run(fill(address))
    asyncio.run(say(url, DAMAGES[how], room=broken))
    with served(Settings.for_tests(url)) as address:
        client.url = address
        yield address, client, sound, broken


@pytest.mark.slow
@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_room_is_set_aside_and_nobody_else_notices(own_database: str, how: str) -> None:
    operator = Operator(own_database)
    with damaged(own_database, how) as (address, client, sound, broken):
        told = {"authorization": f"Bearer {client.token}"}
        with httpx.Client(base_url=address, timeout=PATIENCE, headers=told) as http:
            listed, mine = http.get("/api/rooms"), http.get("/api/me")
            status = http.get(f"/api/rooms/{broken}").status_code

        assert [room["key"] for room in listed.json()] == [sound]
        assert [room["key"] for room in mine.json()["rooms"]] == [sound]
        assert status == 404
        assert asyncio.run(refused(client, broken)) == 4404
        rooms = {room["key"]: room for room in map(json.loads, operator.does("rooms").splitlines())}
        assert rooms[broken]["phase"] == "damaged"
        assert rooms[broken]["damage"]
        assert rooms[sound]["damage"] is None
        operator.does("close", broken)
        assert broken not in operator.does("rooms")
        operator.does("check")


async def refused(client: Client, key: str) -> int:
    async with client.join(key) as table:
        with pytest.raises(Closed) as closed:
            async for _ in table:
                pass
    return closed.value.code


@pytest.mark.slow
@pytest.mark.parametrize("how", DAMAGES)
def test_an_operator_checks_all_rooms(own_database: str, how: str) -> None:
    operator = Operator(own_database)
    with damaged(own_database, how) as (_, _, sound, broken):
        pass
    command = ["verify", "--database-url", own_database, "--json"]
    looked = CliRunner().invoke(app, command)
    fine = CliRunner().invoke(app, [*command, "--room", sound])

    checked = operator.run("check", "--json")

    assert (looked.exit_code, fine.exit_code, checked.exit_code) == (1, 0, 1)
    assert json.loads(looked.stdout) == json.loads(checked.stdout)
    (found,) = json.loads(checked.stdout)["damaged"]
    assert found["key"] == broken
    told = [json.loads(line) for line in operator.does("rooms").splitlines()]
    assert {room["key"]: room["damage"] for room in told} == {sound: None, broken: found["damage"]}


@pytest.mark.slow
def test_a_room_that_was_mended_is_given_back(own_database: str) -> None:
    operator = Operator(own_database)
    change = "UPDATE log SET lines = replace(lines, :old, :new) WHERE version = 2"
    with damaged(own_database, "changed") as (_, client, _, broken):
        assert operator.run("check").exit_code == 1
        mend = {"old": "soso", "new": "random", "room": broken}
        asyncio.run(say(own_database, [f"{change} AND room = :room"], **mend))

        operator.does("check")

        assert asyncio.run(client.get(f"/api/rooms/{broken}"))["key"] == broken


@pytest.mark.slow
def test_a_forgotten_person_leaves_a_sound_log(own_database: str) -> None:
    async def play(address: str) -> str:
        async with Player(address, "老周", "forget") as player:
            await player.client.guest(player.name)
            key = await player.client.quick("hangzhou", level="random", options={"rounds": 1})
            await player.join(key)
            await play_all([player])
        return key

    with served(Settings.for_tests(own_database)) as address:
        asyncio.run(play(address))
        operator = Operator(own_database)
        operator.does("delete", "老周", "--sure")
        found = json.loads(operator.does("check", "--json"))

    assert found == {"ok": True, "rooms": 1, "proven": 1, "damaged": []}


@pytest.mark.slow
def test_a_room_of_a_town_that_is_not_installed_waits_for_it(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(key: str) -> None:
        raise UnknownVariant(key, ())

    async def look() -> None:
        store = Store(own_database)
        await store.migrate()
        hub = Hub(store, RoomPace())
        town = variant_named("anhua")
        plan = RoomPlan(variant=town, options=town.choose({}, 4), players=4)
        key = (await hub.open(plan, Profile("p", "老周"))).key
        await hub.stop()
        for is_there in (False, True, False):
            hub = Hub(store, RoomPace())
            with monkeypatch.context() as patched:
                if not is_there:
                    patched.setattr(state, "variant_named", gone)
                assert (await hub.view(key) is not None) == is_there
                with nullcontext() if is_there else pytest.raises(UnknownVariant):
                    assert await hub.find(key) is not None
            await hub.stop()
        assert await store.rooms.phase_of(key) == "lobby"
        await store.close()

    asyncio.run(look())
