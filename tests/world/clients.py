"""People with tabs: they answer as people do, come back, say things again, and make mischief."""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

import mischief
from heard import Heard, HeardRoom, read_heard
from judge import QUESTIONS, Judge
from lobby import wish
from loop import Handle, Loop
from msgspec import Struct
from msgspec.structs import replace
from network import Link

from quexiang.match import fair
from quexiang.protocol import incoming
from quexiang.protocol.codec import write

PATROL: Final = 4.0
"""Seconds after which a frame without a reply is sent again."""
TRIES: Final = 4
"""After so many a tab connects anew."""
HANGS: Final = 90.0
"""Seconds after which a frame without a reply is lost, where no frame may be."""
QUIET: Final = 40.0
"""Seconds of silence in a match after which a tab asks for the table."""


class Place(Protocol):
    """The room and the world around the people."""

    loop: Loop
    chance: Random
    judge: Judge
    key: str
    people: int
    mischief: float
    is_cluster: bool
    """Rooms move without their people."""

    @property
    def is_full(self) -> bool:
        """Enough matches have been played: whoever is in one ends it."""

    def dial(self, tab: "Tab", at: str) -> Link:
        """Connect to the server at this address, or to any."""


class Pending(Struct):
    """A frame that awaits its reply."""

    frame: incoming.AnyIncoming
    link: Link | None
    since: float
    tries: int = 1
    is_wrong: bool = False
    """Another frame under a used id: it must be refused."""


