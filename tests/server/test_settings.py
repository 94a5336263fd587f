"""What an operator, or a browser test, may set."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import asdict
from players import PATIENCE
from running import served, sqlite
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.client import Client
from quexiang.protocol import outgoing
from quexiang.server.settings import Limits, Settings, limited


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("guest=1/2", "there are crowd, files"),
        ("guests=5", "guests=NUMBER/SECONDS"),
        ("guests=x/1", "guests=NUMBER/SECONDS"),
        ("guests=0/1", "more than 0"),
        ("guests=10/inf", "finite"),
        ("reads=10/nan", "finite"),
        ("hello=inf", "finite"),
        ("open_rooms=many", "open_rooms=NUMBER"),
    ],
)
def test_a_limit_that_is_none_is_told(text: str, problem: str) -> None:
    told = CliRunner().invoke(app, ["serve", "--lang", "en", "--limit", text])

    assert told.exit_code == 2
    assert problem in told.stderr


def test_every_limit_can_be_set() -> None:
    texts = [
        f"{name}=7/9" if isinstance(value, tuple) else f"{name}=7"
        for name, value in asdict(Limits()).items()
    ]

    assert {str(value) for value in asdict(limited(Limits(), texts)).values()} == {
        "(7, 9.0)",
        "7",
        "7.0",
    }


def first_hand(server: str) -> list[str]:
    async def play() -> list[str]:
        client = Client(server)
        await client.guest("同一副牌")
        table = client.join(await client.quick("hangzhou", level="random"))
        table.takes_part = False
        async with table:
            async for frame in table:
                if isinstance(frame, outgoing.Events) and frame.view.me is not None:
                    return frame.view.seats[0].tiles or []
        raise AssertionError

    return asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_the_same_seed_deals_the_same_tiles(tmp_path: Path) -> None:
    hands = []
    for name, seed in (("a", "one"), ("b", "one"), ("c", "two")):
        folder = tmp_path / name
        folder.mkdir()
        settings = Settings(database_url=sqlite(folder), pace=0.0, between=600.0, seed=seed)
        with served(settings) as server:
            hands.append(first_hand(server))

    assert hands[0] == hands[1]
    assert hands[0] != hands[2]
