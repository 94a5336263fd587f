"""What a town says of itself is complete and true."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from quexiang.bots import make_bot
from quexiang.engine.events import Melded
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.protocol.phrases import PHRASES, phrases_of
from quexiang.rulebook import Variant
from quexiang.variants import variants

by_key = pytest.mark.parametrize("variant", variants().values(), ids=lambda variant: variant.key)


@by_key
def test_it_has_its_own_words(variant: Variant) -> None:
    said = phrases_of(variant)

    assert len(said) == len(PHRASES) + len(variant.phrases)
    assert 2 <= len(variant.phrases) <= 4
    for text in (variant.tagline, *said.values()):
        assert text.zh
        assert text.en.isascii()


@by_key
def test_its_picture_is_three_to_two(variant: Variant) -> None:
    picture = ET.fromstring(variant.file("picture.svg").read_text("utf-8"))  # noqa: S314 - ours

    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    assert (left, top, width * 2) == (0, 0, height * 3)


@by_key
def test_only_melds_that_it_names_are_made_and_wild_tiles_have_a_sign(variant: Variant) -> None:
    players = max(variant.players)
    match = Match(variant, variant.choose({"rounds": 4}), players, "melds")
    bots = [make_bot("plain", str(seat)) for seat in range(players)]
    kinds, wilds = set[str](), set[int]()
    while not match.over:
        round_ = match.start_round()
        play_round(round_, bots)
        match.count()
        for event in round_.log or ():
            if isinstance(event, Melded):
                kinds.add(event.meld.kind)
        wilds |= {*round_.table.wild}

    assert kinds
    assert {"exposed" if kind == "added" else kind for kind in kinds} <= {*variant.melds}
    assert bool(wilds) == bool(variant.wild.zh)
