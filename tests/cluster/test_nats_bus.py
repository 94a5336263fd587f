"""The bus by NATS, where that has a mind of its own."""

import asyncio
import signal
from pathlib import Path

import pytest
from nats_server import Nats, own_nats
from players import until

from quexiang.cluster.nats_bus import NatsBus

STRICT = "authorization { user: somebody, password: else }"


def configure(nats: Nats, file: Path, text: str) -> None:
    """Let NATS take another configuration while it runs."""
    file.write_text(text)
    nats.running.send_signal(signal.SIGHUP)


@pytest.mark.slow
def test_a_node_that_nats_has_sent_away_comes_back_when_it_may(tmp_path: Path) -> None:
    """An operator makes a mistake in its configuration, and mends it."""
    file = tmp_path / "nats.conf"
    file.write_text("")

    async def story(nats: Nats) -> None:
        bus, heard, changes = NatsBus(nats.url), list[bytes](), list[bool]()
        await bus.open(changes.append)
        await bus.listen("subject", heard.append)

        configure(nats, file, STRICT)
        await until(lambda: not bus.is_up)
        configure(nats, file, "")
        await until(lambda: changes[-1:] == [True])
        bus.publish("subject", b"again")
        await until(lambda: heard)
        await bus.close()

        assert heard == [b"again"]
        assert changes == [False, True]

    with own_nats() as nats:
        nats.kill()
        nats.command += ["--config", str(file)]
        nats.start()
        asyncio.run(story(nats))
