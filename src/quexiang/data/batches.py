"""Noted matches as Arrow record batches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, Final

import pyarrow as pa

from quexiang.data.notes import Decision, MatchNotes, RoundNotes
from quexiang.data.schema import COLUMNS, HISTORY, OF_ROUND, SCHEMA, Kind, arrow_schema
from quexiang.engine.actions import Action, OpenChoice
from quexiang.engine.events import Paid, Won
from quexiang.engine.round import Round
from quexiang.rulebook import Options
from quexiang.tiles import FLOWERS, KINDS, SUITED, Tile, tile_text, tiles_text

Raw = dict[str, Any]
SUITS: Final = ((0, 9), (9, 18), (18, SUITED), (SUITED, FLOWERS[0]), (FLOWERS[0], KINDS))


def batch(matches: Iterable[MatchNotes], kind: Kind) -> pa.RecordBatch:
    """The rows of these matches."""
    played = [(notes, *ended) for notes in matches for ended in notes.ended()]
    rows = [_round_row(*one) for one in played]
    rounds = pa.RecordBatch.from_pylist(rows, arrow_schema((*OF_ROUND, HISTORY)))
    if kind == "rounds":
        return rounds
    decisions = [notes.decisions for *_, notes in played]
    places = [place for place, some in enumerate(decisions) for _ in some]
    common = rounds.take(pa.array(places, pa.int32())).columns[: len(OF_ROUND)]
    arrays = [*common, *_decision_arrays(decisions)]
    return pa.RecordBatch.from_arrays(arrays, schema=arrow_schema(COLUMNS["decisions"]))


def _round_row(notes: MatchNotes, number: int, round_: Round, answers: RoundNotes) -> Raw:
    match, table, end = notes.match, round_.table, round_.table.end
    assert end is not None
    before = match.rounds[number - 2].table.end if number > 1 else None
    points = table.changes()
    return {
        "schema": SCHEMA,
        "town": match.variant.key,
        "version": match.variant.version,
        "players": match.players,
        "options": options_text(match.options),
        "match": notes.name,
        "match_seed": notes.seed,
        "bots": notes.bots,
        "round": number,
        "seed": match.seed_of(number).hex(),
        "dealer": table.dealer,
        "dealer_drawn": before is None or before.next_dealer is None,
        "streak": before.next_streak if before else 0,
        "scores_before": table.scores,
        "points": points,
        "scores_after": [was + won for was, won in zip(table.scores, points, strict=True)],
        "end": end.how,
        "winners": [won.seat for won in table.wins],
        "wins": [_win(won) for won in table.wins],
        "payments": [_payment(paid) for paid in table.paid],
        "decisions": len(answers.decisions),
        "history": answers.history,
    }


@lru_cache(maxsize=64)
def options_text(options: Options) -> str:
    """Options as canonical JSON."""
    return json.dumps(dict(options), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _win(won: Won) -> Raw:
    return {
        "seat": won.seat,
        "by": won.by,
        "payer": won.payer,
        "tile": None if won.tile is None else tile_text(won.tile),
        "patterns": won.patterns,
        "value": won.value,
    }


def _payment(paid: Paid) -> Raw:
    return {
        "payer": paid.payer,
        "payee": paid.payee,
        "amount": paid.amount,
        "rule": paid.rule,
        "block": paid.block,
    }


class Codes(dict[Action | OpenChoice, int]):
    """Numbers the offers as they come, since few differ."""

    def __missing__(self, offer: Action | OpenChoice) -> int:
        self[offer] = code = len(self)
        return code


def _decision_arrays(rounds: Sequence[Sequence[Decision]]) -> list[pa.Array]:
    """The arrays of the columns that a decision has of its own, in their order."""
    every = list(chain.from_iterable(rounds))
    codes = Codes()
    offered = [codes[offer] for one in every for offer in one.offered]
    answers = [codes[one.answer] for one in every]
    texts = pa.array([offer.text() for offer in codes], pa.string())
    ends = [0, *accumulate(len(one.offered) for one in every)]
    numbers = [place for some in rounds for place in range(1, len(some) + 1)]
    return [
        pa.array(numbers, pa.int32()),
        pa.array([one.seat for one in every], pa.int8()),
        pa.array([one.bot for one in every], pa.string()),
        pa.array([one.left for one in every], pa.int16()),
        pa.array([hand_text(one.hand) for one in every], pa.string()),
        pa.ListArray.from_arrays(
            pa.array(ends, pa.int32()), texts.take(pa.array(offered, pa.int32()))
        ),
        texts.take(pa.array(answers, pa.int32())),
        pa.array([one.history for one in every], pa.string()),
    ]


def hand_text(counts: bytes) -> str:
    """Write a hand given by how many it holds of each kind.

    >>> hand_text(bytes([1, 1, 1]) + bytes(28) + bytes([2]) + bytes(10))
    '123m55z'
    """
    return "".join([_suit_text(first, counts[first:end]) for first, end in SUITS])


@lru_cache(maxsize=100_000)
def _suit_text(first: Tile, counts: bytes) -> str:
    return tiles_text(first + place for place, count in enumerate(counts) for _ in range(count))
