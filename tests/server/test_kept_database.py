"""The database of the version before: its rooms, matches and people are what they were."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import saying
from looking import Looker
from players import PATIENCE, Player, company
from running import served, sqlite
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.rooms.state import MATCHES as MATCHES_OF_ASKS
from quexiang.server.settings import Settings

KEPT = Path(__file__).parents[1] / "kept" / "database"
EXPECTED: dict[str, Any] = json.loads((KEPT / "expected.json").read_text("utf-8"))
ROOMS, MATCHES, PEOPLE = EXPECTED["rooms"], EXPECTED["matches"], EXPECTED["people"]
NAMES = EXPECTED["names"]
OPEN = [key for key, told in ROOMS.items() if told["room"]["phase"] in ("playing", "between")]
REVIEWED = {told["variant"]: match for match, told in MATCHES.items() if told.get("ends")}
BROKEN_OFF = {
    match: len(told["result"]["rounds"])
    for match, told in MATCHES.items()
    if "verified" in told and told["verified"]["rounds"] > len(told["result"]["rounds"])
}
"""Matches dissolved in a round, and how many rounds were played before it."""


def copied(folder: Path) -> str:
    """A copy of the database, which a server may change."""
    content = gzip.decompress((KEPT / "server.sqlite.gz").read_bytes())
    (folder / "quexiang.sqlite").write_bytes(content)
    return sqlite(folder)


@pytest.fixture(scope="module")
def looker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looker]:
    """A server on which nothing happens by itself within the time of a test."""
    url = copied(tmp_path_factory.mktemp("kept"))
    limits = Settings.for_tests(url).limits
    with (
        served(Settings(database_url=url, between=600, limits=limits)) as address,
        Looker(address, EXPECTED["tokens"]) as looker,
    ):
        yield looker


@pytest.mark.parametrize("key", ROOMS, ids=NAMES.get)
def test_a_kept_room_looks_the_same_to_everybody(looker: Looker, key: str) -> None:
    """But for what that version had no words for.

    These are the tempo, the readings, and the match in an ask's number.
    """
    told = looker.room(key)
    told["room"] = saying.without_readings(told["room"])
    clock = told["room"]["clock"]
    assert clock.pop("tempo") == "natural"
    assert clock.pop("window") == 4
    for heard in told["seats"].values():
        if "ask" in heard:
            heard["ask"]["ask"] %= MATCHES_OF_ASKS

    assert told == ROOMS[key]


@pytest.mark.parametrize("match", [match for match in MATCHES if match not in BROKEN_OFF])
def test_a_kept_match_is_replayed_proven_and_shown_as_before(looker: Looker, match: str) -> None:
    told = looker.match(match)
    if "replayed" in MATCHES[match]:
        told["replayed"] = saying.without_readings(told["replayed"])

    assert told == MATCHES[match]


@pytest.mark.parametrize(("match", "rounds"), BROKEN_OFF.items())
def test_a_kept_round_that_was_broken_off_is_told_no_more(
    looker: Looker, match: str, rounds: int
) -> None:
    """That version gave the hands of such a round to anybody; the rest is as it was."""
    before = MATCHES[match]
    told = looker.match(match)
    told["replayed"] = saying.without_readings(told["replayed"])
    inner = ("exported", "rounds")

    cut = before["verified"] | {"rounds": rounds, "proven": rounds}
    assert told["verified"] == cut
    assert told["proofs"] == before["proofs"][:rounds]
    assert told["replayed"]["rounds"] == before["replayed"]["rounds"][:rounds]
    for changed in ("verified", "proofs", "exported"):
        del told[changed]
    for key in inner:
        del told["replayed"][key]
    kept = {key: value for key, value in before["replayed"].items() if key not in inner}
    assert told == {key: before[key] for key in told} | {"replayed": kept}


@pytest.mark.parametrize("person", PEOPLE)
def test_a_kept_person_has_his_rooms_matches_and_ratings(looker: Looker, person: str) -> None:
    assert looker.person(person) == PEOPLE[person]


def test_a_closed_room_stays_closed_and_an_account_keeps_its_password(looker: Looker) -> None:
    ((closed, password),) = EXPECTED["closed"].items()
    account = {"login": "jia", "password": password}

    assert looker.http.get(f"/api/rooms/{closed}").status_code == 404
    assert looker.http.post("/api/login", json=account).json()["person"]["name"] == "甲"


@pytest.mark.slow
@pytest.mark.parametrize("variant", REVIEWED)
def test_a_kept_match_can_be_reviewed(looker: Looker, variant: str) -> None:
    told = saying.command(
        "review", looker.log(REVIEWED[variant]), "--level", "skilled", "--all", "--json"
    )

    assert json.loads(told)["decisions"] > 0


def test_an_operator_finds_the_rooms_and_gives_out_the_data(tmp_path: Path) -> None:
    url = copied(tmp_path)
    runner = CliRunner()

    rooms = runner.invoke(app, ["admin", "rooms", "--database-url", url]).output.splitlines()
    given = runner.invoke(app, ["admin", "export", "jia", "--database-url", url]).output

    assert {json.loads(line)["key"] for line in rooms} == ROOMS.keys()
    (jia,) = (told for told in PEOPLE.values() if told["login"] == "jia")
    assert all(match["id"] in given for match in jia["matches"])


@pytest.mark.slow
@pytest.mark.parametrize("key", OPEN, ids=NAMES.get)
def test_a_kept_room_is_played_on(key: str, tmp_path: Path) -> None:
    url = copied(tmp_path)
    room = ROOMS[key]["room"]
    number = room["round"] + (room["phase"] == "between")

    with served(Settings.for_tests(url)) as address, Looker(address, {}) as looker:
        asyncio.run(play_on(address, key, number))
        now = looker.get(f"/api/rooms/{key}")
        is_over = now["phase"] == "lobby"
        log = looker.log(room["match"]) if is_over and "practice" not in now else ""

    assert is_over or now["round"] > number or now["phase"] == "between"
    if log:
        assert json.loads(saying.command("verify", log, "--json"))["proven"] == number


async def play_on(address: str, key: str, number: int) -> None:
    """Everybody who was at the table comes back and plays to the end of the round."""
    seats = ROOMS[key]["room"]["seats"]
    people = [seat["person"] for seat in seats if "person" in seat and "gone" not in seat]
    players = [Player(address, person["name"], person["id"]) for person in people]
    async with company(players), asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        for player, person in zip(players, people, strict=True):
            player.client.token = EXPECTED["tokens"][person["id"]]
            await player.join(key)
            group.create_task(player.play_round(number))
