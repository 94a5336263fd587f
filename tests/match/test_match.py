"""A match: rounds in a row, totals and ranks."""

from __future__ import annotations

from quexiang.match.match import Match
from quexiang.variants import variant_named


def test_equal_totals_share_a_rank() -> None:
    """HZ-93, LZ-96, AS-85."""
    variant = variant_named("hangzhou")
    match = Match(variant, variant.choose({}), 4, "ranks")

    match.results = [(3, 5, -11, 3), (2, 0, -4, 2)]

    assert match.totals() == (5, 5, -15, 5)
    assert match.ranks() == (1, 1, 4, 1)


def test_before_the_first_round_everybody_is_first() -> None:
    variant = variant_named("hangzhou")

    assert Match(variant, variant.choose({}), 4, "ranks").ranks() == (1, 1, 1, 1)
