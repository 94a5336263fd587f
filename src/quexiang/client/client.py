"""HTTP: who one is, and where the rooms are."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import Any

import msgspec

from quexiang.client.table import RemoteTable


class ClientError(Exception):
    """A refusal of the server."""

    def __init__(self, status: int, code: str, text: str) -> None:
        self.status = status
        self.code = code
        super().__init__(f"{status} {code}: {text}")


class Client:
    """One person on one server."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token

    async def guest(self, name: str) -> None:
        """Become a guest."""
        self.token = (await self.post("/api/guest", {"name": name}))["token"]

    async def log_in(self, login: str, password: str) -> None:
        """Come back to an account."""
        wish = {"login": login, "password": password}
        self.token = (await self.post("/api/login", wish))["token"]

    async def open_room(self, variant: str, **wishes: object) -> str:
        """Open a room and give its key."""
        return str((await self.post("/api/rooms", {"variant": variant, **wishes}))["key"])

    async def quick(self, variant: str, **wishes: object) -> str:
        """Play against bots at once; gives the room's key."""
        return str((await self.post("/api/quick", {"variant": variant, **wishes}))["key"])

    async def find(self, code: str) -> str:
        """The key of the room that has a six-digit code."""
        return str((await self.get(f"/api/rooms/code/{code}"))["key"])

    def join(self, key: str) -> RemoteTable:
        """Go to a room: `async with client.join(key) as table`."""
        address = "ws" + self.url.removeprefix("http")
        return RemoteTable(f"{address}/api/rooms/{key}/socket", self.token)

    async def get(self, path: str) -> Any:  # noqa: ANN401 - whatever the server tells
        """Ask for something."""
        return await asyncio.to_thread(self._send, "GET", path, None)

    async def post(self, path: str, body: object) -> Any:  # noqa: ANN401 - likewise
        """Wish for something."""
        return await asyncio.to_thread(self._send, "POST", path, body)

    def _send(self, method: str, path: str, body: object) -> Any:  # noqa: ANN401 - likewise
        content = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.url + path, content, method=method)  # noqa: S310 - the user's own server
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - likewise
                return msgspec.json.decode(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None


def _refusal(error: urllib.error.HTTPError) -> ClientError:
    with error:
        told = msgspec.json.decode(error.read() or b"{}")
    return ClientError(error.code, told.get("code", "http"), told.get("en", error.reason))
