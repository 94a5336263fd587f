"""Programs that play on a server: with a bot's account, in Python and in JavaScript."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from running import served
from typer.testing import CliRunner

from quexiang.bots import RandomBot
from quexiang.cli.app import app
from quexiang.client import Client
from quexiang.server.settings import Settings

ROOT = Path(__file__).parents[2]


def node() -> str:
    """The program Node, which a test is left out without."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("no Node")
    return found


@pytest.mark.slow
def test_bots_come_by_their_tokens_and_play(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/q.sqlite"
    with served(Settings.for_tests(url)) as address:
        made = CliRunner().invoke(app, ["admin", "bot", "小北", "--database-url", url])
        bot = json.loads(made.output)
        python = Client(address, bot["token"])

        me = asyncio.run(python.get("/api/me"))
        asyncio.run(one_match(python))
        played = subprocess.run(  # noqa: S603 - our own client
            [node(), "--experimental-websocket", "clients/js/play.js", address, "hangzhou"],
            cwd=ROOT,
            env={**os.environ, "QUEXIANG_TOKEN": bot["token"], "NODE_NO_WARNINGS": "1"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    assert me["person"] | {"guest": None} == {
        "id": bot["person"],
        "name": "小北🤖",
        "guest": None,
    }
    assert played.returncode == 0, played.stderr
    assert sum(json.loads(played.stdout)["totals"]) == 0


async def one_match(client: Client) -> None:
    key = await client.quick("hangzhou", level="random", options={"rounds": 1})
    async with client.join(key) as table:
        over = await table.play(RandomBot("seed"))
    assert sum(over.result.totals) == 0


@pytest.mark.parametrize("variant", ["hangzhou", "lanzhou"])
def test_the_example_in_javascript_plays_without_a_fault(variant: str) -> None:
    program = f"cmd:{node()} {ROOT}/examples/line_bot.mjs"

    done = CliRunner().invoke(
        app, ["simulate", variant, "--bots", f"{program},random", "--rounds", "1", "--json"]
    )

    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["faults"] == {}


def test_a_client_without_its_library_says_what_to_install() -> None:
    code = "import sys; sys.modules['websockets'] = None; import quexiang.client"

    done = subprocess.run(  # noqa: S603 - our own package
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert "pip install 'quexiang[client]'" in done.stderr.splitlines()[-1]