class Tab:
    """One browser tab of a person."""

    def __init__(self, place: Place, person: str, name: str, *, plays: bool) -> None:
        self.place = place
        self.person = person
        self.name = name
        self.plays = plays
        self.link: Link | None = None
        self.at = ""
        self.welcomed = False
        self.failures = 0
        """How often it was in vain to connect."""
        self.match, self.version = "", 0
        self.seat: str | None = None
        self.room: HeardRoom | None = None
        self.pending: dict[str, Pending] = {}
        self.taken: list[Pending] = []
        """The last frames that the server has said it took."""
        self.ask: Heard | None = None
        self.answers = 0
        self.patience = 0
        self.heard_at = self.away_until = 0.0
        self.closed = False
        """The room is no more."""
        self.shuffles = place.chance.random() < 0.3
        self.number = ""
        self._ids = 0
        self._step: Handle | None = None
        self._offered: tuple[str, int, float] | None = None

    # Connections.

    def connect(self) -> None:
        """Open a connection and say where one left off."""
        if self.link is not None or self.closed or self.place.loop.now < self.away_until:
            return
        link = self.link = self.place.dial(self, self.at)
        self.at = ""
        self.welcomed = False
        self.heard_at = self.place.loop.now
        hello = incoming.Hello(match=self.match, version=self.version, shuffles=self.shuffles)
        link.say(write(hello))

    def hang_up(self, link: Link) -> None:
        """The connection is gone: come back soon."""
        if link is self.link:
            self.link, self.welcomed, self.ask = None, False, None
            self.failures += 1
            wait = self.place.chance.uniform(0.5, 1.0) * min(8.0, 0.4 * 2**self.failures)
            self.place.loop.outside_later(wait, self.connect)

    def sleep(self, seconds: float) -> None:
        """Be away for a while."""
        self.away_until = self.place.loop.now + seconds
        if self.link is not None:
            self.link.drop()
        self.place.loop.outside_later(seconds, self.connect)

    def patrol(self) -> None:
        """Connect anew where nothing helps; on a rude connection say again what had no reply."""
        now = self.place.loop.now
        self.place.loop.outside_later(PATROL, self.patrol)
        late = [one for one in self.pending.values() if now - one.since > PATROL]
        if self.link is not None and not self.link.rude:
            self._must_have_answers(self.link)
            late = []
        if self.link is None:
            return
        if any(one.tries > TRIES for one in late) or (
            not self.welcomed and now - self.heard_at > 2 * PATROL
        ):
            self.link.drop()
            return
        if self.welcomed:
            self._again(late)
        if self.link.rude and now - self.heard_at > QUIET and self._is_playing:
            self.heard_at = now
            self.say(incoming.Resync())
        self.consider()

    def _must_have_answers(self, link: Link) -> None:
        for one in self.pending.values():
            if self.welcomed and self.place.loop.now - one.since > HANGS:
                self.place.judge.wrong(f"{self.name} has no answer to {one.frame}")
                link.drop()
                return

    @property
    def _is_playing(self) -> bool:
        return self.room is not None and self.room.phase != "lobby"

    def _again(self, late: list[Pending]) -> None:
        assert self.link is not None
        for one in late:
            one.tries += 1
            one.since = self.place.loop.now
            one.link = None
            self.link.say(write(one.frame))

    # What a tab says.

    def say(self, frame: incoming.AnyIncoming, *, named: bool = True) -> None:
        """Send a frame; with an id it is sent until there is a reply."""
        if self.link is None or not self.welcomed:
            return
        if named:
            self._ids += 1
            frame = replace(frame, id=f"{self.name}-{self._ids}")
            self.pending[frame.id] = Pending(frame, self.link, self.place.loop.now)
            self.place.judge.sent(self.person, frame)
        self.link.say(write(frame))

    def misuse(self, frame: incoming.AnyIncoming) -> None:
        """Send another frame under an id that was taken on this connection."""
        fit = [
            one
            for one in self.taken
            if one.link is self.link and type(one.frame) is not type(frame)
        ]
        if not fit or self.link is None or self.link.rude:
            return
        frame = replace(frame, id=fit[-1].frame.id)
        if frame.id not in self.pending:
            self.pending[frame.id] = Pending(frame, self.link, self.place.loop.now, is_wrong=True)
            self.link.say(write(frame))

    # What it hears.

    def hear(self, link: Link, frame: bytes, sent: float) -> None:
        """Take a frame from the server."""
        if link is not self.link:
            return
        heard = read_heard(frame)
        self.heard_at = self.place.loop.now
        self.place.judge.heard(self, heard, frame)
        if heard.view is not None:
            is_next = heard.match == self.match and heard.since == self.version
            self.place.judge.seen(self, heard, sent if is_next else None)
        take = HEARS.get(heard.type)
        if take is not None:
            take(self, heard)

    def _welcome(self, heard: Heard) -> None:
        assert self.link is not None
        says_again = self.link.rude or not self.welcomed
        self.welcomed, self.failures = True, 0
        self._room(heard)
        if says_again:
            self._again(list(self.pending.values()))

    def _room(self, heard: Heard) -> None:
        self.room, self.seat = heard.room, heard.seat
        self.consider()

    def _events(self, heard: Heard) -> None:
        if heard.match == self.match and heard.type == "events" and heard.since > self.version:
            if self.link is not None and not self.link.rude:
                self.place.judge.wrong(f"{self.name} misses {self.version} to {heard.since}")
            self.say(incoming.Resync())
            return
        if heard.match != self.match:
            self.answers = 0
            self.patience = self.place.chance.choices(PATIENCE, PATIENCES)[0]
            self.match = heard.match
        elif heard.version < self.version:
            return
        self.version = heard.version
        if self.place.chance.random() < self.place.mischief:
            self.make_mischief()

    def _ask(self, heard: Heard) -> None:
        chance = self.place.chance
        self.ask = heard
        if self.plays and chance.random() > 0.03:
            thinking = chance.lognormvariate(0.2, 0.9)
            self.place.loop.outside_later(thinking, self._answer, heard)

    def _answer(self, ask: Heard) -> None:
        if self.ask is not ask:
            return
        chance = self.place.chance
        if chance.random() < self.place.mischief:
            self.make_mischief()
        if chance.random() < 0.02:
            self.say(incoming.Advise(ask=ask.ask, match=ask.match), named=False)
        choice = chance.randrange(len(ask.choices))
        tiles = ask.choices[choice].thrown(chance)
        self.say(incoming.Answer(ask=ask.ask, choice=choice, tiles=tiles, match=ask.match))
        self.answers += 1
        self.consider()

    def _withdrawn(self, heard: Heard) -> None:
        if self.ask is not None and self.ask.ask == heard.ask:
            self.ask = None

    def _done(self, heard: Heard) -> None:
        one = self.pending.pop(heard.id, None)
        if one is None:
            return
        self.place.judge.acked(self, one.frame, heard, is_wrong=one.is_wrong)
        if not one.is_wrong and not isinstance(one.frame, QUESTIONS):
            self.taken = [*self.taken[-5:], one]
        if isinstance(one.frame, incoming.Answer):
            self.ask = None
        self.consider()

    def _error(self, heard: Heard) -> None:
        one = self.pending.pop(heard.id, None)
        if one is None:
            return
        owner = self.link is not None and self.link.listener
        if owner and owner.is_current and not one.is_wrong:
            self.place.judge.refused(self, one.frame, heard)
        if isinstance(one.frame, incoming.Answer):
            self._answer_again(one.frame, heard.code)
        self.consider()

    def _answer_again(self, refused: incoming.Answer, code: str) -> None:
        """Choose anew where the choice was wrong; else that ask is over."""
        if self.ask is None or self.ask.ask != refused.ask:
            return
        if code == "not_allowed":
            wait = self.place.chance.uniform(0.2, 1.0)
            self.place.loop.outside_later(wait, self._answer, self.ask)
        else:
            self.ask = None

    def _bye(self, heard: Heard) -> None:
        self.at = heard.at
        if heard.code == "moved" and self.place.is_cluster:
            self.place.judge.wrong(f"{self.name} was sent after its room")
        self.closed = heard.code in ("closed", "no_room")
        if self.closed:
            self.pending.clear()

    def _because(self, heard: Heard) -> None:
        self.pending.pop(heard.id, None)

    def _shuffle(self, heard: Heard) -> None:
        if not self.shuffles or self.seat is None:
            return
        if heard.type == "shuffle":
            self.number = hashlib.sha256(
                f"{self.name}{heard.match}{heard.round}".encode()
            ).hexdigest()
            text = fair.commitment(heard.match, heard.round, self.seat, self.number)
            frame: Any = incoming.Commit(round=heard.round, hash=text, match=heard.match)
        else:
            frame = incoming.Reveal(
                round=heard.round, value=self.number or "0" * 64, match=heard.match
            )
        self.place.loop.outside_later(self.place.chance.uniform(0.05, 1.0), self.say, frame)

    # What it wants.

    def consider(self) -> None:
        """Think of what to do next, unless one is at it."""
        if self._step is None and self.plays:
            wait = self.place.chance.uniform(0.1, 1.2)
            self._step = self.place.loop.outside_later(wait, self._take_step)

    def _take_step(self) -> None:
        self._step = None
        room = self.room
        if room is None or self.pending or self.link is None or not self.welcomed:
            return
        frame = self._wanted(room)
        if frame is not None:
            self.say(frame)

    def _wanted(self, room: HeardRoom) -> incoming.AnyIncoming | None:
        if room.ballot is not None and self.seat is not None and self.seat in room.ballot.waiting:
            agree = self.place.is_full or self.place.chance.random() < 0.85
            return incoming.Vote(agree=agree, ballot=room.ballot.number, match=room.match or "")
        if room.phase == "lobby":
            place = self.place
            if place.is_full:
                return None
            return wish(room, self.person, self.seat, place.people, place.chance)
        chair = room.chair(self.seat)
        if chair is None:
            return None
        if chair.trustee and not chair.gone:
            return incoming.Back(match=room.match or "")
        if room.ballot is None and (self.place.is_full or self.answers > self.patience):
            self.patience += 2
            return incoming.Dissolve(match=room.match or "")
        if room.phase == "between" and not chair.ready:
            return incoming.Ready(match=room.match or "")
        return None

    def is_behind(self, phase: str) -> bool:
        """Whether a connection that loses nothing has not told it the phase of the room."""
        is_sound = self.link is not None and not self.link.rude
        return is_sound and self.room is not None and self.room.phase != phase

    def make_mischief(self) -> None:
        """Send something that is out of place, or wrong."""
        frame = mischief.frame(self.place.chance, self.match, self.ask)
        if self.place.chance.random() < 0.2:
            self.misuse(frame)
        else:
            self.say(frame, named=not isinstance(frame, mischief.UNNAMED))


PATIENCE: Final = (-1, 0, 1, 3, 6, 1000)
PATIENCES: Final = (46, 32, 13, 6, 2, 1)
HEARS: Final[dict[str, Callable[[Tab, Heard], None]]] = {
    "welcome": Tab._welcome,
    "room": Tab._room,
    "events": Tab._events,
    "snapshot": Tab._events,
    "ask": Tab._ask,
    "withdrawn": Tab._withdrawn,
    "done": Tab._done,
    "error": Tab._error,
    "because": Tab._because,
    "bye": Tab._bye,
    "shuffle": Tab._shuffle,
    "committed": Tab._shuffle,
}
