"""A world: a database, servers, rooms, people and faults, all from one seed."""

import asyncio
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import structlog
from clients import Tab
from disk import Disk, DiskFault, DiskWeather
from judge import Judge
from loop import Loop
from machines import BotFault, Machine
from msgspec import Struct
from network import Link, Network, Weather
from simulated_bus import Broker, BusWeather
from storms import Storm

from quexiang.match.simulate import draw_options
from quexiang.protocol.room import ClockRules, Profile, Tempo
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import LEASE, RoomPlan
from quexiang.rulebook import Variant
from quexiang.variants import variants

LONG: Final = 900.0
"""Virtual seconds after which the faults stop, whatever was played."""
SETTLING: Final = 400.0
"""Virtual seconds within which everything must come to rest when the faults have stopped."""
MENDING: Final = 3.0
INJECTED: Final = (DiskFault, BotFault, TimeoutError)
"""What servers may report: it comes from the world itself."""
TEMPOS: Final[tuple[Tempo, ...]] = ("natural", "even")
PACE: Final = RoomPace(between=4.0, grace=6.0, owner=20.0, ballot=8.0)


class Outcome(Struct):
    """What a world came to."""

    seed: str
    matches: int = 0
    decisions: int = 0
    frames: int = 0
    restores: int = 0
    faults: int = 0
    seconds: float = 0.0
    history: int = 0
    violations: list[str] = []


class Place:
    """A room, and the people who go there."""

    def __init__(self, world: "World", number: int, goal: int) -> None:
        chance = world.chance
        self.world = world
        self.loop, self.chance, self.judge = world.loop, chance, world.judge
        self.number = number
        self.goal = goal
        self.key = ""
        self.mischief = world.mischief
        self.is_cluster = world.broker is not None
        self.settling = False
        self.plan = _plan(chance, world.seed)
        self.people = min(chance.choice((1, 1, 1, 2, 2, 3, 4)), self.plan.players)
        watchers = chance.choice((0, 0, 1))
        self.names = [f"p{number}{index}" for index in range(self.people + watchers)]
        self.tabs = [
            Tab(self, name, f"{name}.{tab}", plays=index < self.people and tab == 0)
            for index, name in enumerate(self.names)
            for tab in range(2 if chance.random() < 0.1 else 1)
        ]

    @property
    def is_full(self) -> bool:
        return self.settling or self.judge.matches >= self.goal

    async def open(self, machine: Machine) -> None:
        """The owner opens the room, and all come."""
        while not self.key:
            try:
                opened = await machine.node.open_room(self.plan, profile(self.names[0]))
            except DiskFault:
                await asyncio.sleep(1.0)
            else:
                self.key = opened.key
        for tab in self.tabs:
            wait = self.chance.uniform(0, 2)
            self.loop.outside_later(wait, tab.connect)
            self.loop.outside_later(wait, tab.patrol)

    def dial(self, tab: Tab, at: str) -> Link:
        """Call a server."""
        world = self.world
        link = Link(world.network, tab, rude=not world.calm and self.chance.random() < 0.4)
        up = [machine for machine in world.machines if machine.is_up] or world.machines
        machine = next((one for one in world.machines if one.name == at), None)
        machine = machine or self.chance.choice(up)
        person = profile(tab.person)
        wait = world.network.weather.latency
        self.loop.outside_later(wait, machine.accept, link, person, self.key)
        return link

    @property
    def rest(self) -> str:
        """What still goes on here, empty if nothing."""
        if not self.key:
            return ""
        phase = self.world.disk.rooms[self.key].phase
        if phase not in ("lobby", "closed"):
            return f"{phase} for ever"
        for tab in self.tabs:
            if tab.pending:
                return f"{tab.name} waits for {next(iter(tab.pending.values())).frame}"
            if phase == "lobby" and not tab.welcomed:
                return f"{tab.name} is not let in"
            if phase == "lobby" and tab.is_behind(phase):
                return f"{tab.name} was not told that the match is over"
        return ""


def profile(name: str) -> Profile:
    return Profile(id=name, name=name, guest=True)


def _plan(chance: Random, seed: str) -> RoomPlan:
    variant = chance.choice(list(variants().values()))
    rounds = chance.choice(("1", "1", "1", "2"))
    players, options = draw_options(variant, {"rounds": rounds}, None, f"{seed} {chance.random()}")
    scenario = ""
    if chance.random() < 0.06:
        scenario, players = _near_the_end(chance, variant), max(variant.players)
        options = dict(variant.choose({"rounds": 1}, players))
    return RoomPlan(
        variant=variant,
        options=variant.choose(options, players),
        players=players,
        clock=ClockRules(
            decision=chance.choice((5, 10)), bank=10, tempo=chance.choice(TEMPOS), window=2
        ),
        watching=chance.choice(("public", "public", "delayed", "none")),
        delay=chance.choice((5, 60)),
        advice=chance.choice(("alone", "all", "none")),
        scenario=scenario,
    )


def _near_the_end(chance: Random, variant: Variant) -> str:
    """A round with few tiles left."""
    title, left = f"t{chance.randrange(1000)}", chance.randint(24, 30)
    return f"title: {title}\nvariant: {variant.key}\nleft: {left}\n"


