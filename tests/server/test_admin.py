"""`quexiang admin` on the database of a running server, which is another process."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from players import PATIENCE, until
from running import Victim
from typer.testing import CliRunner, Result

from quexiang.cli.app import app
from quexiang.client import Client, Closed
from quexiang.protocol import incoming


class Operator:
    """Somebody at the command line of the server's machine."""

    def __init__(self, url: str) -> None:
        self.url = url

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(
            app, ["admin", *arguments, "--lang", "en", "--database-url", self.url]
        )

    def does(self, *arguments: str) -> str:
        """What a command prints; it must succeed."""
        result = self.run(*arguments)
        assert result.exit_code == 0, result.output
        return result.stdout

    def cannot(self, *arguments: str) -> str:
        """What a command says why it did nothing."""
        result = self.run(*arguments)
        assert result.exit_code == 2, result.output
        return result.stderr


@pytest.mark.slow
def test_an_operator_closes_rooms_bans_names_and_forgets_people(
    own_database: str, tmp_path: Path
) -> None:
    operator = Operator(own_database)
    with Victim(operator.url, tmp_path) as server:
        client = Client(server.address)
        asyncio.run(client.guest("老周"))
        first = asyncio.run(client.quick("hangzhou", level="random"))
        second = asyncio.run(client.open_room("anhua"))

        listed = [json.loads(line) for line in operator.does("rooms").splitlines()]
        assert {room["key"] for room in listed} == {first, second}
        assert "nothing" in operator.cannot("close", "nothing")
        assert "no open room -d3Tr" in operator.cannot("close", "-d3Tr")

        asyncio.run(asyncio.wait_for(is_sent_away(operator, client, second), PATIENCE))
        check_data(operator.does("export", "老周"), client)
        operator.cannot("delete", "老周")
        operator.does("delete", "老周", "--sure")
        operator.cannot("export", "老周")
        address = f"{server.address}/api/rooms/{first}"
        asyncio.run(until(lambda: httpx.get(address, timeout=PATIENCE).status_code == 404))
        assert operator.does("rooms") == ""
        check_ban(operator, f"{server.address}/api/guest")


async def is_sent_away(operator: Operator, client: Client, key: str) -> None:
    """Whoever is in a room when it is closed finds out as soon as he does anything."""
    async with client.join(key) as table:
        await asyncio.to_thread(operator.does, "close", key)
        await table.say(incoming.AddBot(seat="B"))
        with pytest.raises(Closed):
            async for _ in table:
                pass


def check_data(text: str, client: Client) -> None:
    told = json.loads(text)
    assert told["person"]["name"] == "老周"
    assert "password" not in told["person"]
    assert len(told["rooms"]) == 2
    assert told["matches"][0]["variant"] == "hangzhou"
    assert client.token not in text
    assert client.url not in text


def check_ban(operator: Operator, address: str) -> None:
    for name in ("坏人", "-_-"):
        operator.does("ban", name)
        assert httpx.post(address, json={"name": name}, timeout=PATIENCE).status_code == 400
        operator.does("ban", name, "--lift")
        assert httpx.post(address, json={"name": name}, timeout=PATIENCE).status_code == 201
