"""Frames that are out of place or wrong, each of them readable."""

from random import Random
from typing import Final

from heard import Heard

from quexiang.engine.wire import SeatLetter
from quexiang.protocol import incoming as say
from quexiang.protocol.incoming import AnyIncoming

UNNAMED: Final = (say.Advise, say.Ping, say.Hello)
"""Frames whose answer names no id."""
SEATS: Final[tuple[SeatLetter, ...]] = ("A", "B", "C", "D")
NO_ASKS: Final = (0, 1001, 1_001_001, 2_001_001)
OFF: Final = (-1, 1, 1000, -1_000_000)
"""By how much the number of an ask is wrong."""


def frame(chance: Random, match: str, ask: Heard | None) -> AnyIncoming:
    """A frame of any kind, for this match, another one or none."""
    meant = chance.choice((match, match, "", "0" * 18))
    number = ask.ask if ask is not None else chance.choice(NO_ASKS)
    kind = chance.choice((_of_the_lobby, _of_a_match, _of_anything, _answers))
    return chance.choice(kind(chance, meant, number))


def _of_the_lobby(chance: Random, match: str, _ask: int) -> list[AnyIncoming]:
    seat, maybe = chance.choice(SEATS), chance.random() < 0.5
    return [
        say.Sit(seat=seat if maybe else None),
        say.Stand(match=match),
        say.Ready(ready=maybe, match=match),
        say.AddBot(level="random"),
        say.AddBot(level="random" if maybe else "nobody", seat=seat),
        say.Remove(seat=seat),
        say.Start(),
        say.ShortStart(),
        say.Rematch(match=match),
    ]


def _of_a_match(chance: Random, match: str, _ask: int) -> list[AnyIncoming]:
    number = chance.randrange(3)
    return [
        say.Dissolve(match=match),
        say.Vote(agree=chance.random() < 0.7, ballot=chance.choice((0, 0, 1, 2, 9)), match=match),
        say.Back(match=match),
        say.LeaveRoom(sure=True, match=match),
        say.Commit(round=number, hash="0" * 64, match=match),
        say.Reveal(round=number, value="1" * 64, match=match),
    ]


def _of_anything(chance: Random, match: str, _ask: int) -> list[AnyIncoming]:
    maybe = chance.random() < 0.5
    return [
        say.Why(do=chance.choice(("win", "pong", "pass", "piao", "no")), tile="1m"),
        say.Say(phrase=chance.choice(("hello", "hurry", "nothing"))),
        say.Mute(seat=chance.choice(SEATS), muted=maybe),
        say.Resync(events=maybe),
        say.Hello(match=match, version=chance.choice((0, 5, 1000))),
        say.Ping(n=chance.randrange(100)),
    ]


def _answers(chance: Random, match: str, ask: int) -> list[AnyIncoming]:
    choice = chance.choice((0, 0, 1, 2, 500))
    return [
        say.Answer(ask=ask, choice=choice, match=match),
        say.Answer(ask=abs(ask + chance.choice(OFF)), choice=choice, match=match),
        say.Answer(ask=ask, choice=choice, tiles=["1m", "2m"], match=match),
        say.Advise(ask=ask, match=match),
    ]
