"""People who come in the very moment in which a room goes."""

import asyncio
from collections.abc import Callable

import pytest
from two_nodes import Cluster, Ear, Try, attempt, until

from quexiang.protocol import outgoing
from quexiang.protocol.byes import BROKEN
from quexiang.rooms.messages import AnyMessage, Effects
from quexiang.rooms.room import Room

__all__ = ["attempt"]  # a fixture is found where it is imported


def test_a_room_does_not_fall_asleep_under_somebody_who_has_just_come(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        hub, ears = nodes.nodes[0].hub, list[Ear]()
        first, second = [await nodes.room(at=0) for _ in range(2)]
        await until(lambda: all(runner.rests(0.0) for runner in hub.runners.values()))
        give = nodes.store.leases.give

        async def meanwhile(room: str, server: str, to: str) -> None:
            ears.append(nodes.enter(second, at=0)[1])
            await ears[0].hears(outgoing.Welcome)
            await give(room, server, to)

        setattr(nodes.store.leases, "give", meanwhile)  # noqa: B010 - of this store only
        slept = await hub.doze(0.0)

        assert slept == 1
        assert {*hub.runners} == {second}
        assert first not in hub.runners
        assert ears[0].count(outgoing.Welcome) == 1

    attempt(story)


def test_whoever_comes_to_a_room_that_breaks_when_it_wakes_is_told(
    attempt: Callable[[Try], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_room: Room, _message: AnyMessage, _now: float) -> Effects:
        raise RuntimeError("our own mistake")

    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        await nodes.nodes[0].hub.hand_over(key)
        monkeypatch.setattr(Room, "take", broken)

        ears = [nodes.enter(key, at=at)[1] for at in range(2)]
        async with asyncio.timeout(20):
            await until(lambda: all(ear.code for ear in ears))

        assert [ear.code for ear in ears] == [BROKEN, BROKEN]

    attempt(story)
