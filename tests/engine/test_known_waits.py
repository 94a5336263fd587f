"""What a table keeps of a hand says the same as a look at the hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from quexiang.bots import make_bot
from quexiang.engine.actions import Action, Offer
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.variants import variant_named

ROUNDS = 60


class Comparing:
    """A player that compares both at every draw."""

    def __init__(self, match: Match, compared: list[bool]) -> None:
        self._player = make_bot("plain", match.seed)
        self._match = match
        self._compared = compared

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        table = self._match.round.table
        if table.stage == "turn" and table.turn.drawn is not None:
            seat = table.due.seat
            whole = table.shape.complete(table.hand(seat))
            assert table.is_complete(seat) == whole, (self._match.seed, table.seats[seat])
            if table.seats[seat].waits is not None:
                self._compared.append(whole)
        return self._player.choose(view, offers)


@pytest.mark.parametrize("key", ["lanzhou", "zhangzhou", "anshun"])
def test_a_hand_whose_waits_are_known_is_complete_as_its_tiles_are(key: str) -> None:
    variant = variant_named(key)
    compared: list[bool] = []
    for number in range(ROUNDS):
        match = Match(variant, variant.choose({}), 4, f"known {number}")
        play_round(match.start_round(), [Comparing(match, compared)] * 4)

    assert set(compared) == {True, False}
