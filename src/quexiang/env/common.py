"""What all environments share: the table, the spaces, the observations."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quexiang.engine.actions import SEATS, Seat
from quexiang.env import layout, numbering
from quexiang.env.desk import Desk
from quexiang.errors import UserError
from quexiang.game import town_named
from quexiang.sketch import sketch

RENDER_MODES: Final = ("human", "ansi")
SHAPE: Final = (layout.HEIGHT, layout.WIDTH)
STATE_SHAPE: Final = (layout.HEIGHT + layout.HIDDEN_HEIGHT, layout.WIDTH)
METADATA: Final = {
    "render_modes": [*RENDER_MODES],
    "name": "quexiang_v1",
    "is_parallelizable": False,
    "render_fps": 2,
}


class Observation(TypedDict):
    """What a seat knows, and the numbers that it may answer."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


def make_desk(
    town: str,
    options: Mapping[str, object] | None,
    players: int | None,
    seed: str | int | None,
    *,
    keep_log: bool = False,
    skip_forced: bool = False,
) -> Desk:
    """A table in a town; without a seed by chance."""
    variant = town_named(town)
    seats = variant.seats(players)
    chosen = variant.choose(options or {}, seats)
    drawn = seed_text(seed)
    return Desk(variant, chosen, seats, drawn, keep_log=keep_log, skip_forced=skip_forced)


def seed_text(seed: str | int | None) -> str:
    """A seed as all is dealt from it; None is one by chance."""
    return secrets.token_hex(8) if seed is None else str(seed)


def names(players: int) -> list[str]:
    """The names of the agents: A to D."""
    return list(SEATS[:players])


def observation_space() -> spaces.Dict:
    """Planes and a mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, SHAPE, np.uint8),
            "action_mask": spaces.Box(0, 1, (numbering.SIZE,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """The numbers of all actions."""
    return spaces.Discrete(numbering.SIZE)


def state_space() -> spaces.Box:
    """The planes of seat A and those that nobody may see."""
    return spaces.Box(0, 255, STATE_SHAPE, np.uint8)


def observe(desk: Desk, seat: Seat) -> Observation:
    """What a seat knows, and what it may answer if it is asked."""
    planes, mask = np.empty(SHAPE, np.uint8), np.zeros(numbering.SIZE, np.int8)
    desk.observe(planes.reshape(-1), 0, seat)
    if seat == desk.seat:
        desk.mask(mask, 0)
    return {"observation": planes, "action_mask": mask}


def state_of(desk: Desk, seat: Seat = 0) -> NDArray[np.uint8]:
    """Everything, from a seat's place: its own planes and the hidden ones, for a critic."""
    planes = np.zeros(STATE_SHAPE, np.uint8)
    desk.observe(planes.reshape(-1), 0, seat)
    desk.observe_hidden(planes.reshape(-1), layout.HEIGHT * layout.WIDTH, seat)
    return planes


def number_of(action: np.int64 | int) -> int:
    """A number that an agent answers, if it is one."""
    number = whole(action)
    if number not in range(numbering.SIZE):
        raise UserError(f"没有 {number} 号", f"there is no number {number}")
    return number


def whole(action: np.int64 | int) -> int:
    """A number as it is given; a fraction is none, and is not cut down to one."""
    if action != (number := int(action)):
        raise UserError(f"号码要是整数：{action}", f"numbers of answers are whole: {action}")
    return number


def not_reset() -> UserError:
    """The error of a step where no episode goes on."""
    return UserError("先 reset", "call reset first")


def checked_mode(mode: str | None) -> str | None:
    """A render mode that there is."""
    if mode is not None and mode not in RENDER_MODES:
        known = ", ".join(RENDER_MODES)
        raise UserError(f"render_mode 只有 {known}", f"render_mode is one of {known}")
    return mode


def render(desk: Desk, mode: str | None) -> str | None:
    """Draw the whole table as text, or print it for a person."""
    drawn = sketch(desk.round.table, desk.rules, desk.variant).zh
    if mode == "human":
        print(drawn)  # noqa: T201 - that is what the mode is for
    return drawn if mode == "ansi" else None
