"""Writes the database of this folder with the program that is installed.

`python tests/kept/make_database.py FOLDER`, with tests/server on the path of modules, runs a server
and people at all its tables; some of them stop in the middle. FOLDER/expected.json holds what the
program says of the rooms, matches and people when it opens the database again.
"""

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from acting import PASSWORD, Chair, Json, Town, until
from looking import Looker
from running import served, sqlite
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.server.settings import Settings

ALL = 10_000
PEOPLE = {"甲": "jia", "乙": "yi", "丙": "", "丁": "", "戊": ""}
CLOSED = "quick anshun"
SCENARIO = """
title: 练习
variant: hangzhou
dealer: B
hands:
  C: 123m 456m 789m 11p 3s 4z
"""


def wish(variant: str, seats: int = 4, **options: Any) -> Json:  # noqa: ANN401 - of all kinds
    """A room of two rounds, unless it is to have another number."""
    return {"variant": variant, "players": seats, "options": {"rounds": 2, **options}}


async def stuck(chairs: Sequence[Chair]) -> None:
    """Until only people are asked who answer no more."""
    await until(lambda: any(chair.ask and not chair.answers for chair in chairs))
    await asyncio.sleep(0.5)
    assert all(chair.room["phase"] == "playing" for chair in chairs)


async def over(chairs: Sequence[Chair]) -> None:
    """Until the match is over."""
    await until(lambda: all(chair.over for chair in chairs))


async def finished(town: Town) -> None:
    """Matches between people, which count for ratings, and against bots."""
    for variant in ("hangzhou", "anhua"):
        options: Json = {"piao_mode": "free", "rounds": 1} if variant == "anhua" else {}
        place = wish(variant, **options)
        chairs = await town.open(f"rated {variant}", "甲乙丙丁", place, ALL, advised=True)
        await town.start(chairs)
        await over(chairs)
    for quick in (
        wish("lanzhou", rounds=1, throw_tiles=True, ready_mode="declare", wins="all"),
        wish("anshun", rounds=1, tournament=True),
        wish("zhangzhou", rounds=1),
        wish("hangzhou", rounds=1, lou_hu=True),
    ):
        made = await town.post("/api/quick", "甲", level="plain", **quick)
        town.rooms[f"quick {quick['variant']}"] = made["key"]
        await over([await town.come("甲", made["key"], ALL, advised=True)])


async def dissolved(town: Town) -> None:
    """A match that ends by consent."""
    chairs = await town.open("dissolved", "甲乙", wish("anshun"), 4)
    await town.start(chairs, "plain", "plain")
    await stuck(chairs)
    await chairs[0].say("dissolve")
    await until(lambda: chairs[1].room.get("ballot"))
    await chairs[1].say("vote", agree=True)
    await over(chairs)


async def left(town: Town) -> None:
    """Two matches from which somebody goes: one goes on, one ends by 逃跑."""
    chairs = await town.open("gone", "丙丁", wish("lanzhou"), 5)
    await town.start(chairs, "random", "random")
    await stuck(chairs)
    await chairs[1].say("leave", sure=True)
    await until(lambda: any(seat.get("gone") for seat in chairs[0].room["seats"]))
    chairs = await town.open("abandoned", "丙丁", wish("hangzhou", rounds=8))
    await town.start(chairs, "random", "random")
    while not await would_pay(chairs):
        for chair in chairs:
            if chair.ask:
                await chair.think()
    await chairs[1].say("leave", sure=True)
    await over(chairs[:1])


async def would_pay(chairs: Sequence[Chair]) -> bool:
    """Tell whether the second would pay for leaving now: a 财神 is out."""
    await stuck(chairs)
    chairs[1].charged = None
    await chairs[1].say("leave")
    await until(lambda: chairs[1].charged is not None)
    return bool(chairs[1].charged)


async def lobbies(town: Town) -> None:
    """Rooms in which nobody plays yet."""
    listed = {"public": True, "watching": "delayed", "delay": 60}
    odd = wish("zhangzhou", settle_mode="3/2", base_score=5)
    chairs = await town.open("lobby", "戊甲", {**odd, **listed})
    await chairs[0].say("add_bot", level="plain", seat="C")
    await until(lambda: chairs[0].fills("C"))
    fixed = wish("anhua", 2, piao_mode="fixed", fixed_piao=10, bird_type="none")
    await town.open("empty", "乙", {**fixed, "watching": "none"})


