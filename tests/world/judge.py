"""What must hold in the world, looked at with every entry that is kept and every frame heard."""

import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Protocol

import msgspec
from heard import Heard, HeardRoom
from loop import Loop, Process
from msgspec import Struct, field

from quexiang.protocol import incoming
from quexiang.rooms.chair import Chair
from quexiang.rooms.state import RoomState
from quexiang.store.chain import BrokenChain, Row, check_chain
from quexiang.store.journal import Append

QUESTIONS: Final = (
    incoming.Hello, incoming.Resync, incoming.Why, incoming.Advise, incoming.Ping,
)  # fmt: skip
"""Frames that change nothing; all others are acknowledged only with an entry."""
OF_A_MATCH: Final = (incoming.Dissolve, incoming.Answer)
"""Frames whose entry stands in the match that they name."""
ON_OFFER: Final = ("discarded", "kongdeclared", "turnedup", "cast")
AT_ONCE: Final = ("marked", "unmarked")


class HappenedEvent(Struct):
    event: str
    how: str = ""


class Line(Struct):
    """An entry of a log as far as the judge reads it."""

    line: str
    id: str = ""
    person: Any = None
    seat: Any = 0
    ask: int = 0
    by: str = ""
    match: str = ""
    how: str = ""
    number: int = 0
    action: msgspec.Raw = msgspec.Raw()
    event: HappenedEvent | None = None
    rounds: list[list[int]] = []
    scores: list[int] = []


_LINE: Final = msgspec.json.Decoder(Line)
_ACTION: Final = msgspec.json.Encoder()


class Listening(Protocol):
    """A tab, as far as the judge looks at it."""

    person: str
    name: str
    seat: str | None
    match: str
    room: HeardRoom | None


class Thought(Struct):
    """What a bot may do by what it thought."""

    actions: set[bytes] = field(default_factory=set)
    failed: bool = False


