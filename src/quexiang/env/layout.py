"""What an observation is made of: planes 42 kinds of tiles wide, and what stands in each.

Seats are counted from the observer: 0 is itself, 1 the next one. Everything is a small number; a
greater one is cut off at 255.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from quexiang.text import Named, Text
from quexiang.tiles import KINDS

VERSION: Final = 1
"""Grows with every change of a plane's meaning."""
WIDTH: Final = KINDS
SEATS: Final = 4
MARKS: Final = 16
"""Marks have their numbers from this column on, by their place in the town."""
MARK_SLOTS: Final = WIDTH - MARKS
WHOSE: Final = (
    Text("自己", "own"),
    Text("下家", "next seat's"),
    Text("第二家", "second seat's"),
    Text("第三家", "third seat's"),
)


class Plane(Named, frozen=True):
    """One row of an observation: a number for each kind of tile, or for each column named."""

    columns: tuple[Named, ...] = ()


SHARED: Final = (
    Named("hand", "手牌张数", "tiles in hand"),
    Named("drawn", "刚摸的牌", "tile just drawn"),
    Named("taken", "选牌时已经拿的", "tiles taken so far in a choice"),
    Named("wild", "万能牌", "wild faces"),
    Named("indicator", "翻出来定万能牌的", "tile that fixes the wild faces"),
    Named("offered", "最近让人要的牌", "tiles last on offer"),
    Named("turned", "翻开给大家的牌", "tiles turned up for all"),
    Named("aside", "放在一边的牌", "tiles set aside"),
)
BEFORE: Final = (
    Named("chows", "吃的牌", "tiles of chows"),
    Named("pongs", "碰的牌", "tiles of pongs"),
    Named("open_kongs", "明杠和补杠的牌", "tiles of exposed and added kongs"),
    Named("closed_kongs", "看得见的暗杠的牌", "tiles of concealed kongs that are shown"),
    Named("river", "牌河里的张数", "tiles in the river"),
    Named("claimed", "被人要走的打牌", "discards that were claimed"),
    Named("latest", "最后一次打它是第几张", "place of its last discard in the river"),
    Named("pile", "第一堆亮出的牌", "tiles of the first pile"),
    Named("other_piles", "其他堆亮出的牌", "tiles of other piles"),
)
"""What lies before each seat."""
SEAT_COLUMNS: Final = (
    Named("here", "有人坐", "somebody sits here"),
    Named("dealer", "是庄家", "is the dealer"),
    Named("size", "暗牌张数", "concealed tiles"),
    Named("melds", "副露数", "melds"),
    Named("hidden_kongs", "看不见的暗杠数", "concealed kongs that are not shown"),
    Named("turn", "轮到", "is on turn"),
    Named("offerer", "最近让人要的牌是他的", "the tiles last on offer are his"),
    Named("out", "这一局不再打", "plays no more in this round"),
    Named("gone", "离桌", "has left"),
    Named("wins", "这一局胡的次数", "wins in this round"),
    Named("in_debt", "总分是负的", "the total is negative"),
    Named("score_high", "总分除以 256", "the total divided by 256"),
    Named("score_low", "总分除以 256 的余数", "the rest of that division"),
)
TABLE_COLUMNS: Final = (
    Named("players", "几家", "players"),
    Named("streak", "连庄", "streak"),
    Named("left", "墙上张数", "tiles left in the wall"),
    Named("kongs", "这一局的杠数", "kongs of the round"),
    Named("first_die", "最后两颗骰子的第一颗", "the last but one die"),
    Named("second_die", "最后一颗骰子", "the last die"),
    Named("number", "第几局", "number of the round"),
    Named("rounds", "一场几局", "rounds of the match"),
    Named("stage", "问的是", "what is asked"),
    Named("began", "这一轮怎么开始的", "how the turn began"),
    Named("wild_kinds", "万能牌有几种", "kinds that are wild"),
)
BEGINNINGS: Final = ("deal", "draw", "chow", "pong", "exposed")
"""The values of the column `began`, from 0 on."""
HIDDEN: Final = (
    *(Named(f"hand_{n}", f"{WHOSE[n].zh}的手牌", f"{WHOSE[n].en} hand") for n in range(1, SEATS)),
    *(
        Named(f"kongs_{n}", f"{WHOSE[n].zh}的暗杠", f"{WHOSE[n].en} concealed kongs")
        for n in range(1, SEATS)
    ),
    Named("wall", "墙里的张数", "tiles in the wall"),
    Named("front", "下一张", "foremost tile of the wall"),
    Named("back", "牌尾那张", "last tile of the wall"),
)
"""What nobody but a critic may see."""


def _planes() -> Iterator[Plane]:
    yield from (Plane(one.key, one.zh, one.en) for one in SHARED)
    yield Plane("table", "牌桌的数", "numbers of the table", TABLE_COLUMNS)
    for seat, whose in enumerate(WHOSE):
        zh, en = whose.zh, whose.en
        for one in BEFORE:
            yield Plane(f"{one.key}_{seat}", f"{zh}：{one.zh}", f"{en} {one.en}")
        yield Plane(f"seat_{seat}", f"{zh}的数", f"{en} numbers", SEAT_COLUMNS)


PLANES: Final = tuple(_planes())
HIDDEN_PLANES: Final = tuple(Plane(one.key, one.zh, one.en) for one in HIDDEN)
HEIGHT: Final = len(PLANES)
HIDDEN_HEIGHT: Final = len(HIDDEN_PLANES)
TABLE: Final = len(SHARED)
"""The plane of the table's numbers."""
FIRST_SEAT: Final = TABLE + 1
SEAT_HEIGHT: Final = len(BEFORE) + 1
NUMBERS: Final = len(BEFORE)
"""The plane of a seat's numbers, among its own."""
SEAT_PLACES: Final = {column.key: place for place, column in enumerate(SEAT_COLUMNS)}
"""The columns of that plane by their keys."""


def table_of_planes(planes: Sequence[Plane] = PLANES + HIDDEN_PLANES) -> str:
    """The planes as a table of Markdown, those of the other seats in one row."""
    rows: list[str] = []
    for place, plane in enumerate(planes):
        if plane.key[-1:] in "123" and place < HEIGHT:
            continue
        number = f"{place} (+{SEAT_HEIGHT} a seat)" if FIRST_SEAT <= place < HEIGHT else str(place)
        rows.append(f"| {number} | `{plane.key}` | {plane.zh} | {plane.en} |")
    return "\n".join(("| plane | key | 中文 | English |", "| --- | --- | --- | --- |", *rows))


def table_of_columns(columns: Sequence[Named]) -> str:
    """The columns of a plane of numbers as a table of Markdown."""
    rows = [f"| {at} | `{one.key}` | {one.zh} | {one.en} |" for at, one in enumerate(columns)]
    rows.append(
        f"| {MARKS}–{WIDTH - 1} | | 标记：0 是没有，否则是值加一 | marks: 0, or value + 1 |"
    )
    return "\n".join(("| column | key | 中文 | English |", "| --- | --- | --- | --- |", *rows))
