"""A server that is killed (kill -9) at random moments loses nothing that it has acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from players import Player, company, seated, start, until
from running import Victim, sqlite

from quexiang.engine.wire import seat_of
from quexiang.match import log as match_log
from quexiang.protocol import log
from quexiang.rooms.load import load
from quexiang.rooms.state import RoomState
from quexiang.store import Store
from quexiang.variants import variants

KILLS = 5
ROUNDS = 400
PAUSE = 0.1
"""Seconds of play before a kill, on average."""


async def killed(victim: Victim, variant: str, kills: int) -> tuple[str, list[Player]]:
    """Four people play on while the server is killed and started again."""
    players = [Player(victim.address, f"{variant}{n}", f"{variant} {n}") for n in range(4)]
    wishes = {"options": {"rounds": rounds_of(variant)}, "clock": {"decision": 60, "bank": 60}}
    async with company(players):
        key = await seated(variant, players, **wishes)
        await start(players[0].table)
        playing = asyncio.gather(*(player.play() for player in players))
        await kill_often(victim, kills, random.Random(variant), players)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
    return key, players


async def kill_often(
    victim: Victim, kills: int, source: random.Random, players: list[Player]
) -> None:
    """Kill at random moments, each time after something was acknowledged."""
    for _ in range(kills):
        await more_acknowledged(players)
        await asyncio.sleep(source.expovariate(1 / PAUSE))
        victim.kill()
        victim.start()


async def more_acknowledged(players: list[Player]) -> None:
    before = acknowledged(players)
    await until(lambda: acknowledged(players) > before)


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def rounds_of(variant: str) -> int:
    (option,) = (option for option in variants()[variant].options if option.key == "rounds")
    return min(ROUNDS, option.high) if not option.values else int(max(map(int, option.values)))


async def log_of(url: str, key: str) -> tuple[list[log.AnyEntry], RoomState]:
    store = Store(url)
    rows = await store.journal.read(key)
    await store.close()
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    return [line for row in rows for line in log.read_entries(row.lines)], load(rows)


def told_to(state: RoomState, seat: int) -> int:
    """How many events a seat may have been told, by the log."""
    seen = (event.seen_by(seat) for event in state.events)
    return state.versions[seat] + sum(event is not None for event in seen)


def check(lines: list[log.AnyEntry], state: RoomState, players: list[Player]) -> None:
    acted = [line for line in lines if isinstance(line, log.Acted) and line.by == "person"]
    kept = Counter((line.seat, line.id) for line in acted)
    assert max(kept.values()) == 1, "an answer was applied twice"
    known = {message for _, message in kept}
    for player in players:
        lost = [message for message in player.acknowledged if message in player.answers]
        assert set(lost) <= known, f"{player.name} lost {set(lost) - known}"
    sent = {message for player in players for message in player.answers}
    assert known <= sent, "somebody acted who had not"
    for player in players:
        assert player.table is not None
        assert player.table.seat is not None
        kept_for = told_to(state, seat_of(player.table.seat))
        assert player.table.version <= kept_for, "told what was not kept"
    folded = RoomState.folded(lines)
    assert folded.phase == state.phase
    assert [chair.ask for chair in folded.chairs] == [chair.ask for chair in state.chairs]
    if folded.match is not None and state.match is not None:
        assert folded.match.scores == state.match.scores
        assert folded.versions == state.versions
        assert folded.match.round.table == state.match.round.table
    kinds = match_log.MatchEntry.__args__
    match_log.replay([line for line in lines if isinstance(line, kinds)])


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(variants()))
def test_every_acknowledged_action_survives_being_killed(variant: str, tmp_path: Path) -> None:
    run(sqlite(tmp_path), tmp_path, variant, KILLS)


@pytest.mark.slow
def test_the_same_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    run(postgres_url, tmp_path, "hangzhou", 8)


@pytest.mark.soak
@pytest.mark.parametrize("variant", list(variants())[:5])
def test_a_hundred_kills_of_each_town(variant: str, tmp_path: Path) -> None:
    run(sqlite(tmp_path), tmp_path, variant, 100)


@pytest.mark.soak
def test_five_hundred_kills_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    run(postgres_url, tmp_path, "lanzhou", 500)


def run(url: str, folder: Path, variant: str, kills: int) -> None:
    with Victim(url, folder) as victim:
        key, players = asyncio.run(killed(victim, variant, kills))
        assert victim.kills == kills
    lines, state = asyncio.run(log_of(url, key))
    check(lines, state, players)
