"""Cables carry, hold back and break as the tests want."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from cables import Cable, cables


@contextmanager
def joined() -> Iterator[tuple[Cable, socket.socket, socket.socket]]:
    """A cable with both its ends."""
    with cables() as laid, socket.create_server(("127.0.0.1", 0)) as far:
        cable = laid.lay(far.getsockname()[1])
        with socket.create_connection(("127.0.0.1", cable.port)) as near, far.accept()[0] as end:
            end.settimeout(100)
            yield cable, near, end


def test_a_cable_carries_both_ways() -> None:
    with joined() as (_, near, far):
        near.sendall(b"there")
        assert far.recv(5) == b"there"
        far.sendall(b"back")
        assert near.recv(4) == b"back"


def test_a_silent_cable_holds_back_until_it_is_mended() -> None:
    with joined() as (cable, near, far):
        cable.silence()
        near.sendall(b"late")
        far.settimeout(0.1)
        with pytest.raises(TimeoutError):
            far.recv(4)

        far.settimeout(100)
        cable.mend()

        assert far.recv(4) == b"late"


def test_a_cut_cable_ends_connections_and_takes_none() -> None:
    with joined() as (cable, near, _):
        cable.cut()

        assert near.recv(1) == b""
        with socket.create_connection(("127.0.0.1", cable.port)) as again:
            assert again.recv(1) == b""
