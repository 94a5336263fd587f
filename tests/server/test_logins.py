"""Logging in, out, and elsewhere: nobody is locked out by another, and a session ends when told."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from players import PATIENCE
from running import served, sqlite
from test_http import HELLO, talk
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quexiang.server.attempts import Attempts
from quexiang.server.services import DAY, Services
from quexiang.server.settings import Limits, Settings

PASSWORD = "一二三四五六七八"  # noqa: S105 - of nobody
HOME, THIEF, CAFE = "10.0.0.1", "10.0.0.2", "2001:db8:1:2::77"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("logins")
    with served(Settings(database_url=sqlite(folder)), prepare=stop_time) as address:
        yield address


def stop_time(services: Services) -> None:
    """Waits that have begun do not end."""
    services.attempts = Attempts(Limits().known_logins, clock=lambda: 1000.0)


def client(address: str, place: str = HOME) -> httpx.Client:
    return httpx.Client(base_url=address, timeout=PATIENCE, headers={"x-forwarded-for": place})


def account(http: httpx.Client, login: str) -> dict[str, str]:
    wish = {"login": login, "password": PASSWORD}
    assert http.post("/api/guest", json={"name": "老周"}).status_code == 201
    assert http.post("/api/account", json=wish).status_code == 200
    return wish


def tried(http: httpx.Client, wish: dict[str, str], times: int) -> list[int]:
    wrong = wish | {"password": "wrong wrong"}
    return [http.post("/api/login", json=wrong).status_code for _ in range(times)]


def test_a_thief_locks_nobody_out_but_himself(address: str) -> None:
    with client(address) as owner, client(address, THIEF) as thief, client(address, CAFE) as cafe:
        wish = account(owner, "owner1")
        owner.cookies.clear()

        statuses = tried(thief, wish, 12)

        assert statuses[:5] == [401] * 5
        assert set(statuses[5:]) == {429}
        late = thief.post("/api/login", json=wish)
        assert late.status_code == 429
        assert int(late.headers["retry-after"]) >= 1
        assert owner.post("/api/login", json=wish).status_code == 200
        assert cafe.post("/api/login", json=wish).status_code == 200


def test_a_thief_in_the_same_house_does_not_lock_the_owner_out(address: str) -> None:
    with client(address) as owner, client(address) as thief, client(address) as fresh:
        wish = account(owner, "owner2")

        assert set(tried(thief, wish, 12)) == {401}

        assert fresh.post("/api/login", json=wish).status_code == 200
        assert 429 in tried(thief, wish, 30)
        assert owner.post("/api/login", json=wish).status_code == 200, "he has a session"


def test_a_house_counts_once_however_many_addresses_it_has(address: str) -> None:
    statuses = []
    for number in range(8):
        with client(address, f"2001:db8:5:6::{number}") as thief:
            statuses += tried(thief, {"login": "nobody5"}, 1)

    assert statuses == [401] * 5 + [429] * 3


def test_a_login_that_there_is_not_is_refused_alike(address: str) -> None:
    with client(address) as owner, client(address, "10.0.0.9") as thief:
        wish = account(owner, "owner3")

        there = tried(thief, wish, 7)
        not_there = tried(thief, wish | {"login": "nobody3"}, 7)

    assert there == not_there


def test_a_logout_ends_the_token(address: str) -> None:
    with client(address) as http:
        token = http.post("/api/guest", json={"name": "a"}).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        key = http.post("/api/rooms", json={"variant": "hangzhou"}).json()["key"]

        async def sit_and_leave() -> int | None:
            url = f"ws{address.removeprefix('http')}/api/rooms/{key}/socket"
            async with connect(url, additional_headers=bearer, compression=None) as socket:
                await socket.send(HELLO)
                await socket.recv()
                await asyncio.to_thread(http.post, "/api/logout")
                with suppress(ConnectionClosed):
                    async for _ in socket:
                        pass
                return socket.close_code

        assert asyncio.run(sit_and_leave()) == 4401
        assert http.get("/api/me", headers=bearer).json()["person"] is None
        assert talk(address, key, token, HELLO)[-1] == 4401


def test_sessions_are_listed_and_ended(address: str) -> None:
    with client(address) as one, client(address) as two, client(address) as three:
        wish = account(one, "owner4")
        for other in (two, three):
            assert other.post("/api/login", json=wish).status_code == 200
        listed = one.get("/api/me/sessions").json()
        mine = [session["id"] for session in listed if session["current"]]
        theirs = two.get("/api/me/sessions").json()
        (second,) = [session["id"] for session in theirs if session["current"]]

        assert len(listed) == 4, "the guest's own is there, too"
        assert len(mine) == 1
        assert all(session["expires"] > session["created"] for session in listed)
        assert one.delete("/api/me/sessions/nothing").status_code == 404
        assert one.delete(f"/api/me/sessions/{second}").status_code == 200
        assert two.get("/api/me/sessions").status_code == 401
        assert three.get("/api/me/sessions").status_code == 200
        assert one.delete("/api/me/sessions?others=true").status_code == 200
        assert three.get("/api/me/sessions").status_code == 401
        assert len(one.get("/api/me/sessions").json()) == 1
        assert one.delete("/api/me/sessions").status_code == 200
        assert one.get("/api/me").json()["person"] is None


def test_a_token_expires_unless_it_is_used(tmp_path: Path) -> None:
    now = 1_000_000.0

    def set_clock(services: Services) -> None:
        services.clock = lambda: now

    settings = Settings(database_url=sqlite(tmp_path), token_days=10)
    with served(settings, prepare=set_clock) as address, client(address) as http:
        token = http.post("/api/guest", json={"name": "a"}).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}

        def is_known() -> bool:
            return http.get("/api/me", headers=bearer).json()["person"] is not None

        for days in (9, 9, 9):
            now += days * DAY
            assert is_known()
        now += 11 * DAY
        assert not is_known()
