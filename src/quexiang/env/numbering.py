"""One numbering of actions for all towns and options; a town uses a part of it.

Declarations are numbered by their place among those of their kind in the town, so that a town of a
plug-in fits in. A choice of tiles is made in steps: take tile after tile in ascending order, then
say that it is done; so every choice is reached in exactly one way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Choose, Declaration, Declarations, Offer, OpenChoice
from quexiang.env.identity import Identities
from quexiang.env.steps import is_whole, next_tiles
from quexiang.errors import UserError
from quexiang.text import Named
from quexiang.tiles import KINDS, SUITED, Tile, tile_names, tile_text

VERSION: Final = 1
"""Grows with every change of a number's meaning."""
KONGS: Final = 34
STANDING_IN: Final = 31
"""白板, which may stand for a gold in a run."""
VALUES: Final = 12
"""How many numbers a choice may have."""
SLOTS: Final = {"discard": 2, "value": 3, "tiles": 2}
"""How many declarations of each kind a town may have."""
PAIRS: Final = tuple(
    dict.fromkeys(
        (
            *sorted(act.CHOW),
            *((STANDING_IN, tile) for tile in range(SUITED)),
            *((tile, STANDING_IN) for tile in range(SUITED)),
        )
    )
)
"""The two own tiles of each chow."""


class Block(Named, frozen=True):
    """Numbers of one kind of action, in a row."""

    first: int
    size: int


def _blocks() -> Iterator[Block]:
    first = 0
    for key, zh, en, size in (
        ("pass", "过", "pass", 1),
        ("win", "胡", "win", 1),
        ("pong", "碰", "pong", 1),
        ("chow", "吃，按自己的两张", "chow, by the two own tiles", len(PAIRS)),
        ("exposed", "直杠，按牌", "exposed kong, by tile", KONGS),
        ("added", "补杠，按牌", "added kong, by tile", KONGS),
        ("concealed", "暗杠，按牌", "concealed kong, by tile", KONGS),
        ("discard", "打，按牌", "discard, by tile", KINDS),
        ("declare", "打并宣布，按宣布和牌", "discard that declares", KINDS * SLOTS["discard"]),
        ("value", "选数，按选项和数", "number of a choice", VALUES * SLOTS["value"]),
        ("take", "选牌：拿这张", "choice of tiles: take this one", KINDS * SLOTS["tiles"]),
        ("done", "选牌：就这些", "choice of tiles: done", SLOTS["tiles"]),
    ):
        yield Block(key, zh, en, first, size)
        first += size


BLOCKS: Final = {block.key: block for block in _blocks()}
SIZE: Final = sum(block.size for block in BLOCKS.values())
"""How many numbers there are."""
CHOW: Final = BLOCKS["chow"].first
EXPOSED: Final = BLOCKS["exposed"].first
ADDED: Final = BLOCKS["added"].first
CONCEALED: Final = BLOCKS["concealed"].first
DISCARD: Final = BLOCKS["discard"].first
DECLARE: Final = BLOCKS["declare"].first
VALUE: Final = BLOCKS["value"].first
TAKE: Final = BLOCKS["take"].first
DONE: Final = BLOCKS["done"].first