class World:
    """Everything, on one clock."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        chance = self.chance = Random(f"world {seed}")
        self.loop = Loop()  # type: ignore[abstract]  # it has no threads, sockets and signals
        self.calm = chance.random() < 0.2
        self.judge = Judge(self.loop, calm=self.calm)
        self.mischief = chance.choice((0.0, 0.02, 0.1))
        self.bot_faults = 0.0 if self.calm else 0.01
        self.faults = 0
        self.calmed = 0.0
        """When the faults stopped."""
        self.disk = Disk(self.loop, chance, DiskWeather(), self.judge)
        self.network = Network(self.loop, chance, Weather())
        is_cluster = chance.random() < 0.6
        self.broker = Broker(self.loop, chance, BusWeather()) if is_cluster else None
        self.machines = [
            Machine(self, f"s{number}", PACE) for number in range(chance.choice((1, 2, 3)))
        ]
        goal = chance.randint(4, 16)
        self.places = [Place(self, number, goal) for number in range(chance.choice((1, 1, 2)))]
        self.storm = Storm(self.loop, chance, self.machines, self.disk, self.network, self.broker)

    def run(self) -> Outcome:
        """Let it happen, then let it come to rest, and say what was wrong."""
        with watched(self):
            self.loop.outside_later(0.0, self._begin)
            self.loop.run(lambda: all(place.is_full for place in self.places), LONG)
            self._calm_down()
            self.loop.run(self._is_at_rest, self.loop.now + SETTLING)
            self._look_back()
            for process in (self.loop.outside, *(one.process for one in self.machines)):
                process.end()
        judge = self.judge
        judge.violations += [f"loop: {problem}" for problem in self.loop.problems]
        faults = self.faults + self.storm.faults + self.disk.faults + self.network.faults
        faults += self.broker.faults if self.broker is not None else 0
        return Outcome(
            self.seed, judge.matches, judge.decisions, judge.frames, judge.restores, faults,
            self.loop.now, judge.history, judge.violations,
        )  # fmt: skip

    def _begin(self) -> None:
        for machine in self.machines:
            if not self.calm:
                machine.offset = self.chance.choice((0.0, 0.0, -40.0, 3.0, 40.0))
            machine.start()
        for place in self.places:
            machine = self.chance.choice(self.machines)
            self.loop.spawn(machine.process, place.open(machine))
        if not self.calm:
            self.disk.weather.latency = self.chance.choice((0.0, 0.003, 0.02))
            self.network.weather.spread = self.chance.choice((0.0, 0.03, 0.3))
            if self.broker is not None:
                self.broker.weather.spread = self.chance.choice((0.0, 0.001, 0.05))
            self.storm.tabs = [tab for place in self.places for tab in place.tabs]
            self.storm.begin()

    def _calm_down(self) -> None:
        self.storm.is_over = True
        self.calmed = self.loop.now
        for place in self.places:
            place.settling = True
            place.mischief = 0.0
        self.bot_faults = 0.0
        self.disk.weather = DiskWeather()
        self.network.weather = Weather()
        if self.broker is not None:
            self.broker.weather = BusWeather()
        self._end_rude_links()
        self.loop.outside_later(0.0, self._mend)

    def _end_rude_links(self) -> None:
        """What one of them lost last may never be missed: nothing comes after it."""
        for place in self.places:
            for tab in place.tabs:
                if tab.link is not None and tab.link.rude:
                    tab.link.drop()

    def _mend(self) -> None:
        """Start what is down; again and again, for a server may still be about to stop."""
        self.loop.outside_later(MENDING, self._mend)
        for machine in self.machines:
            self.loop.release(machine.process)
            self.disk.mend(machine.process)
            if machine.wire is not None:
                machine.wire.mend()
            if not machine.is_up:
                machine.start()
        for place in self.places:
            for tab in place.tabs:
                tab.connect()

    def _is_at_rest(self) -> bool:
        """Whether all is quiet, and every server has since asked which rooms are its own."""
        return self.loop.now > self.calmed + LEASE and not any(place.rest for place in self.places)

    def _look_back(self) -> None:
        for place in self.places:
            if place.rest:
                self.judge.wrong(f"no rest: {place.rest}")
            owners = [one.name for one in self.machines if place.key in one.hub.runners]
            if len(owners) > 1:
                self.judge.wrong(f"{place.key} runs on {owners}")
            if place.key:
                self.judge.chain(place.key, self.disk.rooms[place.key].rows)


@contextmanager
def watched(world: World) -> Iterator[None]:
    """Give what servers report to the judge, and leave the garbage until the end."""
    kept = structlog.get_config()
    gc.disable()
    structlog.configure(processors=[_reporter(world.judge)], cache_logger_on_first_use=False)
    try:
        yield
    finally:
        structlog.configure(**kept)
        gc.enable()


def _reporter(judge: Judge) -> Callable[[Any, str, Any], Any]:
    def report(_logger: object, level: str, entry: dict[str, Any]) -> dict[str, Any]:
        fault = entry.get("exc_info")
        fault = sys.exc_info()[1] if fault is True else fault
        if level in ("error", "exception") and not isinstance(fault, INJECTED):
            judge.wrong(f"{entry['event']}: {fault!r}")
        raise structlog.DropEvent

    return report
