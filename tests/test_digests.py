"""Whole rounds, compiled or not, say to the last sign what they said when the digests were kept.

Renew them on purpose, for each number of rounds, with what `python tools/digests.py ROUNDS` prints.
"""

import json
import os
from pathlib import Path

import pytest
from digests import digest

from quexiang.variants import variant_named

KEPT: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("kept").joinpath("digests.json").read_text("utf-8")
)
MANY = 10_000
USUAL = 500 if os.environ.get("QUEXIANG_PURE") else MANY
"""In plain Python a round takes several times as long."""
TOWNS = list(KEPT[str(MANY)])


@pytest.mark.slow
@pytest.mark.parametrize("town", TOWNS)
def test_rounds_say_what_they_always_said(town: str) -> None:
    assert digest(variant_named(town), USUAL) == KEPT[str(USUAL)][town]


@pytest.mark.soak
@pytest.mark.parametrize("town", TOWNS)
def test_many_rounds_say_what_they_always_said(town: str) -> None:
    assert digest(variant_named(town), MANY) == KEPT[str(MANY)][town]
