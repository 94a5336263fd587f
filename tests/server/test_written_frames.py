"""Frames are written in their order, whether the client takes them at once or not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from quexiang.server.frames import EXTENSION, head
from quexiang.server.services import Services
from quexiang.server.settings import Settings
from quexiang.server.socket import ServerSocket


class Line:
    """A connection that takes frames at once, or lets them wait."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.is_free = asyncio.Event()
        self.is_free.set()
        self.client = None
        self.scope: dict[str, Any] = {"extensions": {EXTENSION: {"write": self.write}}}

    def write(self, text: bytes) -> bool:
        if self.is_free.is_set():
            self.taken.append(text.decode())
        return self.is_free.is_set()

    async def send(self, message: dict[str, Any]) -> None:
        await self.is_free.wait()
        self.taken.append(message["text"])

    async def close(self, code: int) -> None:
        self.taken.append(str(code))


async def on_a_line(use: Callable[[Line, ServerSocket], Any]) -> list[str]:
    line = Line()
    socket = ServerSocket(line, Services(Settings.for_tests("sqlite://")))  # type: ignore[arg-type]
    await use(line, socket)
    assert socket.writer is not None
    await asyncio.wait([socket.writer])
    return line.taken


def test_what_comes_after_a_wait_does_not_overtake() -> None:
    async def use(line: Line, socket: ServerSocket) -> None:
        socket.send(b"1")
        line.is_free.clear()
        socket.send(b"2")
        await asyncio.sleep(0)  # the writer holds the second
        await asyncio.sleep(0)
        line.is_free.set()
        socket.send(b"3")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        socket.send(b"4")
        socket.close(1000, b"bye")

    assert asyncio.run(on_a_line(use)) == ["1", "2", "3", "4", "bye", "1000"]


def test_a_client_that_takes_nothing_is_let_go() -> None:
    async def use(line: Line, socket: ServerSocket) -> None:
        line.is_free.clear()
        for number in range(socket.most + 1):
            socket.send(b"%d" % number)
        line.is_free.set()

    taken = asyncio.run(on_a_line(use))
    assert '"code":"slow"' in taken[-2]
    assert taken[-1] == "1013"


def test_a_client_that_keeps_up_needs_no_writer() -> None:
    async def use(_line: Line, socket: ServerSocket) -> None:
        for number in range(5):
            socket.send(b"%d" % number)
        assert socket.writer is None
        socket.close(1000)

    assert asyncio.run(on_a_line(use)) == ["0", "1", "2", "3", "4", "1000"]


def test_who_is_closed_already_is_not_closed_again_by_a_farewell() -> None:
    async def use(_line: Line, socket: ServerSocket) -> None:
        socket.close(1000)
        await asyncio.wait([socket.farewell()])
        await asyncio.wait([socket.farewell()])

    assert asyncio.run(on_a_line(use)) == ["1000"]


def test_nothing_is_written_to_a_client_that_is_gone() -> None:
    async def stop() -> tuple[list[str], object]:
        line = Line()
        socket = ServerSocket(line, Services(Settings.for_tests("sqlite://")))  # type: ignore[arg-type]
        await socket.stop()
        socket.send(b"1")
        socket.close(1000, b"bye")
        await asyncio.sleep(0)
        return line.taken, socket.writer

    assert asyncio.run(stop()) == ([], None)


def test_the_head_of_a_frame_tells_its_size() -> None:
    assert [len(head(size)) for size in (0, 125, 126, 65_535, 65_536)] == [2, 2, 4, 4, 10]
