"""Rows of a file with their types, and the round that a row is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from quexiang.data.answers import BadData, play
from quexiang.data.files import facts
from quexiang.data.schema import SCHEMA
from quexiang.engine.actions import Seat
from quexiang.engine.events import By, End
from quexiang.engine.round import Round
from quexiang.match import deal
from quexiang.rulebook import OptionValue, rules_of
from quexiang.variants import variant_named

_OPTIONS: Final = msgspec.json.Decoder(dict[str, OptionValue])


class WinRow(Struct, frozen=True):
    """A win."""

    seat: Seat
    by: By
    payer: Seat | None
    tile: str | None
    patterns: tuple[str, ...]
    value: int


class PaymentRow(Struct, frozen=True):
    """A payment."""

    payer: Seat
    payee: Seat | None
    amount: int
    rule: str
    block: str


class RoundRow(Struct, frozen=True, kw_only=True):
    """A round; the columns are those of `schema`."""

    schema: int
    town: str
    version: str
    players: int
    options: str
    match: str
    match_seed: str | None
    bots: tuple[str, ...]
    round: int
    seed: str
    dealer: Seat
    dealer_drawn: bool
    streak: int
    scores_before: tuple[int, ...]
    points: tuple[int, ...]
    scores_after: tuple[int, ...]
    end: End
    winners: tuple[Seat, ...]
    wins: tuple[WinRow, ...]
    payments: tuple[PaymentRow, ...]
    decisions: int
    history: str


class DecisionRow(RoundRow, frozen=True, kw_only=True):
    """A decision, with the round that it belongs to."""

    decision: int
    seat: Seat
    bot: str
    left: int
    hand: str
    offered: tuple[str, ...]
    answer: str


AnyRow = RoundRow | Mapping[str, Any]


def rows(*paths: str | Path) -> Iterator[RoundRow | DecisionRow]:
    """The rows of files, one after another: `DecisionRow` or `RoundRow`."""
    for path in paths:
        kind = DecisionRow if facts(path)["rows"] == "decisions" else RoundRow
        for some in pq.ParquetFile(path).iter_batches(batch_size=1024):
            yield from msgspec.convert(some.to_pylist(), list[kind])  # type: ignore[valid-type]  # the kind is chosen


def typed(row: AnyRow) -> RoundRow:
    """A row with its types, whether it has them or comes as a dictionary, of pandas too."""
    if isinstance(row, RoundRow):
        return row
    kind = DecisionRow if "decision" in row else RoundRow
    try:
        plain = {name: _plain(value) for name, value in row.items()}
        return msgspec.convert(plain, kind, strict=False)
    except (msgspec.ValidationError, pa.ArrowException, OverflowError) as error:
        raise BadData(f"不是一行数据：{error}", f"is no row: {error}") from None


def _plain(value: object) -> object:
    """A value without numpy's arrays and numbers and NaN, which pandas and DuckDB give."""
    return pa.array([value], from_pandas=True)[0].as_py()


def replay(row: AnyRow) -> Round:
    """The round of a row: at its decision, or after its end.

    Raises `BadData` if the row was made by other rules, or does not lead where it says.
    """
    wanted = typed(row)
    round_ = _opened(wanted)
    play(round_, wanted.history)
    _compare(round_, wanted)
    return round_


def _opened(row: RoundRow) -> Round:
    variant = variant_named(row.town)
    if (row.schema, row.version) != (SCHEMA, variant.version):
        zh = f"格式 {row.schema}、规则第 {row.version} 版；这里是 {SCHEMA} 和 {variant.version}"
        en = f"schema {row.schema}, rules {row.version}; here they are {SCHEMA}, {variant.version}"
        raise BadData(zh, en)
    given, seed = _read(row)
    rules = rules_of(variant, variant.choose(given, row.players), row.players)
    return Round(
        rules,
        deal.wall(rules.tiles, seed),
        deal.dice(seed),
        dealer=None if row.dealer_drawn else row.dealer,
        streak=row.streak,
        scores=row.scores_before,
    )


def _read(row: RoundRow) -> tuple[dict[str, OptionValue], bytes]:
    """The options and the seed of a row, if they and its seats are such."""
    try:
        options, seed = _OPTIONS.decode(row.options), bytes.fromhex(row.seed)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadData(f"选项或种子读不出来：{error}", f"no options, or no seed: {error}") from None
    fits = row.dealer in range(row.players) and row.streak in range(2**15)
    if not fits or len(row.scores_before) != row.players:
        zh = f"{row.players} 家，庄家 {row.dealer}，连庄 {row.streak}，分 {row.scores_before}"
        told = f"dealer {row.dealer}, streak {row.streak}, scores {row.scores_before}"
        en = f"{row.players} seats, {told}"
        raise BadData(f"对不上：{zh}", f"this does not go together: {en}")
    return options, seed


def _compare(round_: Round, row: RoundRow) -> None:
    """Refuse a round that is not as the row tells it."""
    told: object
    found: object
    if isinstance(row, DecisionRow):
        told = row.offered
        found = tuple(offer.text() for offer in round_.asked.get(row.seat, ()))
    else:
        told, found = row.points, round_.table.changes() if round_.over else None
    if told != found:
        raise BadData(f"重放成了 {found}，不是 {told}", f"replays to {found}, not to {told}")
