"""What clients say is read in its order, in whatever pieces it comes."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from quexiang.server.frames import MOST_UNREAD, FrameProtocol, short_text

ADDRESS = ("127.0.0.1", 1)


class Wire(asyncio.Transport):
    """A transport that remembers what is done with it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read = True

    def get_extra_info(self, name: str, default: object = None) -> object:
        return {"peername": ADDRESS, "sockname": ADDRESS}.get(name, default)

    def write(self, data: object) -> None: ...

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


class Conversation:
    """A client, its socket, and an application that hears what it is let."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.listens = asyncio.Event()
        self.listens.set()
        self.wire = Wire()
        self.client = ClientProtocol(parse_uri("ws://127.0.0.1/"))
        config = Config(
            self.listen, interface="asgi3", ws_ping_interval=None, ws_per_message_deflate=False
        )
        config.load()
        self.protocol = FrameProtocol(config, ServerState(), {})

    async def listen(self, scope: object, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(message.get("text") or message["bytes"])
            await self.listens.wait()

    async def begin(self) -> None:
        self.protocol.connection_made(self.wire)
        self.client.send_request(self.client.connect())
        self.protocol.data_received(b"".join(self.client.data_to_send()))
        await self.pause()
        self.client.state = self.client.state.__class__.OPEN

    def said(self, text: str) -> bytes:
        self.client.send_text(text.encode())
        return b"".join(self.client.data_to_send())

    async def pause(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)


def test_texts_are_heard_in_their_order_in_whatever_pieces_they_come() -> None:
    chance = random.Random("pieces")
    texts = [chance.choice("雀乡ab") * chance.choice((1, 5, 41, 42, 130, 300)) for _ in range(200)]

    async def talk() -> list[str | bytes]:
        conversation = Conversation()
        await conversation.begin()
        rest = b""
        for text in texts:
            rest += conversation.said(text)
            cut = chance.choice((len(rest), len(rest), chance.randrange(len(rest))))
            conversation.protocol.data_received(rest[:cut])
            rest = rest[cut:]
            await conversation.pause()
        conversation.protocol.data_received(rest)
        await conversation.pause()
        conversation.protocol.connection_lost(None)
        return conversation.heard

    assert asyncio.run(talk()) == texts


def test_a_short_frame_within_a_long_message_is_left_to_the_parser() -> None:
    async def talk() -> list[str | bytes]:
        conversation = Conversation()
        await conversation.begin()
        client, protocol = conversation.client, conversation.protocol
        client.send_text(b"one ", fin=False)
        protocol.data_received(b"".join(client.data_to_send()))
        client.send_continuation(b"text", fin=True)
        protocol.data_received(b"".join(client.data_to_send()))
        protocol.data_received(conversation.said("two"))
        await conversation.pause()
        protocol.connection_lost(None)
        return conversation.heard

    assert asyncio.run(talk()) == ["one text", "two"]


def test_who_says_more_than_is_heard_is_not_read_until_it_is() -> None:
    async def talk() -> tuple[bool, bool, int]:
        conversation = Conversation()
        await conversation.begin()
        conversation.listens.clear()
        for _ in range(MOST_UNREAD + 3):
            conversation.protocol.data_received(conversation.said("more"))
            await conversation.pause()
        was_read = conversation.wire.is_read
        conversation.listens.set()
        for _ in range(MOST_UNREAD + 3):
            await conversation.pause()
        conversation.protocol.connection_lost(None)
        return was_read, conversation.wire.is_read, len(conversation.heard)

    assert asyncio.run(talk()) == (False, True, MOST_UNREAD + 3)


def test_only_a_whole_and_sound_text_is_read_without_the_parser() -> None:
    whole = bytes.fromhex("818537fa213d7f9f4d5158")
    others = (b"", whole[:5], whole[:-1], whole + b"x", b"\x01" + whole[1:], b"\x82" + whole[1:])

    assert short_text(whole) == "Hello"
    assert [short_text(other) for other in others] == [None] * len(others)
    assert short_text(b"\x81\x81\0\0\0\0\xff") is None
