"""What people want in a room where nobody plays yet."""

from random import Random

from heard import HeardRoom

from quexiang.protocol import incoming


def wish(
    room: HeardRoom, person: str, seat: str | None, people: int, chance: Random
) -> incoming.AnyIncoming | None:
    """What a person says next, so that in the end a match begins."""
    chair = room.chair(seat)
    empty = sum(one.person is None and not one.bot for one in room.seats)
    if room.owner == person and (chair is None or chance.random() < 0.03):
        return _of_one_who_watches(seat, empty, chance)
    if chair is None:
        return incoming.Sit() if empty else None
    if room.result is not None and not empty and not chair.ready:
        return incoming.Rematch(match=room.match or "")
    if room.owner != person:
        return None if chair.ready else incoming.Ready()
    seated = sum(one.person is not None for one in room.seats)
    if room.short_start and chance.random() < 0.5:
        return incoming.ShortStart()
    if empty and (seated >= people or chance.random() < 0.1):
        return incoming.AddBot(level="random")
    return incoming.Start() if room.can_start else None


def _of_one_who_watches(seat: str | None, empty: int, chance: Random) -> incoming.AnyIncoming:
    """The owner lets others play, perhaps bots alone."""
    if seat is not None:
        return incoming.Stand()
    if empty and chance.random() < 0.5:
        return incoming.Sit()
    if empty:
        return incoming.AddBot(level="random")
    return incoming.Start() if chance.random() < 0.5 else incoming.Remove(seat="B")
