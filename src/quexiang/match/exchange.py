"""No seat learns of hidden tiles: exchange two of them and play the same answers again.

Up to the moment looked at, every byte that the seat receives must stay the same, and so must
everything that it is offered.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from quexiang.engine import events as ev
from quexiang.engine.actions import PASS, Action, Offer, Seat, allowed
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.tiles import Tile, is_flower

Question = tuple[int, dict[int, tuple["Sequence[Offer]", "Action"]]]


def exchange_violations(
    played: Round,
    row: Sequence[Tile],
    dice: Dice,
    questions: list[Question],
    source: random.Random,
) -> Iterator[str]:
    """Try one exchange of hidden tiles at a random moment of a played round."""
    seat = source.randrange(played.rules.players)
    if not questions:
        return
    until = source.choice(questions)[0]
    places = hidden_places(played, row, seat, until)
    if len(places) < 2:  # noqa: PLR2004 - nothing to exchange
        return
    one, other = source.sample(places, 2)
    if row[one] == row[other] or is_flower(row[one]) or is_flower(row[other]):
        return
    changed = list(row)
    changed[one], changed[other] = changed[other], changed[one]
    replayed = _replay(played, changed, dice, questions, seat, until)
    if replayed is None:
        return
    wanted, got = _seen(played, seat, until), _seen(replayed[0], seat)
    if wanted != got[: len(wanted)] or replayed[1]:
        yield (
            f"seat {seat} can tell places {one} and {other} of the wall apart"
            f" at event {until}: {replayed[1]}"
        )


def hidden_places(played: Round, row: Sequence[Tile], seat: Seat, until: int) -> list[int]:
    """Places of the wall whose tiles the seat has not seen: undrawn, or concealed elsewhere."""
    assert played.log is not None
    log = played.log[:until]
    if any(isinstance(event, ev.TurnedUp) for event in log):
        return []
    taken = _taken(played, log, len(row))
    if taken is None:
        return []
    front, back, held = taken
    shown = {pair for event in log for pair in _shown(event)}
    told = {owner for owner in range(played.rules.players) if _has_told(played, owner, until)}
    concealed = [
        place
        for place, owner in held.items()
        if owner != seat and owner not in told and (owner, row[place]) not in shown
    ]
    return [*concealed, *range(front, back)]


def _taken(
    played: Round, log: list[ev.Event], size: int
) -> tuple[int, int, dict[int, Seat]] | None:
    """How far the wall is taken from both ends, and which seat took which place."""
    if not any(isinstance(event, ev.Dealt) for event in log):
        return None
    held = dict(enumerate(_dealing_order(played)))
    front, back = len(held), size
    for event in log:
        match event:
            case ev.Drawn(back=True) | ev.Indicated(back=True) | ev.SetAside(back=True):
                back -= 1
                if isinstance(event, ev.Drawn):
                    held[back] = event.seat
            case ev.Drawn() | ev.Indicated():
                if isinstance(event, ev.Drawn):
                    held[front] = event.seat
                front += 1
    return front, back, held


def _shown(event: ev.Event) -> list[tuple[Seat, Tile]]:
    """The tiles that an event shows, with the seat that they came from."""
    match event:
        case ev.Discarded(seat=owner, tile=tile):
            return [(owner, tile)]
        case ev.Laid(seat=owner, tiles=tiles, source=None):
            return [(owner, tile) for tile in tiles]
        case ev.Passed(seat=owner, tiles=tiles):
            return [(owner, tile) for tile in tiles or ()]
        case ev.Melded(seat=owner, meld=meld):
            return [(owner, tile) for tile in meld.tiles]
        case _:
            return []


def _has_told(played: Round, owner: Seat, until: int) -> bool:
    """Tell whether a win or a public mark has said something of the owner's concealed tiles."""
    assert played.log is not None
    telling = played.rules.telling
    return any(
        (isinstance(event, ev.Won) and event.seat == owner)
        or (isinstance(event, ev.Marked) and event.seat == owner and event.mark in telling)
        for event in played.log[:until]
    )


def _dealing_order(played: Round) -> list[Seat]:
    table, rules = played.table, played.rules
    passes = [4] * (rules.hand_size // 4) + [1] * (rules.hand_size % 4)
    seats = (table.dealer, *table.around(table.dealer))
    order = [seat for count in passes for seat in seats for _ in range(count)]
    return order + [table.dealer] * rules.dealer_extra


def _seen(round_: Round, seat: Seat, until: int | None = None) -> list[bytes]:
    assert round_.log is not None
    seen = (event.seen_by(seat) for event in round_.log[:until])
    return [ev.to_json(event) for event in seen if event is not None]


class Counted:
    """Counts the events of a growing log that a seat has seen."""

    def __init__(self, log: list[ev.Event], seat: Seat) -> None:
        self.log, self.seat = log, seat
        self.read = self.seen = 0

    def until(self, place: int) -> int:
        """How many of the events before this place the seat has seen."""
        fresh = self.log[self.read : place]
        self.seen += sum(event.seen_by(self.seat) is not None for event in fresh)
        self.read = max(self.read, place)
        return self.seen


def _replay(
    played: Round,
    row: list[Tile],
    dice: Dice,
    questions: list[Question],
    seat: Seat,
    until: int,
) -> tuple[Round, str] | None:
    """Play the same answers on the changed wall; None where others could not do the same."""
    started = played.log[0] if played.log else None
    assert isinstance(started, ev.Started)
    round_ = Round(
        played.rules,
        Wall(row),
        dice.fresh(),
        dealer=started.dealer,
        streak=started.streak,
        scores=started.scores,
    )
    assert played.log is not None
    assert round_.log is not None
    counted = Counted(played.log, seat)
    by_moment = {counted.until(at): given for at, given in questions if at <= until}
    target = counted.until(until)
    recounted = Counted(round_.log, seat)
    while round_.asked:
        moment = recounted.until(len(round_.log))
        if moment > target:
            break
        given = by_moment.pop(moment, {})
        problem = _answer(round_, given, seat)
        if problem is None:
            return None
        if problem:
            return round_, problem
        if moment == target and not by_moment:
            break
    return round_, ""


def _answer(
    round_: Round, given: dict[int, tuple[Sequence[Offer], Action]], seat: Seat
) -> str | None:
    """Answer a question as before; '' if it went well, None where another could not."""
    if seat in given and seat not in round_.asked:
        return f"the seat was asked {given[seat][0]} and is not asked now"
    for asked, offers in list(round_.asked.items()):
        if asked == seat and (asked not in given or list(given[asked][0]) != list(offers)):
            return f"other offers: {given.get(asked)} and {offers}"
        action = given[asked][1] if asked in given else PASS
        if not allowed(offers, action):
            return None
        round_.answer(asked, action)
    return ""
