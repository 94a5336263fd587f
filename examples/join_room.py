"""A bot that joins a room by its six-digit code, sits down and plays.

python examples/join_room.py http://localhost:8000 402917

With QUEXIANG_TOKEN in the environment (`quexiang admin bot NAME` makes one) it comes under its own
account, otherwise as a guest.
"""

import asyncio
import os
import sys

from quexiang.bots import make_bot
from quexiang.client import Client
from quexiang.protocol import incoming


async def main(url: str, code: str, name: str = "机器人") -> None:
    """Join, be ready, play one match, and print the result."""
    client = Client(url, os.environ.get("QUEXIANG_TOKEN", ""))
    if not client.token:
        await client.guest(name)
    async with client.join(await client.find(code)) as table:
        await table.say(incoming.Sit())
        await table.say(incoming.Ready())
        over = await table.play(make_bot("random", name))
        print(f"{name}: {over.result.how}, totals {over.result.totals}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
