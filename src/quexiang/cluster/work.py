"""Work that is the same wherever it is done: its kinds, and what nodes and workers say of it.

A node offers work to the group of all workers. One of them takes it or says that it is busy;
where it was taken the node asks that worker for the result, again and again, so that it soon
notices a worker that is no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Final

import msgspec
from msgspec import Struct

from quexiang.rooms.bots import Work, judge
from quexiang.study.seat_review import make_review

THINK: Final = "think"
REVIEW: Final = "review"
KINDS: Final[Mapping[str, Work]] = {THINK: judge, REVIEW: make_review}
PATIENCE: Final = 0.25
"""Seconds that a worker lets a node wait for a result before it says that it is still at work."""


def subject(kind: str) -> str:
    """Where work of a kind is offered; only to workers of this version, which know its rules."""
    return f"quexiang.work.{version('quexiang').replace('.', '_')}.{kind}"


class Busy(Struct, frozen=True, tag="busy"):
    """A worker has enough to do."""


class Taken(Struct, frozen=True, tag="taken"):
    """A worker does it; the result is asked for at its own subject, by number."""

    at: str
    job: int


class Working(Struct, frozen=True, tag="working"):
    """It is not done yet."""


class Done(Struct, frozen=True, tag="done"):
    """The result."""

    result: msgspec.Raw


class Failed(Struct, frozen=True, tag="failed"):
    """The worker could not do it, or knows nothing of it."""


AnyAnswer = Busy | Taken | Working | Done | Failed
encode: Final = msgspec.json.encode
_ANSWER: Final[msgspec.json.Decoder[AnyAnswer]] = msgspec.json.Decoder(AnyAnswer)


def read_answer(payload: bytes) -> AnyAnswer:
    """What a worker says."""
    return _ANSWER.decode(payload)
