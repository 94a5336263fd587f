"""A match as JSON lines with mjai's names where they fit; `docs/records.md` has the superset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any, Final

from quexiang.engine import events as ev
from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.wire import action_out, event_out
from quexiang.match import log as match_log
from quexiang.protocol import log
from quexiang.rulebook import Variant
from quexiang.tiles import Tile, tile_text
from quexiang.variants import variant_named

MjaiEvent = dict[str, Any]

HONOURS: Final = {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C"}
KONGS: Final = {"exposed": "daiminkan", "added": "kakan", "concealed": "ankan"}
CALLS: Final = {"chow": "chi", "pong": "pon"}
SILENT: Final = (ev.Due, ev.Answered, ev.Revealed, ev.Started)


def pai(tile: Tile | None) -> str:
    """A tile as mjai writes it; flowers as we do.

    >>> from quexiang.tiles import parse_tile
    >>> pai(parse_tile("5z")), pai(parse_tile("3s")), pai(None)
    ('P', '3s', '?')
    """
    text = "?" if tile is None else tile_text(tile)
    return HONOURS.get(text, text)


def export(
    entries: Iterable[log.AnyEntry], names: Sequence[str] = (), *, answers: bool = False
) -> Iterator[MjaiEvent]:
    """The events of a match in mjai, one object each; `answers` makes them whole for a reader."""
    variant: Variant | None = None
    writer: Writer | None = None
    shuffle: MjaiEvent = {}
    for entry in entries:
        if answers:
            yield from _done(entry)
        match entry:
            case match_log.Opening(variant=key):
                variant = variant_named(key)
                yield _start_game(entry, names)
            case log.ShuffleBegun() | log.ShuffleClosed() | log.ShuffleSealed():
                shuffle |= _proof(entry)
            case match_log.RoundOpened(number=number, seed=seed) if variant is not None:
                writer = Writer(variant, number, seed, shuffle)
                shuffle = {}
            case match_log.Happened(event=event) if writer is not None:
                yield from writer.write(event)
            case _:
                pass
    yield {"type": "end_game"}


def _done(entry: log.AnyEntry) -> Iterator[MjaiEvent]:
    """What was done, which mjai shows by what follows from it only."""
    match entry:
        case match_log.RoundOpened(number=number, seed=seed):
            yield {"type": "quexiang", "event": "round", "number": number, "seed": seed}
        case match_log.AnswerTaken(seat=seat, action=action):
            told = {"seat": SEATS[seat], "action": action_out(action)}
            yield {"type": "quexiang", "event": "answer", **told}
        case match_log.Departure(seat=seat):
            yield {"type": "quexiang", "event": "leave", "seat": SEATS[seat]}
        case match_log.QuestionClosed():
            yield {"type": "quexiang", "event": "closed"}
        case _:
            pass


def _start_game(entry: match_log.Opening, names: Sequence[str]) -> MjaiEvent:
    return {
        "type": "start_game",
        "names": list(names) or list("ABCD"[: entry.players]),
        "quexiang": {
            "variant": entry.variant,
            "version": entry.version,
            "players": entry.players,
            "options": entry.options,
            "match": entry.seed,
        },
    }


def _proof(entry: log.ShuffleBegun | log.ShuffleClosed | log.ShuffleSealed) -> MjaiEvent:
    match entry:
        case log.ShuffleBegun(secret=secret, hash=hashed):
            return {"secret": secret, "hash": hashed}
        case log.ShuffleClosed(hashes=hashes):
            return {"hashes": hashes}
        case _:
            return {"values": entry.values, "missing": list(entry.missing)}


class Writer:
    """Writes the events of one round."""

    def __init__(self, variant: Variant, number: int, seed: str, proof: MjaiEvent) -> None:
        self.variant = variant
        self.number = number
        self.seed = seed
        self.proof = proof
        self.started: ev.Started | None = None
        self.dealer: Seat = 0
        self.hands: dict[Seat, tuple[Tile, ...]] = {}
        self.drawn: Tile | None = None
        self.changes: list[int] = []

    def copy(self) -> Writer:
        """An independent copy."""
        new = copy(self)
        new.hands, new.changes = {**self.hands}, [*self.changes]
        return new

    def write(self, event: ev.Event) -> Iterator[MjaiEvent]:
        """What an event becomes: nothing, one or two of them."""
        match event:
            case ev.Started():
                self.started, self.changes = event, [0] * event.players
                self.dealer = event.dealer or 0
            case ev.Dealt(seat=seat, tiles=tiles):
                yield from self._dealt(seat, tiles or ())
            case ev.Drawn(seat=seat, tile=tile):
                self.drawn = tile
                yield {"type": "tsumo", "actor": seat, "pai": pai(tile), "back": event.back}
            case ev.Discarded():
                yield from self._discard(event)
            case ev.Melded(seat=seat, meld=meld):
                yield _meld(seat, meld)
            case ev.Won():
                yield _won(self.variant, event)
            case ev.Ended():
                yield from self._end(event)
            case _ if not isinstance(event, SILENT):
                self._count(event)
                yield _own(event)

    def _count(self, event: ev.Event) -> None:
        if isinstance(event, ev.Paid):
            self.changes[event.payer] -= event.amount
            if event.payee is not None:
                self.changes[event.payee] += event.amount
        elif isinstance(event, ev.Seated):
            self.dealer = event.dealer

    def _dealt(self, seat: Seat, tiles: tuple[Tile, ...]) -> Iterator[MjaiEvent]:
        assert self.started is not None
        self.hands[seat] = tiles
        if len(self.hands) < self.started.players:
            return
        fewest = min(map(len, self.hands.values()))
        hands = [self.hands[seat] for seat in range(self.started.players)]
        yield {
            "type": "start_kyoku",
            "kyoku": self.number,
            "honba": self.started.streak,
            "oya": self.dealer,
            "scores": list(self.started.scores),
            "tehais": [[pai(tile) for tile in hand[:fewest]] for hand in hands],
            "seed": self.seed,
            "proof": self.proof,
        }
        for owner, hand in enumerate(hands):
            for tile in hand[fewest:]:
                self.drawn = tile
                yield {"type": "tsumo", "actor": owner, "pai": pai(tile), "back": False}

    def _discard(self, event: ev.Discarded) -> Iterator[MjaiEvent]:
        if event.declared:
            yield {"type": "reach", "actor": event.seat, "declared": event.declared}
        same = event.tile == self.drawn
        yield {"type": "dahai", "actor": event.seat, "pai": pai(event.tile), "tsumogiri": same}
        self.drawn = None

    def _end(self, event: ev.Ended) -> Iterator[MjaiEvent]:
        if event.how != "win":
            yield {"type": "ryukyoku", "reason": event.how, "deltas": self.changes}
        yield {"type": "end_kyoku", "deltas": self.changes, "how": event.how}


def _own(event: ev.Event) -> MjaiEvent:
    """An event that mjai does not have: as the protocol tells it."""
    return {"type": "quexiang", **event_out(event)}


def _meld(seat: Seat, meld: ev.Meld) -> MjaiEvent:
    consumed = list(meld.tiles)
    kind = CALLS.get(meld.kind) or KONGS[meld.kind]
    call: MjaiEvent = {"type": kind, "actor": seat}
    if meld.kind == "concealed":
        return call | {"consumed": [pai(tile) for tile in consumed]}
    claimed = consumed[0] if meld.claimed is None else meld.claimed
    consumed.remove(claimed)
    if meld.kind != "added":
        call["target"] = meld.source
    return call | {"pai": pai(claimed), "consumed": [pai(tile) for tile in consumed]}


def _won(variant: Variant, event: ev.Won) -> MjaiEvent:
    return {
        "type": "hora",
        "actor": event.seat,
        "target": event.seat if event.payer is None else event.payer,
        "pai": pai(event.tile),
        "by": event.by,
        "value": event.value,
        "patterns": [name.zh for name in variant.pattern_names(event.patterns)],
    }
