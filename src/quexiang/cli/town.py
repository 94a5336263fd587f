"""Towns as people name them."""

from __future__ import annotations

from quexiang.cli.usage import near
from quexiang.errors import UnknownVariant
from quexiang.rulebook import Variant
from quexiang.variants import variants


def town_named(text: str) -> Variant:
    """The town of a key or a name, or an error that asks whether a near one is meant.

    >>> town_named("杭州").key, town_named("Lanzhou").key, town_named("安化麻将").key
    ('hangzhou', 'lanzhou', 'anhua')
    """
    wanted = text.strip().casefold().removesuffix("麻将")
    names: dict[str, Variant] = {}
    for town in variants().values():
        names |= dict.fromkeys((town.key, town.zh, town.en.casefold()), town)
    if wanted in names:
        return names[wanted]
    meant = tuple(dict.fromkeys(names[name].key for name in near(wanted, names)))
    raise UnknownVariant(text, tuple(variants()), meant)
