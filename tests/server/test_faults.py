"""A mistake of the program is reported and counted, and the table goes on."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from players import Player, company, play_all, seated, start
from running import faults, served, sqlite

from quexiang.bots import Bot
from quexiang.engine.actions import Action, Offer
from quexiang.engine.view import View
from quexiang.present.painter import Painter
from quexiang.rooms import bots
from quexiang.server.settings import Settings


@pytest.mark.slow
def test_people_play_on_where_the_rules_remarks_cannot_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no waits")

    async def play(address: str) -> str:
        players = [Player(address, name, name) for name in "abcd"]
        async with company(players):
            await seated("anhua", players, options={"rounds": 1})
            await start(players[0].table)
            overs = await play_all(players)
        return overs[0].result.how

    monkeypatch.setattr(Painter, "waits", fail)
    with served(Settings.for_tests(sqlite(tmp_path)), faults_allowed=True) as address:
        how = asyncio.run(play(address))
        counted = faults(address)

    assert how == "finished"
    assert counted > 100
    assert "no waits" in capfd.readouterr().err


class Fool(Bot):
    """A bot that does not know what to do."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        raise RuntimeError("at a loss")


@pytest.mark.slow
def test_a_bot_at_a_loss_makes_the_neutral_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(address: str) -> str:
        async with Player(address, "a", "a") as player:
            await player.client.guest(player.name)
            await player.join(await player.client.quick("hangzhou", options={"rounds": 1}))
            (over,) = await play_all([player])
        return over.result.how

    monkeypatch.setattr(bots, "make_bot", lambda _, seed: Fool(seed))
    with served(Settings.for_tests(sqlite(tmp_path)), faults_allowed=True) as address:
        how = asyncio.run(play(address))
        counted = faults(address)

    assert how == "finished"
    assert counted > 10
