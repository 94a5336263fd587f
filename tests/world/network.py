"""The network: late, cut, and on some connections frames lost, doubled and out of order."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from loop import Loop
from msgspec import Struct


class Weather(Struct):
    """How bad the network is; chances are for each frame."""

    latency: float = 0.02
    spread: float = 0.0
    lost: float = 0.0
    doubled: float = 0.0
    late: float = 0.0
    lateness: float = 8.0


class Caller(Protocol):
    """The end of a connection at which a person sits."""

    def hear(self, link: "Link", frame: bytes, sent: float) -> None:
        """A frame came."""

    def hang_up(self, link: "Link") -> None:
        """The connection is no more."""


class Listener(Protocol):
    """The end of a connection at which a server runs."""

    def take(self, frame: bytes) -> None:
        """A frame came."""

    def lost(self) -> None:
        """The connection is no more."""

    @property
    def is_current(self) -> bool:
        """Whether the server is still the owner of the room."""


class Link:
    """One connection; `rude` ones lose, double and reorder frames."""

    def __init__(self, network: "Network", caller: Caller, *, rude: bool) -> None:
        self.network = network
        self.caller = caller
        self.listener: Listener | None = None
        self.rude = rude
        self.open = True
        """Whether the caller still has it."""
        self._early: list[bytes] = []
        self._up = self._down = 0.0

    def connect(self, listener: Listener) -> None:
        """The server has taken the call."""
        self.listener = listener
        for frame in self._early:
            listener.take(frame)

    def say(self, frame: bytes) -> None:
        """A frame from the caller; it may arrive when the caller has another connection."""
        now = self.network.loop.now
        for delay in self.network.delays(self):
            if delay > 0:
                self._up = max(self._up, now + delay)
            self._go(self._up if delay > 0 else now - delay, self._arrive, frame)

    def tell(self, frame: bytes) -> None:
        """A frame from the server."""
        now = self.network.loop.now
        for delay in self.network.delays(self):
            if delay > 0:
                self._down = max(self._down, now + delay)
            self._go(self._down if delay > 0 else now - delay, self._deliver, frame, now)

    def _go(self, at: float, call: Callable[..., object], *args: object) -> None:
        loop = self.network.loop
        loop.call_at(at, call, *args, context=loop.outside.context)

    def _arrive(self, frame: bytes) -> None:
        if self.listener is None:
            self._early.append(frame)
        else:
            self.listener.take(frame)

    def _deliver(self, frame: bytes, sent: float) -> None:
        if self.open:
            self.caller.hear(self, frame, sent)

    def drop(self) -> None:
        """The caller loses the connection; the server notices in its own time."""
        if self.open:
            self.open = False
            self.caller.hang_up(self)
            self.network.loop.outside_later(self.network.unnoticed(), self._notice)

    def close(self) -> None:
        """The server closes it, after what it has sent."""
        self._go(max(self._down, self.network.loop.now), self._closed)

    def _closed(self) -> None:
        if self.open:
            self.open = False
            self.caller.hang_up(self)

    def _notice(self) -> None:
        if self.listener is not None:
            self.listener.lost()


class Network:
    """Carries frames between people and servers."""

    def __init__(self, loop: Loop, chance: Random, weather: Weather) -> None:
        self.loop = loop
        self.chance = chance
        self.weather = weather
        self.faults = 0

    def delays(self, link: Link) -> tuple[float, ...]:
        """How long each copy of a frame is under way; a negative one overtakes others."""
        weather, chance = self.weather, self.chance
        usual = weather.latency + (chance.expovariate(1 / weather.spread) if weather.spread else 0)
        if not link.rude:
            return (usual,)
        fate = chance.random()
        if fate < weather.lost:
            self.faults += 1
            return ()
        if fate < weather.lost + weather.doubled:
            self.faults += 1
            return (usual, -usual - chance.random() * weather.lateness)
        if fate < weather.lost + weather.doubled + weather.late:
            self.faults += 1
            return (-usual - chance.random() * weather.lateness,)
        return (usual,)

    def unnoticed(self) -> float:
        """How long a server does not notice that a caller is gone."""
        return self.chance.choice((0.0, 0.05, 3.0, 20.0))
