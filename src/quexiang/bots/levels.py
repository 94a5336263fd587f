"""The four levels that a player can choose from."""

from __future__ import annotations

from typing import Final

from quexiang.text import Named, Text


class Level(Named, frozen=True):
    """One level, with its names and what a player should know of it."""

    about: Text


LEVELS: Final = (
    Level(
        "novice",
        "新手",
        "Novice",
        Text("照规矩打，有点粗心", "Plays by the rules, a little carelessly"),
    ),
    Level(
        "skilled",
        "熟手",
        "Skilled",
        Text(
            "手快，算进张，看牌值多少", "Efficient: counts useful tiles and what the hand is worth"
        ),
    ),
    Level(
        "expert",
        "高手",
        "Expert",
        Text(
            "防点炮，看别人在做什么，懂本地的特殊打法",
            "Also weighs danger, what others collect and the town's specials",
        ),
    ),
    Level(
        "master",
        "宗师",
        "Master",
        Text(
            "把看不见的牌设想多次，往下打完再选",
            "Imagines the hidden tiles many times and plays each to the end",
        ),
    ),
)
KEYS: Final = {name: level.key for level in LEVELS for name in (level.key, level.zh)}
