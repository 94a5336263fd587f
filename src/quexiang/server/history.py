"""What was played: my matches, statistics, replays, proofs."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import MediaType, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from quexiang.engine.actions import SEATS
from quexiang.engine.events import Event
from quexiang.engine.wire import SeatLetter, TileText, tile_names
from quexiang.match import deal
from quexiang.match import log as match_log
from quexiang.present.steps import RoundStep, Stepper, ends
from quexiang.protocol import log
from quexiang.server.gate import Limit
from quexiang.server.records import REPLAY, broken_off, finished, kept_entries, open_entries
from quexiang.server.refusals import Refusal, bad, not_found, too_fast
from quexiang.server.requests import AnyRequest, token_of
from quexiang.server.services import Served
from quexiang.store.history import PlayedMatch, Sums
from quexiang.store.rooms import MatchRow
from quexiang.study.verify import MATCH_ENTRIES
from quexiang.variants import variant_named

PAGE: Final = 50
READ: Final = [Limit("reads")]
DICE: Final = 12


class MyMatch(Struct, omit_defaults=True, kw_only=True):
    """One of my matches."""

    id: str
    variant: str
    names: list[str]
    bots: list[SeatLetter]
    my_seat: SeatLetter
    started: float
    rounds: int
    ended: float | None = None
    how: str | None = None
    totals: list[int] | None = None


class MyStatistics(Struct, kw_only=True):
    """What my matches in one town come to; a rating only after matches between people."""

    variant: str
    matches: int
    rounds: int
    wins: int
    self_draws: int
    fed: int
    points: int
    rating: float | None
    rated_matches: int


class Replay(Struct):
    """One round of a match, step by step."""

    variant: str
    names: list[str]
    round: int
    rounds: int
    count: int
    """How many steps the round has."""
    steps: list[RoundStep]


class ShownProof(Struct, kw_only=True):
    """Everything from which the deal of a round was made, and the deal."""

    match: str
    round: int
    hash: str
    secret: str
    hashes: dict[str, str]
    values: dict[str, str]
    missing: list[str]
    seed: str
    wall: list[TileText]
    dice: list[int]
    """The first results of the dice, in the order in which they are used."""


@get("/api/me/matches", guards=READ)
async def my_matches(
    services: Served,
    request: AnyRequest,
    variant: FromQuery[str | None] = None,
    before: FromQuery[float | None] = None,
) -> list[MyMatch]:
    """My matches, newest first; `before` is the `started` of the last one seen."""
    person = await services.person(request)
    found = await services.store.history.of_person(person.id, variant, before, PAGE)
    return [_mine(played) for played in found]


def _mine(played: PlayedMatch) -> MyMatch:
    letters: tuple[SeatLetter, ...] = ("A", "B", "C", "D")
    return MyMatch(
        id=played.id,
        variant=played.variant,
        names=played.names,
        bots=[letters[at] for at, bot in enumerate(played.bots) if bot],
        my_seat=letters[played.my_seat],
        started=played.started,
        ended=played.ended,
        how=played.how,
        rounds=played.rounds,
        totals=played.totals or None,
    )


@get("/api/me/statistics", guards=READ)
async def my_statistics(services: Served, request: AnyRequest) -> list[MyStatistics]:
    """What my matches come to, town by town."""
    person = await services.person(request)
    ratings = await services.store.ratings.of_person(person.id)
    found = []
    for sums in await services.store.history.sums(person.id):
        rating = ratings.get(sums.variant)
        ordinal, rated = (rating.ordinal, rating.matches) if rating else (None, 0)
        found.append(_statistics(sums, ordinal, rated))
    return found


def _statistics(sums: Sums, ordinal: float | None, rated: int) -> MyStatistics:
    return MyStatistics(
        variant=sums.variant,
        matches=sums.matches,
        rounds=sums.rounds,
        wins=sums.wins,
        self_draws=sums.self_draws,
        fed=sums.fed,
        points=sums.points,
        rating=ordinal,
        rated_matches=rated,
    )


class Part(Struct, frozen=True):
    """What is to be shown of a round, and who looks."""

    number: int
    seat: str
    first: int
    last: int | None
    mine: str | None
    """The seat that the one who looks had in the match."""


@get("/api/matches/{match_id:str}/rounds/{number:int}", guards=REPLAY)
async def replay(
    match_id: FromPath[str],
    number: FromPath[int],
    services: Served,
    request: AnyRequest,
    seat: FromQuery[str] = "open",
    first: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    last: Annotated[int | None, QueryParameter(name="to", ge=0)] = None,
) -> Replay:
    """A round of a finished match as a seat saw it, or with all hands open."""
    row = await finished(services, match_id)
    texts = await services.store.history.log(match_id)
    visitor = await services.visitor(token_of(request))
    people = [one.person for one in row.seats]
    mine = visitor and visitor.person.id in people and SEATS[people.index(visitor.person.id)]
    part = Part(number, seat, first, last, mine or None)
    return await services.studying.run(_replayed, row, texts, part)


def _replayed(row: MatchRow, texts: list[str], part: Part) -> Replay:
    entries = kept_entries(texts)
    rounds = _rounds(entries)
    if not 1 <= part.number <= len(rounds):
        raise not_found("没有这一局", "There is no such round")
    ended = len(_rounds(entries[: broken_off(entries)]))
    seat = _shown_seat(row, part, is_open=part.number <= ended)
    events = rounds[part.number - 1]
    opening = next(entry for entry in entries if isinstance(entry, match_log.Opening))
    variant = variant_named(row.variant)
    rules = variant.room(variant.choose(opening.options, opening.players), opening.players)
    at = None if seat == "open" else SEATS.index(seat)
    stepper = Stepper(variant, rules, at, is_open=at is None, number=part.number)
    steps = _steps(stepper, events, part.first, part.last)
    names = [one.name for one in row.seats]
    return Replay(row.variant, names, part.number, len(rounds), len(ends(events)), steps)


def _shown_seat(row: MatchRow, part: Part, *, is_open: bool) -> str:
    """Whose view is shown; of a round that was broken off only one's own."""
    seats = SEATS[: row.players]
    if part.seat != "open" and part.seat not in tuple(seats):
        raise bad("没有这个座位", f"seat is open or one of {' '.join(seats)}")
    if is_open:
        return part.seat
    if part.mine is None or part.seat not in ("open", part.mine):
        zh, en = "没打完的一局，只能看自己的牌", "Of a round broken off one sees one's own tiles"
        raise Refusal(403, "not_open", zh, en)
    return part.mine


