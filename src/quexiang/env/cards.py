"""RLCard's environment: its agents, `run` and `tournament` play a town's rounds."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray
from rlcard.envs.env import Env

from quexiang.engine.actions import Seat
from quexiang.env import common, numbering
from quexiang.env.common import Observation
from quexiang.env.desk import Desk


class CardsState(TypedDict):
    """What RLCard gives to an agent."""

    obs: NDArray[np.uint8]
    legal_actions: OrderedDict[int, None]
    raw_obs: NDArray[np.uint8]
    raw_legal_actions: list[str]
    action_record: list[tuple[Seat, int | str]]
    """The seat's own answers; those of others are partly secret."""


Seen = tuple[Seat, Observation]
"""A seat, what it knows, and what it may answer if it is asked."""


class CardsGame:
    """A desk as RLCard expects a game; a game is a round."""

    allow_step_back = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._fresh = True

    def get_num_players(self) -> int:
        """How many sit at the table."""
        return self.desk.players

    def get_num_actions(self) -> int:
        """How many numbers there are."""
        return numbering.SIZE

    def init_game(self) -> tuple[Seen, Seat]:
        """Deal the next round in which somebody is asked."""
        if not self._fresh:
            self.desk.deal()
        while self.desk.seat < 0:
            self.desk.deal()
        self._fresh = False
        return self.get_state(self.desk.seat), self.desk.seat

    def begin(self, seed: int) -> None:
        """Let the next round be the first of a seed."""
        self.desk.begin(str(seed))
        self._fresh = True

    def step(self, action: int | str) -> tuple[Seen, Seat]:
        """Take an answer by number or, a raw one, by text."""
        desk = self.desk
        if isinstance(action, str):
            action = {desk.numbering.text(number): number for number in desk.legal()}[action]
        desk.act(common.number_of(action))
        return self.get_state(self.get_player_id()), self.get_player_id()

    def get_player_id(self) -> Seat:
        """The seat that is asked, A when the round is over."""
        return max(self.desk.seat, 0)

    def get_state(self, player_id: Seat) -> Seen:
        """What a seat knows, and what it may answer if it is asked."""
        return player_id, common.observe(self.desk, player_id)

    def is_over(self) -> bool:
        """Tell whether the round is over."""
        return self.desk.seat < 0


class CardsEnv(Env):  # type: ignore[misc]  # RLCard has no types
    """A town for RLCard's agents; `raw_legal_actions` are texts such as `discard 3m`."""

    def __init__(self, desk: Desk) -> None:
        self.name = f"quexiang-{desk.variant.key}"
        self.game = CardsGame(desk)
        self.state_shape = [[*common.SHAPE]] * desk.players
        self.action_shape = [None] * desk.players
        super().__init__({"allow_step_back": False, "seed": None})

    def seed(self, seed: int | None = None) -> int | None:
        """Begin a seed's rounds; without one those of the desk go on."""
        if seed is not None:
            self.game.begin(seed)
        return seed

    def get_payoffs(self) -> NDArray[np.float64]:
        """What each seat has won or lost in the round."""
        return np.array(self.game.desk.changes(), np.float64)

    def get_perfect_information(self) -> dict[str, NDArray[np.uint8]]:
        """Everything, for a critic."""
        return {"state": common.state_of(self.game.desk)}

    def _extract_state(self, state: Seen) -> CardsState:
        seat, seen = state
        planes, legal = seen["observation"], np.flatnonzero(seen["action_mask"]).tolist()
        text = self.game.desk.numbering.text
        return {
            "obs": planes,
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": planes,
            "raw_legal_actions": [text(number) for number in legal],
            "action_record": [answer for answer in self.action_recorder if answer[0] == seat],
        }

    def _decode_action(self, action_id: int) -> int:
        return action_id

    def _get_legal_actions(self) -> list[int]:
        return self.game.desk.legal()
