"""How long bots seem to think: unevenly, as people do, and telling nothing.

The pause follows from what everybody can see, so that whoever times it learns nothing of the hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat

SPREAD: Final = 0.42
"""Of the logarithm: two thirds of the pauses lie between two thirds and one and a half times."""
SHORTEST, LONGEST = 0.45, 3.5
"""In usual pauses."""
OPENING: Final = 4
"""A seat's first discards are easy."""
CROWDED: Final = 8
"""Discards on the table from which on there is something to be careful of."""


def difficulty(events: Sequence[ev.Event], seat: Seat) -> float:
    """How hard a decision looks from outside; 1 is usual."""
    own = sum(isinstance(event, ev.Discarded) and event.seat == seat for event in events)
    melds = sum(isinstance(event, ev.Melded) and event.seat != seat for event in events)
    hard = 0.7 if own < OPENING else 1.0 if own < CROWDED else 1.25
    return hard + 0.1 * min(melds, 4)


def pause(usual: float, seed: str, events: Sequence[ev.Event], seat: Seat) -> float:
    """How long a seat takes for its turn, after these events."""
    if not usual:
        return 0.0
    discards = sum(isinstance(event, ev.Discarded) for event in events)
    chance = random.Random(f"{seed} {discards} {seat}")  # noqa: S311 - for show only
    factor = difficulty(events, seat) * chance.lognormvariate(0.0, SPREAD)
    return usual * min(LONGEST, max(SHORTEST, factor))
