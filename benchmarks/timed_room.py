"""A simulated room whose own work is timed, apart from what its people do."""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "rooms"))

from simulated_room import World

from quexiang.protocol import incoming
from quexiang.protocol.codec import write
from quexiang.protocol.log import write_entries
from quexiang.rooms import messages


class TimedRoom(World):
    """Four people play a match; what the room does, and writing what it says, is timed."""

    def __init__(self, town: str, seed: str) -> None:
        super().__init__(town, seed=seed)
        self.spent = 0.0
        self.answers = self.frames = 0

    def take(self, message: messages.AnyMessage) -> None:
        """Time one message."""
        start = time.process_time()
        out = self.room.take(message, self.now)
        if out.entries:
            write_entries(out.entries)
        for _, frame in out.sends:
            write(frame)
        self.spent += time.process_time() - start
        self.answers += isinstance(message, messages.Received)
        self.frames += len(out.sends)
        self.wake = out.wake
        for connection, frame in out.sends:
            player = self.players.get(connection)
            if player is not None and connection in player.connections:
                player.hear(connection, frame)

    def play(self) -> None:
        """Play a match to its end."""
        people = self.seat_people(changes=True)
        people[0].say(incoming.Start())
        self.run(until=lambda: self.is_over)
        assert len(people) == len(self.room.state.chairs)
