"""Finished matches, schemas, and what operators look at."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromPath
from msgspec import Struct

from quexiang.engine.actions import SEATS
from quexiang.match.log import MatchEntry, entry_text
from quexiang.protocol import log, mjai, schema
from quexiang.protocol.room import MatchResult
from quexiang.server.refusals import Refusal, not_found
from quexiang.server.requests import AnyRequest, address_of
from quexiang.server.services import Served, Services
from quexiang.server.settings import VERSION
from quexiang.store.rooms import MatchRow

LOOPBACK: Final = ("127.0.0.1", "::1", "")
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
        result = MatchResult(row.id, row.how, rounds, scores, totals)  # type: ignore[arg-type]
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


@get("/api/matches/{match_id:str}")
async def one_match(match_id: FromPath[str], services: Served) -> MatchShown:
    """What is known of a match."""
    row = await services.store.rooms.match(match_id)
    if row is None:
        raise not_found("没有这一局", "There is no such match")
    return _shown(row)


@get("/api/matches/{match_id:str}/log", media_type="application/x-ndjson")
async def match_log(match_id: FromPath[str], services: Served) -> Response[str]:
    """The log of a finished match, one JSON object a line, proofs included."""
    await finished(services, match_id)
    entries = await kept_entries(services, match_id)
    text = "".join(entry_text(entry) + "\n" for entry in entries)
    return Response(text, media_type="application/x-ndjson")


@get("/api/matches/{match_id:str}/mjai", media_type="application/x-ndjson")
async def match_mjai(match_id: FromPath[str], services: Served) -> Response[bytes]:
    """The same with mjai's names where they fit."""
    row = await finished(services, match_id)
    events = mjai.export(await kept_entries(services, match_id), [seat.name for seat in row.seats])
    text = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
    return Response(text, media_type="application/x-ndjson")


async def finished(services: Services, match_id: str) -> MatchRow:
    """A match that is over, or a refusal."""
    row = await services.store.rooms.match(match_id)
    if row is None or row.ended is None:
        raise not_found("这一局还没打完", "There is no such finished match")
    return row


async def kept_entries(services: Services, match_id: str) -> list[log.AnyEntry]:
    """The entries of a match that anybody may read once it is over."""
    texts = await services.store.journal.read_match(match_id)
    reader = log.reader()
    return [entry for text in texts for entry in reader.read(text) if isinstance(entry, KEPT)]


@cache
def _schemas() -> dict[str, str]:
    return schema.files()


@get("/api/schema/{name:str}", sync_to_thread=False)
def one_schema(name: FromPath[str]) -> Response[str]:
    """The generated schemas of the socket's frames."""
    text = _schemas().get(name)
    if text is None:
        raise not_found()
    kind = "application/json" if name.endswith(".json") else "text/plain; charset=utf-8"
    return Response(text, media_type=kind)


@get("/healthz", sync_to_thread=False)
def health(services: Served) -> dict[str, object]:
    """A sign of life."""
    return {"ok": not services.hub.stopping, "version": VERSION}


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(services: Served, request: AnyRequest) -> Response[bytes]:
    """Measures for Prometheus; only for this machine."""
    if address_of(request) not in LOOPBACK:
        raise Refusal(403, "not_allowed", "只给本机看", "Only for this machine")
    return Response(services.measured(), media_type="text/plain; version=0.0.4")


ROUTES: Final = [one_match, match_log, match_mjai, one_schema, health, metrics]
