"""`quexiang admin` on the database of a running server."""

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest
from running import served, sqlite
from typer.testing import CliRunner, Result

from quexiang.cli.app import app
from quexiang.client import Client, Closed
from quexiang.rooms import said
from quexiang.server.settings import Settings


@pytest.mark.slow
def test_an_operator_closes_rooms_bans_names_and_forgets_people(tmp_path: Path) -> None:
    url = sqlite(tmp_path)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, ["admin", *arguments, "--database-url", url])

    with served(Settings.for_tests(url)) as server:
        client = Client(server)
        asyncio.run(client.guest("老周"))
        first = asyncio.run(client.quick("hangzhou", level="random"))
        second = asyncio.run(client.open_room("anhua"))

        listed = [json.loads(line) for line in run("rooms").output.splitlines()]
        assert {room["key"] for room in listed} == {first, second}
        assert run("close", "nothing").exit_code == 2

        async def is_sent_away() -> bool:
            try:
                async with client.join(second) as table:
                    run_closed = await asyncio.to_thread(run, "close", second)
                    assert run_closed.exit_code == 0, run_closed.output
                    await table.say(said.AddBot(seat="B"))
                    async for _ in table:
                        pass
            except Closed:
                return True
            return False

        assert asyncio.run(asyncio.wait_for(is_sent_away(), 20))
        check_data(run("export", "老周"), client, server)
        assert run("delete", "老周").exit_code == 2
        assert run("delete", "老周", "--sure").exit_code == 0
        assert run("export", "老周").exit_code == 2
        assert is_gone(f"{server}/api/rooms/{first}")
        assert run("rooms").output == ""

        assert run("ban", "坏人").exit_code == 0
        assert httpx.post(f"{server}/api/guest", json={"name": "坏人"}).status_code == 400
        assert run("ban", "坏人", "--lift").exit_code == 0
        assert httpx.post(f"{server}/api/guest", json={"name": "坏人"}).status_code == 201


def is_gone(url: str) -> bool:
    """The server notices by itself, after some seconds."""
    for _ in range(100):
        if httpx.get(url).status_code == 404:
            return True
        time.sleep(0.2)
    return False


def check_data(result: Result, client: Client, server: str) -> None:
    told = json.loads(result.output)
    assert told["person"]["name"] == "老周"
    assert "password" not in told["person"]
    assert len(told["rooms"]) == 2
    assert told["matches"][0]["variant"] == "hangzhou"
    assert client.token not in result.output
    assert server not in result.output
