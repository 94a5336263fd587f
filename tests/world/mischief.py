"""Frames that are out of place or wrong, each of them readable."""

from collections.abc import Callable
from random import Random
from typing import Final

from heard import Heard
from quexiang.protocol import incoming as say
from quexiang.protocol.incoming import AnyIncoming

UNNAMED: Final = (say.Advise, say.Ping, say.Hello)
"""Frames whose answer names no id."""
LETTERS: Final = "ABCD"
Maker = Callable[[Random, str, int], AnyIncoming]


def frame(chance: Random, match: str, ask: Heard | None) -> AnyIncoming:
    """A frame of any kind, for this match, another one or none."""
    meant = chance.choice((match, match, "", "0" * 18))
    number = ask.ask if ask is not None else chance.choice((0, 1001, 1_001_001, 2_001_001))
    return chance.choice(MAKERS)(chance, meant, number)


def _seat(chance: Random) -> say.SeatLetter:
    return chance.choice(("A", "B", "C", "D"))


MAKERS: Final[tuple[Maker, ...]] = (
    lambda chance, match, ask: say.Sit(seat=chance.choice((None, "A", "B", "C", "D"))),
    lambda chance, match, ask: say.Stand(match=match),
    lambda chance, match, ask: say.Ready(ready=chance.random() < 0.5, match=match),
    lambda chance, match, ask: say.AddBot(level="random"),
    lambda chance, match, ask: say.AddBot(level=chance.choice(("random", "nobody")), seat=_seat(chance)),
    lambda chance, match, ask: say.Remove(seat=_seat(chance)),
    lambda chance, match, ask: say.Start(),
    lambda chance, match, ask: say.ShortStart(),
    lambda chance, match, ask: say.Dissolve(match=match),
    lambda chance, match, ask: say.Vote(
        agree=chance.random() < 0.7, ballot=chance.choice((0, 0, 1, 2, 9)), match=match
    ),
    lambda chance, match, ask: say.Rematch(match=match),
    lambda chance, match, ask: say.Answer(ask=ask, choice=chance.choice((0, 0, 1, 500)), match=match),
    lambda chance, match, ask: say.Answer(
        ask=abs(ask + chance.choice((-1, 1, 1000, -1_000_000))),
        choice=chance.randrange(3),
        match=match,
    ),
    lambda chance, match, ask: say.Answer(ask=ask, choice=0, tiles=["1m", "2m"], match=match),
    lambda chance, match, ask: say.Why(do=chance.choice(("win", "pong", "pass", "piao", "no")), tile="1m"),
    lambda chance, match, ask: say.Back(match=match),
    lambda chance, match, ask: say.Say(phrase=chance.choice(("hello", "hurry", "nothing"))),
    lambda chance, match, ask: say.Mute(seat=_seat(chance), muted=chance.random() < 0.6),
    lambda chance, match, ask: say.LeaveRoom(sure=True, match=match),
    lambda chance, match, ask: say.Commit(round=chance.randrange(3), hash="0" * 64, match=match),
    lambda chance, match, ask: say.Reveal(round=chance.randrange(3), value="1" * 64, match=match),
    lambda chance, match, ask: say.Advise(ask=ask, match=match),
    lambda chance, match, ask: say.Resync(events=chance.random() < 0.5),
    lambda chance, match, ask: say.Hello(match=match, version=chance.choice((0, 5, 1000))),
    lambda chance, match, ask: say.Ping(n=chance.randrange(100)),
)
