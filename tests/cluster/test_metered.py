"""What goes over the bus is counted, both ways."""

import asyncio
from collections.abc import Callable

import pytest

from quexiang.cluster.bus import LocalBus, Unanswered
from quexiang.cluster.metered import MeteredBus
from quexiang.server.metrics import Metrics


def counted(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(f"quexiang_bus_{name}", labels) or 0.0


def test_messages_questions_and_silence_are_counted() -> None:
    async def talk(bus: MeteredBus) -> None:
        heard: list[bytes] = []

        async def reply(payload: bytes) -> bytes:
            return payload * 2

        await bus.open(lambda _up: None)
        await bus.listen("news", heard.append)
        await bus.serve("twice", reply)
        bus.publish("news", b"12345")
        assert await bus.ask("twice", b"abc", 60.0) == b"abcabc"
        with pytest.raises(Unanswered):
            await bus.ask("nowhere", b"?", 60.0)
        await asyncio.sleep(0)
        assert heard == [b"12345"]

    metrics = Metrics()
    asyncio.run(talk(MeteredBus(LocalBus(), metrics)))

    assert counted(metrics, "up") == 1
    assert counted(metrics, "unanswered_total") == 1
    assert counted(metrics, "messages_total", way="out") == 4  # news, question, answer, silence
    assert counted(metrics, "bytes_total", way="out") == 5 + 3 + 6 + 1
    assert counted(metrics, "messages_total", way="in") == 3
    assert counted(metrics, "bytes_total", way="in") == 5 + 3 + 6


def test_it_is_known_since_when_a_bus_is_lost() -> None:
    class Falling(LocalBus):
        async def open(self, changed: Callable[[bool], None]) -> None:
            self.changed = changed

    async def fall() -> None:
        told: list[bool] = []
        now = 100.0
        inner = Falling()
        bus = MeteredBus(inner, Metrics(), lambda: now)
        await bus.open(told.append)
        assert bus.lost_for == 0.0
        inner.changed(False)  # noqa: FBT003 - as the bus calls it
        now += 7.0
        assert bus.lost_for == 7.0
        inner.changed(True)  # noqa: FBT003 - likewise
        assert bus.lost_for == 0.0
        assert told == [False, True]

    asyncio.run(fall())
