"""What an operator, or a browser test, may set."""

import asyncio
from pathlib import Path

from players import PATIENCE
from running import served, sqlite

from quexiang.client import Client
from quexiang.protocol import outgoing
from quexiang.server.settings import Settings


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
