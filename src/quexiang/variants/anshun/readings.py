"""What the room of Anshun reads in its own way."""

from typing import Final

from quexiang.rulebook import Reading, reading
from quexiang.text import Text

READINGS: Final = (
    reading(
        *("AS-68", "robbed_pay", "抢杠赔付", "What a robbed kong costs"),
        Reading(
            *("once", "付一份自摸", "One self-draw share"),
            Text("被抢的一家付一份自摸的番", "The robbed seat pays the self-draw value once"),
        ),
        Reading(
            *("three", "包三家", "For all three"),
            Text(
                "被抢的一家替三家付自摸的番",
                "The robbed seat pays the self-draw value for all three",
            ),
        ),
    ),
    reading(
        *("AS-45", "tianting_base", "天听的底番", "The base of 天听"),
        Reading(
            *("added", "十番另加牌型", "Ten added to the pattern"),
            Text("平胡天听 11，自摸 22", "Plain 天听 11, self-drawn 22"),
        ),
        Reading(
            *("replaced", "十番代替平胡", "Ten instead of the plain 1"),
            Text(
                "平胡天听 10，自摸 20；大牌照加",
                "Plain 天听 10, self-drawn 20; higher patterns are added as before",
            ),
        ),
    ),
    reading(
        *("AS-45", "tianting_double", "天听自摸乘二", "What a 天听 self-draw doubles"),
        Reading(
            *("sum", "合计乘二", "The whole sum"),
            Text("十番和牌型番一起乘二", "The ten and the pattern are doubled together"),
        ),
        Reading(
            *("pattern", "只乘牌型番", "The pattern alone"),
            Text("十番不乘，只有牌型番乘二", "The ten is added once, only the pattern is doubled"),
        ),
    ),
    reading(
        *("AS-22", "kept_fourth", "碰时留的第四张", "The fourth tile kept at the pong"),
        Reading(
            *("barred", "不能转弯", "Never added"),
            Text("碰了以后摸到的才成转弯豆", "Only a tile drawn after the pong makes a 转弯豆"),
            refuses="AS-22",
        ),
        Reading(
            *("allowed", "可以转弯", "May be added later"),
            Text(
                "手里三张碰了，留的那张以后可以转弯",
                "Ponged with three in hand: the fourth may be added later",
            ),
        ),
    ),
    reading(
        *("AS-42", "hot_plain", "热炮平胡", "Plain hands on a hot discard"),
        Reading(
            *("open", "平胡也能胡热炮", "Open to every hand"),
            Text("热炮谁听谁能胡", "Any complete hand may take a hot discard"),
        ),
        Reading(
            *("closed", "自己有豆才能平胡", "Own bean needed"),
            Text(
                "平胡要自己有闷豆或转弯豆，热炮也一样",
                "A plain hand needs its own 闷豆 or 转弯豆, on a hot discard too",
            ),
            refuses="AS-41",
        ),
    ),
)
