"""The deal is what docs/deal.md says, and no order is likelier than another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from quexiang.match import deal
from quexiang.tiles import SET_136, tile_text

DOCUMENT = Path(__file__).parents[2] / "docs" / "deal.md"


def test_the_documented_example_is_what_comes_out() -> None:
    seed = deal.round_seed("demo", 1)
    wall = deal.shuffled(sorted(SET_136), seed)
    dice = deal.dice(seed)

    text = DOCUMENT.read_text(encoding="utf-8").replace("\n", " ")

    assert f"`{seed.hex()[:16]}`" in text
    assert f"`{' '.join(map(tile_text, wall[:8]))}`" in text
    assert f"dice are {dice.result(0)} and {dice.result(1)}" in text


def test_the_wall_keeps_all_tiles() -> None:
    assert sorted(deal.shuffled(SET_136, b"seed")) == sorted(SET_136)


def test_every_place_of_a_small_row_is_as_likely_for_every_tile() -> None:
    counts = Counter(
        (place, tile)
        for number in range(6000)
        for place, tile in enumerate(deal.shuffled([0, 1, 2, 3], str(number).encode()))
    )

    assert set(counts) == {(place, tile) for place in range(4) for tile in range(4)}
    assert all(1300 < count < 1700 for count in counts.values())


def test_dice_stand_by_themselves() -> None:
    dice = deal.dice(b"seed")

    first, second = dice.throw(2), dice.throw(1)

    assert (*first, *second) == tuple(dice.result(number) for number in range(3))
    assert all(1 <= dice.result(number) <= 6 for number in range(100))


class Given:
    """A stream whose first word is no multiple of six below 2³²."""

    def digest(self, length: int, /) -> bytes:
        return b"".join(word.to_bytes(4, "big") for word in (2**32 - 1, 7, 8, 9))[:length]


def test_words_that_would_bend_the_result_are_skipped() -> None:
    words = deal.Words(Given(), 1)

    assert words.below(6) == 1
    assert words.below(6) == 2
