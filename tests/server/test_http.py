"""People, rooms, towns and limits over HTTP and at the door of the socket."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from players import PATIENCE, until
from running import served, sqlite
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quexiang.protocol.codec import read_outgoing
from quexiang.protocol.outgoing import Bye, Error, Welcome
from quexiang.server import pages
from quexiang.server.settings import Limits, Settings

FIVE = ("hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun")


@pytest.fixture
def guest(http: httpx.Client) -> httpx.Client:
    assert http.post("/api/guest", json={"name": "老周"}).status_code == 201
    return http


def test_a_guest_plays_at_once_under_a_name(http: httpx.Client) -> None:
    assert http.get("/api/me").json() == {"person": None, "rooms": [], "login": None}
    assert http.patch("/api/me", json={"name": "x"}).status_code == 401

    made = http.post("/api/guest", json={"name": "  老  周 "})

    assert made.json()["person"]["name"] == "老 周"
    assert http.get("/api/me").json()["person"]["guest"]
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_programs_use_a_header(server: str, http: httpx.Client) -> None:
    token = http.post("/api/guest", json={"name": "bot"}).json()["token"]

    bare = httpx.get(
        f"{server}/api/me", headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE
    )
    forged = httpx.get(
        f"{server}/api/me", headers={"authorization": f"Bearer {token[:-2]}xx"}, timeout=PATIENCE
    )

    assert bare.json()["person"]["name"] == "bot"
    assert forged.json()["person"] is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 17, "a\u202eb", "a\x00b"])
def test_names_that_cannot_be_shown_are_refused(http: httpx.Client, name: str) -> None:
    answer = http.post("/api/guest", json={"name": name})

    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_name"
    assert answer.json()["zh"]


def test_a_guest_becomes_an_account_and_comes_back(server: str, guest: httpx.Client) -> None:
    me = guest.get("/api/me").json()["person"]["id"]
    wish = {"login": "LaoZhou.1", "password": "一二三四五六七八"}

    assert guest.post("/api/account", json=wish).status_code == 200
    assert guest.post("/api/account", json=wish).json()["code"] == "has_account"
    with httpx.Client(base_url=server, timeout=PATIENCE) as other:
        assert other.post("/api/login", json=wish | {"password": "wrong wrong"}).status_code == 401
        assert other.post("/api/login", json=wish | {"login": "nobody"}).status_code == 401
        back = other.post("/api/login", json=wish | {"login": "laozhou.1"})

        assert back.json()["person"] == {"id": me, "name": "老周"}
        other.post("/api/logout")
        assert other.get("/api/me").json()["person"] is None
        other.post("/api/guest", json={"name": "又一个"})
        assert other.post("/api/account", json=wish).json()["code"] == "login_taken"


def test_options_are_checked_by_the_town(guest: httpx.Client) -> None:
    good = guest.post("/api/variants/anhua/check", json={"options": {"rounds": 4}, "players": 3})
    bad = guest.post("/api/rooms", json={"variant": "hangzhou", "options": {"rounds": 99}})

    assert good.json()["options"]["rounds"] == 4
    assert bad.status_code == 400
    assert "1 to 32" in bad.json()["en"]
    assert guest.post("/api/rooms", json={"variant": "nowhere"}).status_code == 404
    assert guest.post("/api/rooms", json={"variant": "anhua", "players": 7}).status_code == 400


def test_a_room_is_found_by_code_key_and_list(guest: httpx.Client) -> None:
    made = guest.post("/api/rooms", json={"variant": "lanzhou", "public": True}).json()

    assert guest.get(f"/api/rooms/code/{made['code']}").json() == made
    card = guest.get(f"/api/rooms/{made['key']}").json()
    assert card["seats"][0]["person"]["name"] == "老周"
    assert card["phase"] == "lobby"
    assert made["key"] in [room["key"] for room in guest.get("/api/rooms").json()]
    assert made["key"] in [room["key"] for room in guest.get("/api/me").json()["rooms"]]
    assert guest.get("/api/rooms/nothing").status_code == 404


@pytest.mark.parametrize(
    ("wish", "tempo"),
    [
        ({"public": True}, "even"),
        ({}, "natural"),
        ({"public": True, "clock": {"tempo": "natural"}}, "natural"),
        ({"clock": {"tempo": "even", "window": 7}}, "even"),
    ],
)
def test_strangers_play_evenly_unless_they_wish_otherwise(
    guest: httpx.Client, wish: dict[str, object], tempo: str
) -> None:
    made = guest.post("/api/rooms", json={"variant": "lanzhou", **wish}).json()

    assert guest.get(f"/api/rooms/{made['key']}").json()["clock"]["tempo"] == tempo


@pytest.mark.parametrize("clock", [{"tempo": "fast"}, {"window": 1}, {"window": 21}])
def test_a_tempo_that_does_not_exist_is_refused(
    guest: httpx.Client, clock: dict[str, object]
) -> None:
    assert guest.post("/api/rooms", json={"variant": "lanzhou", "clock": clock}).status_code == 400


def test_the_towns_are_data(http: httpx.Client) -> None:
    towns = {town["key"]: town for town in http.get("/api/variants").json()}
    assert set(towns) >= set(FIVE)
    for key, town in towns.items():
        assert town["options"]
        assert town["marks"]
        rules = {
            lang: http.get(f"/api/variants/{key}/rules?lang={lang}").json() for lang in ("zh", "en")
        }
        assert [rule["id"] for rule in rules["zh"]] == [rule["id"] for rule in rules["en"]]
        assert {mark["rule"] for mark in town["marks"]} <= {rule["id"] for rule in rules["zh"]}
        examples = http.get(f"/api/variants/{key}/scenarios").json()
        assert all(example["title"] and example["rules"] for example in examples)


def test_a_town_says_all_that_a_client_needs_of_it(http: httpx.Client) -> None:
    towns = http.get("/api/variants").json()

    assert [town["order"] for town in towns] == sorted(town["order"] for town in towns)
    for town in towns:
        assert town["tagline_zh"]
        assert town["tagline_en"]
        assert town["has_lessons"]
        assert len(http.get(f"/api/variants/{town['key']}/lessons").json()[0]["hints"]) > 0
    asked = {town["key"]: town["calculator"] for town in towns}
    assert {key for key in FIVE if asked[key]["indicator"]} == {"anhua", "zhangzhou"}
    assert {key for key in FIVE if asked[key]["flowers"]} == {"zhangzhou"}
    assert {key for key in FIVE if asked[key]["turned"]} == {"anhua", "anshun"}
    assert {key for key in FIVE if "chow" not in asked[key]["melds"]} == {"anshun"}
    assert {key for key in FIVE if "1z" not in asked[key]["tiles"]} == {"anhua", "anshun"}


def test_a_picture_is_kept_by_the_browser_and_nothing_else_is_reached(http: httpx.Client) -> None:
    for town in http.get("/api/variants").json():
        picture = http.get(town["picture"])
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.headers["cache-control"] == "public, max-age=86400"
        assert picture.text.startswith("<svg")
    for path in ("nowhere/picture.svg", "hangzhou/rules.zh.md", "..%2Fhangzhou/picture.svg"):
        assert http.get(f"/api/variants/{path}").status_code == 404


def test_the_levels_of_bots_have_names_and_a_sentence(http: httpx.Client) -> None:
    levels = http.get("/api/levels").json()

    assert [level["zh"] for level in levels] == ["新手", "熟手", "高手", "宗师"]
    assert all(level["about_zh"] and level["about_en"] for level in levels)


def test_a_bot_that_there_is_not_is_refused(guest: httpx.Client) -> None:
    wish = {"variant": "hangzhou", "level": "cmd:true"}

    answer = guest.post("/api/quick", json=wish)

    assert answer.status_code == 400
    assert "novice, skilled, expert, master" in answer.json()["en"]


def test_answers_carry_the_headers_that_protect(http: httpx.Client) -> None:
    for path in ("/", "/api/variants", "/nothing", "/api/me"):
        headers = http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_other_sites_may_not_act_for_a_visitor(guest: httpx.Client) -> None:
    wish = {"variant": "hangzhou"}
    evil = guest.post("/api/rooms", json=wish, headers={"origin": "https://evil.example"})
    own = guest.post("/api/rooms", json=wish, headers={"origin": str(guest.base_url).rstrip("/")})

    assert evil.json()["code"] == "bad_origin"
    assert own.status_code == 201


def test_operators_see_life_and_measures(http: httpx.Client) -> None:
    assert http.get("/healthz").json()["ok"]
    assert "quexiang_action_seconds" in http.get("/metrics").text
    assert http.get("/api/docs/openapi.json").json()["paths"]["/api/rooms"]
    assert http.get("/api/schema/server.json").status_code == 200
    assert "FromServer" in http.get("/api/schema/frames.d.ts").text


def test_wrong_requests_get_one_form_of_answer(http: httpx.Client) -> None:
    for method, path, content in (
        ("POST", "/api/guest", b"x"),
        ("POST", "/api/guest", b'{"name": 5}'),
        ("POST", "/api/guest", b'{"name": "a", "more": 1}'),
        ("POST", "/api/guest", b" " * 200_000),
        ("DELETE", "/api/me", b""),
        ("GET", "/api/nothing", b""),
    ):
        answer = http.request(
            method, path, content=content, headers={"content-type": "application/json"}
        )
        assert 400 <= answer.status_code < 500
        assert answer.json().keys() == {"code", "zh", "en"}


def test_codes_cannot_be_searched_and_rooms_are_few(tmp_path: Path) -> None:
    limits = Limits(codes=(3, 1000.0), open_rooms=2, guests=(2, 1000.0))
    with (
        served(Settings(database_url=sqlite(tmp_path), limits=limits)) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as http,
    ):
        assert http.post("/api/guest", json={"name": "a"}).status_code == 201
        tries = [http.get(f"/api/rooms/code/{n:06d}").status_code for n in range(5)]
        rooms = [http.post("/api/rooms", json={"variant": "anshun"}).status_code for _ in range(3)]
        guests = [http.post("/api/guest", json={"name": "a"}).status_code for _ in range(2)]

    assert tries == [404, 404, 404, 429, 429]
    assert rooms == [201, 201, 409]
    assert guests == [201, 429]


# The socket's door.


def talk(address: str, key: str, token: str, *frames: str, **headers: str) -> list[object]:
    """Send texts to a socket and give what comes back until it is closed, the code last."""

    async def conversation() -> list[object]:
        heard: list[object] = []
        url = f"ws{address.removeprefix('http')}/api/rooms/{key}/socket"
        sent = {"authorization": f"Bearer {token}"} | headers
        async with connect(
            url, additional_headers=sent, compression=None, close_timeout=1
        ) as socket:
            with suppress(ConnectionClosed):
                for frame in frames:
                    await socket.send(frame)
                    if frame is frames[0] and len(frames) > 1:
                        heard.append(read_outgoing(await socket.recv()))
            with suppress(ConnectionClosed):
                while True:
                    heard.append(read_outgoing(await asyncio.wait_for(socket.recv(), PATIENCE)))
            heard.append(socket.close_code)
        return heard

    return asyncio.run(conversation())


@pytest.fixture
def room(guest: httpx.Client) -> str:
    return str(guest.post("/api/rooms", json={"variant": "hangzhou"}).json()["key"])


HELLO = '{"type":"hello"}'


def test_unknown_people_and_rooms_are_sent_away(
    server: str, guest: httpx.Client, room: str
) -> None:
    token = guest.cookies["quexiang"]

    assert talk(server, room, "nobody", HELLO)[-1] == 4401
    assert talk(server, "nowhere", token, HELLO)[-1] == 4404
    evil = talk(server, room, token, HELLO, origin="https://evil.example")
    assert evil[-1] == 4403
    assert isinstance(evil[0], Bye)


def test_wrong_frames_are_answered_and_then_closed(
    server: str, guest: httpx.Client, room: str
) -> None:
    token = guest.cookies["quexiang"]
    wrong = ["{", "[]", '{"type":"nothing"}', '{"type":"answer"}', '{"type":"sit","seat":"Z"}']
    wrong += ['{"type":"ping","n":1e400}', '{"type":"say","phrase":"' + "x" * 5000 + '"}']
    wrong += ['{"type":"ping","n":-1}', '{"type":"ping","more":1}', "\u0000"]

    heard = talk(server, room, token, HELLO, *wrong)

    assert isinstance(heard[0], Welcome)
    errors = [frame for frame in heard if isinstance(frame, Error)]
    assert {error.code for error in errors} == {"bad_frame"}
    assert len(errors) == 9
    assert heard[-1] == 4400


def test_who_is_too_fast_is_told_and_then_let_go(tmp_path: Path) -> None:
    limits = Limits(frames=(5, 1000.0), too_fast=3)
    with (
        served(Settings(database_url=sqlite(tmp_path), limits=limits)) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as http,
    ):
        token = http.post("/api/guest", json={"name": "a"}).json()["token"]
        key = http.post("/api/rooms", json={"variant": "anshun"}).json()["key"]
        heard = talk(address, key, token, HELLO, *['{"type":"ping"}'] * 20)

    assert heard[-1] == 4429
    assert [frame.code for frame in heard if isinstance(frame, Error)] == ["too_fast"] * 2


def test_the_token_may_come_in_the_hello(server: str, guest: httpx.Client, room: str) -> None:
    hello = msgspec.json.encode({"type": "hello", "token": guest.cookies["quexiang"]}).decode()

    heard = talk(server, room, "", hello, *["{"] * 10)

    assert isinstance(heard[0], Welcome)


def test_a_stop_tells_everybody_to_come_back(tmp_path: Path) -> None:
    settings = Settings.for_tests(sqlite(tmp_path))
    heard: list[object] = []

    async def listen(url: str, token: str) -> None:
        sent = {"authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=sent, compression=None) as socket:
            await socket.send(HELLO)
            heard.append(read_outgoing(await socket.recv()))
            await stopped.wait()
            with suppress(ConnectionClosed):
                while True:
                    heard.append(read_outgoing(await socket.recv()))
            heard.append(socket.close_code)

    async def main(url: str, token: str, running: ExitStack) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(listen(url, token))
            await until(lambda: heard)
            await asyncio.to_thread(running.close)
            stopped.set()

    stopped = asyncio.Event()
    with ExitStack() as running:
        address = running.enter_context(served(settings))
        with httpx.Client(base_url=address, timeout=PATIENCE) as http:
            token = http.post("/api/guest", json={"name": "a"}).json()["token"]
            key = http.post("/api/rooms", json={"variant": "anshun"}).json()["key"]
        url = f"ws{address.removeprefix('http')}/api/rooms/{key}/socket"
        asyncio.run(main(url, token, running))

    assert isinstance(heard[-2], Bye)
    assert heard[-2].code == "restart"
    assert heard[-1] == 1012


def test_the_clients_page_answers_its_own_addresses(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("page")
    (tmp_path / "assets" / "app.js").write_text("code")

    assert pages.find("/", tmp_path) == tmp_path / "index.html"
    assert pages.find("/room/402917", tmp_path) == tmp_path / "index.html"
    assert pages.find("/assets/app.js", tmp_path) == tmp_path / "assets" / "app.js"
    assert pages.find("/assets/none.js", tmp_path) is None
    assert pages.find("/../secret", tmp_path) is None


def test_the_first_table_of_a_guest_is_slow(guest: httpx.Client) -> None:
    def pace_of(**wish: str) -> str:
        key = guest.post("/api/quick", json={"variant": "hangzhou", **wish}).json()["key"]
        return str(guest.get(f"/api/rooms/{key}").json().get("pace", "usual"))

    assert pace_of() == "slow"
    assert pace_of() == "usual"
    assert pace_of(pace="slow") == "slow"
