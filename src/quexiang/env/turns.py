"""PettingZoo's AEC environment: one seat after another."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from quexiang.engine.actions import SEATS
from quexiang.env import common
from quexiang.env.common import Observation
from quexiang.env.desk import Desk
from quexiang.env.rewards import Rewards
from quexiang.errors import UserError


class TurnsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents A to D, of which the one selected answers by a number."""

    metadata = common.METADATA

    def __init__(self, desk: Desk, rewards: Rewards, render_mode: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.render_mode = common.checked_mode(render_mode)
        self.possible_agents = common.names(desk.players)
        self.agents: list[str] = []
        self.state_space = common.state_space()
        self._points = rewards
        self._fresh = True
        self._paid = False
        self._observations = {agent: common.observation_space() for agent in self.possible_agents}
        self._actions = {agent: common.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Planes and a mask."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions."""
        return self._actions[agent]

    def reset(self, seed: int | str | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first round of a seed, or the next one."""
        if seed is not None:
            self.desk.begin(str(seed))
        elif not self._fresh:
            self._points.begin(self.desk)
        self._fresh = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._skip_agent_selection = None
        while self.desk.seat < 0:
            self._points.begin(self.desk)
        self.agent_selection = SEATS[self.desk.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, with the mask of what it may answer if it is selected."""
        return common.observe(self.desk, SEATS.index(agent))

    def state(self) -> NDArray[np.uint8]:
        """Everything, for a critic."""
        return common.state_of(self.desk)

    def step(self, action: int | None) -> None:
        """Take the selected agent's answer; an illegal one raises `UserError` or `NotAllowed`."""
        if not self.agents:
            raise common.not_reset()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UserError(f"{agent} 还要答，要一个号码", f"{agent} is asked; give a number")
        self.desk.act(common.number_of(action))
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Select who is asked next, in the next round if need be, or end the episode."""
        while self.desk.seat < 0:
            self._pay()
            if self._points.ends(self.desk):
                self.terminations = dict.fromkeys(self.agents, True)
                self.agent_selection = self.agents[0]
                return
            self.desk.deal()
        self.agent_selection = SEATS[self.desk.seat]

    def _pay(self) -> None:
        """Give what the round has brought."""
        for agent, points in zip(self.agents, self._points.of(self.desk), strict=True):
            self.rewards[agent] += points
            self._cumulative_rewards[agent] += points
        self._paid = True

    def render(self) -> str | None:
        """The table as text, all hands open."""
        return common.render(self.desk, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""
