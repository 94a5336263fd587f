"""Legal frames in any order, by anybody: no table breaks, whatever people do."""

from __future__ import annotations

import random

import msgspec
import pytest
from simulated_room import Player, World

from quexiang.engine.wire import SeatLetter
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.log import AnyEntry
from quexiang.protocol.room import ClockRules
from quexiang.rooms import messages
from quexiang.rooms.index import append_of
from quexiang.rooms.state import RoomState
from quexiang.store import Head
from quexiang.variants import variants

SEATS = "ABCD"
TABLE = 400
"""Frames for one table."""


class IndexedWorld(World):
    """A room whose entries also go to the index, as on a server."""

    head = Head()

    def take(self, message: messages.AnyMessage) -> None:
        before = len(self.entries)
        super().take(message)
        entries: list[AnyEntry] = self.entries[before:]
        if entries:
            self.head = self.head.after(append_of(self.room.state, self.head, entries, self.now))


class Crowd:
    """Four people and one without a seat, who do what comes to their mind."""

    def __init__(self, variant: str, seed: str) -> None:
        self.random = random.Random(seed)
        tempo = self.random.choice(["even", "natural"])
        self.world = IndexedWorld(
            variant,
            {"rounds": 1},
            seed=seed,
            clock=ClockRules(decision=5, bank=5, tempo=tempo),  # type: ignore[arg-type]
            watching=self.random.choice(["none", "public", "delayed"]),
            delay=30,
        )
        self.people = [self.world.person(name) for name in "abcde"]
        self.used: list[incoming.Incoming] = []
        self.sent = 0
        for player in self.people:
            player.delay = lambda _ask: None
            player.come()

    def seat(self) -> SeatLetter | None:
        return self.random.choice([*SEATS, None])

    def frame(self, player: Player) -> incoming.Incoming:
        """Something that a client may well send now."""
        flip = self.random.random() < 0.7
        frames: list[incoming.Incoming] = [
            incoming.Sit(seat=self.seat()),
            incoming.Stand(),
            incoming.Ready(ready=flip),
            incoming.AddBot(level="random", seat=self.seat()),
            incoming.Remove(seat=self.seat() or "A"),
            incoming.Start(),
            incoming.ShortStart(),
            incoming.Dissolve(),
            incoming.Vote(agree=flip),
            incoming.Rematch(),
            incoming.LeaveRoom(sure=flip),
            incoming.Back(),
            incoming.Say(phrase="nice"),
            incoming.Mute(seat=self.seat() or "B", muted=flip),
            incoming.Resync(events=flip),
            incoming.Hello(match=player.match, version=player.version),
            incoming.Why(do=self.random.choice(["win", "pong", "pass"]), tile="5m"),
            incoming.Commit(round=1, hash="0" * 64),
            incoming.Reveal(round=1, value="0" * 64),
            incoming.Ping(n=1),
        ]
        return self.random.choice(frames)

    def useful(self, player: Player) -> incoming.Incoming:
        """What brings a match about."""
        state = self.world.room.state
        if state.seat_of(player.person.id) is None:
            return incoming.Sit()
        if state.owner != player.person.id or state.match is not None:
            return incoming.Ready() if self.random.random() < 0.5 else incoming.Rematch()
        return self.random.choice([incoming.AddBot(level="random"), incoming.Start()])

    def answer(self, player: Player, ask: outgoing.Ask) -> incoming.Incoming:
        choice = self.random.choice(ask.choices)
        tiles = player.throw(choice) if choice.sizes else None
        return incoming.Answer(ask=ask.ask, choice=choice.index, tiles=tiles, match=ask.match)

    def step(self) -> None:
        player = self.random.choice(self.people)
        match self.random.randrange(20):
            case 0:
                player.go() if player.connections else player.come()
            case 1 | 2 | 3:
                self.world.run(self.random.expovariate(1 / 3))
            case 4 if self.used and player.connections:
                self.say(player, self.random.choice(self.used))
            case _ if player.connections:
                self.say(player, self.thought_of(player))

    def thought_of(self, player: Player) -> incoming.Incoming:
        """Mostly the answer to the last ask, if there is one."""
        asks = [frame for frame in player.frames if isinstance(frame, outgoing.Ask)]
        player.frames = [*asks[-1:]]
        player.heard.clear()
        if asks and self.random.random() < 0.8:
            player.frames.clear()
            return self.answer(player, asks[-1])
        frame = self.useful(player) if self.random.random() < 0.4 else self.frame(player)
        if self.random.random() < 0.5:
            frame = msgspec.structs.replace(frame, id=f"f{self.random.randrange(10**6)}")
        return frame

    def say(self, player: Player, frame: incoming.Incoming) -> None:
        if not isinstance(frame, incoming.Hello):  # it says what this player has
            self.used = [*self.used[-20:], frame]
        player.say(frame)
        self.sent += 1


def crowds(count: int, seed: str) -> int:
    """Let people send so many frames, and compare what is kept with what is."""
    sent = number = 0
    while sent < count:
        crowd = Crowd(list(variants())[number % len(variants())], f"{seed} {number}")
        while crowd.sent < TABLE and crowd.world.room.state.phase != "closed":
            crowd.step()
        again, state = RoomState.folded(crowd.world.entries), crowd.world.room.state
        assert again.phase == state.phase
        assert again.taken == state.taken
        assert [chair.ask for chair in again.chairs] == [chair.ask for chair in state.chairs]
        sent += crowd.sent
        number += 1
    return sent


def test_legal_frames_break_no_table() -> None:
    assert crowds(4000, "frames") >= 4000


@pytest.mark.soak
def test_a_million_legal_frames_break_no_table() -> None:
    assert crowds(1_000_000, "million") >= 1_000_000
