"""Alive is not ready: what a server says when its database or its disk fails, and afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from nats_server import own_nats
from players import until
from postgres import own_postgres
from running import sqlite
from sqlalchemy import event, insert, text

from quexiang.server import services as services_module
from quexiang.server.app import make_app
from quexiang.server.services import Services
from quexiang.server.settings import Settings
from quexiang.store.schema import OLDEST
from quexiang.store.tables import SETTINGS

OK = dict.fromkeys(("database", "migrations", "tasks", "disk", "bus", "node"), "ok")


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """A server without sockets, in this very event loop."""
    app = make_app(settings)
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))  # type: ignore[arg-type]  # ASGI
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60) as http,
    ):
        yield app.state.services, http


async def told(http: httpx.AsyncClient) -> tuple[int, dict[str, str]]:
    assert (await http.get("/healthz")).json()["ok"], "it lives all the time"
    answer = await http.get("/readyz")
    body: dict[str, Any] = answer.json()
    assert body["ok"] == (answer.status_code == 200)
    return answer.status_code, body["checks"]


def set_always(services: Services, pragma: str) -> None:
    """Say this on every connection before it is used, those of the background tasks too."""

    def say(connection: Any, *_: object) -> None:  # noqa: ANN401 - the driver's own
        cursor = connection.cursor()
        cursor.execute(pragma)
        cursor.close()

    event.listen(services.store.database.engine.sync_engine, "checkout", say)


def test_a_full_database_is_not_ready(tmp_path: Path) -> None:
    async def fill() -> None:
        async with running(Settings.for_tests(sqlite(tmp_path))) as (services, http):
            assert await told(http) == (200, OK)
            async with services.store.database.reading() as connection:
                pages = (await connection.execute(text("PRAGMA page_count"))).scalar()
            set_always(services, f"PRAGMA max_page_count = {pages}")
            while (refused := await http.post("/api/guest", json={"name": "a"})).status_code == 201:
                pass
            status, checks = await told(http)
            set_always(services, "PRAGMA max_page_count = 100000")

            assert refused.json()["code"] == "database"
            assert refused.headers["retry-after"]
            assert status == 503
            assert checks == OK | {"database": "OperationalError"}
            assert await told(http) == (200, OK)

    asyncio.run(fill())


def test_a_database_that_only_reads_is_not_ready(tmp_path: Path) -> None:
    async def forbid() -> None:
        async with running(Settings.for_tests(sqlite(tmp_path))) as (services, http):
            set_always(services, "PRAGMA query_only = 1")
            status, checks = await told(http)

            assert status == 503
            assert checks["database"] == "OperationalError"
            assert checks["disk"] == "ok"

    asyncio.run(forbid())


def test_little_disk_and_foreign_tables_are_told(tmp_path: Path) -> None:
    settings = replace(Settings.for_tests(sqlite(tmp_path)), free_disk=10**9)

    async def look() -> dict[str, str]:
        async with running(settings) as (services, http):
            async with services.store.database.writing() as connection:
                await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
            return (await told(http))[1]

    checks = asyncio.run(look())

    assert checks["disk"].endswith("1000000000 MB are wanted")
    assert checks["migrations"] == "WrongVersion"
    assert checks["database"] == "ok"


def test_what_was_found_is_kept_for_a_moment(tmp_path: Path) -> None:
    settings = replace(Settings.for_tests(sqlite(tmp_path)), ready_kept=600.0)

    async def look() -> list[int]:
        async with running(settings) as (services, http):
            first = (await told(http))[0]
            services.tasks.dead["notice"] = "OSError"
            return [first, (await told(http))[0]]

    assert asyncio.run(look()) == [200, 200]


@pytest.mark.slow
def test_a_node_that_has_lost_the_bus_says_so(tmp_path: Path) -> None:
    async def lose() -> None:
        with own_nats() as nats:
            settings = replace(Settings.for_tests(sqlite(tmp_path)), nats=nats.url)
            async with running(settings) as (services, http):
                assert await told(http) == (200, OK)
                nats.kill()
                await until(lambda: services.bus.lost_for)
                lost = services.measured().decode()
                status, checks = await told(http)
                nats.start()
                await until(lambda: not services.bus.lost_for)
                back = services.measured().decode()
                assert await told(http) == (200, OK)

        assert status == 200, "all nodes may have lost it, and rooms go on"
        assert checks["bus"].startswith("lost for")
        assert "quexiang_bus_up 0.0" in lost
        assert "quexiang_bus_up 1.0" in back

    asyncio.run(lose())


def test_a_node_that_stops_is_not_ready_any_more(tmp_path: Path) -> None:
    settings = replace(Settings.for_tests(sqlite(tmp_path)), ready_kept=600.0)

    async def stop() -> None:
        async with running(settings) as (services, http):
            assert (await http.get("/readyz")).status_code == 200
            await services.say_goodbye()
            answer = await http.get("/readyz")

        assert answer.status_code == 503
        assert answer.json()["checks"]["node"] == "it stops"

    asyncio.run(stop())


@pytest.mark.slow
def test_a_server_gets_over_a_restart_of_its_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services_module, "NOTICE", 0.05)

    async def until_ready(http: httpx.AsyncClient, status: int) -> dict[str, str]:
        async with asyncio.timeout(120):
            while True:
                found, checks = await told(http)
                if found == status and (found == 200 or "notice: " in checks["tasks"]):
                    return checks
                await asyncio.sleep(0.05)

    async def restart() -> None:
        with own_postgres() as database:
            async with running(Settings.for_tests(database.url)) as (services, http):
                assert await told(http) == (200, OK)
                database.stop()
                checks = await until_ready(http, 503)
                assert checks["database"] != "ok"
                assert "notice: " in checks["tasks"]
                broken = await http.post("/api/guest", json={"name": "老周"})
                database.start()
                await until_ready(http, 200)
                made = await http.post("/api/guest", json={"name": "老周"})
                text = services.measured().decode()

        assert broken.status_code == 503
        assert made.status_code == 201
        assert 'quexiang_task_deaths_total{task="notice"}' in text

    asyncio.run(restart())


@pytest.mark.slow
def test_a_server_that_comes_before_its_database_waits_for_it() -> None:
    async def come_early() -> None:
        with own_postgres() as database:
            database.stop()
            opening = asyncio.create_task(arrived(database.url))
            await asyncio.sleep(0)
            await asyncio.to_thread(database.start)
            assert await opening == (200, OK)

    async def arrived(url: str) -> tuple[int, dict[str, str]]:
        async with running(Settings.for_tests(url)) as (_, http):
            return await told(http)

    asyncio.run(come_early())


def test_a_database_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quexiang.server.services.WAITS", (0.0, 0.0))
    services = Services(Settings.for_tests("postgresql+asyncpg://nobody@127.0.0.1:9/none"))
    tried = 0

    async def refuse() -> None:
        nonlocal tried
        tried += 1
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(services.store, "migrate", refuse)

    with pytest.raises(ConnectionRefusedError):
        asyncio.run(services.start())
    assert tried == 3


def test_a_database_that_refuses_us_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    services = Services(Settings.for_tests("postgresql+asyncpg://nobody@127.0.0.1:9/none"))
    wrong = OSError(13, "Permission denied")

    async def refuse() -> None:
        raise wrong

    monkeypatch.setattr(services.store, "migrate", refuse)

    with pytest.raises(OSError, match="Permission denied"):
        asyncio.run(services.start())


@pytest.mark.parametrize(("host", "status"), [("172.18.0.5", 200), ("9.9.9.9", 403)])
def test_measures_are_for_this_machine_and_the_scrapers(
    tmp_path: Path, host: str, status: int
) -> None:
    settings = replace(Settings.for_tests(sqlite(tmp_path)), scrapers=("172.16.0.0/12",))

    async def asked() -> int:
        app = make_app(settings)
        transport = httpx.ASGITransport(app, client=(host, 1))  # type: ignore[arg-type]  # ASGI
        async with (
            app.lifespan(),
            httpx.AsyncClient(transport=transport, base_url="http://test") as http,
        ):
            return (await http.get("/metrics")).status_code

    assert asyncio.run(asked()) == status


@pytest.mark.parametrize(
    ("version", "oldest", "found"),
    [("9999", "0001", "ok"), ("9999", None, "ok"), ("9999", "9998", "WrongVersion")],
)
def test_newer_tables_are_good_unless_they_say_otherwise(
    tmp_path: Path, version: str, oldest: str | None, found: str
) -> None:
    """As when a node of a newer version has joined: migrations only add."""

    async def look() -> str:
        async with running(Settings.for_tests(sqlite(tmp_path))) as (services, http):
            async with services.store.database.writing() as connection:
                new = text("UPDATE alembic_version SET version_num = :version")
                await connection.execute(new, {"version": version})
                if oldest is not None:
                    row = {"key": OLDEST, "value": oldest}
                    await connection.execute(insert(SETTINGS), row)
            return (await told(http))[1]["migrations"]

    assert asyncio.run(look()) == found
