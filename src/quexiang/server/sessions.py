"""My sessions: where I am logged in, and how that ends."""

from __future__ import annotations

from typing import Final

from litestar import Response, delete, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from quexiang.server.gate import Limit
from quexiang.server.people import gone
from quexiang.server.refusals import not_found
from quexiang.server.requests import AnyRequest
from quexiang.server.services import Served

Done = Response[dict[str, bool]]


class MySession(Struct, kw_only=True):
    """One of my sessions; times are seconds since 1970."""

    id: str
    created: float
    seen: float
    """When it was last used, to the day."""
    expires: float
    device: str
    """What the program said of itself, as a browser does."""
    current: bool


@get("/api/me/sessions", guards=[Limit("reads")])
async def my_sessions(services: Served, request: AnyRequest) -> list[MySession]:
    """Where I am logged in, the last used first."""
    visitor = await services.known(request)
    found = await services.store.sessions.of_person(visitor.person.id, services.clock())
    return [
        MySession(
            id=one.id,
            created=one.created,
            seen=one.seen,
            expires=one.expires,
            device=one.device,
            current=one.id == visitor.session.id,
        )
        for one in found
    ]


@delete("/api/me/sessions/{session:str}", status_code=200, guards=[Limit("writes")])
async def end_session(session: FromPath[str], services: Served, request: AnyRequest) -> Done:
    """End one of my sessions."""
    visitor = await services.known(request)
    person = visitor.person.id
    if not await services.store.sessions.end(person, session):
        raise not_found("没有这个登录", "There is no such session")
    services.endings.hang_up(person, session=session)
    return gone(request) if session == visitor.session.id else Response({"done": True})


@delete("/api/me/sessions", status_code=200, guards=[Limit("writes")])
async def end_sessions(
    services: Served, request: AnyRequest, *, others: FromQuery[bool] = False
) -> Done:
    """End all my sessions, or all others."""
    visitor = await services.known(request)
    but = visitor.session.id if others else ""
    await services.store.sessions.end_all(visitor.person.id, but=but)
    services.endings.hang_up(visitor.person.id, but=but)
    return Response({"done": True}) if others else gone(request)


ROUTES: Final = [my_sessions, end_session, end_sessions]
