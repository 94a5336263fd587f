"""Finished matches, and schemas."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from quexiang.engine.actions import SEATS
from quexiang.engine.events import Ended
from quexiang.match.log import Happened, MatchEntry, RoundOpened, entry_text
from quexiang.protocol import log, mjai, schema
from quexiang.protocol.room import MatchResult
from quexiang.server.gate import Limit
from quexiang.server.refusals import not_found
from quexiang.server.services import Served, Services
from quexiang.store.rooms import DAMAGED, MatchRow

REPLAY: Final = [Limit("replays")]
KEPT: Final = (*MatchEntry.__args__, log.ShuffleBegun, log.ShuffleClosed, log.ShuffleSealed)


class MatchShown(Struct, omit_defaults=True, kw_only=True):
    """A match, finished or not."""

    id: str
    variant: str
    version: str
    players: int
    options: dict[str, Any]
    names: list[str]
    bots: list[str]
    """The letters of the seats that bots had."""
    started: float
    ended: float | None = None
    result: MatchResult | None = None


def _shown(row: MatchRow) -> MatchShown:
    result = None
    if row.how is not None:
        rounds = msgspec.json.decode(row.rounds or "[]", type=list[list[int]])
        scores = [seat.score or 0 for seat in row.seats]
        totals = [seat.total or 0 for seat in row.seats]
        result = MatchResult(row.id, row.how, rounds, scores, totals)  # type: ignore[arg-type]  # one of its words
    return MatchShown(
        id=row.id,
        variant=row.variant,
        version=row.version,
        players=row.players,
        options=msgspec.json.decode(row.options),
        names=[seat.name for seat in row.seats],
        bots=[SEATS[at] for at, seat in enumerate(row.seats) if seat.bot],
        started=row.started,
        ended=row.ended,
        result=result,
    )


@get("/api/matches/{match_id:str}", guards=[Limit("reads")])
async def one_match(match_id: FromPath[str], services: Served) -> MatchShown:
    """What is known of a match."""
    row = await services.store.rooms.match(match_id)
    if row is None:
        raise not_found("没有这一局", "There is no such match")
    return _shown(row)


@get("/api/matches/{match_id:str}/log", media_type="application/x-ndjson", guards=REPLAY)
async def match_log(match_id: FromPath[str], services: Served) -> Response[str]:
    """The log of a finished match, one JSON object a line, proofs included."""
    await finished(services, match_id)
    texts = await services.store.history.log(match_id)
    return Response(await services.studying.run(_log, texts), media_type="application/x-ndjson")


def _log(texts: list[str]) -> str:
    return "".join(entry_text(entry) + "\n" for entry in open_entries(texts))


@get("/api/matches/{match_id:str}/mjai", media_type="application/x-ndjson", guards=REPLAY)
async def match_mjai(match_id: FromPath[str], services: Served) -> Response[bytes]:
    """The same with mjai's names where they fit."""
    row = await finished(services, match_id)
    texts = await services.store.history.log(match_id)
    text = await services.studying.run(_mjai, texts, [seat.name for seat in row.seats])
    return Response(text, media_type="application/x-ndjson")


def _mjai(texts: list[str], names: list[str]) -> bytes:
    events = mjai.export(open_entries(texts), names)
    return b"".join(msgspec.json.encode(event) + b"\n" for event in events)


async def finished(services: Services, match_id: str) -> MatchRow:
    """A match that is over, or a refusal."""
    row = await services.store.rooms.match(match_id)
    if row is None or row.ended is None:
        raise not_found("这一局还没打完", "There is no such finished match")
    if await services.store.rooms.phase_of(row.room) == DAMAGED:
        raise not_found("这一局的记录坏了", "The record of this match is damaged")
    return row


def kept_entries(texts: list[str]) -> list[log.AnyEntry]:
    """The entries of a match that belong to its record."""
    reader = log.reader()
    return [entry for text in texts for entry in reader.read(text) if isinstance(entry, KEPT)]


def open_entries(texts: list[str]) -> list[log.AnyEntry]:
    """Those that anybody may read once it is over: of a round that was broken off, none."""
    entries = kept_entries(texts)
    return entries[: broken_off(entries)]


def broken_off(entries: list[log.AnyEntry]) -> int | None:
    """Where the round begins that nobody ended, its shuffle first; None where all ended."""
    place: int | None = None
    for at, entry in enumerate(entries):
        match entry:
            case log.ShuffleBegun():
                place = at
            case RoundOpened() if place is None:
                place = at
            case Happened(event=Ended()):
                place = None
            case _:
                pass
    return place


@cache
def _schemas() -> dict[str, str]:
    return schema.files() | {"frames.d.ts": schema.typescript()}


@get("/api/schema/{name:str}", guards=[Limit("reads")], sync_to_thread=False)
def one_schema(name: FromPath[str]) -> Response[str]:
    """The generated schemas of the socket's frames."""
    text = _schemas().get(name)
    if text is None:
        raise not_found()
    kind = "application/json" if name.endswith(".json") else "text/plain; charset=utf-8"
    return Response(text, media_type=kind)


ROUTES: Final = [one_match, match_log, match_mjai, one_schema]
