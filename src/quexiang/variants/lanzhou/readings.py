"""What the room of Lanzhou reads in its own way."""

from typing import Final

from quexiang.rulebook import Reading, reading
from quexiang.text import Text

READINGS: Final = (
    reading(
        *("LZ-81", "discard_wins", "胡一次、胡两次的放炮", "Discard wins in 胡一次 and 胡两次"),
        Reading(
            *("paid", "照胡照付", "Won and paid"),
            Text(
                "放炮能胡、要付，只是不散局",
                "Discards are won and paid, they only do not end the round",
            ),
        ),
        Reading(
            *("none", "不能胡", "None"),
            Text("只许自摸，打出来的不能胡", "Only self-draws win"),
            refuses="LZ-81",
        ),
    ),
    reading(
        *("LZ-90", "deal_by", "胡一次谁定庄", "What moves the deal in 胡一次"),
        Reading(
            *("last_win", "最后一胡", "The last win"),
            Text("最后胡的是庄家就连庄，放炮也算", "The last win decides, on a discard too"),
        ),
        Reading(
            *("self_draw", "只看自摸", "A self-draw only"),
            Text(
                "没人自摸就算荒庄，庄家不动",
                "Without a self-draw the round is 荒庄 and the dealer stays",
            ),
        ),
    ),
)