def _steps(stepper: Stepper, events: list[Event], first: int, last: int | None) -> list[RoundStep]:
    places = ends(events)
    shown = []
    for place, end in enumerate(places[:last]):
        if place < first:
            stepper.skip(events, end)
        else:
            shown.append(stepper.step(events, end))
    return shown


def _rounds(entries: list[log.AnyEntry]) -> list[list[Event]]:
    """The events of each round."""
    rounds: list[list[Event]] = []
    for entry in entries:
        if isinstance(entry, match_log.RoundOpened):
            rounds.append([])
        elif isinstance(entry, match_log.Happened):
            rounds[-1].append(entry.event)
    return rounds


@get("/api/matches/{match_id:str}/review", media_type=MediaType.JSON, guards=REPLAY)
async def review(
    match_id: FromPath[str], services: Served, request: AnyRequest, seat: FromQuery[str] = "A"
) -> Response[bytes]:
    """The decisions of a seat that cost most, by the estimate of 高手."""
    row = await finished(services, match_id)
    at = SEATS[: row.players].find(seat) if len(seat) == 1 else -1
    if at < 0:
        raise bad("没有这个座位", f"seat is one of {' '.join(SEATS[: row.players])}")
    entries: list[match_log.MatchEntry] = []
    if not services.reviews.has(match_id, at):
        if wait := services.wait("reviews", request):
            raise too_fast(wait)
        texts = await services.store.history.log(match_id)
        found = await services.studying.run(open_entries, texts)
        entries = [entry for entry in found if isinstance(entry, MATCH_ENTRIES)]
    try:
        return Response(await services.reviews.of(match_id, at, entries))
    except match_log.BadLog:
        raise not_found("这一局不能点评", "This match cannot be reviewed") from None


@get("/api/matches/{match_id:str}/proofs", guards=REPLAY)
async def proofs(match_id: FromPath[str], services: Served) -> list[ShownProof]:
    """The proofs of all rounds, with the deals that they lead to."""
    row = await finished(services, match_id)
    texts = await services.store.history.log(match_id)
    return await services.studying.run(_proofs, row, texts)


def _proofs(row: MatchRow, texts: list[str]) -> list[ShownProof]:
    entries = open_entries(texts)
    opening = next(entry for entry in entries if isinstance(entry, match_log.Opening))
    variant = variant_named(row.variant)
    rules = variant.room(variant.choose(opening.options, opening.players), opening.players)
    found: list[ShownProof] = []
    parts: dict[str, Any] = {}
    for entry in entries:
        match entry:
            case log.ShuffleBegun(round=number, secret=secret, hash=hashed):
                parts = {"match": row.id, "round": number, "secret": secret, "hash": hashed}
            case log.ShuffleClosed(hashes=hashes):
                parts["hashes"] = hashes
            case log.ShuffleSealed(values=values, missing=missing, seed=seed):
                parts |= {"values": values, "missing": list(missing), "seed": seed}
                found.append(ShownProof(**parts, **_deal(rules.tiles, bytes.fromhex(seed))))
            case _:
                pass
    return found


def _deal(tiles: tuple[int, ...], seed: bytes) -> dict[str, Any]:
    dice = deal.dice(seed)
    row = deal.shuffled(sorted(tiles), seed)
    return {"wall": tile_names(row), "dice": [dice.result(number) for number in range(DICE)]}


ROUTES: Final = [my_matches, my_statistics, replay, review, proofs]
