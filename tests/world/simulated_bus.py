"""The bus between the nodes of a world: late, silent, cut or gone, and messages may be lost."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Final

from loop import Loop, Process
from msgspec import Struct

from quexiang.cluster.bus import Reply, Take, Unanswered

AGAIN: Final = 0.1
"""Seconds until a connection that was lost is there again."""
NOTICE: Final = (2.0, 3.0)
"""Seconds of silence after which a node gives its connection up."""


class BusWeather(Struct):
    """How bad the bus is."""

    latency: float = 0.0005
    spread: float = 0.0
    lost: float = 0.0
    """Chance of each message of a busy subject, which only one node listens to."""
    gone: bool = False


class Broker:
    """Carries messages from node to node, in the order in which each of them sends."""

    def __init__(self, loop: Loop, chance: Random, weather: BusWeather) -> None:
        self.loop = loop
        self.chance = chance
        self.weather = weather
        self.faults = 0
        self.nodes: list[SimulatedBus] = []

    def end(self) -> None:
        """The broker is no more; everybody notices."""
        self.weather.gone = True
        for node in list(self.nodes):
            node.disconnect()

    def begin(self) -> None:
        self.weather.gone = False

    def delay(self) -> float:
        weather = self.weather
        more = self.chance.expovariate(1 / weather.spread) if weather.spread else 0.0
        return weather.latency + more

    def carry(self, subject: str, payload: bytes) -> None:
        """A message has come: pass it to everybody who listens."""
        found = [(node, take) for node in self._living() for take in node.takers.get(subject, ())]
        for node, take in found:
            if len(found) == 1 and self.chance.random() < self.weather.lost:
                self.faults += 1
            else:
                node.receive(take, payload)

    def request(self, asker: "SimulatedBus", number: int, subject: str, payload: bytes) -> None:
        """Somebody asks: one who serves the subject is to answer."""
        serving = [node for node in self._living() if subject in node.replies]
        if not serving:
            asker.receive(asker.answered, number, None)
            return
        node = self.chance.choice(serving)
        node.receive(node.reply, subject, payload, asker, number)

    def _living(self) -> list["SimulatedBus"]:
        self.nodes = [node for node in self.nodes if node.process.alive]
        return self.nodes


class SimulatedBus:
    """The bus as one process has it."""

    def __init__(self, broker: Broker, process: Process) -> None:
        self.broker = broker
        self.process = process
        self.takers: dict[str, list[Take]] = {}
        self.replies: dict[str, Reply] = {}
        self._changed: Callable[[bool], None] = lambda _up: None
        self._asked: dict[int, asyncio.Future[bytes]] = {}
        self._questions = 0
        self._is_open = self._is_silent = False
        self._held: list[tuple[Callable[..., object], tuple[object, ...]]] = []
        """What is under way while nothing gets through."""
        self._connections = 0
        self._out = self._in = 0.0

    # What a node uses.

    @property
    def is_up(self) -> bool:
        return self.process.alive and self in self.broker.nodes

    async def open(self, changed: Callable[[bool], None]) -> None:
        self._changed = changed
        self._is_open = True
        while not self._connect():  # noqa: ASYNC110 - as clients of brokers do
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        self._is_open = False
        self._leave()

    def publish(self, subject: str, payload: bytes) -> None:
        if self.is_up:
            self._send(self.broker.carry, subject, payload)

    async def listen(self, subject: str, take: Take) -> None:
        self.takers.setdefault(subject, []).append(take)

    async def serve(self, subject: str, reply: Reply, *, group: str = "") -> None:
        self.replies[subject] = reply

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        if not self.is_up:
            raise Unanswered(subject)
        self._questions += 1
        number = self._questions
        self._asked[number] = self.broker.loop.create_future()
        self._send(self.broker.request, self, number, subject, payload)
        try:
            async with asyncio.timeout(within):
                return await self._asked[number]
        except TimeoutError:
            raise Unanswered(subject) from None
        finally:
            del self._asked[number]

    # What the broker uses.

    def receive(self, call: Callable[..., object], *args: object) -> None:
        """Something is under way to this node."""
        loop = self.broker.loop
        self._in = max(self._in, loop.now + self.broker.delay())
        loop.call_at(
            self._in, self._arrive, self._connections, call, args, context=loop.outside.context
        )

    def reply(self, subject: str, payload: bytes, asker: "SimulatedBus", number: int) -> None:
        self.broker.loop.create_task(self._reply(subject, payload, asker, number))

    def answered(self, number: int, answer: bytes | None) -> None:
        asked = self._asked.get(number)
        if asked is None or asked.done():
            return
        if answer is None:
            asked.set_exception(Unanswered("nobody serves this"))
        else:
            asked.set_result(answer)

    # What the storm uses.

    def disconnect(self) -> None:
        """The connection is lost, and noticed; it comes again."""
        if self.is_up:
            self._leave()
            self._in_process(self._changed, False)  # noqa: FBT003 - as the bus tells it
            self.broker.loop.outside_later(AGAIN, self._come_back)

    def silence(self) -> None:
        """Nothing gets through; after a while that is noticed."""
        if self.is_up and not self._is_silent:
            self._is_silent = True
            wait = self.broker.chance.uniform(*NOTICE)
            self.broker.loop.outside_later(wait, self._give_up, self._connections)

    def mend(self) -> None:
        """What was held is delivered, unless the connection was given up meanwhile."""
        self._is_silent = False
        held, self._held = self._held, []
        for call, args in held:
            call(*args)

    # How it goes.

    def _give_up(self, connection: int) -> None:
        if self._is_silent and connection == self._connections:
            self.disconnect()

    def _come_back(self) -> None:
        if self._is_open and self.process.alive:
            if self._connect():
                self._in_process(self._changed, True)  # noqa: FBT003 - as the bus tells it
            else:
                self.broker.loop.outside_later(AGAIN, self._come_back)

    def _connect(self) -> bool:
        is_possible = not (self.broker.weather.gone or self._is_silent)
        if is_possible:
            self._connections += 1
            self.broker.nodes.append(self)
        return is_possible

    def _leave(self) -> None:
        self._connections += 1
        self._held.clear()
        if self.is_up:
            self.broker.nodes.remove(self)

    def _in_process(self, call: Callable[..., object], *args: object) -> None:
        self.broker.loop.call_soon(call, *args, context=self.process.context)

    def _send(self, call: Callable[..., object], *args: object) -> None:
        loop = self.broker.loop
        self._out = max(self._out, loop.now + self.broker.delay())
        loop.call_at(
            self._out, self._leave_with, self._connections, call, args, context=loop.outside.context
        )

    def _leave_with(
        self, connection: int, call: Callable[..., object], args: tuple[object, ...]
    ) -> None:
        """A message has left the node."""
        if connection != self._connections:
            return
        if self._is_silent:
            self._held.append((call, args))
        else:
            call(*args)

    def _arrive(
        self, connection: int, call: Callable[..., object], args: tuple[object, ...]
    ) -> None:
        if connection != self._connections or not self.process.alive:
            return
        if self._is_silent:
            self._held.append((self._in_process, (call, *args)))
        else:
            self._in_process(call, *args)

    async def _reply(
        self, subject: str, payload: bytes, asker: "SimulatedBus", number: int
    ) -> None:
        answer = await self.replies[subject](payload)
        if self.is_up:
            self._send(asker.receive, asker.answered, number, answer)
