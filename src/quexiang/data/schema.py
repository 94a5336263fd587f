"""The columns of a file: what they hold, and of which type they are."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import pyarrow as pa

SCHEMA: Final = 1
"""The version of the schema; it grows when a column changes its meaning or goes away."""
Kind = Literal["decisions", "rounds"]
KINDS: Final[tuple[Kind, ...]] = ("decisions", "rounds")

_SEAT: Final = pa.int8()
_POINTS: Final = pa.list_(pa.int32())
_TEXTS: Final = pa.list_(pa.string())
_WIN: Final = pa.struct(
    {
        "seat": _SEAT,
        "by": pa.string(),
        "payer": _SEAT,
        "tile": pa.string(),
        "patterns": _TEXTS,
        "value": pa.int32(),
    }
)
_PAYMENT: Final = pa.struct(
    {
        "payer": _SEAT,
        "payee": _SEAT,
        "amount": pa.int32(),
        "rule": pa.string(),
        "block": pa.string(),
    }
)


class Column(NamedTuple):
    """One column."""

    name: str
    type: pa.DataType
    text: str
    nullable: bool = False


OF_ROUND: Final = (
    Column("schema", pa.int16(), f"version of this schema: {SCHEMA}"),
    Column("town", pa.string(), "key of the town: `hangzhou`"),
    Column("version", pa.string(), "version of the town's rules"),
    Column("players", pa.int8(), "seats at the table"),
    Column("options", pa.string(), "all options of the room, JSON with sorted keys"),
    Column("match", pa.string(), "the match, unique within the file"),
    Column(
        "match_seed", pa.string(), "seed of the match; null for matches of a server", nullable=True
    ),
    Column("bots", _TEXTS, "who sits where: a bot's key, or `person`"),
    Column("round", pa.int32(), "number of the round in its match, from 1"),
    Column("seed", pa.string(), "seed of the round's wall and dice, hexadecimal"),
    Column("dealer", _SEAT, "the dealer"),
    Column("dealer_drawn", pa.bool_(), "the dealer was found by dice or chance in this round"),
    Column("streak", pa.int16(), "the dealer's streak (连庄) when the round began"),
    Column("scores_before", _POINTS, "each seat's points in the match before the round"),
    Column("points", _POINTS, "what each seat won or lost in the round"),
    Column("scores_after", _POINTS, "the sum of both"),
    Column("end", pa.string(), "how the round ended: `win`, `draw` or `abandoned`"),
    Column("winners", pa.list_(_SEAT), "the seats that won, in their order"),
    Column("wins", pa.list_(_WIN), "each win: by what, who paid, tile, keys of patterns, value"),
    Column("payments", pa.list_(_PAYMENT), "each payment with its rule; no payee: a forfeit"),
    Column("decisions", pa.int32(), "how many decisions the round had"),
)
OF_DECISION: Final = (
    Column("decision", pa.int32(), "number of the decision in its round, from 1"),
    Column("seat", _SEAT, "who decides"),
    Column("bot", pa.string(), "what decides: a bot's key, `person`, or `trustee` (托管)"),
    Column("left", pa.int16(), "tiles left in the wall"),
    Column("hand", pa.string(), "the seat's concealed tiles: `123m55z`"),
    Column("offered", _TEXTS, "what it may do, as scenarios write it: `discard 3s`, `pong`"),
    Column("answer", pa.string(), "what it does, written alike"),
)
HISTORY: Final = Column("history", pa.string(), "the answers so far, see below")

COLUMNS: Final[dict[Kind, tuple[Column, ...]]] = {
    "decisions": (*OF_ROUND, *OF_DECISION, HISTORY),
    "rounds": (*OF_ROUND, HISTORY),
}


def arrow_schema(columns: tuple[Column, ...]) -> pa.Schema:
    """The Arrow schema of these columns."""
    return pa.schema([pa.field(one.name, one.type, nullable=one.nullable) for one in columns])


def table_text(kind: Kind) -> str:
    """The columns of a kind of row as a table in Markdown."""
    lines = [f"| `{one.name}` | {one.type} | {one.text} |" for one in COLUMNS[kind]]
    return "\n".join(["| column | type | holds |", "| --- | --- | --- |", *lines])
