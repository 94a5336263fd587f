"""Wrong frames: no crash, no change, no leak; whatever is sent, by whomever."""

from __future__ import annotations

import random

import msgspec
import pytest
from fuzzing import frame_text, mutations
from simulated_room import World

from quexiang.protocol import incoming, outgoing
from quexiang.protocol.codec import LARGEST, read_incoming, write
from quexiang.rooms import messages
from quexiang.rooms.state import RoomState
from quexiang.variants import variants


class Fuzz:
    """A table in play, with one seated and one without a seat who send what they like."""

    def __init__(self, variant: str, seed: str) -> None:
        self.random = random.Random(seed)
        self.world = World(variant, {"rounds": 1}, seed=seed, watching="public")
        people = self.world.seat_people(3)
        for player in people:
            player.delay = lambda _ask: None
        people[0].say(incoming.Start())
        self.world.run(self.random.uniform(1, 30))
        self.seated = people[1].come()
        self.outsider = self.world.person("outsider").come()
        assert self.world.room.state.phase == "playing"
        self.before = self.picture()
        self.read = 0

    def picture(self) -> bytes:
        """All of the room's state that is told or kept."""
        state = self.world.room.state
        chairs = [(c.person, c.bot, c.ready, c.trustee, c.gone, c.ask) for c in state.chairs]
        log = state.events if state.match is not None and state.match.rounds else []
        kept = (state.phase, state.owner, chairs, len(self.world.entries), len(log))
        return msgspec.json.encode(kept)

    def send(self, text: str) -> None:
        """One frame, by one of the two."""
        line = self.random.choice([self.seated, self.outsider])
        try:
            if len(text.encode("utf-8", "replace")) > LARGEST:
                return
            frame = read_incoming(text)
        except (msgspec.DecodeError, UnicodeError):
            return
        self.read += 1
        is_over = self.world.room.state.match is None
        out = self.world.room.take(messages.Received(line, frame), self.world.now)
        answers = [sent for to, sent in out.sends if to == line]
        self.world.entries += out.entries
        refused = any(isinstance(answer, outgoing.Error) for answer in answers)
        may_change = not refused and (line == self.seated or is_over)  # then seats are free to take
        self._check(line, answers, changed=bool(out.entries), may_change=may_change)

    def _check(
        self, line: int, answers: list[outgoing.Outgoing], *, changed: bool, may_change: bool
    ) -> None:
        after = self.picture()
        if not may_change:
            assert not changed
            assert after == self.before
        self.before = after
        for answer in answers:
            self._no_leak(line, answer)

    def _no_leak(self, line: int, answer: outgoing.Outgoing) -> None:
        if line == self.outsider:
            assert not isinstance(answer, outgoing.Ask | outgoing.Advice)
            assert b"secret" not in write(answer)
        if isinstance(answer, outgoing.Events | outgoing.Snapshot) and answer.view.stage != "over":
            own = None if line == self.outsider else self.world.room.state.seat_of("b")
            others = [seat for at, seat in enumerate(answer.view.seats) if at != own]
            assert all(seat.tiles is None for seat in others)


def fuzz(count: int, seed: str) -> int:
    """Send so many frames at tables of all towns; tell how many could be read."""
    read = 0
    for number, start in enumerate(range(0, count, 500)):
        table = Fuzz(list(variants())[number % len(variants())], f"{seed} {number}")
        for _ in range(min(500, count - start)):
            table.send(frame_text(table.random))
        again = RoomState.folded(table.world.entries)
        assert again.phase == table.world.room.state.phase
        read += table.read
    return read


def test_wrong_frames_change_nothing_and_tell_nothing() -> None:
    assert fuzz(2500, "sample") > 300


@pytest.mark.parametrize("variant", list(variants()))
def test_frames_with_every_field_dropped_exchanged_and_made_odd(variant: str) -> None:
    table = Fuzz(variant, "mutations")
    count = 0
    for text in mutations():
        table.send(text)
        count += 1

    assert count > 1500
    assert table.read > 100
    assert RoomState.folded(table.world.entries).phase == table.world.room.state.phase


def test_a_tile_that_does_not_exist_is_no_frame() -> None:
    for tile in ("8z", "9z", "9f", "0m"):
        with pytest.raises(msgspec.ValidationError):
            read_incoming(f'{{"type": "why", "do": "discard", "tile": "{tile}"}}')


@pytest.mark.soak
def test_a_hundred_thousand_wrong_frames() -> None:
    assert fuzz(100_000, "many") > 10_000
