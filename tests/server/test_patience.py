"""Clients that begin to speak and do not go on are let go."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from players import PATIENCE
from running import served, sqlite

from quexiang.server.patience import LONGEST_HEAD
from quexiang.server.settings import Limits, Settings

HELLO = (
    "GET /api/rooms/{key}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
HALVES = [
    "",
    "GET /healthz HTTP/1.1\r\nHost: x\r\n",
    "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHo",
    HELLO.format(key="nothing"),
]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("hasty")
    limits = Limits(request=0.3, hello=0.3)
    with served(replace(Settings.for_tests(sqlite(folder)), limits=limits)) as address:
        yield address


def connected(address: str) -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def heard(one: socket.socket) -> bytes:
    """Everything until the server closes."""
    told = b""
    try:
        while part := one.recv(65536):
            told += part
    except ConnectionResetError:
        pass
    return told


@pytest.mark.parametrize("text", HALVES)
def test_what_is_half_sent_is_not_waited_for(hasty: str, text: str) -> None:
    with closing(connected(hasty)) as one:
        one.sendall(text.encode())

        told = heard(one)

    assert told.count(b"HTTP/1.1") == text.count("\r\n\r\n") - text.startswith("POST")


def test_a_head_without_end_is_cut_off(hasty: str) -> None:
    with closing(connected(hasty)) as one:
        one.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD + b"\r\n")

        assert heard(one) == b""


def test_who_sends_all_is_served_for_long(hasty: str) -> None:
    with httpx.Client(base_url=hasty, timeout=PATIENCE) as http:
        for _ in range(3):
            assert http.post("/api/guest", json={"name": "x" * 16}).status_code == 201
        body = b'{"name": "x"}' + b" " * (2 * LONGEST_HEAD)
        headers = {"content-type": "application/json"}
        assert http.post("/api/guest", content=body, headers=headers).status_code == 201
