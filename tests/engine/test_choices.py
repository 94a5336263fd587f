"""What an open choice allows."""

from __future__ import annotations

import pytest

from quexiang.engine.actions import PASS, Choose, OpenChoice, allowed
from quexiang.tiles import parse_tiles

HELD = OpenChoice("throw", tuple(parse_tiles("1199m1z")), (0, 3))


@pytest.mark.parametrize("tiles", ["", "119m", "199m", "91m1z", "1z19m"])
def test_tiles_that_are_held_are_allowed_in_any_order(tiles: str) -> None:
    assert allowed([PASS, HELD], Choose("throw", tiles=tuple(parse_tiles(tiles))))


@pytest.mark.parametrize("tiles", ["111m", "11z9m", "123m", "1m", "1199m"])
def test_more_than_is_held_and_other_numbers_are_not(tiles: str) -> None:
    assert not allowed([PASS, HELD], Choose("throw", tiles=tuple(parse_tiles(tiles))))


def test_the_choice_of_another_key_is_not() -> None:
    assert not HELD.allows(Choose("swap", tiles=()))
