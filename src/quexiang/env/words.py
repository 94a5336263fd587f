"""Observations in words, so that a person can read them back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from quexiang.engine.ruleset import Ruleset
from quexiang.env import layout
from quexiang.env.common import Observation
from quexiang.env.layout import HIDDEN_PLANES, MARKS, PLANES, Plane
from quexiang.env.numbering import Numbering
from quexiang.game import town_named
from quexiang.rulebook import Variant, rules_of
from quexiang.text import Text
from quexiang.tiles import tile_text, tiles_text

PLACES = "latest"
"""The planes that tell places, not how many tiles there are."""


def explain(observation: Observation | NDArray[np.uint8], town: str = "") -> Text:
    """Say what an observation holds, a line for each plane that is not empty.

    With a town its marks and questions have names, and the legal actions of a mask are written out.
    """
    planes, mask = observation, None
    if isinstance(observation, dict):
        planes, mask = observation["observation"], observation["action_mask"]
    variant = town_named(town) if town else None
    lines = [
        line
        for pair in zip((*PLANES, *HIDDEN_PLANES), planes, strict=False)
        for line in _line(*pair, variant)
    ]
    if mask is not None and variant is not None:
        legal = _legal(mask, variant)
        lines.append(Text(f"可以：{legal}", f"legal: {legal}"))
    return Text("\n".join(line.zh for line in lines), "\n".join(line.en for line in lines))


def _line(plane: Plane, row: NDArray[np.uint8], town: Variant | None) -> Iterator[Text]:
    if not row.any():
        return
    if plane.columns:
        told = [*_columns(plane, row, town), *_marks(row, town)]
        yield Text(
            f"{plane.zh}：{'，'.join(one.zh for one in told)}",
            f"{plane.en}: {', '.join(one.en for one in told)}",
        )
        return
    if plane.key.startswith(PLACES):
        held = " ".join(f"{tile_text(int(t))}@{row[t]}" for t in np.flatnonzero(row))
    else:
        held = tiles_text([tile for tile, count in enumerate(row) for _ in range(int(count))])
    yield Text(f"{plane.zh}：{held}", f"{plane.en}: {held}")


def _columns(plane: Plane, row: NDArray[np.uint8], town: Variant | None) -> Iterator[Text]:
    """The numbers of a plane that are not 0, by the names of their columns."""
    words = {"began": layout.BEGINNINGS, "stage": ("", *_rules(town).stages) if town else ()}
    for column, number in zip(plane.columns, row[:MARKS], strict=False):
        if number:
            word = dict(enumerate(words.get(column.key, ()))).get(int(number), number)
            yield Text(f"{column.zh} {word}", f"{column.en} {word}")


def _marks(row: NDArray[np.uint8], town: Variant | None) -> Iterator[Text]:
    marking = _marking(town)
    for slot in np.flatnonzero(row[MARKS : MARKS + layout.MARK_SLOTS]):
        name = marking[slot] if slot < len(marking) else Text(f"标记 {slot}", f"mark {slot}")
        value = int(row[MARKS + slot]) - 1
        yield Text(f"{name.zh} {value}", f"{name.en} {value}")


def _marking(town: Variant | None) -> list[Text]:
    return [mark.name for mark in _rules(town).marking.values()] if town else []


def _rules(town: Variant) -> Ruleset:
    """The rules of a town: its marks and questions are the same with all options."""
    return rules_of(town, town.choose({}), max(town.players))


def _legal(mask: NDArray[np.int8], town: Variant) -> str:
    numbering = Numbering({one.key: one for one in town.declarations})
    return ", ".join(numbering.text(int(number)) for number in np.flatnonzero(mask))
