"""What the room of Zhangzhou reads in its own way."""

from typing import Final

from quexiang.rulebook import Reading, reading
from quexiang.text import Text

READINGS: Final = (
    reading(
        *("ZZ-63", "pairs_hand", "七对牌型", "Pairs hand"),
        Reading(
            *("triplet", "七对加刻子", "Seven pairs and a triplet"),
            Text("十七张：七对和一副刻子", "Seventeen tiles: seven pairs and one triplet"),
        ),
        Reading(
            *("any_set", "七对加一副", "Seven pairs and any set"),
            Text("七对和一副刻子或顺子", "Seven pairs and one triplet or run"),
        ),
        Reading(
            *("off", "不算七对", "No pairs hand"),
            Text("只有五副加一对能胡", "Only five sets and a pair win"),
        ),
    ),
    reading(
        *("ZZ-54", "you_lock", "双游三游锁谁", "Whom 双游 and 三游 bind"),
        Reading(
            *("all", "全桌", "Everybody"),
            Text(
                "双游时全桌不能吃碰，三游时也不能杠",
                "While 双游 stands nobody chows or pongs, at 三游 nobody kongs either",
            ),
            refuses="ZZ-54",
        ),
        Reading(
            *("owner", "只锁本人", "Their player alone"),
            Text(
                "只有双游、三游的人自己不能吃碰（三游也不能杠），别家照常",
                "Only the player in 双游 or 三游 is bound; the others claim as usual",
            ),
        ),
    ),
    reading(
        *("ZZ-53", "you_kept", "双游打别的牌", "双游 after another discard"),
        Reading(
            *("stays", "还是双游", "Stays"),
            Text(
                "摸了不胡、打别的牌，牌面还在就还是双游（三游）",
                "Not won on the draw and another tile thrown: the level stays while the shape does",
            ),
        ),
        Reading(
            *("falls", "退回游金", "Falls back to 游金"),
            Text(
                "摸了不胡、打的不是金，只算游金",
                "Not won on the draw and a non-gold thrown: only 游金 is left",
            ),
        ),
    ),
    reading(
        *("ZZ-36", "kept_fourth", "碰时留的第四张", "The fourth tile kept at the pong"),
        Reading(
            *("allowed", "以后可补杠", "May be added later"),
            Text(
                "手里三张碰了，留的那张以后可以补杠",
                "Ponged with three in hand: the fourth may be added later",
            ),
        ),
        Reading(
            *("barred", "不能补杠", "Never added"),
            Text("碰了以后摸到的才能补杠", "Only a tile drawn after the pong may be added"),
            refuses="ZZ-36",
        ),
    ),
    reading(
        *("ZZ-24", "gold_after_meld", "吃碰杠后打金", "Gold discards after a meld"),
        Reading(
            *("turn", "当轮不能打", "Not in that turn"),
            Text(
                "吃碰杠的当轮不能打金，以后可以",
                "No gold is thrown in the turn of a chow, pong or kong; later it may be",
            ),
        ),
        Reading(
            *("never", "本局不能再打", "Not again in the round"),
            Text(
                "吃碰杠过，这局就不能打金",
                "Once he has chowed, ponged or konged, no gold is thrown for the rest of the round",
            ),
            refuses="ZZ-24",
        ),
    ),
)
