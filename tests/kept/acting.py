"""People at a server who speak plain HTTP and JSON frames, so that any version understands them."""

import asyncio
import json
import random
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from quexiang.match import fair

Json = dict[str, Any]

CLOCK = {"decision": 300, "bank": 600}
PASSWORD = "雀乡雀乡雀乡雀乡"  # noqa: S105 - of nobody
PATIENCE = 100.0


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something that is bound to happen."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - it happens on the server
            await asyncio.sleep(0.01)


class Chair:
    """A person at a room, who gives so many answers and then no more."""

    def __init__(self, socket: ClientConnection, answers: int, *, advised: bool) -> None:
        self.socket = socket
        self.answers = answers
        self.advised = advised
        """Whether a bot tells what to do; else chance does."""
        self.rests = False
        """Whether to wait between rounds."""
        self.chance = random.Random(answers)
        self.seat: str | None = None
        self.room: Json = {}
        self.ask: Json | None = None
        self.over: Json | None = None
        self.charged: bool | None = None
        self.numbers: dict[int, str] = {}
        self.task = asyncio.create_task(self.listen())

    async def say(self, kind: str, **fields: object) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps({"type": kind, "id": secrets.token_hex(4), **fields}))

    async def listen(self) -> None:
        """Take all frames."""
        async for text in self.socket:
            frame = json.loads(text)
            await getattr(self, f"hear_{frame['type']}", self.ignore)(frame)

    async def ignore(self, frame: Json) -> None:
        """Take a frame that changes nothing here."""

    async def hear_room(self, frame: Json) -> None:
        """Be ready for the next round, unless this is where to stop."""
        self.seat, self.room = frame.get("seat"), frame["room"]
        mine = [chair for chair in self.room["seats"] if chair["seat"] == self.seat]
        goes_on = self.room["phase"] == "between" and self.answers and not self.rests
        if goes_on and mine and not mine[0].get("ready"):
            await self.say("ready")

    hear_welcome = hear_room

    async def hear_shuffle(self, frame: Json) -> None:
        """Commit to a number."""
        assert self.seat is not None
        number = self.numbers[frame["round"]] = secrets.token_hex(32)
        hashed = fair.commitment(frame["match"], frame["round"], self.seat, number)
        await self.say("commit", round=frame["round"], hash=hashed)

    async def hear_committed(self, frame: Json) -> None:
        """Reveal it."""
        if frame["round"] in self.numbers:
            await self.say("reveal", round=frame["round"], value=self.numbers[frame["round"]])

    async def hear_ask(self, frame: Json) -> None:
        """Answer, if there are answers left."""
        self.ask = frame
        if self.answers:
            await self.think()

    async def hear_withdrawn(self, frame: Json) -> None:
        """Forget the ask."""
        if self.ask is not None and self.ask["ask"] == frame["ask"]:
            self.ask = None

    async def hear_advice(self, frame: Json) -> None:
        """Do as one is told."""
        await self.answer(frame["choice"], frame.get("tiles"))

    async def hear_leaving(self, frame: Json) -> None:
        """Know what leaving would cost."""
        self.charged = frame["charged"]

    async def hear_over(self, frame: Json) -> None:
        """The match is over."""
        self.over = frame["result"]

    async def think(self) -> None:
        """Give one answer: win, or do anything."""
        assert self.ask is not None
        self.answers = max(0, self.answers - 1)
        if self.advised:
            await self.say("advise", ask=self.ask["ask"])
            return
        choices = self.ask["choices"]
        wins = [choice for choice in choices if choice["do"] == "win"]
        choice = wins[0] if wins else self.chance.choice(choices)
        sizes = [size for size in choice.get("sizes", ()) if size <= len(choice["tiles"])]
        tiles = self.chance.sample(choice["tiles"], max(sizes)) if sizes else None
        await self.answer(choice["index"], tiles)

    async def answer(self, index: int, tiles: list[str] | None) -> None:
        """Answer the open ask, if there still is one."""
        if self.ask is not None:
            extra = {"tiles": tiles} if tiles else {}
            ask, self.ask = self.ask["ask"], None
            await self.say("answer", ask=ask, choice=index, **extra)

    def fills(self, seat: str) -> bool:
        """Tell whether somebody has a seat of this room."""
        return any(
            chair["seat"] == seat and ("bot" in chair or "person" in chair)
            for chair in self.room["seats"]
        )


class Town:
    """A server and its people."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE)
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.rooms: dict[str, str] = {}
        """Keys by the name of what is to be seen there."""
        self.chairs: list[Chair] = []

    async def post(self, path: str, person: str = "", **body: object) -> Json:
        """Wish for something, as a person if one is named."""
        headers = {"authorization": f"Bearer {self.tokens[person]}"} if person else {}
        answer = await self.http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        told: Json = answer.json()
        return told

    async def guest(self, name: str, login: str = "") -> None:
        """Let somebody in, with an account if he has a login."""
        made = await self.post("/api/guest", name=name)
        self.tokens[name], self.ids[name] = made["token"], made["person"]["id"]
        if login:
            made = await self.post("/api/account", name, login=login, password=PASSWORD)
            self.tokens[name] = made["token"]

    async def come(
        self, person: str, key: str, answers: int = 0, *, advised: bool = False
    ) -> Chair:
        """Somebody comes to a room."""
        address = f"ws{self.address.removeprefix('http')}/api/rooms/{key}/socket"
        token = {"authorization": f"Bearer {self.tokens[person]}"}
        socket = await connect(address, additional_headers=token, compression=None)
        chair = Chair(socket, answers, advised=advised)
        self.chairs.append(chair)
        await chair.say("hello", shuffles=person != "乙")
        await until(lambda: chair.room)
        return chair

    async def open(
        self, name: str, people: str, wish: Json, answers: int = 0, *, advised: bool = False
    ) -> list[Chair]:
        """A room in which people sit down."""
        made = await self.post("/api/rooms", people[0], clock=CLOCK, advice="all", **wish)
        key = self.rooms[name] = made["key"]
        chairs = [await self.come(one, key, answers, advised=advised) for one in people]
        for chair in chairs:
            if chair.seat is None:
                await chair.say("sit")
            await until(partial(chair.fills, "ABCD"[chairs.index(chair)]))
            await chair.say("ready")
        return chairs

    async def start(self, chairs: Sequence[Chair], *bots: str) -> None:
        """Put bots on the last seats and begin the match."""
        owner = chairs[0]
        for level, seat in zip(bots, "ABCD"[len(chairs) :], strict=False):
            await owner.say("add_bot", level=level, seat=seat)
        await until(lambda: owner.room.get("can_start"))
        await owner.say("start")

    async def go(self) -> None:
        """Everybody is gone at once, too late for the trustee."""
        for chair in self.chairs:
            chair.task.cancel()
            chair.socket.transport.abort()
        await self.http.aclose()
