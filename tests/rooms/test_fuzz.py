"""Wrong frames: no crash, no change, no leak; whatever is sent, by whomever."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from world import World

from quexiang.rooms import effects, said, told
from quexiang.rooms.frames import LARGEST, read_said, write
from quexiang.rooms.state import RoomState
from quexiang.variants import variants

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**53 + 1, 2**64, 10**400, -0.0, 1e308, "", "A", "E",
    "\x00", "\ud83c\udc04", "x" * 500, [], [[]], {}, {"a": 1}, ["1m"] * 30, "1m", "9z", "<script>",
)  # fmt: skip


def templates() -> list[dict[str, Any]]:
    """Every frame of a client, as the protocol shows it."""
    section = PROTOCOL.read_text("utf-8").split("### From the client\n")[1].split("\n### ")[0]
    block = re.findall(r"```json\n(.*?)```", section, re.DOTALL)[0]
    return [json.loads(line) for line in block.splitlines() if line.strip()]


TEMPLATES = templates()


def frame_text(source: random.Random) -> str:
    """Something that a client might send, seldom right."""
    frame = dict(source.choice(TEMPLATES))
    match source.randrange(8):
        case 0:
            return source.randbytes(source.randrange(80)).decode("latin-1")
        case 1:
            frame.pop(source.choice(list(frame)))
        case 2:
            frame[source.choice(list(frame))] = source.choice(ODD)
        case 3:
            one, other = source.choice(list(frame)), source.choice(list(frame))
            frame[one], frame[other] = frame[other], frame[one]
        case 4:
            frame[source.choice(["seat", "tiles", "extra", "ask", "id"])] = source.choice(ODD)
        case 5:
            other_frame = source.choice(TEMPLATES)
            frame |= {key: other_frame[key] for key in list(other_frame)[1:]}
        case 6:
            text = json.dumps(frame)
            place = source.randrange(len(text))
            return (
                text[:place] + source.choice(["", "\x00", "{", '"', "9" * 50]) + text[place + 1 :]
            )
        case _:
            frame["id"] = f"f{source.randrange(10**6)}"
    return json.dumps(frame)


class Fuzz:
    """A table in play, with one seated and one without a seat who send what they like."""

    def __init__(self, variant: str, seed: str) -> None:
        self.random = random.Random(seed)
        self.world = World(variant, {"rounds": 1}, seed=seed, watching="public")
        people = self.world.seat_people(3)
        for player in people:
            player.delay = lambda _ask: None
        people[0].say(said.Start())
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
        kept = (state.phase, state.owner, chairs, len(self.world.lines), len(log))
        return msgspec.json.encode(kept)

    def send(self) -> None:
        """One frame, by one of the two."""
        line = self.random.choice([self.seated, self.outsider])
        text = frame_text(self.random)
        try:
            if len(text.encode("utf-8", "replace")) > LARGEST:
                return
            frame = read_said(text)
        except (msgspec.DecodeError, UnicodeError):
            return
        self.read += 1
        out = self.world.room.take(effects.Spoke(line, frame), self.world.now)
        answers = [sent for to, sent in out.sends if to == line]
        self.world.lines += out.lines
        self._check(line, answers, changed=bool(out.lines))

    def _check(self, line: int, answers: list[told.Told], *, changed: bool) -> None:
        refused = any(isinstance(answer, told.Error) for answer in answers)
        after = self.picture()
        if refused or line == self.outsider:
            assert not changed
            assert after == self.before
        self.before = after
        if line == self.outsider:
            for answer in answers:
                self._no_leak(answer)

    def _no_leak(self, answer: told.Told) -> None:
        assert not isinstance(answer, told.Ask | told.Advice)
        if isinstance(answer, told.Events | told.Snapshot) and answer.view.stage != "over":
            assert all(seat.tiles is None for seat in answer.view.seats)
        assert b"secret" not in write(answer)


def fuzz(count: int, seed: str) -> int:
    """Send so many frames at tables of all towns; tell how many could be read."""
    read = 0
    for number, start in enumerate(range(0, count, 500)):
        table = Fuzz(list(variants())[number % len(variants())], f"{seed} {number}")
        for _ in range(min(500, count - start)):
            table.send()
        again = RoomState.folded(table.world.lines)
        assert again.phase == table.world.room.state.phase
        read += table.read
    return read


def test_wrong_frames_change_nothing_and_tell_nothing() -> None:
    assert fuzz(2500, "sample") > 300


def test_a_tile_that_does_not_exist_is_no_frame() -> None:
    for tile in ("8z", "9z", "9f", "0m"):
        with pytest.raises(msgspec.ValidationError):
            read_said(f'{{"type": "why", "do": "discard", "tile": "{tile}"}}')


@pytest.mark.soak
def test_a_hundred_thousand_wrong_frames() -> None:
    assert fuzz(100_000, "soak") > 10_000
