"""Guests, accounts, names."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar import Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Meta, Struct

from quexiang.protocol.room import Profile, RoomView
from quexiang.server.gate import Limit
from quexiang.server.names import clean_login, clean_name
from quexiang.server.refusals import Refusal, bad, too_fast
from quexiang.server.requests import COOKIE, AnyRequest, network_of, token_of
from quexiang.server.services import Served, Services, profile_of
from quexiang.server.tokens import Claim, new_person, new_session
from quexiang.store.people import LoginTaken, Person
from quexiang.store.sessions import Session

YEAR: Final = 365 * 24 * 3600
HASHER: Final = PasswordHasher()

Password = Annotated[str, Meta(min_length=8, max_length=128)]


class NameWish(Struct, forbid_unknown_fields=True):
    """A name."""

    name: Annotated[str, Meta(max_length=100)]


class AccountWish(Struct, forbid_unknown_fields=True):
    """A login and a password."""

    login: Annotated[str, Meta(max_length=100)]
    password: Password


class Arrived(Struct):
    """Who one is now, and the token for programs."""

    person: Profile
    token: str


class Me(Struct):
    """Who I am, and the rooms in which I have a seat."""

    person: Profile | None
    rooms: list[RoomView]
    login: str | None = None


Arrival = Response[Arrived]


async def free_name(services: Services, name: str) -> str:
    """A name that one may take, or a refusal."""
    plain = clean_name(name)
    if await services.store.admin.is_banned(plain):
        raise bad("这个名字不能用", "This name is locked", "bad_name")
    return plain


def cookie(token: str, request: AnyRequest, max_age: int = YEAR) -> Cookie:
    """The cookie that holds a token."""
    secure = request.url.scheme == "https"
    return Cookie(
        key=COOKIE, value=token, max_age=max_age, httponly=True, samesite="lax", secure=secure
    )


async def arrive(services: Services, person: Person, request: AnyRequest) -> Arrival:
    """Begin a session; the answer also sets the cookie."""
    now = services.clock()
    begun = Session(
        person=person.id,
        id=new_session(),
        created=now,
        seen=now,
        expires=services.expiry(now),
        network=services.tokens.mark(network_of(request)),
        device=request.headers.get("user-agent", ""),
    )
    await services.store.sessions.add(begun)
    token = services.tokens.make(Claim(person.id, begun.id))
    return Response(Arrived(profile_of(person), token), cookies=[cookie(token, request)])


@post("/api/guest", status_code=201, guards=[Limit("guests")])
async def guest(data: JSONBody[NameWish], services: Served, request: AnyRequest) -> Arrival:
    """Play at once, under a name."""
    name = await free_name(services, data.name)
    person = await services.store.people.add(new_person(), name, services.clock())
    return await arrive(services, person, request)


@get("/api/me", guards=[Limit("reads")])
async def me(services: Served, request: AnyRequest) -> Response[Me]:
    """Who I am, and where I sit; a browser may ask before it is anybody."""
    if await services.visitor(token_of(request)) is None:
        return Response(Me(None, []))
    person = await services.person(request)
    keys = await services.store.rooms.of_person(person.id)
    rooms = [await services.node.view(key) for key in keys]
    found = Me(profile_of(person), [room for room in rooms if room is not None], person.login)
    token = request.cookies.get(COOKIE)
    return Response(found, cookies=[cookie(token, request)] if token else [])


@patch("/api/me", guards=[Limit("writes")])
async def rename(data: JSONBody[NameWish], services: Served, request: AnyRequest) -> Profile:
    """Take another name."""
    person = await services.person(request)
    name = await free_name(services, data.name)
    if name != person.name:
        await services.store.people.rename(person.id, name)
    return Profile(person.id, name, person.login is None)


@post("/api/account", status_code=200, guards=[Limit("logins")])
async def account(data: JSONBody[AccountWish], services: Served, request: AnyRequest) -> Arrival:
    """The guest becomes an account and keeps everything."""
    person = await services.person(request)
    if person.login is not None:
        raise bad("已经有账号了", "There is an account already", "has_account")
    login = clean_login(data.login)
    hashed = await services.hashing.run(HASHER.hash, data.password)
    try:
        await services.store.people.make_account(person.id, login, hashed)
    except LoginTaken:
        raise Refusal(409, "login_taken", "这个账号有人用了", "This login is taken") from None
    return await arrive(services, Person(person.id, person.name, login, hashed), request)


@post("/api/login", status_code=200, guards=[Limit("logins")])
async def login(data: JSONBody[AccountWish], services: Served, request: AnyRequest) -> Arrival:
    """Come back to an account."""
    name = clean_login(data.login)
    person = await services.store.people.by_login(name)
    who, is_known = await _whence(services, name, person, request)
    wait = services.attempts.begin(who, is_known=is_known)
    if wait:
        raise too_fast(wait)
    hashed = person.password if person is not None and person.password else _nobody()
    fits = await services.hashing.run(_fits, hashed, data.password)
    if person is None or not fits:
        raise Refusal(401, "wrong_password", "账号或密码不对", "Wrong login or password")
    services.attempts.succeed(who)
    return await arrive(services, person, request)


async def _whence(
    services: Services, login: str, person: Person | None, request: AnyRequest
) -> tuple[str, bool]:
    """Whose attempts are counted together, and whether the login's owner is known there."""
    network = network_of(request)
    is_near = await services.store.sessions.knows(login, services.tokens.mark(network))
    claim = services.tokens.read(token_of(request))
    if claim is not None and person is not None and claim.person == person.id:
        return f"{claim.session} {login}", True
    return f"{network} {login}", is_near


@cache
def _nobody() -> str:
    """What is checked where there is no such login, so that the time does not tell."""
    return HASHER.hash("nobody has this password")


def _fits(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


@post("/api/logout", status_code=200, guards=[Limit("writes")])
async def logout(services: Served, request: AnyRequest) -> Response[dict[str, bool]]:
    """End the session, and forget the cookie."""
    claim = services.tokens.read(token_of(request))
    if claim is not None and await services.store.sessions.end(claim.person, claim.session):
        services.endings.hang_up(claim.person, session=claim.session)
    return gone(request)


def gone(request: AnyRequest) -> Response[dict[str, bool]]:
    """It is done, and the cookie is no more."""
    return Response({"done": True}, cookies=[cookie("", request, max_age=0)])


ROUTES: Final = [guest, me, rename, account, login, logout]
