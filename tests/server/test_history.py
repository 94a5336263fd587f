"""Practice, replays, statistics, ratings and proofs, over HTTP and real sockets."""

import asyncio
from typing import Any

import httpx
import pytest
from players import PATIENCE, Player, company, play_all, seated, start
from running import served

from quexiang.engine.events import Dealt
from quexiang.match import deal, fair
from quexiang.protocol import incoming, outgoing
from quexiang.server.settings import Settings
from quexiang.tiles import tile_text
from quexiang.variants import variant_named

SCENARIO = """
title: a practice table
variant: hangzhou
dealer: B
hands:
  C: 123m 456m 789m 11p 3s 4z
"""


async def match_of_four(
    server: str, variant: str = "hangzhou"
) -> tuple[list[Player], outgoing.Over]:
    players = [Player(server, f"{variant[:3]}{number}", f"history {number}") for number in range(4)]
    async with company(players):
        await seated(variant, players, options={"rounds": 2})
        await start(players[0].table)
        overs = await play_all(players)
    return players, overs[0]


def got(http: httpx.Client, path: str, player: Player) -> Any:  # noqa: ANN401 - JSON
    headers = {"authorization": f"Bearer {player.client.token}"}
    answer = http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.slow
def test_a_match_between_people_is_counted_rated_replayed_and_proven(
    server: str, http: httpx.Client
) -> None:
    players, over = asyncio.run(match_of_four(server))
    result = over.result
    assert sum(one.wins for one in result.statistics) >= (1 if result.best else 0)

    mine = [got(http, "/api/me/matches", player) for player in players]
    assert {one[0]["my_seat"] for one in mine} == set("ABCD")
    assert all(one[0]["totals"] == result.totals for one in mine)
    assert got(http, "/api/me/matches?variant=anhua", players[0]) == []
    assert got(http, f"/api/me/matches?before={mine[0][0]['started']}", players[0]) == []

    best = {
        one[0]["my_seat"]: got(http, "/api/me/best", player)
        for one, player in zip(mine, players, strict=True)
    }
    told = {seat: found[0]["win"]["value"] for seat, found in best.items() if found}
    assert told == ({result.best.seat: result.best.value} if result.best else {})

    told_all = [got(http, "/api/me/statistics", player)[0] for player in players]
    assert sum(one["points"] for one in told_all) == sum(result.totals)
    assert all(one["rounds"] == 2 and one["rated_matches"] == 1 for one in told_all)
    by_seat = {one[0]["my_seat"]: told["rating"] for one, told in zip(mine, told_all, strict=True)}
    ordered = sorted("ABCD", key=lambda seat: result.totals["ABCD".index(seat)])
    assert by_seat[ordered[0]] <= by_seat[ordered[-1]]

    check_replay(http, result.match)
    check_proofs(http, result.match)


@pytest.mark.slow
def test_matches_are_rated_in_either_database(own_database: str) -> None:
    with (
        served(Settings.for_tests(own_database)) as server,
        httpx.Client(base_url=server, timeout=PATIENCE) as http,
    ):
        players, over = asyncio.run(match_of_four(server))
        told_all = [got(http, "/api/me/statistics", player)[0] for player in players]

    assert [one["rated_matches"] for one in told_all] == [1] * 4
    assert sum(one["points"] for one in told_all) == sum(over.result.totals)


def check_replay(http: httpx.Client, match: str) -> None:
    url = f"/api/matches/{match}/rounds"
    everything = http.get(f"{url}/1").json()
    assert everything["rounds"] == 2
    assert everything["steps"][-1]["view"]["stage"] == "over"
    assert everything["count"] == len(everything["steps"])
    part = http.get(f"{url}/1?seat=B&from=5&to=8").json()
    assert len(part["steps"]) == 3
    assert [bool(seat.get("tiles")) for seat in part["steps"][0]["view"]["seats"]] == [
        False,
        True,
        False,
        False,
    ]
    assert http.get(f"{url}/3").status_code == 404
    assert http.get(f"{url}/1?seat=E").status_code == 400


def check_proofs(http: httpx.Client, match: str) -> None:
    first = http.get(f"/api/matches/{match}/proofs").json()[0]
    seed = fair.round_seed(match, 1, first["secret"], first["hashes"], first["values"])
    assert seed.hex() == first["seed"]
    assert fair.server_commitment(match, 1, first["secret"]) == first["hash"]
    rules = variant_named("hangzhou").room(variant_named("hangzhou").choose({}), 4)
    wall = deal.shuffled(sorted(rules.tiles), seed)
    assert first["wall"] == [tile_text(tile) for tile in wall]
    assert first["dice"][0] == deal.dice(seed).result(0)


