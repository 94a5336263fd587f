"""The hand of the day, the ladder, and what is packed on its way, over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from quexiang.server.pages import find
from quexiang.server.previews import preview
from quexiang.server.sharing import Shared, with_tags
from quexiang.server.today import day_of
from quexiang.store import Store
from quexiang.store.tables import PEOPLE, RATINGS


def test_the_hand_of_the_day_is_answered_once_and_judged_then(http: httpx.Client) -> None:
    seen = http.get("/api/daily").json()
    assert "result" not in seen
    mine = next(seat for seat in seen["view"]["seats"] if seat["seat"] == seen["seat"])
    wish = {"day": seen["day"], "tile": mine["tiles"][0]}
    assert http.post("/api/daily", json=wish).status_code == 401

    http.post("/api/guest", json={"name": "老周"})
    judged = http.post("/api/daily", json=wish)

    result = judged.json()["result"]
    assert judged.json()["streak"] == 1
    assert result["tile"] == wish["tile"]
    assert result["ranked"][result["place"] - 1]["tile"] == wish["tile"]
    assert result["chosen"] == {wish["tile"]: 1}
    assert http.post("/api/daily", json=wish).json()["code"] == "answered"
    assert http.get("/api/daily").json()["result"] == result
    late = {"day": "2020-01-01", "tile": wish["tile"]}
    assert http.post("/api/daily", json=late).json()["code"] == "stale"
    assert http.post("/api/daily", json={**wish, "tile": "9f"}).status_code == 400


def test_a_day_begins_at_midnight_in_china() -> None:
    assert day_of(1767196799) == "2025-12-31"
    assert day_of(1767196800) == "2026-01-01"


def test_the_ladder_lists_the_best_first_and_leaves_the_banned_out(tmp_path: Path) -> None:
    async def found() -> list[tuple[str, float]]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/ladder.db")
        await store.migrate()
        people = [("p1", "老周", False), ("p2", "小北", False), ("p3", "坏人", True)]
        async with store.database.writing() as connection:
            for person, name, banned in people:
                row = {"id": person, "name": name, "banned": banned, "created": 0.0}
                await connection.execute(PEOPLE.insert(), row)
            for person, mu in (("p1", 25.0), ("p2", 30.0), ("p3", 40.0)):
                row = {"person": person, "variant": "anhua", "mu": mu, "sigma": 2.0, "matches": 3}
                await connection.execute(RATINGS.insert(), row)
        ranked = await store.ratings.ladder("anhua", 10)
        shorter = await store.ratings.ladder("anhua", 1)
        assert shorter == ranked[:1]
        assert await store.ratings.ladder("hangzhou", 10) == []
        await store.close()
        return [(one.name, one.rating) for one in ranked]

    assert asyncio.run(found()) == [("小北", 24.0), ("老周", 19.0)]


def test_the_ladder_of_a_town_over_http(http: httpx.Client) -> None:
    assert http.get("/api/variants/anhua/ladder").json() == []
    assert http.get("/api/variants/anhua/ladder?limit=1000").status_code == 400
    assert http.get("/api/variants/nowhere/ladder").status_code == 404


@pytest.mark.parametrize("path", ["/api/variants", "/api/daily"])
def test_long_answers_are_packed(http: httpx.Client, path: str) -> None:
    assert http.get(path).headers["content-encoding"] == "gzip"


def test_answers_that_hold_a_token_are_never_packed(http: httpx.Client) -> None:
    made = http.post("/api/guest", json={"name": "老周"})

    assert "content-encoding" not in made.headers
    assert "content-encoding" not in http.get("/api/me").headers


def test_a_shared_link_says_what_it_leads_to_with_a_picture(http: httpx.Client) -> None:
    http.post("/api/guest", json={"name": "老周"})
    room = http.post("/api/rooms", json={"variant": "anhua"}).json()
    page = find("/")
    pictures = ["/api/previews/town/anhua.png", "/api/previews/daily/today.png"]

    for picture in pictures:
        drawn = http.get(picture)
        assert drawn.headers["content-type"] == "image/png"
        assert drawn.content.startswith(b"\x89PNG")
        assert "max-age" in drawn.headers["cache-control"]
    assert http.get("/api/previews/town/nowhere.png").status_code == 404
    if page is not None:
        for path in (f"/room/{room['key']}", f"/r/{room['code']}"):
            text = http.get(path).text
            assert 'property="og:title" content="雀乡 · 安化"' in text
            assert "/api/previews/town/anhua.png" in text
        assert "og:title" in http.get("/daily").text
        assert "og:title" not in http.get("/room/nosuchroom").text


def test_what_is_said_of_a_link_cannot_break_the_page() -> None:
    said = Shared('<b>"x"</b>', "&", "town/x")

    text = with_tags("<head></head>", said, "https://example.org")

    assert "<b>" not in text
    assert text.endswith("</head>")
    assert 'content="https://example.org/api/previews/town/x.png"' in text


def test_a_preview_is_a_png_with_the_tiles_on_it() -> None:
    plain, laid = preview("anhua"), preview("anhua", ("1m", "5p", "7z"))

    assert laid.startswith(b"\x89PNG")
    assert laid != plain
    assert preview("a town of its own") == preview("")
    assert len(preview("anhua", ("1m",) * 40)) > 1000
