"""Advice in rooms: for whom, about what, and from which knowledge."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from simulated_room import Player, World
from test_lobby import codes
from test_play import ask_of, begun

from quexiang.engine.actions import Discard
from quexiang.engine.view import View
from quexiang.protocol import incoming, outgoing
from quexiang.rooms import bots
from quexiang.rooms.bots import BotPool
from quexiang.rooms.messages import BotAdvised, BotChose, Thinking
from quexiang.variants import variants


def alone(variant: str = "hangzhou", **settings: object) -> tuple[World, Player]:
    """One person against bots, asked for the first time."""
    world = begun(variant, 1, **settings)
    player = world.people["a"]
    world.run(until=lambda: bool(player.of(outgoing.Ask)))
    return world, player


def advice(world: World, player: Player, level: str = "expert") -> outgoing.Advice:
    player.say(incoming.Advise(ask=ask_of(player).ask, level=level))  # type: ignore[arg-type]
    world.run(0.01)
    found = player.of(outgoing.Advice)[-1]
    assert isinstance(found, outgoing.Advice)
    return found


@pytest.mark.parametrize("variant", variants())
def test_who_plays_alone_is_told_the_best_choices_with_reasons(variant: str) -> None:
    world, player = alone(variant)
    assert world.room.state.is_advised

    found = advice(world, player)

    ask = ask_of(player)
    assert found.level == "expert"
    assert found.choice == found.ranked[0].choice
    assert all(0 <= one.choice < len(ask.choices) for one in found.ranked)
    assert all(one.zh and one.en for one in found.ranked)
    values = [one.value for one in found.ranked]
    assert values == sorted(values, reverse=True)


def test_advice_changes_nothing_and_is_thought_of_once() -> None:
    world, player = alone()
    before = len(world.entries)
    advice(world, player)

    player.say(incoming.Advise(ask=ask_of(player).ask))
    world.run(0.01)

    assert len(world.entries) == before
    assert len(player.of(outgoing.Advice)) == 1


def test_among_people_there_is_no_advice() -> None:
    world = begun("hangzhou", 2)
    player = world.people["a"]

    refused = player.say(incoming.Advise(ask=1))

    assert codes(refused) == ["not_now"]
    assert not world.room.state.is_advised


def test_a_room_may_give_advice_to_all_or_to_nobody() -> None:
    to_all = begun("hangzhou", 2, advice="all")
    _, player = alone(advice="none")

    assert to_all.room.state.is_advised
    assert codes(player.say(incoming.Advise(ask=ask_of(player).ask))) == ["not_now"]


def test_an_ask_that_is_over_gets_no_advice() -> None:
    world, player = alone()
    ask = ask_of(player)
    player.say(incoming.Advise(ask=ask.ask))
    player.say(incoming.Answer(ask=ask.ask, choice=0))

    world.run(0.01)

    assert player.of(outgoing.Advice) == []
    assert codes(player.say(incoming.Advise(ask=ask.ask))) == ["stale"]


# Where bots think.


def thinking(level: str = "master", connection: int | None = None) -> Thinking:
    """What a bot is to think about at the first turn of a match."""
    world, _ = alone()
    (given,) = world.room.asks
    assert world.room.state.match is not None
    view = View(world.room.state.match.rules, world.room.state.events[:], given.seat)
    return Thinking(
        level, view, given.offers, given.number, at=0, within=60.0, connection=connection
    )


def test_a_process_is_sent_only_what_the_seat_has_seen() -> None:
    task = thinking()

    job = msgspec.json.decode(msgspec.json.encode(bots._job(task, "s")), type=bots.Job)

    assert job.seen == task.view.seen()
    assert all(event.seen_by(job.seat) == event for event in job.seen)


def test_a_process_finds_what_would_be_found_here() -> None:
    task = thinking(connection=7)
    here = bots.ponder(task, "expert", "s")
    assert isinstance(here, BotAdvised)

    job = msgspec.structs.replace(bots._job(task, "s"), level="expert")
    there = bots._JUDGED.decode(bots.judge(msgspec.json.encode(job).decode()))

    assert [(one.action, one.value, one.why) for one in there] == [
        (one.action, one.value, one.why) for one in here.judged
    ]


def test_where_a_process_breaks_or_is_late_another_bot_answers() -> None:
    async def think(task: Thinking, broken: BotPool) -> BotChose | BotAdvised:
        try:
            return await broken.think(task, "s")
        finally:
            broken.stop()

    task = thinking()
    task.within = 0.0
    late = asyncio.run(think(task, BotPool()))
    expected = bots.ponder(task, "expert", "s")

    assert isinstance(late, BotChose)
    assert late == expected
    assert isinstance(late.action, Discard)


KILLED = """
import asyncio, os, signal
from quexiang.rooms.bots import BotPool

async def main():
    mind = BotPool()
    await mind.run(len, "x")
    print(*mind._pool._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def is_running(process: int) -> bool:
    """Whether there is such a process, and not only its grave."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes by /proc")
def test_the_processes_of_a_killed_server_go_with_it(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")

    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, script], stdout=subprocess.PIPE, text=True, check=False
    )

    (process,) = map(int, done.stdout.split())
    end = time.monotonic() + 120
    while time.monotonic() < end and is_running(process):
        time.sleep(0.1)
    assert not is_running(process)


@pytest.mark.slow
def test_a_master_thinks_in_a_process_and_a_dead_process_is_replaced() -> None:
    async def think() -> tuple[BotChose | BotAdvised, BotChose | BotAdvised]:
        mind = BotPool()
        try:
            first = await mind.think(thinking(), "s")
            assert mind._pool is not None
            for process in mind._pool._processes.values():
                process.kill()
            return first, await mind.think(thinking(), "s")
        finally:
            mind.stop()

    first, second = asyncio.run(think())

    assert isinstance(first, BotChose)
    assert isinstance(second, BotChose)
    assert first.ask == second.ask