async def middles(town: Town) -> None:
    """A round of each town, and the choices before it, half made."""
    for bot, place in (
        ("skilled", wish("hangzhou")),
        ("plain", wish("anhua", piao_mode="none", wild_mode=4)),
        ("plain", wish("lanzhou", ready_mode="silent")),
        ("random", wish("anshun")),
        ("random", wish("zhangzhou")),
    ):
        chairs = await town.open(place["variant"], "甲乙丙", place, 7)
        await town.start(chairs, bot)
        await stuck(chairs)
    for name, place in (
        ("piao", wish("anhua", rounds=1, piao_mode="free", short_start=True)),
        ("throw", wish("lanzhou", rounds=1, throw_tiles=True, ready_mode="declare")),
    ):
        chairs = await town.open(name, "甲乙丙", place)
        await town.start(chairs, "plain")
        await stuck(chairs)
        await chairs[1].think()


async def again(town: Town) -> None:
    """A second match in a room, left in its first round."""
    key = town.rooms["rated hangzhou"]
    chairs = [chair for chair in town.chairs if chair.room["key"] == key]
    for chair in chairs:
        chair.answers = 5
        await chair.say("rematch")
    await stuck(chairs)


async def practice(town: Town) -> None:
    """A practice table."""
    made = await town.post("/api/practice", "甲", text=SCENARIO, seat="C", level="random")
    town.rooms["practice"] = made["key"]
    await stuck([await town.come("甲", made["key"], 1)])


async def waiting(town: Town) -> None:
    """A vote, a trustee, and a pause between two rounds."""
    chairs = await town.open("vote", "甲乙丁", wish("anshun"), 5)
    await town.start(chairs, "plain")
    await stuck(chairs)
    await chairs[1].say("dissolve")
    chairs = await town.open("trustee", "丙丁", wish("hangzhou"), 5)
    await town.start(chairs, "plain", "plain")
    await stuck(chairs)
    chairs[0].answers = 0
    chairs[1].task.cancel()
    await chairs[1].socket.close()
    await until(lambda: any(seat.get("trustee") for seat in chairs[0].room["seats"]))
    await until(lambda: chairs[0].ask)
    chairs = await town.open("between", "丙丁", wish("zhangzhou", 2), ALL, advised=True)
    for chair in chairs:
        chair.rests = True
    await town.start(chairs)
    await until(lambda: chairs[0].room["phase"] == "between" and chairs[0].room.get("round") == 1)
    await chairs[0].say("ready")


async def live(address: str) -> Town:
    """Everything that happens on the server."""
    town = Town(address)
    for name, login in PEOPLE.items():
        await town.guest(name, login)
    for scene in (finished, dissolved, left, lobbies, middles, again, practice, waiting):
        await scene(town)
    await asyncio.sleep(1)
    await town.go()
    return town


def main(folder: Path) -> None:
    """Write the database, open it again and write down what is in it."""
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        url, path = sqlite(Path(place)), Path(place) / "quexiang.sqlite"
        limits = Settings.for_tests(url).limits
        with served(Settings(database_url=url, pace=0, between=600, limits=limits)) as address:
            town = asyncio.run(live(address))
        closed = town.rooms.pop(CLOSED)
        CliRunner().invoke(app, ["admin", "close", closed, "--database-url", url])
        matches = packed(path, folder / "server.sqlite.gz")
        tokens = {town.ids[name]: token for name, token in town.tokens.items()}
        with (
            served(Settings(database_url=url, between=600, limits=limits)) as address,
            Looker(address, tokens) as looker,
        ):
            known = {
                "names": {key: name for name, key in town.rooms.items()},
                "tokens": tokens,
                "closed": {closed: PASSWORD},
                **looker.everything(list(town.rooms.values()), matches),
            }
    (folder / "expected.json").write_text(written(known), "utf-8")


def packed(path: Path, target: Path) -> list[str]:
    """Keep a database as one small file, and tell which matches it has."""
    with sqlite3.connect(path) as rows:
        rows.execute("PRAGMA journal_mode=DELETE")
        matches = [row[0] for row in rows.execute("SELECT id FROM matches ORDER BY started")]
    rows.execute("VACUUM")
    rows.close()
    target.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    return matches


def written(known: Mapping[str, Mapping[str, object]]) -> str:
    """JSON with a line for each room, match and person."""
    parts = []
    for title, rows in known.items():
        lines = [f'"{key}": {json.dumps(told, ensure_ascii=False)}' for key, told in rows.items()]
        parts.append(f'"{title}": {{\n' + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
