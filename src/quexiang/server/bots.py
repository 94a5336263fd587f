"""Accounts for programs: a name that says so, and a token instead of a password."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from quexiang.errors import UserError
from quexiang.rooms.wallclock import wall_clock
from quexiang.server.names import clean_name
from quexiang.server.refusals import Refusal
from quexiang.server.tokens import Claim, Tokens, new_key, new_person, new_session
from quexiang.store import Store
from quexiang.store.sessions import Session

SIGN: Final = "🤖"
"""At the end of a bot's name, so that nobody takes it for a person."""
LASTS: Final = 180 * 24 * 3600.0
"""Seconds for which an unused token is good."""


class BotAccount(Struct, frozen=True):
    """What a bot needs to come in."""

    person: str
    name: str
    token: str


async def new_bot(store: Store, name: str) -> BotAccount:
    """Make an account for a bot in a server's database; the server may be running."""
    try:
        shown = clean_name(f"{name}{SIGN}")
    except Refusal as refused:
        raise UserError(refused.zh, refused.en) from None
    now = wall_clock()
    person = await store.people.add(new_person(), shown, now)
    session = Session(
        person=person.id,
        id=new_session(),
        created=now,
        seen=now,
        expires=now + LASTS,
        device="bot",
    )
    await store.sessions.add(session)
    tokens = Tokens(await store.setting("token_key", new_key()))
    return BotAccount(person.id, shown, tokens.make(Claim(person.id, session.id)))
