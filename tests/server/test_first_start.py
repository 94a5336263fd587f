"""A server's first start: its port, who can reach it, and how that is told."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from quexiang.cli.serve import Place
from quexiang.cli.texts import Words
from quexiang.errors import UserError
from quexiang.server import reach
from quexiang.server.app import make_app
from quexiang.server.pages import no_page
from quexiang.server.serve import check_port, free_port
from quexiang.server.settings import Settings


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody has."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_taken_port_is_told_in_a_sentence(taken: int) -> None:
    with pytest.raises(UserError) as refused:
        check_port("127.0.0.1", taken)

    assert refused.value.told.zh.startswith(f"端口 {taken} 有别的程序在用")


def test_the_next_free_port_is_found(taken: int) -> None:
    assert free_port("127.0.0.1", taken) != taken


def test_the_page_learns_who_can_reach_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "lan_host", lambda: "192.168.1.5")
    app = make_app(Settings.for_tests(f"sqlite+aiosqlite:///{tmp_path}/q.sqlite"))

    with TestClient(app) as client:
        alone = client.get("/api/reach").json()
        app.state.services.listens = ("0.0.0.0", 8000)  # noqa: S104 - nothing listens
        open_to_all = client.get("/api/reach").json()

    assert alone == {"here_only": True, "lan": ""}
    assert open_to_all == {"here_only": False, "lan": "http://192.168.1.5:8000"}


def test_a_server_says_that_only_this_computer_reaches_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Place("127.0.0.1", 8000, Words("zh")).tell(8001)

    told = capsys.readouterr().err
    assert "http://127.0.0.1:8001/" in told
    assert "只有这台电脑进得来" in told


def test_a_server_for_the_network_shows_its_address_and_a_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "lan_host", lambda: "192.168.1.5")

    Place("0.0.0.0", 8000, Words("en")).tell(8000)  # noqa: S104 - nothing listens

    told = capsys.readouterr().err
    assert "Anybody in the same network" in told
    assert "http://192.168.1.5:8000/" in told
    assert "▀" in told


def test_a_server_without_its_page_says_how_to_build_it() -> None:
    assert "make web" in no_page()
    assert "没有网页" in no_page()
