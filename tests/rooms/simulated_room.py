"""A room with people at it, in simulated time."""

from __future__ import annotations

import hashlib
import heapq
import random
from collections.abc import Callable

from quexiang.match import fair
from quexiang.present.canvas import fold
from quexiang.present.choice import Choice
from quexiang.present.table import TableView
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.codec import read_incoming, read_outgoing, write
from quexiang.protocol.log import AnyEntry, Opened, read_entries, write_entries
from quexiang.protocol.room import ClockRules, Profile
from quexiang.rooms import messages
from quexiang.rooms.bots import ponder
from quexiang.rooms.core import RoomPace
from quexiang.rooms.room import Room
from quexiang.rooms.state import RoomState
from quexiang.rulebook import OptionValue
from quexiang.variants import variants


class Player:
    """A person with one or several sockets, who answers what he is asked."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.person = Profile(id=name, name=name, guest=True)
        self.random = random.Random(name)
        self.connections: set[int] = set()
        self.heard: list[tuple[float, bytes]] = []
        self.frames: list[outgoing.Outgoing] = []
        self.version = 0
        self.match = ""
        self.delay: Callable[[outgoing.Ask], float | None] = lambda _ask: 0.5
        """How long he thinks; None: he does not answer."""
        self.choose: Callable[[outgoing.Ask], int] = lambda ask: self.random.randrange(
            len(ask.choices)
        )
        self.wants_advice: Callable[[outgoing.Ask], bool] = lambda _ask: False
        self.throw: Callable[[Choice], list[str]] = self._throw
        self.shuffles = False
        self.changes = False
        """Whether he is told the table as it changed."""
        self.view: TableView | None = None
        """The table as he sees it."""
        self.number = ""

    def come(self) -> int:
        connection = self.world.next_connection()
        self.connections.add(connection)
        self.world.players[connection] = self
        hello = incoming.Hello(
            match=self.match, version=self.version, shuffles=self.shuffles, changes=self.changes
        )
        self.world.take(messages.Connected(connection, self.person, hello))
        return connection

    def go(self) -> None:
        for connection in list(self.connections):
            self.connections.discard(connection)
            self.world.take(messages.Disconnected(connection))

    def say(
        self, frame: incoming.Incoming, connection: int | None = None
    ) -> list[outgoing.Outgoing]:
        """Send a frame and give what he heard at once."""
        before = len(self.frames)
        spoken = messages.Received(connection or min(self.connections), read_incoming(write(frame)))
        self.world.take(spoken)
        return self.frames[before:]

    def hear(self, connection: int, frame: outgoing.Outgoing) -> None:
        self.heard.append((round(self.world.now, 6), write(frame)))
        self.frames.append(frame)
        if connection != min(self.connections):
            return
        match frame:
            case outgoing.Events(match=match, version=version):
                if match == self.match:
                    assert frame.since <= self.version, "a gap"
                self.match, self.version, self.view = match, version, frame.view
            case outgoing.Changes():
                assert (frame.match, frame.since) == (self.match, self.version), "a gap"
                assert self.view is not None
                told = read_outgoing(self.heard[-1][1])
                assert isinstance(told, outgoing.Changes)
                self.version, self.view = frame.version, fold(self.view, told.table)
            case outgoing.Snapshot(match=match, version=version):
                self.match, self.version, self.view = match, version, frame.view
            case outgoing.Ask():
                self._answer(frame)
            case outgoing.Shuffle() | outgoing.Committed():
                self._shuffle(frame)

    def _answer(self, ask: outgoing.Ask) -> None:
        if self.wants_advice(ask):
            self.world.later(0.1, lambda: self.say(incoming.Advise(ask=ask.ask)))
        delay = self.delay(ask)
        if delay is not None:
            self.world.later(delay, lambda: self._reply(ask))

    def _reply(self, ask: outgoing.Ask) -> None:
        if not self.connections:
            return
        index = self.choose(ask)
        choice = ask.choices[index]
        tiles = self.throw(choice) if choice.sizes else None
        self.say(
            incoming.Answer(ask=ask.ask, choice=index, tiles=tiles, id=f"{self.person.id}{ask.ask}")
        )

    def _throw(self, choice: Choice) -> list[str]:
        groups = [choice.tiles]
        if choice.one_suit:
            groups = [[tile for tile in choice.tiles if tile[1] == suit] for suit in "mps"]
        fitting = [(size, group) for size in choice.sizes for group in groups if size <= len(group)]
        size, group = self.random.choice(fitting)
        return self.random.sample(group, size)

    def _shuffle(self, frame: outgoing.Shuffle | outgoing.Committed) -> None:
        if not self.shuffles:
            return
        if isinstance(frame, outgoing.Shuffle):
            self.number = hashlib.sha256(f"{self.person.id}{frame.round}".encode()).hexdigest()
            seat = self.world.letter(self)
            hashed = fair.commitment(frame.match, frame.round, seat, self.number)
            self.world.later(0.1, lambda: self.say(incoming.Commit(round=frame.round, hash=hashed)))
        else:
            self.world.later(
                0.1, lambda: self.say(incoming.Reveal(round=frame.round, value=self.number))
            )

    def of(self, kind: type[outgoing.Outgoing]) -> list[outgoing.Outgoing]:
        """The frames of a kind that he heard."""
        return [frame for frame in self.frames if isinstance(frame, kind)]


class World:
    """The room, its people and the time."""

    def __init__(
        self,
        variant: str = "hangzhou",
        options: dict[str, OptionValue] | None = None,
        *,
        pace: RoomPace | None = None,
        seed: str = "world",
        **settings: object,
    ) -> None:
        town = variants()[variant]
        self.random = random.Random(seed)
        self.now = 1000.0
        self.entries: list[AnyEntry] = []
        self.players: dict[int, Player] = {}
        self.people: dict[str, Player] = {}
        self.faults: list[Exception] = []
        self.wake: float | None = None
        self.strict = True
        """Whether a fault ends the test."""
        self._last_connection = 0
        self._later: list[tuple[float, int, Callable[[], object]]] = []
        self._order = 0
        self.pace = pace or RoomPace()
        owner = Profile(id="a", name="a", guest=True)
        players = int(str(settings.pop("players", max(town.players))))
        opened = Opened(
            key="key",
            code="123456",
            variant=variant,
            version=town.version,
            players=players,
            options=dict(town.choose({"rounds": 2, **(options or {})}, players)),
            owner=owner,
            **settings,  # type: ignore[arg-type]
        )
        self.entries.append(opened)
        self.room = Room(RoomState(opened), self.pace, self.random.randbytes)

    def next_connection(self) -> int:
        self._last_connection += 1
        return self._last_connection

    def person(self, name: str) -> Player:
        """The person of this name, connected."""
        player = self.people[name] = Player(self, name)
        return player

    def seat_people(
        self, count: int | None = None, *, shuffles: bool = False, changes: bool = False
    ) -> list[Player]:
        """Let a, b, c … come, sit down and be ready, with bots on the rest; a is the owner."""
        seats = len(self.room.state.chairs)
        people = [self.person(name) for name in "abcd"[: count or seats]]
        for player in people:
            player.shuffles, player.changes = shuffles, changes
            player.come()
            player.say(incoming.Sit())
            player.say(incoming.Ready())
        if len(people) < seats:
            people[0].say(incoming.AddBot(level="random"))
        return people

    def letter(self, player: Player) -> str:
        seat = self.room.state.seat_of(player.person.id)
        assert seat is not None
        return "ABCD"[seat]

    def take(self, message: messages.AnyMessage) -> None:
        """Give the room a message and everybody what follows."""
        out = self.room.take(message, self.now)
        self.wake = out.wake
        self.faults += out.faults
        if self.strict and out.faults:
            raise out.faults[0]
        if out.entries:
            self.entries += read_entries(write_entries(out.entries))
        for connection, frame in out.sends:
            player = self.players.get(connection)
            if player is not None and connection in player.connections:
                player.hear(connection, frame)
        for thinking in out.thinking:
            self._think(thinking)

    def _think(self, thinking: messages.Thinking) -> None:
        done = ponder(thinking, thinking.level, str(thinking.ask))
        self.later(max(0.0, thinking.at - self.now), lambda: self.take(done))

    def later(self, delay: float, do: Callable[[], object]) -> None:
        self._order += 1
        heapq.heappush(self._later, (self.now + delay, self._order, do))

    def run(self, seconds: float = 1e9, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass until nothing is left to happen, or so long."""
        end = self.now + seconds
        while not until():
            wake = self.wake
            at = self._later[0][0] if self._later else None
            if at is not None and (wake is None or at <= wake) and at <= end:
                self.now = max(self.now, at)
                heapq.heappop(self._later)[2]()
            elif wake is not None and wake <= end:
                self.now = max(self.now, wake)
                self.take(messages.Tick())
            else:
                self.now = max(self.now, end) if end < 1e8 else self.now
                return

    def restart(self) -> None:
        """Forget everything but the log, and go on."""
        self.room = Room(RoomState.folded(self.entries), self.pace, self.random.randbytes)
        for player in self.people.values():
            player.connections.clear()
        self._later.clear()
        self.take(messages.Tick())

    @property
    def is_over(self) -> bool:
        return self.room.state.result is not None


CLOCK = ClockRules(decision=10, bank=20)
