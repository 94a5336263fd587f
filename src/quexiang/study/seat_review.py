"""The review of a seat, made from the log of its match alone, in whatever process."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from quexiang.engine.actions import SEATS, Seat
from quexiang.match.log import MatchEntry, Opening
from quexiang.study import review
from quexiang.variants import variant_named


class SeatReview(Struct):
    """The decisions of a seat that cost most, the worst first."""

    match: str
    seat: str
    level: str
    decisions: int
    lessons: list[review.MistakeView]


class ReviewTask(Struct, frozen=True):
    """What a process must know for a review."""

    match: str
    seat: Seat
    log: list[MatchEntry]


_TASK: Final = msgspec.json.Decoder(ReviewTask)


def make_review(text: str) -> bytes:
    """Review a seat; the task and the review are JSON."""
    task = _TASK.decode(text)
    opening = task.log[0]
    assert isinstance(opening, Opening)
    variant = variant_named(opening.variant)
    rules = variant.room(variant.choose(opening.options, opening.players), opening.players)
    painter = review.MistakePainter(rules, task.log)
    found = list(review.mistakes(task.log, [task.seat]))
    shown = [painter.show(mistake) for mistake in review.worst(found)]
    made = SeatReview(task.match, SEATS[task.seat], review.REVIEWER, len(found), shown)
    return msgspec.json.encode(made)
