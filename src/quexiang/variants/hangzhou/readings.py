"""What the room of Hangzhou reads in its own way."""

from typing import Final

from quexiang.rulebook import Reading, reading
from quexiang.text import Text

READINGS: Final = (
    reading(
        *("HZ-39", "freeze_by", "财神在外", "What freezes the table"),
        Reading(
            *("any_wild", "打出财神就算", "Any thrown wildcard"),
            Text(
                "谁打出财神，别家一圈不能吃碰、放冲",
                "Any thrown wildcard bars the others for the go-around",
            ),
            refuses="HZ-39",
        ),
        Reading(
            *("caipiao", "财飘才算", "Only a 财飘"),
            Text(
                "只有财飘才锁别家；锁了就是飘了",
                "Only a true 财飘 bars the others; a freeze therefore shows one",
            ),
        ),
    ),
    reading(
        *("HZ-23", "baotou_discard", "爆头捉冲", "A 爆头 hand on a discard"),
        Reading(
            *("allowed", "可以捉冲", "Allowed"),
            Text(
                "三老庄时爆头的牌也能捉冲，只算牌型",
                "At 三老庄 a 爆头 hand may take a discard, at the pattern's value",
            ),
        ),
        Reading(
            *("barred", "只能自摸", "Self-draw only"),
            Text("爆头的牌不能捉冲", "A 爆头 hand wins by drawing only"),
            refuses="HZ-23",
        ),
    ),
)
