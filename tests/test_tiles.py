"""The notation: every tile can be written in several ways and read back."""

import pickle

import pytest

from quexiang import tiles as t
from quexiang.errors import BadNotation
from quexiang.text import Text


def test_every_tile_is_read_back_from_each_of_its_names() -> None:
    for tile in range(t.KINDS):
        assert t.parse_tile(t.tile_text(tile)) == tile
        assert t.parse_tile(t.tile_zh(tile)) == tile


def test_kinds_have_their_numbers() -> None:
    assert t.parse_tiles("1m9m 1p9p 1s9s 1z7z 1f8f") == [0, 8, 9, 17, 18, 26, 27, 33, 34, 41]
    assert [t.tile_zh(tile) for tile in t.HONOURS] == [
        "东",
        "南",
        "西",
        "北",
        "白板",
        "发财",
        "红中",
    ]
    assert "".join(t.tile_zh(tile) for tile in t.FLOWERS) == "春夏秋冬梅兰竹菊"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("123m 55z", "123m55z"),
        ("1 23m", None),
        (" 5z\t1m\n5z ", "1m55z"),
        ("三万四万", "34m"),
        ("三四五万", "345m"),
        ("幺鸡一条一索一束", "1111s"),
        ("九饼九筒", "99p"),
        ("东南西北中发白", "1234567z"),
        ("白板红中发财", "567z"),
        ("东风 北风", "14z"),
        ("春梅", "15f"),
        ("萬", None),
        ("三萬", "3m"),
        ("W1W9 B1 T9", "19m1p9s"),
        ("F1F4 J1J2J3", "14567z"),
        ("H1H8", "18f"),
        ("3万 4m W5", "345m"),
        ("", ""),
    ],
)
def test_all_notations_are_read(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(BadNotation):
            t.parse_tiles(text)
    else:
        assert t.tiles_text(t.parse_tiles(text)) == canonical


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("0m", 0),
        ("19m 8z", 4),
        ("123", 3),
        ("12x", 2),
        ("123m q", 5),
        ("W0", 0),
        ("F5", 0),
        ("J", 0),
        ("9f", 0),
        ("三", 1),
        ("5万 东x", 4),
    ],
)
def test_bad_notation_names_the_wrong_character(text: str, at: int) -> None:
    with pytest.raises(BadNotation) as caught:
        t.parse_tiles(text)

    assert caught.value.text == text
    assert caught.value.at == at
    assert text in str(caught.value)


@pytest.mark.parametrize(("text", "at"), [("", 0), ("12m", 3), ("1m2m", 2), ("  ", 2)])
def test_one_tile_is_one_tile(text: str, at: int) -> None:
    with pytest.raises(BadNotation) as caught:
        t.parse_tile(text)

    assert caught.value.at == at


def test_bad_notation_survives_pickling() -> None:
    error = BadNotation("1x", 1, Text("没有花色", "no suit"))

    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes

    assert (again.text, again.at, str(again)) == ("1x", 1, str(error))


def test_order_is_kept_on_request() -> None:
    tiles = t.parse_tiles("5z 12m 5z 3m")

    assert t.tiles_text(tiles) == "123m55z"
    assert t.tiles_text(tiles, keep_order=True) == "5z12m5z3m"


def test_sets_have_their_sizes() -> None:
    assert (len(t.SET_108), len(t.SET_136), len(t.SET_144)) == (108, 136, 144)
    assert t.SET_144.count(33) == 4
    assert t.SET_144.count(34) == 1


def test_suits_and_ranks() -> None:
    assert [t.suit_of(tile) for tile in (0, 9, 18, 27, 34)] == list("mpszf")
    assert [t.rank_of(tile) for tile in (0, 17, 26, 33, 34, 41)] == [1, 9, 9, 7, 1, 8]
    assert [t.is_suited(tile) for tile in (26, 27)] == [True, False]
    assert [t.is_honour(tile) for tile in (26, 27, 33, 34)] == [False, True, True, False]
    assert [t.is_flower(tile) for tile in (33, 34)] == [False, True]


def test_masks_hold_kinds() -> None:
    kinds = [0, 8, 33]

    assert t.tiles_of(t.mask_of([*kinds, 8])) == kinds


def test_too_many_copies_are_named() -> None:
    assert t.surplus(t.parse_tiles("11112m"), t.SET_108) is None
    assert t.surplus(t.parse_tiles("11112m 5z"), t.SET_108) == 31
    assert t.surplus(t.parse_tiles("1f1f"), t.SET_144) == 34


def test_english_names() -> None:
    assert [t.tile_en(tile) for tile in (2, 9, 26, 27, 33)] == [
        "3 characters",
        "1 dots",
        "9 bamboo",
        "East",
        "Red",
    ]
    assert len({t.tile_en(tile) for tile in range(t.KINDS)}) == t.KINDS
