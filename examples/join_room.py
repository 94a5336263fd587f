"""A bot that joins a room by its six-digit code, sits down and plays.

python examples/join_room.py http://localhost:8000 402917
"""

import asyncio
import sys

from quexiang.bots import make_bot
from quexiang.client import Client
from quexiang.protocol import incoming


async def main(url: str, code: str, name: str = "机器人") -> None:
    """Join, be ready, play one match, and print the result."""
    client = Client(url)
    await client.guest(name)
    async with client.join(await client.find(code)) as table:
        await table.say(incoming.Sit())
        await table.say(incoming.Ready())
        over = await table.play(make_bot("random", name))
        print(f"{name}: {over.result.how}, totals {over.result.totals}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