@pytest.mark.slow
def test_a_match_against_masters_is_reviewed(server: str, http: httpx.Client) -> None:
    async def play() -> outgoing.Over:
        async with Player(server, "快手", "review") as player:
            await player.client.guest(player.name)
            key = await player.client.quick("hangzhou", level="master", options={"rounds": 1})
            await player.join(key)
            (over,) = await play_all([player])
        return over

    match = asyncio.run(play()).result.match
    url = f"/api/matches/{match}/review"
    found = http.get(f"{url}?seat=A", timeout=60).json()

    assert found["seat"] == "A"
    assert found["decisions"] > 0
    steps = http.get(f"/api/matches/{match}/rounds/1").json()["count"]
    for lesson in found["lessons"]:
        assert lesson["round"] == 1
        assert 0 <= lesson["step"] < steps
        assert lesson["loss"] > 0
        assert lesson["why"]["zh"]
    assert http.get(f"{url}?seat=A").json() == found
    assert http.get(f"{url}?seat=E").status_code == 400
    assert http.get("/api/matches/nothing/review").status_code == 404


@pytest.mark.slow
def test_a_practice_table_begins_as_its_scenario_and_counts_for_nothing(
    server: str, http: httpx.Client
) -> None:
    async def practise() -> tuple[Player, outgoing.Over, str]:
        async with Player(server, "练习", "practice") as player:
            await player.client.guest(player.name)
            wish = {"text": SCENARIO, "seat": "C", "level": "random"}
            place = await player.client.post("/api/practice", wish)
            await player.join(place["key"])
            (over,) = await play_all([player])
        assert player.table is not None
        assert player.table.known is not None
        log = player.table.known.log
        dealt = next(event for event in log if isinstance(event, Dealt) and event.seat == 2)
        return player, over, " ".join(map(tile_text, dealt.tiles or ()))

    player, over, dealt = asyncio.run(practise())
    assert over.result.how == "finished"
    assert len(over.result.rounds) == 1
    assert dealt.startswith("1m 2m 3m 4m 5m 6m")
    assert got(http, "/api/me/matches", player) == []
    assert got(http, "/api/me/statistics", player) == []


def test_a_practice_table_needs_a_scenario(http: httpx.Client) -> None:
    http.post("/api/guest", json={"name": "练习"})
    assert http.post("/api/practice", json={"text": "x"}).json()["code"] == "bad_scenario"
    wish = {"variant": "hangzhou", "file": "nothing.yaml"}
    assert http.post("/api/practice", json=wish).status_code == 404
    wish = {"variant": "hangzhou", "file": "claims.yaml"}
    assert http.post("/api/practice", json=wish).status_code == 201


async def broken_off(server: str) -> tuple[Player, str]:
    """Somebody plays against bots and breaks off when he is first asked."""
    async with Player(server, "走了", "broken off") as player:
        await player.client.guest(player.name)
        key = await player.client.quick("hangzhou", level="random", options={"rounds": 2})
        table = await player.join(key)
        async with asyncio.timeout(PATIENCE):
            async for frame in table:
                if isinstance(frame, outgoing.Ask):
                    await table.say(incoming.Dissolve())
                if isinstance(frame, outgoing.Over):
                    assert frame.result.how == "dissolved"
                    return player, frame.result.match
    raise AssertionError("the match did not end")


def test_hands_of_a_round_that_was_broken_off_stay_closed(server: str, http: httpx.Client) -> None:
    player, match = asyncio.run(broken_off(server))
    url = f"/api/matches/{match}"

    mine = got(http, f"{url}/rounds/1", player)
    assert mine == got(http, f"{url}/rounds/1?seat=A", player)
    views = [step["view"] for step in mine["steps"]]
    assert all(not seat.get("tiles") for view in views for seat in view["seats"][1:])
    assert views[-1]["seats"][0]["tiles"]
    headers = {"authorization": f"Bearer {player.client.token}"}
    assert http.get(f"{url}/rounds/1?seat=B", headers=headers).status_code == 403
    for path in ("rounds/1", "rounds/1?seat=A", "rounds/1?seat=B"):
        assert http.get(f"{url}/{path}").json()["code"] == "not_open"

    for path in ("log", "mjai"):
        text = http.get(f"{url}/{path}").text
        assert "dealt" not in text
        assert "start_kyoku" not in text
        assert "secret" not in text
        assert "seed" not in text.replace('"seed":"' + match, "")
    assert http.get(f"{url}/proofs").json() == []
