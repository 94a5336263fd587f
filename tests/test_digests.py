"""Whole rounds, compiled or not, say to the last sign what they said when the digests were kept.

Renew them on purpose: `python tools/digests.py 500 > tests/kept/digests.json`.
"""

import json
from pathlib import Path

import pytest
from digests import digest

from quexiang.variants import variant_named

KEPT: dict[str, str] = json.loads(
    Path(__file__).with_name("kept").joinpath("digests.json").read_text()
)
ROUNDS = 500


@pytest.mark.slow
@pytest.mark.parametrize("town", KEPT)
def test_rounds_say_what_they_always_said(town: str) -> None:
    assert digest(variant_named(town), ROUNDS) == KEPT[town]
