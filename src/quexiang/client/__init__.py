"""A small client for programs: log in, find a room, sit down, play.

client = Client("http://localhost:8000")
await client.guest("机器人")
async with client.join(await client.find("402917")) as table:
    await table.say(incoming.Sit())
    await table.play(make_bot("plain", "seed"))
"""

try:
    import websockets  # noqa: F401 - asked for first, so that its absence is explained
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "quexiang.client needs websockets; pip install 'quexiang[client]'", name="websockets"
    ) from None

from quexiang.client.client import Client, ClientError
from quexiang.client.table import Closed, RemoteTable

__all__ = ["Client", "ClientError", "Closed", "RemoteTable"]
