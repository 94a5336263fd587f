"""Guests, accounts, names."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from functools import cache
from typing import Annotated, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar import Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Meta, Struct

from quexiang.protocol.room import Profile, RoomView
from quexiang.rooms.runner import clock
from quexiang.server.refusals import Refusal, bad, too_fast
from quexiang.server.requests import COOKIE, AnyRequest, address_of, token_of
from quexiang.server.services import Served, Services, profile_of
from quexiang.server.tokens import Claim, new_person
from quexiang.store.people import LoginTaken, Person

YEAR: Final = 365 * 24 * 3600
NAME_SIZE: Final = 16
LOGIN: Final = re.compile(r"[\w.-]{2,24}")
HASHER: Final = PasswordHasher()

Password = Annotated[str, Meta(min_length=8, max_length=128)]


class NameWish(Struct, forbid_unknown_fields=True):
    """A name."""

    name: Annotated[str, Meta(max_length=100)]


class AccountWish(Struct, forbid_unknown_fields=True):
    """A login and a password."""

    login: Annotated[str, Meta(max_length=100)]
    password: Password


class Session(Struct):
    """Who one is now, and the token for programs."""

    person: Profile
    token: str


class Me(Struct):
    """Who I am, and the rooms in which I have a seat."""

    person: Profile | None
    rooms: list[RoomView]
    login: str | None = None


Arrival = Response[Session]


def clean_name(name: str) -> str:
    """A name as it may be shown, or a refusal."""
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    odd = any(unicodedata.category(sign)[0] == "C" for sign in plain)
    if not plain or len(plain) > NAME_SIZE or odd:
        raise bad(
            f"名字要 1 到 {NAME_SIZE} 个字", f"A name has 1 to {NAME_SIZE} characters", "bad_name"
        )
    return plain


async def free_name(services: Services, name: str) -> str:
    """A name that one may take, or a refusal."""
    plain = clean_name(name)
    if await services.store.admin.is_banned(plain):
        raise bad("这个名字不能用", "This name is locked", "bad_name")
    return plain


def clean_login(login: str) -> str:
    """A login as it is kept, or a refusal."""
    plain = unicodedata.normalize("NFKC", login).strip().casefold()
    if not LOGIN.fullmatch(plain):
        text = "账号要 2 到 24 个字，只能用文字、数字、点、横线"
        raise bad(text, "A login has 2 to 24 letters, digits, dots or dashes", "bad_login")
    return plain


def session(services: Services, person: Person, request: AnyRequest) -> Arrival:
    """An answer that also sets the cookie."""
    token = services.tokens.make(Claim(person.id, person.sessions))
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Response(Session(profile_of(person), token), cookies=[cookie])


@post("/api/guest", status_code=201)
async def guest(data: JSONBody[NameWish], services: Served, request: AnyRequest) -> Arrival:
    """Play at once, under a name."""
    if not services.guests.take(address_of(request)):
        raise too_fast()
    name = await free_name(services, data.name)
    person = await services.store.people.add(new_person(), name, clock())
    return session(services, person, request)


@get("/api/me")
async def me(services: Served, request: AnyRequest) -> Me:
    """Who I am, and where I sit; a browser may ask before it is anybody."""
    if await services.whose(token_of(request)) is None:
        return Me(None, [])
    person = await services.person(request)
    keys = await services.store.rooms.of_person(person.id)
    rooms = [await services.hub.view(key) for key in keys]
    return Me(profile_of(person), [room for room in rooms if room is not None], person.login)


@patch("/api/me")
async def rename(data: JSONBody[NameWish], services: Served, request: AnyRequest) -> Profile:
    """Take another name."""
    person = await services.person(request)
    name = await free_name(services, data.name)
    await services.store.people.rename(person.id, name)
    return Profile(person.id, name, person.login is None)


@post("/api/account", status_code=200)
async def account(data: JSONBody[AccountWish], services: Served, request: AnyRequest) -> Arrival:
    """The guest becomes an account and keeps everything."""
    person = await services.person(request)
    if person.login is not None:
        raise bad("已经有账号了", "There is an account already", "has_account")
    login = clean_login(data.login)
    hashed = await asyncio.to_thread(HASHER.hash, data.password)
    try:
        await services.store.people.make_account(person.id, login, hashed)
    except LoginTaken:
        raise Refusal(409, "login_taken", "这个账号有人用了", "This login is taken") from None
    return session(services, Person(person.id, person.name, login, hashed), request)


@post("/api/login", status_code=200)
async def login(data: JSONBody[AccountWish], services: Served, request: AnyRequest) -> Arrival:
    """Come back to an account."""
    name = clean_login(data.login)
    if not (services.logins.take(address_of(request)) and services.logins.take(f"login {name}")):
        raise too_fast()
    person = await services.store.people.by_login(name)
    hashed = person.password if person is not None and person.password else _nobody()
    fits = await asyncio.to_thread(_fits, hashed, data.password)
    if person is None or not fits:
        raise Refusal(401, "wrong_password", "账号或密码不对", "Wrong login or password")
    return session(services, person, request)


@cache
def _nobody() -> str:
    """What is checked where there is no such login, so that the time does not tell."""
    return HASHER.hash("nobody has this password")


def _fits(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


@post("/api/logout", status_code=200)
async def logout() -> Response[dict[str, bool]]:
    """Forget the cookie."""
    gone = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")
    return Response({"done": True}, cookies=[gone])


ROUTES: Final = [guest, me, rename, account, login, logout]
