"""Cables between nodes and what they need: each can be cut, or carry nothing for a while."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

BLOCK = 65_536


class Cable:
    """Carries bytes to a port of this machine."""

    def __init__(self, loop: asyncio.AbstractEventLoop, to: int) -> None:
        self.to = to
        self._loop = loop
        self._carries = asyncio.Event()
        self._carries.set()
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self.port = asyncio.run_coroutine_threadsafe(self._lay(), loop).result()

    # What tests do with it.

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._loop.call_soon_threadsafe(self._cut)

    def silence(self) -> None:
        """Carry nothing, and tell nobody: what is sent meanwhile arrives later."""
        self._loop.call_soon_threadsafe(self._carries.clear)

    def mend(self) -> None:
        self._loop.call_soon_threadsafe(self._mend)

    # What it does.

    async def _lay(self) -> int:
        self._server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def _cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            end.transport.abort()

    def _mend(self) -> None:
        self._is_cut = False
        self._carries.set()

    def end(self) -> None:
        """Take no more connections, and end those that are."""
        self._server.close()
        self._cut()

    async def _joined(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self._ends.add(back)
        try:
            await self._carries.wait()
            if not self._is_cut:
                far, forth = await asyncio.open_connection("127.0.0.1", self.to)
                self._ends.add(forth)
                await asyncio.gather(self._carry(near, forth), self._carry(far, back))
                self._ends.discard(forth)
        except OSError:
            pass  # nobody is there
        finally:
            self._ends.discard(back)
            back.transport.abort()

    async def _carry(self, near: asyncio.StreamReader, far: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while block := await near.read(BLOCK):
                await self._carries.wait()
                far.write(block)
                await far.drain()
        await self._carries.wait()
        far.close()


class Cables:
    """Lays cables, and keeps them going in a thread beside the test."""

    def __init__(self) -> None:
        self._laid: list[Cable] = []
        self._ready, self._over = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._carry()), daemon=True)
        self._thread.start()
        self._ready.wait()

    async def _carry(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        await self._over.wait()
        for cable in self._laid:
            cable.end()

    def lay(self, to: int) -> Cable:
        self._laid.append(Cable(self._loop, to))
        return self._laid[-1]

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()


@contextmanager
def cables() -> Iterator[Cables]:
    made = Cables()
    try:
        yield made
    finally:
        made.end()
