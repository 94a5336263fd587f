"""Four real socket clients through whole matches, with everything that goes wrong on the way."""

import asyncio
import runpy
from pathlib import Path

import httpx
import pytest
from players import PATIENCE, Player, company, play_all, seated, start, until

from quexiang.client import Client, RemoteTable
from quexiang.match import log as match_log
from quexiang.protocol import incoming, log
from quexiang.variants import variants


def names(prefix: str, count: int = 4) -> list[str]:
    return [f"{prefix}{number}" for number in range(count)]


async def play(variant: str, players: list[Player], **wishes: object) -> str:
    """A whole match; gives its id."""
    key = await seated(variant, players, **wishes)
    await start(players[0].table)
    overs = await play_all(players)
    assert len({str(over.result) for over in overs}) == 1
    assert key
    return overs[0].result.match


def replayed(address: str, match: str) -> match_log.Recorder:
    text = httpx.get(f"{address}/api/matches/{match}/log", timeout=PATIENCE).text
    entries = log.read_entries(text)
    kept = [entry for entry in entries if isinstance(entry, match_log.MatchEntry.__args__)]
    return match_log.replay(kept)


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(variants()))
def test_four_clients_play_a_match_with_drops_duplicates_and_stale_answers(
    server: str, variant: str
) -> None:
    async def match() -> None:
        players = [Player(server, name, f"{variant} {name}", 0.15) for name in names(variant[:3])]
        wishes = {"options": {"rounds": 2}, "clock": {"decision": 60, "bank": 60}}
        async with company(players):
            match = await play(variant, players, **wishes)

        result = players[0].over.result if players[0].over else None
        assert result is not None
        assert result.how == "finished"
        assert replayed(server, match).match.scores == tuple(result.scores)
        assert all(player.acknowledged for player in players)
        assert {error.code for p in players for error in p.errors} <= {"stale", "not_allowed"}

    asyncio.run(match())


@pytest.mark.slow
def test_a_silent_player_is_played_by_the_trustee_and_comes_back(server: str) -> None:
    async def match() -> None:
        players = [Player(server, name, name) for name in names("quiet")]
        players[2].silent = 2
        wishes = {"options": {"rounds": 1}, "clock": {"decision": 1, "bank": 0}}
        async with company(players):
            await play("hangzhou", players, **wishes)

        assert players[2].silent == 0
        assert players[2].acknowledged

    asyncio.run(match())


@pytest.mark.slow
def test_a_vote_ends_the_match_when_nobody_refuses_any_more(server: str) -> None:
    async def match() -> None:
        players = [Player(server, name, name) for name in names("vote", 2)]
        async with company(players):
            await seated("lanzhou", players, options={"rounds": 50})
            owner = players[0].table
            assert owner is not None
            for seat in ("C", "D"):
                await owner.say(incoming.AddBot(level="random", seat=seat))
            await start(players[0].table)
            players[0].votes = 1  # he has refused before
            overs, _ = await asyncio.gather(play_all(players), propose(owner, players[1]))

        assert {over.result.how for over in overs} == {"dissolved"}

    async def propose(owner: RemoteTable, other: Player) -> None:
        await until(lambda: owner.view is not None)
        await owner.say(incoming.Dissolve())
        await until(lambda: other.votes == 1)
        await until(lambda: owner.room is not None and owner.room.ballot is None)
        assert not other.over, "one refused"
        assert other.table is not None
        await other.table.say(incoming.Dissolve())  # the owner has to wait

    asyncio.run(match())


@pytest.mark.slow
def test_quick_play_needs_one_call(server: str) -> None:
    async def match() -> None:
        async with Player(server, "快手", "quick") as player:
            await player.client.guest(player.name)
            key = await player.client.quick("anshun", level="random", options={"rounds": 1})
            await player.join(key)
            (over,) = await play_all([player])

        assert over.result.how == "finished"

    asyncio.run(match())


@pytest.mark.slow
def test_two_people_play_anhua_for_two_after_a_short_start(server: str) -> None:
    """AH-89 可少人开局 over sockets."""

    async def match() -> None:
        players = [Player(server, name, name) for name in names("short", 2)]
        for player in players:
            player.votes = 1
        options = {"rounds": 1, "short_start": True}
        async with company(players):
            await seated("anhua", players, options=options)
            table = players[1].table
            assert table is not None
            await table.say(incoming.ShortStart())
            overs = await play_all(players)

        assert len(overs[0].result.scores) == 2

    asyncio.run(match())


def test_the_example_joins_a_room_and_plays(
    server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "join_room.py"))

    async def match() -> None:
        owner = Client(server)
        await owner.guest("房主")
        key = await owner.open_room("hangzhou", options={"rounds": 1})
        code = (await owner.get(f"/api/rooms/{key}"))["code"]
        async with owner.join(key) as table:
            await table.say(incoming.Stand())
            async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
                for number in range(4):
                    group.create_task(example["main"](server, code, f"客{number}"))
                await start(table)

    asyncio.run(match())

    assert capsys.readouterr().out.count("finished") == 4