class Numbering:
    """The numbers of one town's actions."""

    __slots__ = ("_keys", "actions", "declarations", "firsts", "identities", "numbers")

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self._keys = {takes: _keys(declarations.values(), takes) for takes in SLOTS}
        self.firsts = {
            **{key: DECLARE + KINDS * slot for slot, key in enumerate(self._keys["discard"])},
            **{key: VALUE + VALUES * slot for slot, key in enumerate(self._keys["value"])},
        }
        """The first number of each declaration that is no choice of tiles."""
        self.actions = self._actions()
        """The action of each number, None where the town has none or it is a step."""
        self.numbers = {action: n for n, action in enumerate(self.actions) if action is not None}
        self.identities = Identities(self.actions)
        """The numbers of the actions that are made once."""

    def __reduce__(self) -> tuple[object, ...]:
        return numbering_of, (tuple(self.declarations.values()),)

    def _actions(self) -> list[Action | None]:
        kongs = (*act.EXPOSED[:KONGS], *act.ADDED[:KONGS], *act.CONCEALED[:KONGS])
        chows = tuple(act.CHOW.get(pair) or act.Chow(*pair) for pair in PAIRS)
        plain = (act.PASS, act.WIN, act.PONG, *chows, *kongs, *act.DISCARD)
        actions: list[Action | None] = [*plain, *[None] * (SIZE - len(plain))]
        for key in self._keys["discard"]:
            made = act.READY if key == "ready" else [act.Discard(t, key) for t in range(KINDS)]
            actions[self.firsts[key] : self.firsts[key] + KINDS] = made
        for key in self._keys["value"]:
            for value in range(len(self.declarations[key].values)):
                actions[self.firsts[key] + value] = Choose(key, value)
        return actions

    def number(self, action: Action) -> int:
        """The number of an action that is no choice of tiles."""
        found = self.numbers.get(action)
        if found is None:
            raise UserError(f"{action.text()} 没有编号", f"{action.text()} has no number")
        return found

    def legal(self, offers: Sequence[Offer], taken: Sequence[Tile] = ()) -> list[int]:
        """The numbers of what is offered, or of the next steps once a tile is taken."""
        legal: list[int] = []
        for offer in offers:
            if isinstance(offer, OpenChoice) or self._is_open(offer):
                legal += self._steps(offer, taken)
                if len(offers) == 1:
                    return legal
            elif not taken:
                number = self.identities.find(offer)
                legal.append(number if number >= 0 else self.number(offer))
        return sorted({*legal})

    def _is_open(self, action: Action) -> bool:
        """Tell whether an action chooses tiles."""
        return isinstance(action, Choose) and action.key in self._keys["tiles"]

    def _steps(self, offer: Offer, taken: Sequence[Tile]) -> list[int]:
        """The steps that may follow those taken."""
        assert isinstance(offer, Choose | OpenChoice)
        slot = self._keys["tiles"].index(offer.key)
        first = KINDS * slot
        if taken and taken[0] // KINDS != slot:
            return []
        chosen = [step - first for step in taken] if first else list(taken)
        steps = next_tiles(offer, chosen, TAKE + first)
        if is_whole(offer, chosen):
            steps.append(DONE + slot)
        return steps

    def chosen(self, number: int, taken: Sequence[int]) -> Choose:
        """The choice of tiles that a last step makes of those before; see `step`."""
        key = self._keys["tiles"][number - DONE]
        return Choose(key, tiles=tuple(step % KINDS for step in taken))

    @staticmethod
    def step(number: int) -> int:
        """A number that takes a tile as it is kept among the steps: its slot and its tile."""
        return number - TAKE

    def path(self, action: Action) -> list[int]:
        """The numbers that lead to an action: its own, or the steps of a choice of tiles."""
        if not self._is_open(action):
            return [self.number(action)]
        slot = self._keys["tiles"].index(action.verb)
        return [*(TAKE + KINDS * slot + tile for tile in sorted(action.takes)), DONE + slot]

    def text(self, number: int) -> str:
        """A number in the project's notation: `discard 3m`, `throw: take 1z`."""
        action = self.actions[number] if 0 <= number < SIZE else None
        if action is not None:
            return action.text()
        if number >= DONE and number - DONE < len(self._keys["tiles"]):
            return f"{self._keys['tiles'][number - DONE]}: done"
        slot, tile = divmod(number - TAKE, KINDS)
        if number >= TAKE and slot < len(self._keys["tiles"]):
            return f"{self._keys['tiles'][slot]}: take {tile_text(tile)}"
        raise UserError(f"这里没有 {number} 号", f"this town has no number {number}")


@cache
def numbering_of(declarations: tuple[Declaration, ...]) -> Numbering:
    """The numbering of a town, made once for all its tables."""
    return Numbering({one.key: one for one in declarations})


def _keys(declarations: Iterable[Declaration], takes: str) -> list[str]:
    """The declarations of one kind by their place."""
    found = [one for one in declarations if one.takes == takes]
    if len(found) > SLOTS[takes] or any(len(one.values) > VALUES for one in found):
        names = " ".join(one.key for one in found)
        raise UserError(f"编号容不下 {names}", f"the numbering has no room for {names}")
    return [one.key for one in found]


def table_of_numbers() -> str:
    """The blocks as a table of Markdown."""
    rows = [
        f"| {one.first}–{one.first + one.size - 1} | `{one.key}` | {one.zh} | {one.en} |"
        for one in BLOCKS.values()
    ]
    pairs = ", ".join(f"{tile_names(pair).zh}" for pair in PAIRS[:2])
    head = f"{SIZE} numbers, version {VERSION}; chows begin with {pairs}.\n\n"
    return head + "\n".join(
        ("| numbers | key | 中文 | English |", "| --- | --- | --- | --- |", *rows)
    )
