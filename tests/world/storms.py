"""What goes wrong in a world: servers end, disks fail, connections are cut, clocks jump."""

from collections.abc import Callable
from random import Random
from typing import Final

from clients import Tab
from disk import Disk
from loop import Loop, Process
from machines import Machine
from network import Network
from simulated_bus import Broker


class Storm:
    """Strikes from time to time until it is over."""

    def __init__(
        self,
        loop: Loop,
        chance: Random,
        machines: list[Machine],
        disk: Disk,
        network: Network,
        broker: Broker | None,
    ) -> None:
        self.loop = loop
        self.chance = chance
        self.machines = machines
        self.disk = disk
        self.network = network
        self.broker = broker
        self.tabs: list[Tab] = []
        self.faults = 0
        self.is_over = False
        self.pause = chance.choice((4.0, 8.0, 20.0))
        """Seconds between two faults, in the mean."""

    def begin(self) -> None:
        """Strike after a while, and again."""
        self.loop.outside_later(self.chance.expovariate(1 / self.pause), self._strike)

    def _strike(self) -> None:
        if not self.is_over:
            self.faults += 1
            kinds, weights = (KINDS, WEIGHTS) if self.broker is None else (ALL, ALL_WEIGHTS)
            self.chance.choices(kinds, weights)[0](self)
            self.begin()

    def _later(self, most: float, call: Callable[..., object], *args: object) -> None:
        self.loop.outside_later(self.chance.uniform(0.05, most), self._unless_over, call, *args)

    def _unless_over(self, call: Callable[..., object], *args: object) -> None:
        if not self.is_over:
            call(*args)

    # Servers.

    def _start(self, machine: Machine) -> None:
        if not machine.is_up:
            machine.offset = self.chance.choice((0.0, 0.0, -40.0, 3.0, 40.0))
            machine.start()

    def _kill(self) -> None:
        machine = self.chance.choice(self.machines)
        if machine.is_up:
            machine.kill()
            self._later(15.0, self._start, machine)

    def _stop(self) -> None:
        machine = self.chance.choice(self.machines)
        if machine.is_up and machine.process.held is None:
            machine.stop()
            self._later(15.0, self._start, machine)
            self._later(15.0, self._start, machine)

    def _hold(self) -> None:
        machine = self.chance.choice(self.machines)
        self.loop.hold(machine.process)
        self._later(self.chance.choice((1.0, 30.0)), self._release, machine.process)

    def _release(self, process: Process) -> None:
        self.loop.release(process)

    def _jump(self) -> None:
        machine = self.chance.choice(self.machines)
        machine.offset += self.chance.choice((0.5, 5.0, 30.0))

    # The disk.

    def _break_disk(self) -> None:
        weather, chance = self.disk.weather, self.chance
        name, value = chance.choice((
            ("slow", 0.3), ("before", 0.2), ("after", 0.2), ("full", True), ("gone", True),
        ))  # fmt: skip
        setattr(weather, name, value)
        self._later(6.0, setattr, weather, name, type(value)())

    def _silence_disk(self) -> None:
        """One server waits for the database, for longer than its lease perhaps."""
        process = self.chance.choice(self.machines).process
        self.disk.silent.setdefault(process, [])
        self._later(self.chance.choice((1.0, 12.0)), self.disk.mend, process)

    # The network.

    def _break_network(self) -> None:
        weather = self.network.weather
        name = self.chance.choice(("lost", "doubled", "late"))
        setattr(weather, name, self.chance.choice((0.05, 0.3)))
        self._later(20.0, setattr, weather, name, 0.0)

    def _cut(self) -> None:
        for tab in self.chance.sample(self.tabs, min(len(self.tabs), 2)):
            if tab.link is not None:
                tab.link.drop()

    def _cut_all(self) -> None:
        for tab in self.tabs:
            if tab.link is not None:
                tab.link.drop()

    # The bus.

    def _cut_bus(self) -> None:
        wire = self.chance.choice(self.machines).wire
        if wire is not None:
            self.chance.choice((wire.disconnect, wire.silence))()
            self._later(self.chance.choice((0.5, 6.0)), wire.mend)

    def _end_bus(self) -> None:
        assert self.broker is not None
        self.broker.end()
        self._later(6.0, self.broker.begin)

    def _lose_messages(self) -> None:
        assert self.broker is not None
        self.broker.weather.lost = self.chance.choice((0.1, 0.4))
        self._later(15.0, setattr, self.broker.weather, "lost", 0.0)

    def _go_away(self) -> None:
        """A person closes the lid for a while."""
        tab = self.chance.choice(self.tabs)
        tab.sleep(self.chance.choice((3.0, 12.0, 40.0)))


KINDS: Final = (
    Storm._kill, Storm._stop, Storm._hold, Storm._jump, Storm._break_disk, Storm._break_network,
    Storm._cut, Storm._cut_all, Storm._go_away,
)  # fmt: skip
WEIGHTS: Final = (5, 2, 2, 1, 4, 4, 4, 1, 2)
ALL: Final = (
    *KINDS, Storm._cut_bus, Storm._end_bus, Storm._lose_messages, Storm._silence_disk,
)  # fmt: skip
ALL_WEIGHTS: Final = (*WEIGHTS, 5, 2, 5, 3)
