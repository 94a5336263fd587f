"""Whatever is sent to whatever route: a refusal in our own form, never a fault of the server."""

import random
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
from litestar import Litestar
from test_limits import handlers

from quexiang.server.app import make_app
from quexiang.server.settings import Settings

SEED = 14
DEEP = b'{"a":' * 5000 + b"1" + b"}" * 5000
PATHS = [
    "/%00",
    "/" + "x" * 3000,
    "/api/rooms/%00",
    "/api/matches/a%00b",
    "/api/me/matches?variant=%00",
]
PATHS += [
    "/" + "a/" * 1500,
    "/..%2f..%2fetc/passwd",
    "/%ff%fe",
    "/api/variants/%00/rules",
    "/%0d%0a",
]
WORDS = [
    "hangzhou",
    "",
    "\0",
    "x" * 3000,
    "../..",
    "%",
    "A",
    "-1",
    "9" * 40,
    "1e309",
    "NaN",
    "\ufffd",
]
BODIES = [
    DEEP,
    b"[" * 5000,
    b"x" * 150_000,
    b"",
    b"null",
    b"[]",
    b"1e999",
    b'"\\ud800"',
    b"\xff\xfe",
]
BODIES += [b'{"text":"' + b"[" * 3000 + b'"}', b'{"text":"a: &a [*a, *a]"}', b'{"name":"\\u0000"}']
BODIES += [b'{"hand":"1m","melds":' + b"[" * 60 + b"]" * 60 + b"}", b'{"hand":{"a":1},"tile":[]}']
KINDS = [
    "application/json",
    "text/plain",
    "",
    "multipart/form-data",
    "application/x-msgpack",
    "é/é",
]
FIELDS = [
    "name",
    "text",
    "variant",
    "options",
    "players",
    "hand",
    "tile",
    "seat",
    "login",
    "password",
]


@pytest.fixture(scope="module")
def routes() -> list[tuple[str, str]]:
    app: Litestar = make_app(Settings.for_tests("sqlite+aiosqlite:///"))
    split = [path.split(" ", 1) for path, _ in handlers(app) if " " in path]
    return [(method, path) for method, path in split if method != "OPTIONS"]


def check(answer: httpx.Response) -> None:
    assert answer.status_code < 500, (answer.request.method, answer.request.url, answer.text)
    if answer.status_code >= 400:
        told = answer.json()
        assert told["code"], told
        assert told["zh"], told
        assert told["en"], told


def address(source: random.Random, path: str) -> str:
    """A route with something in each of its places, and perhaps a query."""
    parts = [
        quote(source.choice(WORDS), safe="") or "x" if part.startswith("{") else part
        for part in path.split("/")
    ]
    query = f"?{source.choice(FIELDS)}={quote(source.choice(WORDS))}"
    return "/".join(parts) + source.choice(["", query, "?seat=Z&from=-1&to=x", "?before=nan"])


def body(source: random.Random) -> bytes:
    if source.random() < 0.5:
        return source.choice(BODIES)
    pairs = (f'"{source.choice(FIELDS)}":{source.choice(VALUES)}' for _ in range(3))
    return ("{" + ",".join(pairs) + "}").encode()


VALUES = [
    '"x"',
    "1",
    "-1",
    "null",
    "[]",
    "{}",
    "1e400",
    '"\\u0000"',
    '"hangzhou"',
    "[[[[]]]]",
    "true",
]


def test_addresses_that_no_file_has(http: httpx.Client) -> None:
    for path in PATHS:
        check(http.get(path))


@pytest.mark.parametrize("content", [DEEP, b"[" * 5000, b"x" * 150_000])
def test_bodies_that_are_too_deep_or_too_long(http: httpx.Client, content: bytes) -> None:
    for path in ("/api/guest", "/api/variants/hangzhou/score", "/api/scenarios/run"):
        answer = http.post(path, content=content, headers={"content-type": "application/json"})

        check(answer)
        assert answer.status_code in (400, 413)


def test_a_scenario_that_is_too_deep(http: httpx.Client) -> None:
    http.post("/api/guest", json={"name": "a"})
    for path in ("/api/scenarios/run", "/api/practice"):
        for text in ("[" * 3000, "a: " * 3 + "{" * 2000, bomb()):
            check(http.post(path, json={"text": text}))


def bomb() -> str:
    """A text of a few lines that would be terabytes if it were written out."""
    levels = [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in LETTERS]
    return "title: &a [x, x]\nvariant: hangzhou\n" + "\n".join(levels) + "\nplay: *p\n"


LETTERS = list(zip("abcdefghijklmno", "bcdefghijklmnop", strict=True))


ENDING = ("/api/logout", "/api/me/sessions")
"""After these one is nobody, and all other routes only say so."""


@pytest.mark.parametrize(
    "times",
    [pytest.param(20, marks=pytest.mark.slow), pytest.param(60, marks=pytest.mark.soak)],
)
def test_no_route_breaks(http: httpx.Client, routes: list[tuple[str, str]], times: int) -> None:
    source = random.Random(SEED)
    http.post("/api/guest", json={"name": "a"})
    for _ in range(times):
        for method, path in routes:
            if path in ENDING or path.startswith("/api/docs"):
                continue
            headers = {b"content-type": source.choice(KINDS).encode()}
            wanted = address(source, path)
            check(http.request(method, wanted, content=body(source), headers=headers))


@pytest.fixture(autouse=True)
def clean(http: httpx.Client) -> Iterator[None]:
    """Each test is nobody at first; a fault of the server fails it, see `server`."""
    yield
    http.cookies.clear()