class Judge:
    """Collects what is wrong."""

    def __init__(self, loop: Loop, *, calm: bool) -> None:
        self.loop = loop
        self.calm = calm
        """Nothing goes wrong in this world: times are exact."""
        self.violations: list[str] = []
        self.history = 0
        self.frames = 0
        self.matches = 0
        self.decisions = 0
        self.rounds_over: set[tuple[str, int]] = set()
        self._round: dict[str, int] = {}
        self._abandoned: set[str | None] = set()
        self._sent: dict[tuple[str, str], incoming.AnyIncoming] = {}
        self._effects: Counter[tuple[str, str]] = Counter()
        self._fences: dict[tuple[str, int], Process] = {}
        self._thoughts: dict[tuple[str, str | None, int, int], Thought] = {}
        self._left: dict[tuple[str, str], RoomState] = {}
        self.restores = 0
        self._offers: dict[str, tuple[str, int, float]] = {}
        self._moved = 0.0
        """When a room was last read: what it held back until then is shown at once."""

    def wrong(self, what: str) -> None:
        """Something must not be."""
        self.violations.append(f"{self.loop.now:.3f} {what}")

    # What is kept.

    def kept(self, append: Append, process: Process) -> None:
        """Look at what was appended, and by whom."""
        text = append.entries.encode()
        self.history = zlib.crc32(text, self.history)
        owner = self._fences.setdefault((append.room, append.fence), process)
        if owner is not process:
            self.wrong(f"fence {append.fence} of {append.room}: {owner.name} and {process.name}")
        lines = [_LINE.decode(line) for line in text.split(b"\n")]
        for place, line in enumerate(lines):
            match line.line:
                case "taken" | "act":
                    self._acted(append, line, lines[place + 1 : place + 2])
                case "round":
                    self._round[append.room] = line.number
                case "event" if line.event is not None and line.event.event == "ended":
                    self.rounds_over.add((append.match or "", self._round[append.room]))
                    if line.event.how == "abandoned":
                        self._abandoned.add(append.match)
                case "end":
                    self._ended(append, line)

    def _acted(self, append: Append, line: Line, after: list[Line]) -> None:
        self.decisions += line.line == "act"
        if line.by == "bot":
            self._bot_acted(append, line, after)
        if not line.id:
            return
        person = line.id.partition(".")[0]
        key = (person, line.id)
        self._effects[key] += 1
        frame = self._sent.get(key)
        if self._effects[key] > 1:
            self.wrong(f"{line.id} took effect twice: {frame}")
        if frame is None or (line.line == "taken" and line.person != person):
            self.wrong(f"{line.id} took effect, and {person} never sent it")
        elif isinstance(frame, OF_A_MATCH) and frame.match and frame.match != append.match:
            self.wrong(f"{frame} took effect in match {append.match}")
        elif line.line == "act" and (
            not isinstance(frame, incoming.Answer) or frame.ask != line.ask
        ):
            self.wrong(f"{frame} answered ask {line.ask}")

    def _bot_acted(self, append: Append, line: Line, after: list[Line]) -> None:
        thought = self._thoughts.get((append.room, append.match, line.seat, line.ask))
        done = bytes(after[0].action) if after else b""
        if thought is None:
            self.wrong(f"a bot acted on ask {line.ask} of {append.match} and was not asked")
        elif not thought.failed and done not in thought.actions:
            self.wrong(f"a bot did {done!r} and thought {thought.actions}")

    def _ended(self, append: Append, line: Line) -> None:
        self.matches += 1
        is_uneven = any(sum(changes) for changes in (*line.rounds, line.scores))
        if is_uneven and append.match not in self._abandoned:  # HZ-87: a forfeit goes to nobody
            self.wrong(f"sums are not zero: {line.rounds} {line.scores}")

    # What bots think.

    def asked_bot(self, room: str, match: str, seat: int, ask: int) -> None:
        """A bot is to choose; after a restart it may be asked again.

        A server that has lost the room without knowing may ask too, in a match that never is.
        """
        self._thoughts.setdefault((room, match, seat, ask), Thought())

    def bot_chose(self, room: str, match: str, seat: int, ask: int, action: object | None) -> None:
        """A bot has chosen; None if it failed, then the neutral choice is taken."""
        thought = self._thoughts.get((room, match, seat, ask))
        if thought is None:
            return
        if action is None:
            thought.failed = True
        else:
            thought.actions.add(_ACTION.encode(action))

    # What is said and heard.

    def sent(self, person: str, frame: incoming.AnyIncoming) -> None:
        """A person has said something for the first time."""
        self._sent[person, frame.id] = frame

    def acked(
        self, tab: Listening, frame: incoming.AnyIncoming, heard: Heard, *, is_wrong: bool
    ) -> None:
        """A frame was acknowledged."""
        if is_wrong:
            self.wrong(f"another frame under a used id was acknowledged: {frame}")
        elif not isinstance(frame, QUESTIONS) and not self._effects[tab.person, frame.id]:
            self.wrong(f"acknowledged and not in the log: {frame}")

    def refused(self, tab: Listening, frame: incoming.AnyIncoming, heard: Heard) -> None:
        """A frame was refused."""
        if heard.code == "broken":
            self.wrong(f"a question broke: {frame}")
        if self._effects[tab.person, frame.id]:
            self.wrong(f"refused ({heard.code}) although it took effect: {frame}")

    def heard(self, tab: Listening, heard: Heard, frame: bytes) -> None:
        """Enter a frame into the history."""
        self.frames += 1
        self.history = zlib.crc32(frame, zlib.crc32(tab.name.encode(), self.history))

    def seen(self, tab: Listening, heard: Heard, sent: float | None) -> None:
        """Look for hidden tiles, and for time that tells of them where it is the next frame."""
        if (heard.match, heard.round) not in self.rounds_over:
            self.violations += [f"{self.loop.now:.3f} {what}" for what in revealed(heard)]
        if self.calm and tab.room is not None and tab.room.clock.tempo == "even":
            self._time(tab, heard, sent, tab.room.clock.window)

    def _time(self, tab: Listening, heard: Heard, sent: float | None, window: float) -> None:
        """After a tile on offer the next thing is seen when the window is over, exactly."""
        before = self._offers.pop(tab.name, None)
        if sent is None:
            return
        if before is not None and before[2] <= self._moved:
            before = None
        if before is not None and before[:2] == (heard.match, heard.round) and heard.events:
            rest = sent - before[2]
            if abs(rest - window) > 1e-6:
                self.wrong(f"{tab.name}: {heard.events[0].event} {rest:.6f} s after an offer")
        last = [event.event for event in heard.events if event.event not in AT_ONCE]
        if last and last[-1] in ON_OFFER:
            self._offers[tab.name] = (heard.match, heard.round, sent)

    # Rooms that go from one server to another.

    def left(self, room: str, chain: str, state: RoomState) -> None:
        """A server has ended; with the log that has this chain its room was so."""
        self._left[room, chain] = state

    def restored(self, room: str, chain: str, state: RoomState) -> None:
        """A room was read from its log: it must be what it was before."""
        self._moved = self.loop.now
        before = self._left.get((room, chain))
        if before is None:
            return
        self.restores += 1
        old, new = fingerprint(before), fingerprint(state)
        for name, value in old.items():
            if value != new[name]:
                self.wrong(f"{room}: {name} was {value} and is {new[name]}")

    def chain(self, room: str, rows: list[Row]) -> None:
        """Check the chain of a log."""
        try:
            check_chain(room, rows)
        except BrokenChain as error:
            self.wrong(f"{room}: {error}")


def revealed(heard: Heard) -> Iterator[str]:
    """What a frame of a round that goes on shows of the tiles of others."""
    view = heard.view
    assert view is not None
    for seat in view.seats:
        if seat.seat != view.me and (seat.tiles or seat.drawn):
            yield f"{view.me} sees the hand of {seat.seat} in {heard.type}"
    for event in heard.events:
        own = view.me is not None and view.me in (event.seat, event.receiver)
        secret = event.event in ("answered", "due") or not event.public
        if event.event in ("dealt", "passed") and event.tiles is not None:
            secret = True
        if event.event == "drawn" and event.tile is not None:
            secret = True
        if secret and not own:
            yield f"{view.me} is sent {event}"


def fingerprint(state: RoomState) -> dict[str, object]:
    """Everything that a room must be after its log was read."""
    match = state.match
    prints: dict[str, object] = {
        "phase": state.phase,
        "owner": state.owner,
        "match": state.match_id,
        "chairs": [_chair(state, chair) for chair in state.chairs],
        "ballot": state.ballot,
        "result": state.result,
        "asked": state.asked(),
    }
    if match is not None:
        prints |= {"rounds": len(match.rounds), "scores": match.scores, "over": match.over}
        prints["versions"] = dict(state.versions)
        if match.rounds:
            prints |= {"events": list(state.events), "due": match.round.table.due}
    return prints


def _chair(state: RoomState, chair: Chair) -> list[object]:
    """A chair; what belongs to a match or a round is not kept longer than it."""
    names = ["person", "bot", "ready", "trustee", "gone"]
    names += ["bank"] if state.match is not None else []
    names += ["ask", "asks"] if state.phase == "playing" else []
    return [getattr(chair, name) for name in names]
