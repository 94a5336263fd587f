"""External bots: a program plays by JSON messages on its standard input and output.

`docs/bots.md` describes the messages. If the program fails, the neutral choice is made for it and
the failure counted under its reason.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from quexiang.bots.bot import Bot
from quexiang.bots.process import Died, Late, Process
from quexiang.bots.seen import seen
from quexiang.engine.actions import SEATS, Action, Choose, Offer, OpenChoice, allowed
from quexiang.engine.view import View
from quexiang.engine.wire import action_out, event_out, tile_names
from quexiang.errors import BadNotation
from quexiang.tiles import parse_tile

COMMAND: Final = "cmd:"
TRACE: Final = "QUEXIANG_BOT_TRACE"
"""The variable that names the file to which all dialogues are written."""
SPEAKS: Final = 1
START_LIMIT: Final = 10.0
"""Seconds for the program's hello."""
LIMIT: Final = 2.0
"""Seconds for a decision."""
STARTS: Final = 4
"""How often a program that dies is started."""
MOST_LATE: Final = 3
"""Late answers in a row after which a program is stopped."""


class Nonsense(ValueError):
    """A message that is no answer to the question."""


class Illegal(ValueError):
    """An answer that is not one of the choices."""


class Reply(msgspec.Struct):
    """A message of the program."""

    type: str
    id: int = -1
    choice: int = -1
    tiles: list[str] = []


class ExternalBot(Bot):
    """Lets a program choose; each bot starts its own."""

    def __init__(self, command: str, seed: str, *, limit: float = LIMIT) -> None:
        super().__init__(seed)
        self.command = shlex.split(command)
        self.seed = seed
        self.limit = limit
        self._process: Process | None = None
        self._starts = 0
        self._late = 0
        self._asks = 0
        self._view: View | None = None
        self._told = 0
        self._faults: dict[str, int] = {}

    @property
    def faults(self) -> Mapping[str, int]:
        """Neutral choices made for the program, counted by reason."""
        return self._faults

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Ask the program; make the neutral choice if it fails."""
        try:
            action = self._answer(view, offers)
        except (Died, OSError):
            fault = "crash" if self._starts <= STARTS else "given_up"
            self._stop()
        except Late:
            fault = "late"
            self._be_late()
        except Illegal:
            fault = "illegal"
        except (Nonsense, msgspec.MsgspecError):
            fault = "nonsense"
        else:
            self._late = 0
            return action
        self._faults[fault] = self._faults.get(fault, 0) + 1
        assert view.seat is not None
        return view.rules.neutral(view.table, view.seat, offers)

    def close(self) -> None:
        """Send the rest of the round and a goodbye, and stop the program."""
        try:
            if self._process is not None:
                self._tell_rest()
                self._process.write({"type": "bye"})
        except (Died, OSError):
            pass
        self._stop()

    # The conversation.

    def _answer(self, view: View, offers: Sequence[Offer]) -> Action:
        process = self._running(view)
        self._tell(view)
        self._asks += 1
        choices = [_choice(offer) for offer in offers]
        ask = {"type": "ask", "id": self._asks, "choices": choices, "view": seen(view)}
        process.write(ask)
        reply = self._reply(process)
        if reply.type != "answer" or reply.id != self._asks:
            raise Nonsense
        return _action(reply, offers)

    def _reply(self, process: Process) -> Reply:
        """The next message, skipping late answers to earlier questions."""
        end = time.monotonic() + self.limit
        while True:
            reply = msgspec.json.decode(process.read(end - time.monotonic()), type=Reply)
            if reply.type != "answer" or not 0 <= reply.id < self._asks:
                return reply

    def _tell(self, view: View) -> None:
        """Send what the seat has seen since the last question."""
        assert self._process is not None
        if view is not self._view:
            self._tell_rest()
            self._view, self._told = view, 0
            assert view.seat is not None
            self._process.write({"type": "start", "seat": SEATS[view.seat]})
        self._tell_rest()

    def _tell_rest(self) -> None:
        if self._view is None or self._process is None:
            return
        seen = self._view.seen()
        for event in seen[self._told :]:
            self._process.write({"type": "event", **event_out(event)})
        self._told = len(seen)

    # The program.

    def _running(self, view: View) -> Process:
        if self._process is None:
            self._starts += 1
            if self._starts > STARTS:
                raise Died
            self._process = Process(self.command, os.environ.get(TRACE, ""))
            self._view = None
            self._greet(self._process, view)
        return self._process

    def _greet(self, process: Process, view: View) -> None:
        """Exchange hellos; a program that fails to answer is stopped."""
        process.write(_hello(view, self.seed, self.limit))
        try:
            reply = msgspec.json.decode(process.read(START_LIMIT), type=Reply)
        except (Late, msgspec.MsgspecError):
            self._stop()
            raise
        if reply.type != "hello":
            self._stop()
            raise Nonsense

    def _be_late(self) -> None:
        self._late += 1
        if self._late >= MOST_LATE:
            self._late = 0
            self._stop()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._process = None


def _hello(view: View, seed: str, limit: float) -> dict[str, Any]:
    origin = view.rules.origin
    return {
        "type": "hello",
        "speaks": SPEAKS,
        "variant": origin.variant,
        "version": origin.version,
        "players": view.rules.players,
        "options": origin.options,
        "seed": seed,
        "limit_ms": round(1000 * limit),
    }


def _choice(offer: Offer) -> dict[str, Any]:
    match offer:
        case OpenChoice(key=key, tiles=tiles, sizes=sizes, one_suit=one_suit):
            more = {"one_suit": True} if one_suit else {}
            return {"do": key, "tiles": tile_names(tiles), "sizes": list(sizes)} | more
        case Choose(key=key, value=value, tiles=tiles):
            return {"do": key, "value": value} | ({"tiles": tile_names(tiles)} if tiles else {})
        case _:
            return action_out(offer)


def _action(reply: Reply, offers: Sequence[Offer]) -> Action:
    if not 0 <= reply.choice < len(offers):
        raise Illegal
    offer = offers[reply.choice]
    if not isinstance(offer, OpenChoice):
        return offer
    try:
        chosen = tuple(sorted(parse_tile(tile) for tile in reply.tiles))
    except BadNotation:
        raise Nonsense from None
    action = Choose(offer.key, tiles=chosen)
    if not allowed([offer], action):
        raise Illegal
    return action
